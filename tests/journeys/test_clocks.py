"""Clocks: lobbies expire, people are reminded and called, and what follows when they don't come."""

from __future__ import annotations

import random

import discord
import pytest

from bot.table.table import Table
from tests.journeys.company import NAMES, awaited, called_for, name_at, outcomes, surrender, wait
from tests.room import Person, Room, take_turns

HALF, CALL = 90, 60
"""Seconds until the reminder and from there to the call, and from the call to the end of patience."""


def by_name(people: list[Person]) -> dict[str, Person]:
    return {person.actor.user.global_name: person for person in people}


async def at_play(room: Room, players: int, **options: object) -> tuple[list[Person], Person]:
    """A game in which somebody is to play; everybody, and that person."""
    people = room.people(*NAMES[:players])
    await room.start(*people, players=players, **options)
    await room.skip(lambda game: game.phase == "play")
    table = await room.record()
    return people, by_name(people)[name_at(table, table.game.turn)]


async def goes_missing(room: Room) -> Table:
    """Let everybody who is waited for stay away until the table has given them up."""
    await wait(room, 2 * HALF + CALL + 3)
    return await room.record()


async def test_a_lobby_expires(room: Room) -> None:
    ann, bob, _ = room.people("Ann", "Bob", "Cy")
    await ann.slash("cribbage start", players=3)
    assert "Closes <t:" in room.lobby.text
    await wait(room, 600)
    await bob.press(room.lobby, "Join")  # doesn't keep it open for longer
    await wait(room, 299)
    assert (await room.record()).status == "lobby"
    await wait(room, 2)
    (lobby,) = room.public()
    assert "Not every seat was taken in time, so this table closed." in lobby.text
    assert lobby.labels() == []
    assert await room.results() == []
    await ann.slash("cribbage start")  # the seats are free again
    assert "Table 2" in room.lobby.text


async def test_a_reminder_mentions_who_is_awaited_and_goes_when_they_act(room: Room) -> None:
    people, mover = await at_play(room, 3)
    before = len(room.public())
    await wait(room, HALF - 1)
    assert called_for(room) == []
    await wait(room, 2)
    assert called_for(room) == [[mover.id]]
    reminder = room.public()[-1]
    assert f"<@{mover.id}>, it's your move at [table 1](https://discord.com/channels/" in reminder.text
    assert str(room.table.message.id) in reminder.text
    await mover.open_hand()
    await mover.play(mover.hand.cards()[0])
    assert called_for(room) == []
    assert len(room.public()) == before
    assert people


async def test_only_those_who_have_not_given_are_reminded(room: Room) -> None:
    """And who gives after the reminder isn't mentioned any longer, while the others still are."""
    ann, bob, cy = people = room.people("Ann", "Bob", "Cy")
    await room.start(*people, players=3)
    await ann.open_hand()
    await ann.give(ann.hand.cards()[0])
    await wait(room, HALF + 1)
    assert called_for(room) == [sorted([bob.id, cy.id])]
    await bob.open_hand()
    await bob.give(bob.hand.cards()[0])
    (reminder,) = [view for view in room.public() if "your move" in view.text]
    assert f"<@{cy.id}>, it's your move" in reminder.text
    assert f"<@{bob.id}>" not in reminder.text
    await cy.open_hand()
    await cy.give(cy.hand.cards()[0])
    assert called_for(room) == []
    assert "to lead" in room.table.text


async def test_the_call_takes_the_place_of_the_reminder(room: Room) -> None:
    _, mover = await at_play(room, 2)
    await wait(room, 2 * HALF + 1)
    assert called_for(room) == [[mover.id]]
    assert "calls for you: your place goes <t:" in room.public()[-1].text
    await wait(room, CALL - 3)
    await mover.open_hand()
    await mover.play(mover.hand.cards()[0])
    assert called_for(room) == []
    assert (await room.record()).status == "playing"


async def test_quiet_reminders_notify_nobody(room: Room) -> None:
    (boss,) = room.managers("Boss")
    await boss.slash("cribbage settings", quiet_reminders=True)
    await at_play(room, 2)
    await wait(room, HALF + 1)
    reminder = room.public()[-1]
    assert "your move" in reminder.text
    assert discord.MessageFlags._from_value(reminder.message.flags.value).suppress_notifications


async def test_a_game_of_two_is_abandoned(room: Room) -> None:
    people, mover = await at_play(room, 2)
    scores = (await room.record()).game.scores
    table = await goes_missing(room)
    assert table.stopped == "abandoned"
    missing = mover.actor.user.global_name
    other = next(person for person in people if person is not mover).actor.user.global_name
    assert await outcomes(room) == {missing: "abandoned", other: "stopped"}
    for result in await room.results():
        assert result.score == scores[result.side]
        assert (result.skunks_given, result.double_skunks_given, result.skunk_taken) == (0, 0, 0)
    assert f"### Stopped, {missing} went missing, at {scores[0]}–{scores[1]}" in room.texts()[-1]
    assert called_for(room) == []
    assert room.over
    assert "Nobody is on it yet" in (await mover.slash("leaderboard")).text


