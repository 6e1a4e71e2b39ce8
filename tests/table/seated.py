"""Tables for tests, folded from the events of a game."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from bot.cribbage.events import GameEvent
from bot.cribbage.seating import PLAYER_COUNTS
from bot.table.events import Event, SeatTaken, TableOpened
from bot.table.table import Table, fold
from tests.games import seed_of

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
assert max(PLAYER_COUNTS) == len(NAMES)


def log_of(
    game: Sequence[GameEvent],
    players: int,
    variant: str = "standard",
    names: Sequence[str] = NAMES,
    seed: bytes = seed_of(1),
) -> list[Event]:
    """The log of a table at which people with these names play a game."""
    opening = TableOpened(1, 2, 100, players, variant, hashlib.sha256(seed).hexdigest())
    return [opening, *(SeatTaken(seat, 100 + seat, names[seat]) for seat in range(players)), *game]


def table_of(
    game: Sequence[GameEvent], players: int, variant: str = "standard", names: Sequence[str] = NAMES
) -> Table:
    """The table that such a log leads to."""
    return fold(7, log_of(game, players, variant, names))
