"""People who have had their data deleted: the games of others name them as former players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.table.events import Event, Rewarded, SeatTaken, TableOpened
from bot.table.seats import Person

NAMING: Final = ("table_opened", "seat_taken", "rewarded")
"""The kinds of events that name people; a test looks for others."""


def former_player(number: int) -> Person:
    """Whoever stands in for somebody; `number` is below zero, where Discord has no ids."""
    return Person(number, f"Former player {-number}")


def named_in(events: Iterable[Event]) -> set[int]:
    """The people whom events name."""
    people: set[int] = set()
    for event in events:
        match event:
            case TableOpened():
                people.update((event.host, *(kept.user for kept in event.reserved)))
            case SeatTaken():
                people.add(event.user)
            case Rewarded():
                people.update(gain.user for gain in event.gains)
            case _:
                pass
    return people


def renamed(event: Event, user: int, former: Person) -> Event:
    """An event with a former player in the place of a person."""
    match event:
        case TableOpened():
            return replace(
                event,
                host=former.user if event.host == user else event.host,
                reserved=tuple(
                    replace(kept, user=former.user, name=former.name) if kept.user == user else kept
                    for kept in event.reserved
                ),
            )
        case SeatTaken() if event.user == user:
            return replace(event, user=former.user, name=former.name)
        case Rewarded():
            gains = (replace(gain, user=former.user) if gain.user == user else gain for gain in event.gains)
            return replace(event, gains=tuple(gains))
        case _:
            return event
