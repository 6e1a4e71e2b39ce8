"""House players at the table: people play alone against them, or together with them."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import structlog

from bot.table import house_players
from bot.table.patience import Pace
from tests.journeys.company import NAMES, awaited, called_for, name_at, open_table, outcomes, wait
from tests.room import Room, open_room, take_turns

PAUSE = 30.0


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncGenerator[Room]:
    """A room whose house players take half a minute, so that one can look at them."""
    async with open_room(f"sqlite:///{tmp_path / 'slow.sqlite3'}", pace=Pace(house=PAUSE)) as room:
        yield room


@pytest.mark.parametrize("players", [2, 3, 4, 6])
async def test_alone_against_the_house(room: Room, players: int) -> None:
    (ann,) = room.people("Ann")
    await open_table(room, players, [ann], variant="short")
    lobby = room.public()[0].text
    assert "⌂ Gentle House**" in lobby
    assert "⌂ marks a house player" in lobby
    await take_turns(room, [ann], random.Random(players))
    table = await room.record()
    assert max(table.game.scores) >= 61
    (result,) = await room.results()
    assert result.practice
    assert result.outcome == ("won" if 0 in table.game.winners else "lost")
    end = room.public()[-1]
    assert "A practice game: it is on record, but counts on no leaderboard." in end.text
    assert "Nobody is on it yet" in (await ann.slash("leaderboard")).text
    assert called_for(room) == []

    # A rematch against the same house players begins at once, with the seal shown before the press.
    seal = re.search(r"A rematch's shuffles are sealed: `([0-9a-f]{64})`", end.text)
    assert seal is not None
    await ann.press(end, "Rematch")
    assert "Table 2 · deal 1" in ann.answer.text  # with six, the dealer's side gives no card
    again = await room.record(2)
    assert again.commitment == seal[1]
    assert [name_at(again, seat) for seat in range(players)] == [
        name_at(table, seat) for seat in range(players)
    ]
    assert [seat.house for seat in again.seats] == [seat.house for seat in table.seats]
    assert again.practice
    assert len(again.presses) == 1


async def test_practice_at_standard_counts_on_no_leaderboard(room: Room) -> None:
    (ann,) = room.people("Ann")
    await open_table(room, 2, [ann])
    game = await room.skip(lambda _: False)
    (result,) = await room.results()
    assert result.practice
    assert result.score == min(121, game.scores[0])
    assert "Nobody is on it yet" in (await ann.slash("leaderboard")).text


async def test_they_sit_down_and_get_up_in_the_lobby(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start", players=3)
    await ann.press(room.lobby, "Add a house player")
    await ann.press(ann.private()[-1], "Sharp")
    assert "2\\. **⌂ Sharp House**" in room.lobby.text
    assert "At the table: ⌂ Sharp House." in ann.private()[-1].text
    # A guest who doesn't sit there can look, but not fill the seats.
    await bob.press(room.lobby, "Add a house player")
    await bob.press(bob.answer, "Gentle")
    assert "Only those who sit at this table can do that." in bob.answer.text
    await ann.press(ann.private()[-1], "Remove one")
    assert "2\\. *open seat*" in room.lobby.text
    await ann.press(ann.private()[-1], "Gentle")
    await ann.press(ann.private()[-1], "Gentle")
    assert "⌂ Gentle House" in room.table.text
    assert "⌂ Gentle House 2" in room.table.text


async def test_they_give_to_the_crib_together_with_people(slow: Room) -> None:
    """Two of them are awaited at once; nobody waits for their pause but the table."""
    ann, bob = slow.people("Ann", "Bob")
    await open_table(slow, 4, [ann, bob])
    assert len((await slow.record()).awaited_house()) == 2
    await ann.open_hand()
    await ann.give(ann.hand.cards()[0])
    assert len((await slow.record()).awaited_house()) == 2
    await wait(slow, PAUSE + 1)
    table = await slow.record()
    assert table.awaited_house() == []
    assert awaited(table) == ["Bob"]
    assert called_for(slow) == []
    await bob.open_hand()
    await bob.give(bob.hand.cards()[0])
    assert "to lead" in slow.table.text


async def test_they_give_without_the_people_being_waited_for(slow: Room) -> None:
    """The clock of the people runs from the deal, whatever the house players do."""
    ann, bob = slow.people("Ann", "Bob")
    await open_table(slow, 4, [ann, bob])
    await wait(slow, 91)
    table = await slow.record()
    assert table.stage == "reminded"
    assert table.awaited_house() == []
    assert called_for(slow) == [sorted([ann.id, bob.id])]


async def test_they_play_on_after_a_restart(slow: Room) -> None:
    (ann,) = slow.people("Ann")
    await open_table(slow, 2, [ann], variant="short")
    for _ in range(12):
        await slow.restart()
        if slow.over:
            break
        before = await slow.record()
        if before.awaited_house():
            await wait(slow, PAUSE / 2)
            await slow.restart()  # their pause begins anew, as everybody's clock does
            await wait(slow, PAUSE / 2 + 1)
            assert (await slow.record()).seq == before.seq
            await wait(slow, PAUSE / 2)
            assert (await slow.record()).seq > before.seq
        else:
            hand = await ann.open_hand()
            await (ann.give(*hand.cards()[:2]) if ann.choosing else ann.play(hand.cards()[0]))
    assert (await slow.record()).game.starter is not None


async def test_their_thinking_fails_and_the_game_goes_on(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log says so, without a card in it."""
    secret = "5H in nobody's hand"

    def broken(*_: object) -> None:
        raise KeyError(secret)

    monkeypatch.setattr(house_players, "choose", broken)
    (ann,) = room.people("Ann")
    with structlog.testing.capture_logs() as log:
        await open_table(room, 3, [ann], variant="short")
        await take_turns(room, [ann], random.Random(2), until=lambda: "deal 2" in room.table.text)
    failures = [entry for entry in log if entry["log_level"] == "error"]
    assert failures
    assert {entry["event"] for entry in failures} == {"house player failed"}
    assert secret not in str(log)


