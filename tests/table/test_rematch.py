"""How the log of a rematch begins."""

from __future__ import annotations

import random

import pytest

from bot.table.events import (
    GameStopped,
    HouseSeated,
    RematchSealed,
    Reservation,
    SeatTaken,
    Surrendered,
    TableOpened,
)
from bot.table.rematch import check_played, rematch_log
from bot.table.settings import GuildSettings
from bot.table.table import Refused, Table, evolve, fold
from tests.games import at_random, events_of, seed_of
from tests.table.seated import log_of

SEAL = RematchSealed("f" * 64, "ab" * 32)


def finished(players: int, *, house: tuple[int, ...] = ()) -> Table:
    log = log_of(events_of(players, "short", at_random(random.Random(1)), seed_of(1)), players, "short")
    log = [
        HouseSeated(event.seat, "sharp", "Sharp House")
        if isinstance(event, SeatTaken) and event.seat in house
        else event
        for event in log
    ]
    return evolve(fold(1, log), SEAL)


def test_the_seats_of_the_others_are_kept() -> None:
    table = finished(3)
    opening, taken = rematch_log(table, 101, 77, GuildSettings())
    assert isinstance(opening, TableOpened)
    assert opening.reserved == (
        Reservation(0, 100, "Ann"),
        Reservation(1, 101, "Bob"),
        Reservation(2, 102, "Cleo"),
    )
    assert (opening.host, opening.commitment, opening.rematch_of, opening.variant) == (
        101,
        "f" * 64,
        1,
        "short",
    )
    assert taken == SeatTaken(1, 101, "Bob", 77)
    again = fold(2, [opening, taken])
    assert again.presses == (77,)
    assert [again.kept_for(seat) is not None for seat in range(3)] == [True, False, True]


def test_it_is_played_by_the_present_settings_of_the_server() -> None:
    table = finished(2)
    assert (table.opening.turn_seconds, table.opening.quiet) == (180, False)
    opening, _ = rematch_log(table, 101, 77, GuildSettings(turn_seconds=600, quiet_reminders=True))
    assert isinstance(opening, TableOpened)
    assert (opening.turn_seconds, opening.quiet, opening.thread) == (600, True, False)


def test_alone_against_the_house_it_begins_at_once() -> None:
    table = finished(3, house=(0, 2))
    log = rematch_log(table, 101, 77, GuildSettings())
    assert [event.kind for event in log] == [
        "table_opened",
        "house_seated",
        "seat_taken",
        "house_seated",
        "game_started",
    ]
    again = fold(2, log)
    assert again.practice
    assert again.presses == (77,)  # house players that stay seated pressed nothing


def test_with_two_people_it_waits_for_the_other() -> None:
    log = rematch_log(finished(3, house=(0,)), 101, 77, GuildSettings())
    assert [event.kind for event in log] == ["table_opened", "house_seated", "seat_taken"]


def test_only_for_those_who_played_a_game_that_is_over() -> None:
    table = finished(2)
    assert check_played(table, 100) == 0
    with pytest.raises(Refused, match="for those who played this game"):
        check_played(table, 999)
    open_table = fold(1, log_of([], 2))
    with pytest.raises(Refused, match="when this game is over"):
        check_played(open_table, 100)


def test_who_sat_in_does_not_play_again() -> None:
    log = log_of(events_of(2, "short", at_random(random.Random(1)), seed_of(1))[:5], 2, "short")
    table = fold(1, log)
    for event in (
        Surrendered(0, 0),
        HouseSeated(0, "steady", "Steady House"),
        GameStopped("abandoned"),
        SEAL,
    ):
        table = evolve(table, event)
    opening, taken = rematch_log(table, 101, 7, GuildSettings())
    assert [kept.user for kept in opening.reserved] == [100, 101]
    assert taken.user == 101