async def test_both_are_missing_at_the_discard(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await goes_missing(room)
    assert await outcomes(room) == {"Ann": "abandoned", "Bob": "abandoned"}
    assert "Ann and Bob went missing" in room.texts()[-1]


@pytest.mark.parametrize("players", [3, 4, 6])
async def test_a_house_player_sits_in_until_the_owner_is_back(room: Room, players: int) -> None:
    people, mover = await at_play(room, players, variant="short")
    name = mover.actor.user.global_name
    table = await goes_missing(room)
    assert table.status == "playing"
    assert f"⌂ {name}" in room.table.text
    assert f"⌂ A house player sits in for {name}: **My hand** takes the seat back." in room.table.text
    assert called_for(room) == []
    await mover.open_hand()
    assert "You were missing at table 1, so a house player has your seat." in mover.answer.text
    assert mover.answer.labels() == ["Take my seat back"]
    # Not even the owner can see the cards before taking the seat back.
    assert mover.answer.cards(enabled=False) == []
    await mover.press(mover.answer, "Take my seat back")
    assert "⌂" not in room.table.text
    assert "Table 1 · deal" in mover.hand.text
    await room.skip(lambda game: max(game.scores) >= 50)
    await take_turns(room, people, random.Random(3))
    ended = await outcomes(room)
    assert set(ended.values()) == {"won", "lost"}
    assert len(ended) == players
    assert not any(result.practice for result in await room.results())


async def test_without_its_owner_the_game_goes_on_to_the_end(room: Room) -> None:
    people, mover = await at_play(room, 3)
    name = mover.actor.user.global_name
    await goes_missing(room)
    game = await room.skip(lambda _: False)
    assert max(game.scores) >= 121
    ended = await outcomes(room)
    assert ended.pop(name) == "abandoned"
    table = await room.record()
    winner = table.seats[table.game.winners[0]].person.name
    assert ended == {
        person: "won" if person == winner else "lost" for person in by_name(people) if person != name
    }
    end = room.texts()[-1]
    assert f"{name} had gone missing: a game abandoned on record." in end
    for result in await room.results():
        if result.outcome == "abandoned":
            assert result.skunk_taken == result.skunks_given == result.double_skunks_given == 0
        if result.outcome == "won":  # also over a side that a house player played to the end
            skunks = [table.variant.skunks(score) for score in game.scores if score < 121]
            assert (result.skunks_given, result.double_skunks_given) == (skunks.count(1), skunks.count(2))


async def test_everybody_is_gone(room: Room) -> None:
    """At the discard all are waited for, so all can go missing at once."""
    await room.start(*room.people("Ann", "Bob", "Cy"), players=3)
    table = await goes_missing(room)
    assert table.stopped == "abandoned"
    assert await outcomes(room) == {"Ann": "abandoned", "Bob": "abandoned", "Cy": "abandoned"}
    assert room.over


async def test_one_after_the_other_goes(room: Room) -> None:
    people, _ = await at_play(room, 3)
    gone: set[str] = set()
    while (await room.record()).status == "playing":
        gone |= set(awaited(await room.record()))
        await goes_missing(room)
    assert gone == set(by_name(people))
    assert set((await outcomes(room)).values()) == {"abandoned"}


async def test_no_hurry(room: Room) -> None:
    (boss,) = room.managers("Boss")
    await boss.slash("cribbage settings", turn_time=24 * 60 * 60)
    assert "Turn time: **no hurry (24 hours)**" in boss.answer.text
    _, mover = await at_play(room, 2)
    await wait(room, 11.9 * 3600)
    assert called_for(room) == []
    await wait(room, 0.2 * 3600)
    assert called_for(room) == [[mover.id]]
    await wait(room, 11.8 * 3600)
    assert "your move" in room.public()[-1].text
    await wait(room, 0.2 * 3600)
    assert (await room.record()).stopped == "abandoned"


async def test_clocks_start_afresh_after_a_restart(room: Room) -> None:
    _, mover = await at_play(room, 2)
    await wait(room, HALF - 5)
    await room.restart()
    await wait(room, HALF - 5)
    assert called_for(room) == []
    await wait(room, 10)
    assert called_for(room) == [[mover.id]]
    await wait(room, HALF)  # called, and half a minute of the minute gone
    await wait(room, 30)
    await room.restart()
    await wait(room, 50)
    assert (await room.record()).status == "playing"
    await wait(room, 15)
    assert (await room.record()).stopped == "abandoned"


async def test_no_clock_runs_while_the_gateway_is_away(room: Room) -> None:
    _, mover = await at_play(room, 2)
    await wait(room, HALF - 5)
    await gateway(room, "disconnect")
    await wait(room, 3600)
    assert called_for(room) == []
    assert (await room.record()).stage == "waiting"
    await gateway(room, "resumed")
    await wait(room, HALF - 5)
    assert called_for(room) == []
    await wait(room, 10)
    assert called_for(room) == [[mover.id]]
    await gateway(room, "disconnect")
    await gateway(room, "ready")  # a new session instead of a resumed one
    await wait(room, HALF + 5)
    assert "calls for you" in room.public()[-1].text


async def gateway(room: Room, event: str) -> None:
    """What discord.py reports of its connection."""
    with room.env._bot_scope():
        room.bot.dispatch(event)
    await room.env.settle()


async def test_who_gives_up_while_awaited_is_not_called_any_more(room: Room) -> None:
    people, mover = await at_play(room, 3)
    await wait(room, HALF + 1)
    assert called_for(room) == [[mover.id]]
    await surrender(room, mover)
    assert called_for(room) == []
    table = await room.record()
    assert table.status == "playing"
    assert table.stage == "waiting"
    assert people
