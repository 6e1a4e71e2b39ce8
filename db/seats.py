"""Seats: one person each, one seat per person and channel."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db import upsert
from db.errors import AlreadySeated, SeatOccupied
from db.rows import SeatRow
from db.schema import seats, tables


async def take(connection: AsyncConnection, table_id: int, seat: int, player_id: int) -> None:
    """Seat a player. `AlreadySeated` or `SeatOccupied` if a rule forbids it; the transaction may go on then."""
    channel = sa.select(tables.c.channel_id).where(tables.c.id == table_id).scalar_subquery()
    row = {"table_id": table_id, "seat": seat, "player_id": player_id, "channel_id": channel, "live": True}
    result = await connection.execute(upsert.insert(connection, seats).values(row).on_conflict_do_nothing())
    if result.rowcount == 1:
        return
    here = sa.and_(seats.c.live, seats.c.channel_id == channel)
    other = await connection.scalar(
        sa.select(seats.c.table_id).where(
            seats.c.player_id == player_id, sa.or_(seats.c.table_id == table_id, here)
        )
    )
    raise SeatOccupied(table_id, seat) if other is None else AlreadySeated(other)


async def leave(connection: AsyncConnection, table_id: int, player_id: int) -> bool:
    """Vacate the player's seat as if it had never been taken; false if there is none."""
    result = await connection.execute(
        sa.delete(seats).where(seats.c.table_id == table_id, seats.c.player_id == player_id)
    )
    return result.rowcount == 1


async def release(connection: AsyncConnection, table_id: int, player_id: int | None = None) -> None:
    """Let a player, or everyone at a table, sit down elsewhere in the channel; their seats stay on record."""
    statement = sa.update(seats).where(seats.c.table_id == table_id).values(live=False)
    if player_id is not None:
        statement = statement.where(seats.c.player_id == player_id)
    await connection.execute(statement)


async def of_table(connection: AsyncConnection, table_id: int) -> list[SeatRow]:
    """Return the taken seats of a table in order."""
    return await _select(connection, seats.c.table_id == table_id)


async def of_player(connection: AsyncConnection, player_id: int, *, live_only: bool = True) -> list[SeatRow]:
    """Return where a player sits, or also where they sat, by table."""
    return await _select(connection, seats.c.player_id == player_id, *([seats.c.live] if live_only else []))


async def _select(connection: AsyncConnection, *where: sa.ColumnElement[bool]) -> list[SeatRow]:
    found = await connection.execute(sa.select(seats).where(*where).order_by(seats.c.table_id, seats.c.seat))
    return [SeatRow(*row) for row in found]
