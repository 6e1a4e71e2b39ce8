"""Feats: each is achieved once."""

from collections.abc import Collection, Sequence
from dataclasses import asdict

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db import upsert
from db.rows import FeatRow
from db.schema import feats


async def of_players(connection: AsyncConnection, player_ids: Collection[int]) -> list[FeatRow]:
    """Return the feats of these players, oldest first."""
    statement = sa.select(feats).where(feats.c.player_id.in_(player_ids)).order_by(feats.c.at, feats.c.feat)
    return [FeatRow(*row) for row in await connection.execute(statement)]


async def add(connection: AsyncConnection, rows: Sequence[FeatRow]) -> None:
    """Store feats. Where a player has one already, the earlier record stays."""
    if rows:
        statement = upsert.insert(connection, feats).on_conflict_do_nothing()
        await connection.execute(statement, [asdict(row) for row in rows])
