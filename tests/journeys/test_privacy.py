"""A person's own data through Discord: a copy of it, and having it deleted, tables in progress included."""

from __future__ import annotations

import json
import random
from typing import Any

import sqlalchemy as sa

from bot.table.history import verify
from bot.ui.panels.who import seat_name
from db.schema import metadata
from tests.journeys.company import name_at, open_table
from tests.room import Person, Room, Shown, take_turns


def documents(room: Room, person: Person) -> list[dict[str, Any]]:
    """What a person has been sent as files, oldest first."""
    return [
        json.loads(room.env.backend.cdn.get(attachment["url"]) or b"")
        for message in room.stored()[::-1]
        if message.is_ephemeral and message.visible_to(person.id)
        for attachment in message.attachments
        if attachment["filename"].endswith(".json")
    ]


async def everything(room: Room) -> str:
    """All that the database holds, as text."""
    async with room.bot.database.read() as connection:
        rows = [
            str(tuple(row))
            for table in metadata.sorted_tables
            for row in await connection.execute(sa.select(table))
        ]
    return "\n".join(rows)


async def delete(person: Person) -> Shown:
    """Ask for deletion, and confirm it."""
    await person.slash("privacy delete")
    await person.press(person.answer, "Delete everything")
    return person.private()[-1]


async def test_nothing_is_stored_about_a_stranger(room: Room) -> None:
    (ann,) = room.people("Ann")
    assert (await ann.slash("privacy export")).text == "Nothing is stored about you."
    assert (await ann.slash("privacy delete")).text == "Nothing is stored about you."


