"""All that is stored about one person, to hand it out or to take it away."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db.errors import unique
from db.rows import EventRow, RenamingRow
from db.schema import (
    appearances,
    events,
    feats,
    metadata,
    players,
    ratings,
    results,
    seats,
    standings,
    tables,
)
from db.schema import (
    renamings as _renamings,
)

KEPT: Final = (seats, results, appearances)
"""Where a person's rows are part of other people's games: they stay, under another number."""
DROPPED: Final = (standings, ratings, feats)
"""Where a person's rows are theirs alone."""


_OWNERS: Final[Mapping[str, sa.Column[int]]] = {
    table.name: column
    for table in metadata.sorted_tables
    if (column := table.c.id if table is players else table.c.get("player_id")) is not None
}
TABLES: Final = tuple(_OWNERS)
"""The names of the tables whose rows belong to people."""


async def knows(connection: AsyncConnection, player_id: int) -> bool:
    """Return whether any row belongs to a person."""
    any_of = [sa.exists().where(column == player_id) for column in _OWNERS.values()]
    return bool(await connection.scalar(sa.select(sa.or_(*any_of))))


async def rows(
    connection: AsyncConnection,
    table: str,
    player_id: int,
    *,
    after: Mapping[str, Any] | None = None,
    limit: int,
) -> list[dict[str, Any]]:
    """Return a person's next rows in one of `TABLES`, by its key: the first ones, or those ``after`` a row."""
    column = _OWNERS[table]
    keys = list(column.table.primary_key.columns)
    statement = sa.select(column.table).where(column == player_id).order_by(*keys).limit(limit)
    if after is not None:
        last = (sa.literal(after[key.name], key.type) for key in keys)
        statement = statement.where(sa.tuple_(*keys) > sa.tuple_(*last))
    return [dict(row) for row in (await connection.execute(statement)).mappings()]


async def events_of_kinds(
    connection: AsyncConnection, table_ids: Collection[int], kinds: Collection[str]
) -> list[EventRow]:
    """Return the events of these kinds at these tables, in order."""
    statement = (
        sa.select(events)
        .where(events.c.table_id.in_(table_ids), events.c.kind.in_(kinds))
        .order_by(events.c.table_id, events.c.seq)
    )
    return [EventRow(*row) for row in await connection.execute(statement)]


async def rewrite(connection: AsyncConnection, bodies: Sequence[EventRow]) -> None:
    """Store other bodies of known events: a log is otherwise never changed."""
    if bodies:
        await connection.execute(
            sa.update(events)
            .where(events.c.table_id == sa.bindparam("table"), events.c.seq == sa.bindparam("number"))
            .values(body=sa.bindparam("new")),
            [{"table": row.table_id, "number": row.seq, "new": row.body} for row in bodies],
        )


async def renamings(connection: AsyncConnection, table_ids: Collection[int]) -> list[RenamingRow]:
    """Return whom the logs of tables still name that they must not name any more."""
    found = await connection.execute(sa.select(_renamings).where(_renamings.c.table_id.in_(table_ids)))
    return [RenamingRow(*row) for row in found]


async def next_renamings(connection: AsyncConnection, *, limit: int) -> list[RenamingRow]:
    """Return logs that have to be rewritten, and keep others from doing the same until this one ends."""
    key = _renamings.c.table_id, _renamings.c.player_id
    statement = sa.select(_renamings).order_by(*key).limit(limit).with_for_update()
    return [RenamingRow(*row) for row in await connection.execute(statement)]


async def renamed(connection: AsyncConnection, rows: Sequence[RenamingRow]) -> None:
    """Note that these logs have been rewritten."""
    if rows:
        await connection.execute(
            sa.delete(_renamings).where(
                _renamings.c.table_id == sa.bindparam("table"),
                _renamings.c.player_id == sa.bindparam("person"),
            ),
            [{"table": row.table_id, "person": row.player_id} for row in rows],
        )


async def next_former(connection: AsyncConnection) -> int:
    """Return a number for a person who is to be nobody: below zero, where Discord has no ids."""
    lowest = await connection.scalar(sa.select(sa.func.min(players.c.id)).where(players.c.id < 0))
    return (lowest or 0) - 1


async def replace(
    connection: AsyncConnection,
    player_id: int,
    former_id: int,
    name: str,
    now: datetime,
    *,
    rewritten: Collection[int] = (),
) -> None:
    """Give a person's part in the games of others to a new player, without anything of their own.

    Raises `Conflict` when that player exists. The bodies of events are left alone: apart from tables that
    are ``rewritten`` already, it is noted that they have to be (`renamings`).
    """
    with unique(f"There is a player {former_id} already."):
        await connection.execute(
            sa.insert(players).values(id=former_id, name=name, created_at=now, updated_at=now)
        )
    named = sa.select(appearances.c.table_id, appearances.c.player_id, sa.literal(former_id, sa.BigInteger))
    named = named.where(appearances.c.player_id == player_id, appearances.c.table_id.not_in(rewritten))
    await connection.execute(sa.insert(_renamings).from_select(list(_renamings.c.keys()), named))
    hosted = sa.update(tables).where(tables.c.host_id == player_id)
    await connection.execute(hosted.values(host_id=former_id))
    for table in KEPT:
        own = sa.update(table).where(table.c.player_id == player_id)
        await connection.execute(own.values(player_id=former_id))
    await connection.execute(sa.update(results).where(results.c.player_id == former_id).values(rating=None))


async def remove(connection: AsyncConnection, player_id: int) -> None:
    """Remove what is a person's alone, and the person. What they share with others must be gone (`replace`)."""
    for table in DROPPED:
        await connection.execute(sa.delete(table).where(table.c.player_id == player_id))
    await connection.execute(sa.delete(players).where(players.c.id == player_id))
