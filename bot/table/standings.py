"""The leaderboard of a server, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from db import results
from db.engine import Database

PAGE_SIZE: Final = 10
"""Players on a page."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line. Players who are equal in everything share a `rank`.

    `losses` include surrendered games; `skunks` are those given, double ones counted apart.
    """

    rank: int
    name: str
    wins: int
    losses: int
    skunks: int
    double_skunks: int


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines of a leaderboard: page `number` (from 0), and how many `players` it has in all."""

    number: int
    standings: tuple[Standing, ...]
    players: int

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(1, -(-self.players // PAGE_SIZE))


async def page(database: Database, guild: int, number: int) -> Page:
    """Page `number` (from 0) of a server's leaderboard, or the last one when there are not so many."""
    async with database.read() as connection:
        players = await results.leaderboard_size(connection, guild)
        number = min(number, max(0, -(-players // PAGE_SIZE) - 1))
        rows = await results.leaderboard(connection, guild, limit=PAGE_SIZE, offset=number * PAGE_SIZE)
    standings = tuple(
        Standing(row.rank, row.name, row.wins, row.losses, row.skunks, row.double_skunks) for row in rows
    )
    return Page(number, standings, players)
