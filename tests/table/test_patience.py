"""How long a table waits, for whom, and what it does then."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.cribbage.game import decide
from bot.table.events import (
    Called,
    ChoiceGiven,
    Event,
    GameStopped,
    HouseSeated,
    Reminded,
    TableClosed,
    WentMissing,
)
from bot.table.patience import Pace, patience, time_is_up, time_left
from bot.table.table import Table, evolve
from tests.games import at_random, events_of, seed_of
from tests.table.seated import table_of

PACE = Pace(lobby=900, house=1, call=60, choice=45)


def dealt(players: int) -> Table:
    """A table in its first discard."""
    events = events_of(players, "standard", at_random(random.Random(1)), seed_of(1))
    first = next(at for at, event in enumerate(events) if event.kind == "dealt")
    return table_of(events[: first + 1], players)


def after(table: Table, *events: Event) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def seconds(wait: timedelta | None) -> float | None:
    return None if wait is None else wait.total_seconds()


def test_a_lobby_waits_and_then_closes() -> None:
    lobby = table_of([], 3)
    assert seconds(patience(lobby, PACE)) == seconds(time_left(lobby, PACE)) == 900
    assert time_is_up(lobby) == [TableClosed("expired")]


def test_a_reminder_at_half_time_a_call_at_the_end_and_a_minute_more() -> None:
    table = dealt(2)
    assert (seconds(patience(table, PACE)), seconds(time_left(table, PACE))) == (90, 180)
    assert time_is_up(table) == [Reminded()]
    table = after(table, Reminded())
    assert (seconds(patience(table, PACE)), seconds(time_left(table, PACE))) == (90, 90)
    assert time_is_up(table) == [Called()]
    table = after(table, Called())
    assert (seconds(patience(table, PACE)), seconds(time_left(table, PACE))) == (60, 60)
    assert time_is_up(table) == [WentMissing(0), WentMissing(1), GameStopped("abandoned")]


def test_no_hurry_takes_a_day() -> None:
    table = dealt(2)
    table = replace(table, opening=replace(table.opening, turn_seconds=86_400))
    assert seconds(patience(table, PACE)) == 43_200
    assert seconds(time_left(table, PACE)) == 86_400


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_a_discard_does_not_move_the_others_deadline(players: int) -> None:
    table = dealt(players)
    seat = table.awaited_people()[-1]
    owed = table.game.owes_discard(seat)
    command = at_random(random.Random(2))(table.game)
    while command.seat != seat:
        command = at_random(random.Random())(table.game)
    later = after(table, *decide(table.game, command))
    assert owed
    assert later.asked_seq == table.asked_seq
    assert later.turn_seq == table.turn_seq
    assert seat not in later.awaited_people()


def test_house_players_are_paused_for_not_waited_for() -> None:
    table = after(dealt(3), WentMissing(1), HouseSeated(1, "steady", "Steady House"))
    assert table.awaited_house() == [1]
    assert table.awaited_people() == [0, 2]
    assert seconds(patience(table, PACE)) == 1
    assert seconds(time_left(table, PACE)) == 180  # what people are told
    only_house = after(
        table,
        WentMissing(0),
        WentMissing(2),
        HouseSeated(0, "steady", "Steady House 2"),
        HouseSeated(2, "steady", "Steady House 3"),
    )
    assert time_left(only_house, PACE) is None
    assert time_is_up(only_house) == []


def test_with_three_or_more_house_players_take_the_seats_of_the_missing() -> None:
    table = dealt(3)
    for seat in (1, 2):
        while table.game.owes_discard(seat):
            command = at_random(random.Random())(table.game)
            if command.seat == seat:
                table = after(table, *decide(table.game, command))
    table = after(table, Reminded(), Called())
    assert time_is_up(table) == [WentMissing(0), HouseSeated(0, "steady", "Steady House")]


def test_stopping_is_the_default() -> None:
    table = after(dealt(3), Reminded(), ChoiceGiven(1))
    assert table.awaited_people() == []
    assert seconds(patience(table, PACE)) == seconds(time_left(table, PACE)) == 45
    assert time_is_up(table) == [GameStopped("surrendered")]


def test_nothing_is_waited_for_when_the_game_is_over() -> None:
    table = table_of(events_of(2, "short", at_random(random.Random(1)), seed_of(1)), 2, "short")
    assert table.status == "finished"
    assert patience(table, PACE) is time_left(table, PACE) is None
    assert time_is_up(table) == []
