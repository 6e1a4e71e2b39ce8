"""Before the game: sitting down, getting up, inviting, and what a channel must allow."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.table import lobby
from bot.table.table import Refused
from tests.room import Room


async def test_joining_and_leaving(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await ann.slash("cribbage start")
    assert "Cribbage · two players · to 121" in room.lobby.text
    assert "1\\. **Ann**\n2\\. *open seat*" in room.lobby.text
    await bob.press(room.lobby, "Join")
    assert "deal 1" in room.table.text
    await cy.slash("cribbage start", players=3)
    await ann.slash("cribbage tables")
    opened = room.lobby
    room.channel = room.guild.create_text_channel("upstairs")
    await cy.slash("cribbage start", players=3)
    await bob.press(room.lobby, "Join")
    assert "1\\. **Cy**\n2\\. **Bob**\n3\\. *open seat*" in room.lobby.text
    await bob.press(room.lobby, "Leave")
    assert "1\\. **Cy**\n2\\. *open seat*\n3\\. *open seat*" in room.lobby.text
    assert "2\\. *open seat*" in opened.text
    await bob.press(room.lobby, "Join")
    assert "2\\. **Bob**" in room.lobby.text


async def test_a_join_before_the_lobby_is_on_record(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord shows the lobby a little before the bot learns of it, and the bot may die in between."""
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    adopt = room.bot.publisher.adopt
    late: list[tuple[int, ...]] = []

    async def adopt_later(*given: int) -> None:
        late.append(given)

    monkeypatch.setattr(room.bot.publisher, "adopt", adopt_later)
    await ann.slash("cribbage start", players=3)
    monkeypatch.setattr(room.bot.publisher, "adopt", adopt)
    await bob.press(room.lobby, "Join")
    assert len(room.public()) == 1
    assert "2\\. **Bob**" in room.lobby.text
    await cy.press(room.lobby, "Join")
    shown = room.texts()
    assert len(shown) == 2  # the cut, and the table
    # What opened the table learns of its message at last.
    await adopt(*late[0])
    await ann.slash("cribbage hand")
    await ann.give(*ann.hand.cards()[:1])
    assert len(room.public()) == 2