async def test_it_is_asked_first_and_can_be_left(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    before = await everything(room)
    question = await ann.slash("privacy delete")
    assert question.ephemeral
    assert "You give up your game at table 1" in question.text
    await ann.press(question, "Keep it")
    assert ann.private()[-1].text == "Everything stays as it is."
    assert await everything(room) == before


async def test_an_old_question_deletes_nothing(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.no_hurry()
    await room.start(ann, bob)
    question = await ann.slash("privacy delete")
    await room.env.advance_time(16 * 60)
    before = await everything(room)
    assert "That question is too old." in (await ann.press_late(question, "Delete everything")).text
    assert await everything(room) == before


async def test_the_copy_holds_what_is_stored_and_nothing_secret(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start_at((100, 100), ann, bob)
    await room.skip(lambda _: False)
    await bob.press(next(view for view in room.newest_first() if "Rematch" in view.labels()), "Rematch")
    await ann.press(room.lobby, "Join")
    await ann.slash("privacy export")
    (copy,) = documents(room, ann)
    assert not documents(room, bob)
    stored = copy["stored"]
    assert copy["user"] == stored["players"][0]["id"] == str(ann.id)
    assert stored["players"][0]["name"] == "Ann"
    assert stored["players"][0]["career"]["completed"] == 1
    assert {"seats", "results", "standings", "ratings", "appearances"} <= stored.keys()
    assert stored["results"][0]["outcome"] in ("won", "lost")
    over, live = copy["games"]
    assert [event["kind"] for event in over["events"]].count("dealt") >= 1
    assert all(all(event["hands"]) for event in over["events"] if event["kind"] == "dealt")
    (dealt,) = [event for event in live["events"] if event["kind"] == "dealt"]
    seat = live["your_seat"]
    assert dealt["hands"][seat]
    assert dealt["hands"][1 - seat] is None
    # The seed of the game that is on was sealed in the record of the game before it.
    text = json.dumps(copy)
    for number in (1, 2):
        record = await room.bot.tables.store.load(number)
        assert record is not None
        assert (record.seed.hex() in text) == (number == 1)
    game = (await room.record(2)).game
    assert game is not None
    assert str(game.hands[1 - seat][0]) not in json.dumps(live["events"][-3:])


async def test_a_copy_twice_in_a_row(room: Room) -> None:
    """The second one is refused before anything is done, until a while has passed or all is deleted."""
    ann, bob = room.people("Ann", "Bob")
    await room.start_at((110, 110), ann, bob)
    await room.skip(lambda _: False)
    await ann.slash("privacy export")
    refused = await ann.slash("privacy export")
    assert refused.ephemeral
    assert refused.text == "You have just been sent your data. You can have it again in 10 minutes."
    assert len(documents(room, ann)) == 1
    await room.env.advance_time(601)
    await ann.slash("privacy export")
    assert len(documents(room, ann)) == 2
    await delete(ann)
    assert (await ann.slash("privacy export")).text == "Nothing is stored about you."


async def test_a_copy_that_can_not_be_sent_may_be_asked_for_again(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    room.env.inject_error("POST", "/webhooks/*/*", status=500, times=1)
    await ann.actor.slash(room.channel, "privacy export")
    assert documents(room, ann) == []
    await ann.slash("privacy export")
    assert len(documents(room, ann)) == 1


async def test_a_copy_again_after_everything_is_deleted(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start_at((110, 110), ann, bob)
    await room.skip(lambda _: False)
    board = (await bob.slash("leaderboard")).text
    assert "Ann" in board
    results = {result.seat: result for result in await room.results()}
    told = await delete(ann)
    assert told.text.startswith("Everything that was stored about you is deleted.")
    assert "Former player 1" in told.text
    assert (await ann.slash("privacy export")).text == "Nothing is stored about you."
    left = await everything(room)
    assert str(ann.id) not in left
    assert "Ann" not in left
    assert "Ann" not in (await bob.slash("leaderboard")).text
    # Bob's game is as it was.
    after = {result.seat: result for result in await room.results()}
    assert after[1] == results[1]
    assert after[0].player_id == -1
    table = await room.record()
    log = await room.bot.tables.store.log(1)
    assert name_at(table, 0) == "Former player 1"
    assert verify(1, log, bytes.fromhex(table.seed or "")).fair
    # And a new beginning.
    await room.start(ann, bob)
    assert name_at(await room.record(2), 0) == "Ann"


async def test_a_rematch_does_not_wait_for_a_former_player(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await room.start_at((110, 110), ann, bob)
    await room.skip(lambda _: False)
    await delete(ann)
    await bob.press(next(view for view in room.newest_first() if "Rematch" in view.labels()), "Rematch")
    assert "open seat" in room.lobby.text
    await cy.press(room.lobby, "Join")
    assert (await room.record(2)).status == "playing"


async def test_a_game_of_two_is_given_up(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await ann.open_hand()
    await bob.open_hand()
    await delete(ann)
    assert "Ann" not in await everything(room)
    (choice,) = [view for view in room.public() if "Stop" in view.labels()]
    assert "**Former player 1** 0 · **Bob** 0" in choice.text
    assert "The game waits" in bob.private()[-1].text
    await bob.press(choice, "Play on")
    assert "⌂ Former player 1" in room.table.text
    await take_turns(room, [bob], random.Random(5))
    by_player = {result.player_id: result for result in await room.results()}
    assert by_player[-1].outcome == "surrendered"
    assert by_player[bob.id].outcome in ("won", "lost")
    assert "Former player 1 had surrendered: a loss." in room.texts()[-1]
    assert "Former" not in (await bob.slash("leaderboard")).text
    left = await everything(room)
    assert str(ann.id) not in left


async def test_memory_holds_no_trace(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await room.start(ann, bob, cy, players=3)
    for person in (ann, bob, cy):
        await person.open_hand()
    await delete(ann)
    bot = room.bot
    kept = (bot.tables._live, bot.wardrobe._known, bot.hands._open._open)
    for state in kept:
        assert str(ann.id) not in repr(state)
    assert "Ann" not in repr(bot.tables._live)
    assert "'Ann" not in repr([hand.shown for hand in bot.hands._open._open.values()])
    assert "Former player 1" in room.table.text


async def test_a_partner_plays_on_with_a_house_player(room: Room) -> None:
    ann, bob, cy, dee = room.people("Ann", "Bob", "Cy", "Dee")
    await room.start(ann, bob, cy, dee, players=4)
    table = await room.record()
    partner = next(
        person for person in (bob, cy, dee) if table.seat_of(person.id) == (table.seat_of(ann.id) or 0) + 2
    )
    await delete(ann)
    table = await room.record()
    assert table.status == "playing"
    assert table.seats[0].house is not None
    assert seat_name(table, 0) == "⌂ Former player 1"
    assert "Ann" not in room.table.text
    await partner.press(room.table, "Surrender")
    await partner.press(partner.answer, "Surrender")
    assert (await room.record()).given_up(0)


async def test_lobbies_are_left(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await room.start(ann, bob, players=3)
    question = await bob.slash("privacy delete")
    assert "You get up from table 1." in question.text
    await bob.press(question, "Delete everything")
    assert (await room.record()).free() == [1, 2]
    assert str(bob.id) not in await everything(room)
    await bob.press(room.lobby, "Join")
    await cy.press(room.lobby, "Join")
    assert (await room.record()).status == "playing"


async def test_a_host_closes_the_lobby(room: Room) -> None:
    (ann,) = room.people("Ann")
    await room.start(ann)
    question = await ann.slash("privacy delete")
    assert "Table 1 then closes, as you opened it." in question.text
    await ann.press(question, "Delete everything")
    assert (await room.record()).status == "closed"
    assert str(ann.id) not in await everything(room)


async def test_an_invitation_is_forgotten(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await room.start(ann, opponent=bob.actor)
    assert str(bob.id) in room.lobby.text
    await delete(bob)
    assert str(bob.id) not in await everything(room)
    assert "open seat" in room.lobby.text
    await cy.press(room.lobby, "Join")
    assert (await room.record()).status == "playing"


async def test_former_players_stay_distinct(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await open_table(room, 3, [ann, bob])
    await delete(bob)
    await delete(ann)
    table = await room.record()
    assert [seat.person.name for seat in table.seats if seat.person] == ["Former player 2", "Former player 1"]
    assert table.status == "finished"


async def test_it_survives_a_restart(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    question = await ann.slash("privacy delete")
    await room.restart()
    await ann.press(question, "Delete everything")
    await room.restart()
    assert "Ann" not in await everything(room)
    (choice,) = [view for view in room.public() if "Stop" in view.labels()]
    await bob.press(choice, "Stop")
    assert {result.player_id for result in await room.results()} == {-1, bob.id}
