"""Tables in channels: where each stands, and what its channel has been shown of it."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final, TypedDict, Unpack

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db import schema
from db.errors import Conflict
from db.rows import HostedRow, Status, TableRow

_tables = schema.tables
_select = sa.select(_tables)

NO_MESSAGES: Final = "{}"
"""What stands for a table's messages as long as there are none."""


class TableChanges(TypedDict, total=False):
    """What may change with an accepted action; what is left out stays."""

    host_id: int
    status: Status
    deadline: datetime | None
    patience: float | None
    published_seq: int
    started_at: datetime | None
    ended_at: datetime | None


async def insert(
    connection: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    host_id: int,
    size: int,
    variant: str,
    seed: bytes,
    commitment: str,
    now: datetime,
    deadline: datetime | None = None,
    patience: float | None = None,
    messages: str = NO_MESSAGES,
) -> int:
    """Open a lobby without events and return its id, which is never used again."""
    statement = sa.insert(_tables).values(
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host_id,
        size=size,
        variant=variant,
        status="lobby",
        seq=0,
        seed=seed,
        commitment=commitment,
        deadline=deadline,
        patience=patience,
        messages=messages,
        published_seq=0,
        created_at=now,
    )
    return (await connection.execute(statement.returning(_tables.c.id))).scalar_one()


async def load(connection: AsyncConnection, table_id: int) -> TableRow | None:
    """Return the table, None if there is none with this id."""
    row = (await connection.execute(_select.where(_tables.c.id == table_id))).one_or_none()
    return None if row is None else TableRow(*row)


async def load_all(connection: AsyncConnection, table_ids: Collection[int]) -> list[TableRow]:
    """Return those of these tables that exist, by id."""
    statement = _select.where(_tables.c.id.in_(table_ids)).order_by(_tables.c.id)
    return [TableRow(*row) for row in await connection.execute(statement)]


async def update(
    connection: AsyncConnection,
    table_id: int,
    *,
    expected_seq: int,
    seq: int,
    **changes: Unpack[TableChanges],
) -> None:
    """Move the table on to ``seq``; `Conflict` if it is no longer at ``expected_seq``."""
    result = await connection.execute(
        sa.update(_tables)
        .where(_tables.c.id == table_id, _tables.c.seq == expected_seq)
        .values(seq=seq, **changes)
    )
    if result.rowcount != 1:
        raise Conflict(f"Table {table_id} is not at event {expected_seq} any more.")


async def set_messages(connection: AsyncConnection, table_id: int, messages: str, published_seq: int) -> bool:
    """Note that the channel shows the table as of ``published_seq``, in these messages.

    Returns false, and changes nothing, if the channel is known to show something newer.
    """
    result = await connection.execute(
        sa.update(_tables)
        .where(_tables.c.id == table_id, _tables.c.published_seq <= published_seq)
        .values(messages=messages, published_seq=published_seq)
    )
    return result.rowcount == 1


async def set_published(connection: AsyncConnection, seqs: dict[int, int]) -> None:
    """Note up to which events channels show tables, unless one is known to show something newer."""
    await connection.execute(
        sa.update(_tables)
        .where(_tables.c.id == sa.bindparam("table"), _tables.c.published_seq < sa.bindparam("shown"))
        .values(published_seq=sa.bindparam("shown")),
        [{"table": table_id, "shown": seq} for table_id, seq in seqs.items()],
    )


async def forget_messages(connection: AsyncConnection) -> None:
    """Note that the channels of all live tables show nothing any more."""
    await connection.execute(
        sa.update(_tables).where(schema.live).values(messages=NO_MESSAGES, published_seq=0)
    )


async def live(connection: AsyncConnection, guild_id: int | None = None) -> list[TableRow]:
    """Return the tables in lobby or play, of one guild or of all, by guild, oldest first."""
    statement = _select.where(schema.live).order_by(_tables.c.guild_id, _tables.c.id)
    if guild_id is not None:
        statement = statement.where(_tables.c.guild_id == guild_id)
    return [TableRow(*row) for row in await connection.execute(statement)]


async def hosted(connection: AsyncConnection, host_id: int) -> list[HostedRow]:
    """Return the tables in lobby or play of all guilds that somebody has opened, oldest first."""
    statement = sa.select(_tables.c.id, _tables.c.guild_id, _tables.c.status).where(schema.live)
    statement = statement.where(_tables.c.host_id == host_id).order_by(_tables.c.id)
    return [HostedRow(*row) for row in await connection.execute(statement)]


async def live_guilds(connection: AsyncConnection) -> list[int]:
    """Return the guilds that have tables in lobby or play."""
    statement = sa.select(_tables.c.guild_id).where(schema.live).distinct().order_by(_tables.c.guild_id)
    return list((await connection.execute(statement)).scalars())


async def finished(connection: AsyncConnection) -> list[int]:
    """Return the tables whose games have ended, in the order in which they did."""
    statement = sa.select(_tables.c.id).where(_tables.c.status == "finished")
    return list((await connection.execute(statement.order_by(_tables.c.ended_at, _tables.c.id))).scalars())


async def set_deadline(connection: AsyncConnection, table_id: int, deadline: datetime | None) -> None:
    """Let a table's clock run until ``deadline``."""
    await connection.execute(sa.update(_tables).where(_tables.c.id == table_id).values(deadline=deadline))


async def restart_clocks(
    connection: AsyncConnection, now: datetime, *, apart: timedelta = timedelta()
) -> dict[int, datetime]:
    """Let all clocks start afresh at ``now``, and return the deadlines by table.

    Each ends later by ``apart`` than it would after the one before, so that not all end at once.
    """
    running = await connection.execute(
        sa.select(_tables.c.id, _tables.c.patience)
        .where(schema.live, _tables.c.patience.is_not(None))
        .order_by(_tables.c.id)
    )
    deadlines = {
        row.id: now + timedelta(seconds=row.patience) + number * apart for number, row in enumerate(running)
    }
    if deadlines:
        await connection.execute(
            sa.update(_tables)
            .where(_tables.c.id == sa.bindparam("table"))
            .values(deadline=sa.bindparam("at")),
            [{"table": table_id, "at": deadline} for table_id, deadline in deadlines.items()],
        )
    return deadlines


async def unpublished(connection: AsyncConnection) -> list[TableRow]:
    """Return the tables, also ended ones, whose channel hasn't been shown their last event; oldest first."""
    statement = _select.where(schema.unpublished).order_by(_tables.c.id)
    return [TableRow(*row) for row in await connection.execute(statement)]
