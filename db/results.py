"""How games ended, and the leaderboard that follows from it."""

from collections.abc import Sequence
from dataclasses import asdict

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db.errors import unique
from db.rows import LeaderRow, ResultRow
from db.schema import players, results

_won = results.c.outcome == "won"
_counts = sa.and_(
    results.c.variant == "standard",
    results.c.practice.is_(False),
    results.c.outcome.in_(["won", "lost", "surrendered"]),
)


async def insert(connection: AsyncConnection, rows: Sequence[ResultRow]) -> None:
    """Store how a game ended; `Conflict` if that is known, so that a transaction can't pay for it twice."""
    if not rows:
        return
    with unique(f"Table {rows[0].table_id} has its results already."):
        await connection.execute(sa.insert(results), [asdict(row) for row in rows])


async def of_table(connection: AsyncConnection, table_id: int) -> list[ResultRow]:
    """Return how a game ended, by seat."""
    statement = sa.select(results).where(results.c.table_id == table_id).order_by(results.c.seat)
    return [ResultRow(*row) for row in await connection.execute(statement)]


async def leaderboard(
    connection: AsyncConnection, guild_id: int, *, limit: int, offset: int = 0
) -> list[LeaderRow]:
    """Return the guild's best players, best first, a page at a time.

    More wins come first, then fewer losses (which among equal wins is the higher win rate), then more skunks
    given (a double one is worth two), then more double ones. Who is equal in all of this shares a rank.
    """
    ranking = _ranking(guild_id)
    statement = sa.select(ranking).order_by(
        ranking.c.rank, sa.func.lower(ranking.c.name), ranking.c.player_id
    )
    return [LeaderRow(*row) for row in await connection.execute(statement.limit(limit).offset(offset))]


async def leaderboard_size(connection: AsyncConnection, guild_id: int) -> int:
    """Return how many players the guild's leaderboard has."""
    statement = sa.select(sa.func.count(results.c.player_id.distinct()))
    return (await connection.execute(statement.where(results.c.guild_id == guild_id, _counts))).scalar_one()


async def of_player(connection: AsyncConnection, guild_id: int, player_id: int) -> LeaderRow | None:
    """Return a player's line on the guild's leaderboard, None if none of their games counts."""
    ranking = _ranking(guild_id)
    row = (await connection.execute(sa.select(ranking).where(ranking.c.player_id == player_id))).one_or_none()
    return None if row is None else LeaderRow(*row)


def _ranking(guild_id: int) -> sa.CTE:
    wins = sa.func.count().filter(_won)
    losses = sa.func.count().filter(~_won)
    skunks = sa.func.sum(results.c.skunks_given)
    doubles = sa.func.sum(results.c.double_skunks_given)
    best_first = [wins.desc(), losses, (skunks + 2 * doubles).desc(), doubles.desc()]
    return (
        sa.select(
            sa.func.rank().over(order_by=best_first).label("rank"),
            players.c.id.label("player_id"),
            players.c.name,
            wins.label("wins"),
            losses.label("losses"),
            skunks.label("skunks"),
            doubles.label("double_skunks"),
        )
        .join_from(results, players)
        .where(results.c.guild_id == guild_id, _counts)
        .group_by(players.c.id, players.c.name)
        .cte("ranking")
    )
