"""How long a table waits for what, and what it does when that time is over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from bot.table.endings import missing, stop_by_default
from bot.table.events import Called, Event, Reminded, TableClosed
from bot.table.table import Table


@dataclass(frozen=True, slots=True)
class Pace:
    """Times in seconds.

    An open lobby's life, a house player's pause before it moves, and how long people who were called, or may
    choose to play on, have to answer.
    """

    lobby: float = 15 * 60
    house: float = 1.2
    call: float = 60
    choice: float = 60


def patience(table: Table, pace: Pace) -> timedelta | None:
    """How long the clock lets pass from the table's last question to what it does next; None: it stands."""
    seconds = _seconds(table, pace)
    return None if seconds is None else timedelta(seconds=seconds)


def _seconds(table: Table, pace: Pace) -> float | None:
    if table.status == "lobby":
        return pace.lobby
    if table.choice is not None:
        return pace.choice
    if table.awaited_house():
        return pace.house
    if not table.awaited_people():
        return None
    if table.stage == "called":
        return pace.call
    return table.opening.turn_seconds / 2


def time_left(table: Table, pace: Pace) -> timedelta | None:
    """How long people have, from the table's last question, reminder or call; None: nobody is waited for."""
    if table.status == "lobby":
        return timedelta(seconds=pace.lobby)
    if table.choice is not None:
        return timedelta(seconds=pace.choice)
    if not table.awaited_people():
        return None
    seconds = {
        "waiting": table.opening.turn_seconds,
        "reminded": table.opening.turn_seconds / 2,
        "called": pace.call,
    }
    return timedelta(seconds=seconds[table.stage])


def time_is_up(table: Table) -> list[Event]:
    """What the table does by itself when its patience is over (house players apart)."""
    if table.status == "lobby":
        return [TableClosed("expired")]
    if table.choice is not None:
        return stop_by_default()
    if not table.awaited_people():
        return []
    match table.stage:
        case "waiting":
            return [Reminded()]
        case "reminded":
            return [Called()]
        case "called":
            return missing(table)
