"""Two things at the same moment: one of them wins, and results are written once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.cribbage.commands import Discard, Play
from bot.cribbage.game import IllegalAction
from bot.table import endings, house_players, lobby, moves
from bot.table.moves import house_move
from bot.table.patience import Pace, time_is_up
from bot.table.table import Refused, Table
from bot.table.tables import Change, Tables
from tests.games import legal
from tests.journeys.company import NAMES, outcomes, surrender, wait
from tests.room import Person, Room, open_room

Act = Callable[[Tables], Awaitable[Change]]
ORDERS = pytest.mark.parametrize("swapped", [False, True])


async def race(room: Room, first: Act, second: Act, *, swapped: bool) -> list[Change | BaseException]:
    """Both at once, either asking first; what came of each, in the order of the arguments."""
    acts = [second, first] if swapped else [first, second]
    async with room.backstage() as tables:
        came = await asyncio.gather(*(act(tables) for act in acts), return_exceptions=True)
    for outcome in came:
        assert isinstance(outcome, Change | Refused | IllegalAction), outcome
    return came[::-1] if swapped else list(came)


async def table_now(room: Room) -> Table:
    return (await room.bot.tables.get(1)).table


def accepted(outcome: Change | BaseException) -> bool:
    return isinstance(outcome, Change) and bool(outcome.events)


def plays(table: Table) -> Act:
    """The person whose turn it is plays a card, from a button of this moment."""
    seat = table.game.turn
    card = table.game.playable(seat)[0]
    user = table.seats[seat].person.user
    return lambda tables: tables.act(1, user, moves.play, table.turn_seq, card)


def deadline(asked: Table) -> Act:
    """The clock does what it would do for this question."""
    return lambda tables: tables.change(
        1, lambda now: time_is_up(now) if now.asked_seq == asked.asked_seq else []
    )


async def once(room: Room) -> None:
    """Everybody has one result, and the log says once that the game is over."""
    table = await room.record()
    assert table.status == "finished"
    people = [seat.person.user for seat in table.seats if seat.person]
    assert Counter(result.player_id for result in await room.results()) == Counter(people)
    log = await room.bot.tables.store.log(1)
    ends = [event.kind for event in log if event.kind in ("game_won", "game_stopped")]
    assert len(ends) == 1
    assert [event.kind for event in log].count("seed_revealed") == 1
    assert sum("Seed revealed" in text for text in room.texts()) == 1


async def called(room: Room, players: int = 2) -> tuple[list[Person], Table]:
    people = room.people(*NAMES[:players])
    await room.start(*people, players=players, variant="short")
    await room.skip(lambda game: game.phase == "play")
    await wait(room, 181)
    table = await table_now(room)
    assert table.stage == "called"
    return people, table


@ORDERS
async def test_a_card_and_the_deadline(room: Room, swapped: bool) -> None:
    _, table = await called(room)
    card, clock = await race(room, plays(table), deadline(table), swapped=swapped)
    assert accepted(card) != accepted(clock)
    assert accepted(clock) == swapped
    if swapped:
        assert "This game is over" in str(card)
        await once(room)
        assert sorted((await outcomes(room)).values()) == ["abandoned", "stopped"]
    else:
        assert (await room.record()).status == "playing"
        assert await outcomes(room) == {}


@ORDERS
async def test_the_last_card_and_the_deadline(room: Room, swapped: bool) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start_at((54, 54), ann, bob, variant="short")
    await room.skip(lambda game: game.phase == "play" and sum(map(len, game.hands)) == 1)
    await wait(room, 181)
    table = await table_now(room)
    await race(room, plays(table), deadline(table), swapped=swapped)
    await once(room)
    expected = ["abandoned", "stopped"] if swapped else ["lost", "won"]
    assert sorted((await outcomes(room)).values()) == expected


@ORDERS
async def test_the_last_card_and_a_surrender(room: Room, swapped: bool) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start_at((55, 55), ann, bob, variant="short")
    await room.skip(lambda game: game.phase == "play" and sum(map(len, game.hands)) == 1)
    table = await table_now(room)
    assert table.status == "playing"
    assert table.game.turn is not None
    other = table.seats[1 - table.game.turn].person.user
    card, gave_up = await race(
        room, plays(table), lambda tables: tables.act(1, other, endings.surrender), swapped=swapped
    )
    if swapped:
        assert accepted(gave_up)
        assert "decides whether to play on" in str(card)
        await wait(room, 61)
    assert accepted(card) != swapped
    if (await room.record()).status == "finished":
        await once(room)
        ended = sorted((await outcomes(room)).values())
        assert ended == (["stopped", "surrendered"] if swapped else ["lost", "won"])


@ORDERS
async def test_both_partners_surrender_at_once(room: Room, swapped: bool) -> None:
    people = room.people(*NAMES[:4])
    await room.start(*people, players=4)
    users = [seat.person.user for seat in (await table_now(room)).seats]
    first, second = await race(
        room,
        lambda tables: tables.act(1, users[0], endings.surrender),
        lambda tables: tables.act(1, users[2], endings.surrender),
        swapped=swapped,
    )
    assert accepted(first)
    assert accepted(second)
    log = [event.kind for event in await room.bot.tables.store.log(1)]
    assert (log.count("surrender_offered"), log.count("surrendered"), log.count("choice_given")) == (1, 1, 1)


@ORDERS
async def test_both_sides_surrender_at_once(room: Room, swapped: bool) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    outcome = await race(
        room,
        lambda tables: tables.act(1, ann.id, endings.surrender),
        lambda tables: tables.act(1, bob.id, endings.surrender),
        swapped=swapped,
    )
    assert sorted(map(accepted, outcome)) == [False, True]
    await wait(room, 61)
    await once(room)
    loser = "Bob" if swapped else "Ann"
    assert (await outcomes(room))[loser] == "surrendered"


@ORDERS
async def test_playing_on_and_stopping(room: Room, swapped: bool) -> None:
    """Also: playing on and the minute being over."""
    people = room.people(*NAMES[:4])
    await room.start(*people, players=4)
    users = [seat.person.user for seat in (await table_now(room)).seats]
    async with room.backstage() as tables:
        await tables.act(1, users[0], endings.surrender)
        await tables.act(1, users[2], endings.surrender)
    table = await table_now(room)
    on, stop = await race(
        room, lambda tables: tables.act(1, users[1], endings.play_on), deadline(table), swapped=swapped
    )
    assert accepted(on) != accepted(stop)
    if swapped:
        await once(room)
    else:
        assert (await room.record()).choice is None
        with pytest.raises(Refused, match="nothing to decide"):
            await room.bot.tables.act(1, users[3], endings.stop)


@ORDERS
async def test_two_clicks_on_two_cards(room: Room, swapped: bool) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await room.skip(lambda game: game.phase == "play")
    table = await table_now(room)
    seat = table.game.turn
    user = table.seats[seat].person.user
    one, other = table.game.playable(seat)[:2]
    came = await race(
        room,
        lambda tables: tables.act(1, user, moves.play, table.turn_seq, one),
        lambda tables: tables.act(1, user, moves.play, table.turn_seq, other),
        swapped=swapped,
    )
    assert [accepted(outcome) for outcome in came] == [not swapped, swapped]
    assert "Play has moved on" in str(came[not swapped])


@ORDERS
async def test_two_people_and_the_last_seat(room: Room, swapped: bool) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await ann.slash("cribbage start")
    came = await race(
        room,
        lambda tables: tables.act(1, bob.id, lobby.join, "Bob", 11),
        lambda tables: tables.act(1, cy.id, lobby.join, "Cy", 12),
        swapped=swapped,
    )
    assert [accepted(outcome) for outcome in came] == [not swapped, swapped]
    assert "This game has begun without you" in str(came[not swapped])
    assert len((await room.record()).presses) == 1


@ORDERS
async def test_the_last_seat_and_the_lobbys_end(room: Room, swapped: bool) -> None:
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start")
    table = await table_now(room)
    join, expiry = await race(
        room,
        lambda tables: tables.act(1, bob.id, lobby.join, "Bob", 11),
        lambda tables: tables.change(
            1, lambda now: time_is_up(now) if now.asked_seq == table.asked_seq else []
        ),
        swapped=swapped,
    )
    assert accepted(join) != accepted(expiry)
    assert (await room.record()).status == ("closed" if swapped else "playing")


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncGenerator[Room]:
    async with open_room(f"sqlite:///{tmp_path / 'slow.sqlite3'}", pace=Pace(house=300)) as room:
        yield room


@ORDERS
async def test_a_return_and_the_house_players_move(slow: Room, swapped: bool) -> None:
    people, _ = await called(slow, 3)
    await wait(slow, 61)
    table = await table_now(slow)
    assert people
    (seat,) = table.awaited_house()
    user = table.seats[seat].person.user
    command = legal(table.game, seat)[0]
    assert isinstance(command, Play | Discard)
    back, moved = await race(
        slow,
        lambda tables: tables.act(1, user, endings.come_back),
        lambda tables: tables.change(1, lambda now: house_move(now, table.turn_seq, command)),
        swapped=swapped,
    )
    assert accepted(back)  # the seat is theirs in any case
    assert accepted(moved) == swapped
    after = await slow.record()
    assert after.seats[seat].present
    assert after.seats[seat].house is None


async def test_a_return_while_the_house_player_thinks(slow: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has decided by then, but its owner's word counts."""
    await called(slow, 3)
    await wait(slow, 61)
    table = await table_now(slow)
    (seat,) = table.awaited_house()
    user = table.seats[seat].person.user
    loop, real = asyncio.get_running_loop(), house_players.choose
    thought = False

    def choose(*arguments: Any) -> Any:
        nonlocal thought
        asyncio.run_coroutine_threadsafe(slow.bot.tables.act(1, user, endings.come_back), loop).result()
        thought = True
        return real(*arguments)

    monkeypatch.setattr(house_players, "choose", choose)
    async with slow.backstage() as tables:
        with pytest.raises(Refused, match="moved on"):
            await house_players.move(tables, table)
    after = await slow.record()
    assert thought
    assert after.game == table.game
    assert after.awaited_people() == [seat]


@ORDERS
async def test_two_returns(slow: Room, swapped: bool) -> None:
    await called(slow, 3)
    await wait(slow, 61)
    table = await table_now(slow)
    user = table.seats[table.awaited_house()[0]].person.user
    came = await race(
        slow,
        lambda tables: tables.act(1, user, endings.come_back),
        lambda tables: tables.act(1, user, endings.come_back),
        swapped=swapped,
    )
    assert sorted(map(accepted, came)) == [False, True]


async def test_a_surrender_is_shown_once(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await surrender(room, ann)
    await bob.press(room.table_to_decide, "Stop")
    await once(room)
