"""Whom the logs of tables name: everybody who had a seat, if only in the lobby, or for whom one was kept."""

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db import upsert
from db.schema import appearances, tables


async def add(connection: AsyncConnection, table_id: int, player_ids: Collection[int]) -> None:
    """Note that a table's log names these people; what is known already may be noted again."""
    if player_ids:
        statement = upsert.insert(connection, appearances).on_conflict_do_nothing()
        rows = [{"player_id": player_id, "table_id": table_id} for player_id in sorted(player_ids)]
        await connection.execute(statement, rows)


async def of_player(connection: AsyncConnection, player_id: int, *, live_only: bool = False) -> list[int]:
    """Return the tables whose logs name a person, oldest first."""
    statement = sa.select(appearances.c.table_id).where(appearances.c.player_id == player_id)
    if live_only:
        statement = statement.join(tables).where(tables.c.ended_at.is_(None))
    return list((await connection.execute(statement.order_by(appearances.c.table_id))).scalars())