async def test_a_card_that_they_do_not_hold_is_not_played(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = house_players.choose

    def cheat(seen: object, *rest: object) -> object:
        command = real(seen, *rest)
        return type(command)((command.seat + 1) % 3, *list(vars_of(command)))

    def vars_of(command: object) -> list[object]:
        return [getattr(command, name) for name in command.__slots__ if name != "seat"]

    monkeypatch.setattr(house_players, "choose", cheat)
    (ann,) = room.people("Ann")
    with structlog.testing.capture_logs() as log:
        await open_table(room, 3, [ann], variant="short")
        await take_turns(room, [ann], random.Random(2), until=lambda: "deal 2" in room.table.text)
    assert any(entry["event"] == "house player failed" for entry in log)


async def test_a_server_without_them(room: Room) -> None:
    boss, ann = room.managers("Boss"), room.people("Ann")[0]
    await boss[0].slash("cribbage settings", house_players=False)
    assert "House players: **not allowed**" in boss[0].answer.text
    await ann.slash("cribbage start")
    await ann.press(room.lobby, "Add a house player")
    assert "House players are switched off on this server" in ann.answer.text
    await ann.press_id(room.lobby, "crib:1:1:0:sit:sharp")
    assert "House players are switched off on this server" in ann.answer.text
    assert "1\\. **Ann**\n2\\. *open seat*" in room.lobby.text


async def test_no_rematch_with_them_where_they_are_switched_off_meanwhile(room: Room) -> None:
    (boss,), (ann,) = room.managers("Boss"), room.people("Ann")
    await open_table(room, 2, [ann], variant="short")
    await room.skip(lambda _: False)
    await boss.slash("cribbage settings", house_players=False)
    await ann.press(room.public()[-1], "Rematch")
    assert "House players are switched off on this server" in ann.answer.text
    assert await room.logs() == [1]


async def test_six_seats_five_people_and_one_house_player(room: Room) -> None:
    people = room.people(*NAMES[:5])
    await open_table(room, 6, people)
    await room.skip(lambda _: False)
    ended = await outcomes(room)
    assert sorted(ended) == sorted(NAMES[:5])
    assert set(ended.values()) == {"won", "lost"}
    assert all(result.practice for result in await room.results())