async def test_the_host_gets_up(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start")
    opened = room.lobby
    await ann.press(opened, "Leave")
    assert "The host got up, so this table closed." in room.texts()[-1]
    assert room.public()[-1].labels() == []
    answer = await bob.press_late(opened, "Join")
    assert "This table was closed. Open a new one" in answer.text
    await ann.slash("cribbage start")  # and may open another
    assert "Table 2" in room.lobby.text


async def test_the_host_cancels(room: Room) -> None:
    (ann,) = room.people("Ann")
    await ann.slash("cribbage start")
    await ann.press(room.lobby, "Cancel")
    assert "The host cancelled this table. `/cribbage start` opens a new one." in room.texts()[-1]
    assert room.public()[-1].labels() == []
    assert await room.results() == []


async def test_an_invitation_notifies_one_person_once(room: Room) -> None:
    """However often the lobby is drawn again."""
    ann, bob, cy = room.people("@everyone", "Bob", "Cy")
    await ann.slash("cribbage start", opponent=bob.actor)
    (message,) = room.stored()
    assert message.ping_user_ids == [bob.id]
    assert not message.mention_everyone
    assert f"<@{bob.id}>, you are invited: press **Join**" in room.lobby.text
    await cy.press(room.lobby, "Join")  # refused
    room.requests()
    await bob.press(room.lobby, "Join")
    await bob.actor.click(room.table.message, label="Rules")
    assert [pinged for stored in room.stored() for pinged in stored.ping_user_ids] == []
    mentions = [
        entry.json["allowed_mentions"]
        for entry in room.env.http_requests
        if entry.json and "allowed_mentions" in (entry.json or {})
    ]
    assert [allowed.get("users") for allowed in mentions if allowed.get("users")] in ([], [[bob.id]])
    assert all(not allowed.get("parse") for allowed in mentions)


async def test_whoever_is_not_invited_finds_another_seat(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await ann.slash("cribbage start", opponent=bob.actor, players=3)
    await cy.press(room.lobby, "Join")
    assert f"1\\. **Ann**\n2\\. <@{bob.id}>, you are invited: press **Join**\n3\\. **Cy**" in room.lobby.text
    await bob.press(room.lobby, "Join")
    assert "deal 1" in room.table.text


async def test_more_lobbies_than_anybody_needs(room: Room) -> None:
    """Forty in forty threads were possible. Whoever is refused is told where theirs are; nothing is posted."""
    (ann,) = room.people("Ann")
    threads = [room.thread(f"Thread {number}") for number in range(6)]
    links: list[str] = []
    for thread in threads[:3]:
        with room.inside(thread):
            await ann.slash("cribbage start")
            where = f"{room.guild.id}/{thread.id}/{room.lobby.message.id}"
            links.append(f"- [Table {len(links) + 1}](https://discord.com/channels/{where}) · <#{thread.id}>")
    for thread in threads[3:]:
        with room.inside(thread):
            room.requests()
            refused = await ann.slash("cribbage start")
            assert refused.ephemeral
            assert "3 tables of yours are waiting for players on this server already" in refused.text
            assert "press **Cancel** there, before you open another." in refused.text
            assert all(link in refused.text for link in links)
            assert room.requests() == ["POST answer"]
            assert room.public() == []
    assert await room.logs() == [1, 2, 3]
    with room.inside(threads[0]):
        await ann.press(room.lobby, "Cancel")
    with room.inside(threads[3]):
        await ann.slash("cribbage start")
        assert "Table 4" in room.lobby.text


async def test_two_race_for_the_last_seat(room: Room) -> None:
    """One gets it; the other is told that the game has begun, and nothing else happens."""
    people = room.people("Ann", "Bob", "Cy", "Di", "Ed")
    await people[0].slash("cribbage start")
    async with room.backstage() as tables:
        outcomes = await asyncio.gather(
            *(tables.act(1, person.id, lobby.join, person.actor.name, person.id) for person in people[1:]),
            return_exceptions=True,
        )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    assert len(refused) == 3
    assert {str(outcome) for outcome in refused} == {
        "This game has begun without you. You are welcome to watch, or to open a table of your own."
    }
    assert len(room.tables) == 1
    assert len((await room.record()).presses) == 1


async def test_one_person_races_for_seats_at_two_tables(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await ann.slash("cribbage start")
    await bob.slash("cribbage start")
    async with room.backstage() as tables:
        outcomes = await asyncio.gather(
            *(tables.act(number, cy.id, lobby.join, "Cy", 5) for number in (1, 2)), return_exceptions=True
        )
    (refused,) = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    assert "one seat in a channel is the limit" in str(refused)
    assert len(room.tables) == 1


@pytest.mark.parametrize(
    ("variant", "goal"), [("standard", "to 121"), ("short", "to 61"), ("lowball", "121 loses")]
)
async def test_variants(room: Room, variant: str, goal: str) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant=variant)
    assert f"Cribbage · two players · {goal}" in room.texts()[0]
    assert (await room.record()).variant_name == variant
    assert "deal 1" in room.table.text


NEEDED = {
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}


@pytest.mark.parametrize("missing", [("send_messages",), ("attach_files", "read_message_history")])
async def test_permissions_are_missing(room: Room, missing: tuple[str, ...]) -> None:
    """No table opens, and whoever tried is told by name what the bot lacks."""
    (ann,) = room.people("Ann")
    denied = discord.PermissionOverwrite(**dict.fromkeys(missing, False))
    room.channel = room.guild.create_text_channel("closed", overwrites={room.env.bot.user: denied})
    view = await ann.slash("cribbage start")
    assert view.ephemeral
    assert "I can't host a table here" in view.text
    for name, label in NEEDED.items():
        assert (f"**{label}**" in view.text) == (name in missing)
    assert await room.logs() == []


async def test_the_seal_is_shown_and_explained(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start")
    seal = (await room.record()).commitment
    assert f"Shuffles are sealed: `{seal}`" in room.lobby.text
    view = await bob.press(room.lobby, "How shuffles are sealed")
    assert view is not None
    assert view.ephemeral
    assert f"Seal: `{seal}`\nPublic list: none yet" in view.text
    await bob.press(room.lobby, "Join")
    (press,) = (await room.record()).presses
    assert press == bob.last._interaction.id


async def test_a_start_of_the_bot_posts_no_lobby_that_is_on_its_way(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What isn't published yet is looked for while the answer that opens a table is being sent."""
    (ann,) = room.people("Ann")
    send = discord.InteractionResponse.send_message

    async def meanwhile(response: discord.InteractionResponse, **options: Any) -> Any:
        await room.bot.publisher.resume()
        for _ in range(100):
            await asyncio.sleep(0)
        return await send(response, **options)

    monkeypatch.setattr(discord.InteractionResponse, "send_message", meanwhile)
    await ann.slash("cribbage start")
    await room.env.settle()
    assert len(room.public()) == 1
    assert await room.bot.tables.store.unpublished() == []


async def test_a_lobby_whose_arrival_was_not_told_is_not_posted_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = room.people("Ann", "Bob")
    send = discord.InteractionResponse.send_message

    async def untold(response: discord.InteractionResponse, **options: Any) -> Any:
        await send(response, **options)
        raise ConnectionResetError

    monkeypatch.setattr(discord.InteractionResponse, "send_message", untold)
    await ann.slash("cribbage start", players=3)
    monkeypatch.undo()
    await room.env.settle()
    assert len(room.public()) == 1
    await bob.press(room.lobby, "Join")
    assert "2\\. **Bob**" in room.lobby.text


async def test_a_lobby_that_did_not_arrive_is_posted(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    (ann,) = room.people("Ann")

    async def lost(_response: discord.InteractionResponse, **_options: Any) -> Any:
        raise ConnectionResetError

    monkeypatch.setattr(discord.InteractionResponse, "send_message", lost)
    await ann.actor.slash(room.channel, "cribbage start")
    monkeypatch.undo()
    await room.env.settle()
    assert [view.labels()[0] for view in room.public()] == ["Join"]
