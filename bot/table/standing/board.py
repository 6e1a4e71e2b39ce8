"""Leaderboards, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from bot.table.standing.book import EVERYWHERE, periods
from bot.table.standing.ratings import Rating
from db import ratings, standings
from db.engine import Database
from db.standings import RATE_GAMES as RATE_GAMES
from db.standings import By as By

Scope = Literal["server", "everywhere"]
Period = Literal["all", "month", "week"]

PAGE_SIZE: Final = 10
"""Players on a page."""


@dataclass(frozen=True, slots=True)
class Query:
    """Which leaderboard: of this server or all, ordered by what, of which period and table size (0: any).

    Ratings are of all time and every size, whatever else is asked for.
    """

    scope: Scope = "server"
    by: By = "wins"
    period: Period = "all"
    size: int = 0

    @property
    def narrowed(self) -> bool:
        """Whether only some of all games count."""
        return self.by != "rating" and (self.period != "all" or self.size != 0)


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line. Players with the same value on this board share a `rank`.

    `losses` include surrendered games; `skunks` are those given, double ones apart; `rate` is the share of
    games won, None before there are enough; `rating` None before the first rated game.
    """

    rank: int
    player: int
    name: str
    wins: int
    losses: int
    skunks: int
    double_skunks: int
    xp: int
    prestige: int
    best_hand: int
    rate: float | None
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Page:
    """Page `number` (from 0) of a leaderboard that has `players` in all."""

    query: Query
    number: int
    lines: tuple[Line, ...]
    players: int

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(1, -(-self.players // PAGE_SIZE))


async def page(database: Database, guild: int, query: Query, number: int, now: datetime) -> Page:
    """Page `number` (from 0) of a leaderboard, or the last one when there are not so many."""
    server, period, size = _where(guild, query, now)
    async with database.read() as connection:
        players = await standings.board_size(connection, server, query.by, size=size, period=period)
        number = min(max(number, 0), max(0, -(-players // PAGE_SIZE) - 1))
        rows = await standings.board(
            connection,
            server,
            query.by,
            size=size,
            period=period,
            limit=PAGE_SIZE,
            offset=number * PAGE_SIZE,
        )
        rated = await ratings.of_players(connection, [row.standing.player_id for row in rows], [server])
    known = {row.player_id: Rating(row.mu, row.sigma) for row in rated}
    lines = tuple(
        Line(
            rank=row.rank,
            player=row.standing.player_id,
            name=row.name,
            wins=row.standing.wins,
            losses=row.standing.losses,
            skunks=row.standing.skunks,
            double_skunks=row.standing.double_skunks,
            xp=row.standing.xp,
            prestige=row.standing.prestige,
            best_hand=row.standing.best_hand,
            rate=row.standing.rate,
            rating=known.get(row.standing.player_id),
        )
        for row in rows
    )
    return Page(query, number, lines, players)


async def page_of(database: Database, guild: int, query: Query, player: int, now: datetime) -> int | None:
    """The page (from 0) on which a player stands, None when they aren't on the leaderboard."""
    server, period, size = _where(guild, query, now)
    async with database.read() as connection:
        above = await standings.place(connection, server, query.by, player, size=size, period=period)
    return None if above is None else above // PAGE_SIZE


def _where(guild: int, query: Query, now: datetime) -> tuple[int, str, int]:
    server = EVERYWHERE if query.scope == "everywhere" else guild
    if not query.narrowed:
        return server, "all", 0
    _, month, week = periods(now)
    return server, {"all": "all", "month": month, "week": week}[query.period], query.size
