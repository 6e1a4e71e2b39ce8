"""What can happen at a table, besides what happens in its game.

A table's log holds both kinds of events in one sequence; `encode` and `decode` are their stored form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from bot.cribbage.events import GameEvent
from bot.cribbage.variants import VariantName


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table stands in a channel. `commitment` seals its shuffles; `invited` has first claim on a seat."""

    guild: int
    channel: int
    host: int
    players: int
    variant: VariantName
    commitment: str
    invited: int | None = None
    kind: Literal["table_opened"] = "table_opened"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person has sat down. `press` is Discord's number for the press that did it.

    None when the seat came with opening the table: that press was made before the shuffles were sealed.
    """

    seat: int
    user: int
    name: str
    press: int | None = None
    kind: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A person has got up before the game began."""

    seat: int
    user: int
    kind: Literal["seat_left"] = "seat_left"


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table was closed before a game began."""

    reason: Literal["cancelled", "emptied"]
    kind: Literal["table_closed"] = "table_closed"


@dataclass(frozen=True, slots=True)
class Surrendered:
    """A side has given up: its `seat` said so."""

    side: int
    seat: int
    kind: Literal["surrendered"] = "surrendered"


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The game has ended, and the seed of its shuffles is open to everybody."""

    seed: str
    kind: Literal["seed_revealed"] = "seed_revealed"


TableEvent = TableOpened | SeatTaken | SeatLeft | TableClosed | Surrendered | SeedRevealed
Event = TableEvent | GameEvent

_ADAPTER: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def encode(event: Event) -> str:
    """An event as JSON, cards written as `5H`."""
    return _ADAPTER.dump_json(event).decode()


def decode(body: str) -> Event:
    """The event that `encode` wrote."""
    return _ADAPTER.validate_json(body)
