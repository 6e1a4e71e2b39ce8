"""The games that people have played on a server, as one of them sees each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.cribbage.seating import side_of
from bot.table.results import Outcome
from db import games
from db.engine import Database
from db.rows import PlayedRow

PAGE_SIZE: Final = 10
"""Games on a page."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that somebody played: `score` is their side's, `best_opponent` the best of the others.

    `opponents` and `partners` are people's names; `house` tells whether house players sat among the opponents
    from the first deal. `skunks` are those given or, after a loss, taken: 0 none, 1 a skunk, 2 a double one.
    """

    table: int
    players: int
    variant: str
    practice: bool
    outcome: Outcome
    score: int
    best_opponent: int
    skunks: int
    opponents: tuple[str, ...]
    partners: tuple[str, ...]
    house: bool
    ended: datetime


@dataclass(frozen=True, slots=True)
class GamesPage:
    """Page `number` (from 1) of somebody's games, of which there are `games` in all; newest first."""

    number: int
    lines: tuple[Played, ...]
    games: int

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(1, -(-self.games // PAGE_SIZE))


async def games_page(database: Database, guild: int, player: int, number: int) -> GamesPage:
    """Page `number` (from 1) of a person's games on a server, or the last one when there are not so many."""
    async with database.read() as connection:
        total = await games.count(connection, guild, player)
        number = min(max(number, 1), max(1, -(-total // PAGE_SIZE)))
        found = await games.page(connection, guild, player, limit=PAGE_SIZE, offset=(number - 1) * PAGE_SIZE)
        lines = await played(connection, found, player)
    return GamesPage(number, lines, total)


async def played(connection: AsyncConnection, tables: Sequence[int], player: int) -> tuple[Played, ...]:
    """These games in this order, as one of their players sees them."""
    at_table: dict[int, list[PlayedRow]] = {}
    for row in await games.people(connection, tables):
        at_table.setdefault(row.result.table_id, []).append(row)
    return tuple(_played(at_table[table], player) for table in tables)


def _played(rows: Sequence[PlayedRow], player: int) -> Played:
    (own,) = [row.result for row in rows if row.result.player_id == player]
    others = [row for row in rows if row.result.player_id != player]
    opponents = [row.name for row in others if row.result.side != own.side]
    seats = sum(side_of(seat, own.size) != own.side for seat in range(own.size))
    given = 2 if own.double_skunks_given else 1 if own.skunks_given else 0
    return Played(
        table=own.table_id,
        players=own.size,
        variant=own.variant,
        practice=own.practice,
        outcome=own.outcome,
        score=own.score,
        best_opponent=own.best_opponent_score,
        skunks=given or own.skunk_taken,
        opponents=tuple(opponents),
        partners=tuple(row.name for row in others if row.result.side == own.side),
        house=len(opponents) < seats,
        ended=own.ended_at,
    )
