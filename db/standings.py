"""Leaderboards: sums over games, ready to be read."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final, Literal

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db import upsert
from db.rows import BoardRow, StandingRow
from db.schema import on_board, players, standings, then_by

By = Literal["wins", "xp", "prestige", "skunk_points", "best_hand", "rate", "rating"]

RATE_GAMES: Final = 10
"""How many games it takes until the share of games won is shown."""

_ADDED: Final = (
    *("wins", "losses", "skunks", "double_skunks", "skunks_taken", "double_skunks_taken"),
    *("skunk_points", "xp", "prestige"),
)
_SIZES: Final = (0, 2, 3, 4, 6)
_c = standings.c


async def add(connection: AsyncConnection, changes: Sequence[StandingRow]) -> None:
    """Add what games bring; each row must be of another player, guild, size or period."""
    if not changes:
        return
    statement = upsert.insert(connection, standings)
    new = statement.excluded
    wins, losses = _c.wins + new.wins, _c.losses + new.losses
    best = sa.case((new.best_hand > _c.best_hand, new.best_hand), else_=_c.best_hand)
    statement = statement.on_conflict_do_update(
        index_elements=[_c.guild_id, _c.size, _c.period, _c.player_id],
        set_={
            **{name: _c[name] + new[name] for name in _ADDED},
            "best_hand": best,
            "rate": sa.case((wins + losses >= RATE_GAMES, sa.cast(wins, sa.Double) / (wins + losses))),
            "rating": sa.func.coalesce(new.rating, _c.rating),
        },
    )
    await connection.execute(statement, [asdict(row) for row in changes])


async def board(
    connection: AsyncConnection,
    guild_id: int,
    by: By,
    *,
    size: int = 0,
    period: str = "all",
    limit: int,
    offset: int = 0,
) -> list[BoardRow]:
    """Return a page of a leaderboard, best first.

    Equal values share a rank; within it, wins decide the order, or skunks on the board of wins.
    """
    here = _here(guild_id, by, size, period)
    # First who it is, which an index knows by itself: lines that are skipped cost next to nothing.
    page = sa.select(_c.player_id).where(*here).order_by(*_order(by)).limit(limit).offset(offset).subquery()
    rows = await connection.execute(
        sa.select(players.c.name, standings)
        .join_from(page, standings, _c.player_id == page.c.player_id)
        .join(players, players.c.id == page.c.player_id)
        .where(*_place(guild_id, size, period))
        .order_by(*_order(by))
    )
    lines: list[BoardRow] = []
    for place, (name, *columns) in enumerate(rows, start=offset + 1):
        standing = StandingRow(*columns)
        value = getattr(standing, by)
        if not lines:
            rank = 1 + await _count(connection, *here, _c[by] > value) if offset else 1
        else:
            rank = lines[-1].rank if getattr(lines[-1].standing, by) == value else place
        lines.append(BoardRow(rank, name, standing))
    return lines


async def board_size(
    connection: AsyncConnection, guild_id: int, by: By, *, size: int = 0, period: str = "all"
) -> int:
    """Return how many players a leaderboard has."""
    return await _count(connection, *_here(guild_id, by, size, period))


async def place(
    connection: AsyncConnection, guild_id: int, by: By, player_id: int, *, size: int = 0, period: str = "all"
) -> int | None:
    """Return how many lines of a leaderboard stand above a player's; None if they are not on it."""
    here = _here(guild_id, by, size, period)
    second = _second(by)
    mine = (
        await connection.execute(sa.select(_c[by], second).where(*here, _c.player_id == player_id))
    ).one_or_none()
    if mine is None:
        return None
    value, then = mine
    better = await _count(connection, *here, _c[by] > value)
    equal = [*here, _c[by] == value]
    above = sa.or_(second > then, sa.and_(second == then, _c.player_id > player_id))
    return better + await _count(connection, *equal, above)


async def of_player(connection: AsyncConnection, guild_id: int, player_id: int) -> list[StandingRow]:
    """Return a player's all-time sums in a guild (0: all), by table size; size 0 comes first."""
    # With every size named, each row is found by its key: SQLite would rather read the whole guild.
    mine = _c.guild_id == guild_id, _c.size.in_(_SIZES), _c.period == "all", _c.player_id == player_id
    rows = await connection.execute(sa.select(standings).where(*mine).order_by(_c.size))
    return [StandingRow(*row) for row in rows]


def _place(guild_id: int, size: int, period: str) -> list[sa.ColumnElement[bool]]:
    return [_c.guild_id == guild_id, _c.size == size, _c.period == period]


def _here(guild_id: int, by: By, size: int, period: str) -> list[sa.ColumnElement[bool] | sa.TextClause]:
    return [*_place(guild_id, size, period), on_board[by]]


def _second(by: By) -> sa.Column[int]:
    return _c[then_by(by)]


def _order(by: By) -> list[sa.ColumnElement[Any]]:
    return [_c[by].desc(), _second(by).desc(), _c.player_id.desc()]


async def _count(connection: AsyncConnection, *where: sa.ColumnElement[bool] | sa.TextClause) -> int:
    return (
        await connection.execute(sa.select(sa.func.count()).select_from(standings).where(*where))
    ).scalar_one()
