"""The games that a player has played in a guild, newest first."""

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db.rows import PlayedRow, ResultRow
from db.schema import players, results

_c = results.c


async def count(connection: AsyncConnection, guild_id: int, player_id: int) -> int:
    """Return how many games of a player have ended, whatever their ending."""
    mine = _c.guild_id == guild_id, _c.player_id == player_id
    return (
        await connection.execute(sa.select(sa.func.count()).select_from(results).where(*mine))
    ).scalar_one()


async def page(
    connection: AsyncConnection, guild_id: int, player_id: int, *, limit: int, offset: int = 0
) -> list[int]:
    """Return the tables of a player's games, newest first."""
    statement = (
        sa.select(_c.table_id)
        .where(_c.guild_id == guild_id, _c.player_id == player_id)
        .order_by(_c.ended_at.desc(), _c.table_id.desc())
        .limit(limit)
        .offset(offset)
    )
    return list((await connection.execute(statement)).scalars())


async def people(connection: AsyncConnection, table_ids: Collection[int]) -> list[PlayedRow]:
    """Return how games ended for all who played them, by table and seat."""
    statement = (
        sa.select(players.c.name, results)
        .join_from(results, players)
        .where(_c.table_id.in_(table_ids))
        .order_by(_c.table_id, _c.seat)
    )
    return [PlayedRow(name, ResultRow(*row)) for name, *row in await connection.execute(statement)]


async def ratings(connection: AsyncConnection, guild_id: int, player_id: int, *, limit: int) -> list[int]:
    """Return a player's ratings after each of their newest rated games, oldest first."""
    statement = (
        sa.select(_c.rating)
        .where(_c.guild_id == guild_id, _c.player_id == player_id, _c.rating.is_not(None))
        .order_by(_c.ended_at.desc(), _c.table_id.desc())
        .limit(limit)
    )
    return list((await connection.execute(statement)).scalars())[::-1]
