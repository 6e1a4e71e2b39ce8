"""What is believed of players' strength."""

from collections.abc import Collection, Sequence
from dataclasses import asdict

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db import upsert
from db.rows import RatingRow
from db.schema import ratings


async def of_players(
    connection: AsyncConnection, player_ids: Collection[int], guild_ids: Collection[int]
) -> list[RatingRow]:
    """Return the ratings of these players in these guilds (0: all), as far as there are any."""
    statement = sa.select(ratings).where(
        ratings.c.player_id.in_(player_ids), ratings.c.guild_id.in_(guild_ids)
    )
    return [RatingRow(*row) for row in await connection.execute(statement)]


async def put(connection: AsyncConnection, rows: Sequence[RatingRow]) -> None:
    """Store ratings in place of older ones."""
    if not rows:
        return
    statement = upsert.insert(connection, ratings)
    statement = statement.on_conflict_do_update(
        index_elements=[ratings.c.guild_id, ratings.c.player_id],
        set_={"mu": statement.excluded.mu, "sigma": statement.excluded.sigma},
    )
    await connection.execute(statement, [asdict(row) for row in rows])
