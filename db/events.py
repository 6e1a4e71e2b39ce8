"""The log of what happened at each table: appended to, read in order, never changed."""

from collections.abc import Collection, Sequence
from dataclasses import asdict

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db.errors import unique
from db.rows import EventRow
from db.schema import events


async def append(connection: AsyncConnection, rows: Sequence[EventRow]) -> None:
    """Store events; `Conflict` if one of their numbers is taken."""
    if not rows:
        return
    with unique(f"Event {rows[0].seq} of table {rows[0].table_id} or one after it is stored already."):
        await connection.execute(sa.insert(events), [asdict(row) for row in rows])


async def of_table(
    connection: AsyncConnection, table_id: int, *, after: int = 0, upto: int | None = None
) -> list[EventRow]:
    """Return a table's events in order: those numbered above ``after``, and at most ``upto`` if given."""
    statement = sa.select(events).where(events.c.table_id == table_id, events.c.seq > after)
    if upto is not None:
        statement = statement.where(events.c.seq <= upto)
    return [EventRow(*row) for row in (await connection.execute(statement.order_by(events.c.seq))).all()]


async def of_tables(connection: AsyncConnection, table_ids: Collection[int]) -> list[EventRow]:
    """Return all events of several tables, by table and in order."""
    statement = sa.select(events).where(events.c.table_id.in_(table_ids))
    found = await connection.execute(statement.order_by(*events.primary_key))
    return [EventRow(*row) for row in found.all()]
