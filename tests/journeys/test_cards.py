"""Faces and backs through Discord: looked at, chosen, refused while locked, and seen at the table."""

from __future__ import annotations

import io

from PIL import Image

from bot.cribbage.observe import observe
from bot.table.standing.career import Career
from bot.ui.panels.layout import Image as Picture
from bot.ui.panels.table.playing import table_panel
from bot.ui.pictures.draw import draw
from bot.ui.pictures.observed import hand_picture
from db import players
from tests.room import Person, Room, Shown


def pictures(room: Room, view: Shown) -> list[bytes]:
    """The pictures of a message."""
    stored = room.env.backend.get_message(view.message.channel_id, view.message.id)
    return [room.env.backend.cdn.get(attachment["url"]) or b"" for attachment in stored.attachments]


def alts(view: Shown) -> str:
    """What is said of a message's pictures to people who can't see them."""
    return str(view.message.components)


async def hand_in(room: Room, person: Person, face: str) -> bytes:
    """A person's hand as it looks in a face."""
    table = await room.record()
    assert table.game is not None
    return draw(hand_picture(observe(table.game, table.seat_of(person.id)), (), face))


async def table_with(room: Room, *backs: str) -> bytes:
    """The table as it looks with everybody's backs."""
    panel = table_panel(await room.record(), backs=backs)
    (image,) = [block for block in panel.blocks if isinstance(block, Picture)]
    return draw(image.model)


async def choose(person: Person, *labels: str) -> Shown:
    """Open `/cards` and press buttons."""
    await person.slash("cards")
    for label in labels:
        await person.press(person.private()[-1], label)
    return person.private()[-1]


async def test_a_newcomer_looks_and_chooses(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    shown = await ann.slash("cards")
    assert shown.ephemeral
    assert "Yours: **Classic**. You have level 1." in shown.text
    assert "Locked: Ink (level 3) · Parlour (level 6) · Midnight (level 10) · Meadow (level 15)" in shown.text
    assert "Ink, locked: level 3." in alts(shown)
    (sheet,) = pictures(room, shown)
    with Image.open(io.BytesIO(sheet)) as image:
        assert image.format == "PNG"
    shown = await choose(ann, "Show backs")
    assert "Yours: **Lattice**. You have prestige 0." in shown.text
    assert "Skunk (the feat “Double skunk”: skunk somebody twice over)" in shown.text
    assert "Skunk, locked: “Double skunk”." in alts(shown)
    assert pictures(room, shown) != [sheet]
    shown = await choose(ann, "Large Print", "Show backs", "Fans")
    assert "*Fans* is your back now" in shown.text
    assert "Yours: **Fans**." in shown.text
    assert not [view for view in bob.sees() if view.ephemeral]
    async with room.bot.database.read() as connection:
        row = await players.load(connection, ann.id)
    assert row is not None
    assert (row.name, row.face, row.back) == ("Ann", "large-print", "fans")
    assert "Yours: **Large Print**." in (await ann.slash("cards")).text


async def test_what_is_locked_is_refused(room: Room) -> None:
    (ann,) = room.people("Ann")
    shown = await choose(ann, "🔒 Ink")
    assert shown.text == "That face is locked: it takes level 3."
    assert shown.ephemeral
    shown = await choose(ann, "Show backs", "🔒 Twenty-Nine")
    assert shown.text == "That back is locked: it takes the feat “Twenty-nine”."
    async with room.bot.database.read() as connection:
        assert await players.load(connection, ann.id) is None


async def test_an_unknown_style_is_refused(room: Room) -> None:
    (ann,) = room.people("Ann")
    view = await ann.slash("cards")
    for arg in ("face-none", "back-ink", "side-ink", "ink", "", "face-"):
        answered = await ann.press_id(view, f"crib:1:0:0:wear:{arg}")
        assert "That button is from another version of the bot." in answered.text, arg


async def test_what_is_unlocked_can_be_chosen(room: Room) -> None:
    (ann,) = room.people("Ann")
    async with room.bot.database.write() as connection:
        await players.upsert(connection, ann.id, "Ann", room.env.now())
        career = Career(xp=300, prestige=1)
        await players.set_careers(connection, {ann.id: career.model_dump_json()})
    shown = await choose(ann, "Ink", "Show backs", "Harbour")
    assert "Yours: **Harbour**. You have prestige 1." in shown.text
    assert "Yours: **Ink**. You have level 3." in (await ann.slash("cards")).text


async def test_the_face_is_in_the_hand_and_the_back_on_the_table(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await choose(ann, "Four Colours", "Show backs", "Fans")
    await room.start(ann, bob)
    assert pictures(room, await ann.open_hand()) == [await hand_in(room, ann, "four-colours")]
    assert pictures(room, await bob.open_hand()) == [await hand_in(room, bob, "")]
    assert pictures(room, room.table) == [await table_with(room, "fans", "")]
    # In the middle of the game.
    await choose(ann, "Large Print")
    await choose(bob, "Show backs", "Fans")
    assert pictures(room, room.table) == [await table_with(room, "fans", "fans")]
    assert pictures(room, await ann.open_hand()) == [await hand_in(room, ann, "large-print")]
    # After a restart.
    await room.restart()
    assert pictures(room, await ann.open_hand()) == [await hand_in(room, ann, "large-print")]
    await choose(ann, "Show backs", "Lattice")
    assert pictures(room, room.table) == [await table_with(room, "lattice", "fans")]


async def test_old_buttons_work_after_a_restart(room: Room) -> None:
    (ann,) = room.people("Ann")
    view = await ann.slash("cards")
    await room.restart()
    await ann.press(view, "Four Colours")
    assert "Yours: **Four Colours**." in ann.private()[-1].text
