"""How games ended."""

from collections.abc import Sequence
from dataclasses import asdict

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db.errors import unique
from db.rows import ResultRow
from db.schema import results


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
