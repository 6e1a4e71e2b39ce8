"""Logs as they may be read: whose data is being deleted is a former player in them from the first moment on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.table.events import Event, decode, encode
from bot.table.privacy.former import NAMING, former_player, renamed
from db import events, personal
from db.errors import legible
from db.rows import EventRow, RenamingRow

AT_ONCE: Final = 50
"""Logs that are rewritten in one transaction, during which nobody else can write."""


async def log_of(connection: AsyncConnection, table_id: int) -> list[EventRow]:
    """A table's log, without the names that are still to be taken out of it."""
    rows = await events.of_table(connection, table_id)
    return _renamed(rows, await personal.renamings(connection, [table_id]))


async def logs_of(connection: AsyncConnection, table_ids: Collection[int]) -> dict[int, list[EventRow]]:
    """The logs of several tables by table, without the names that are still to be taken out of them."""
    logs: dict[int, list[EventRow]] = {table_id: [] for table_id in table_ids}
    for row in await events.of_tables(connection, table_ids):
        logs[row.table_id].append(row)
    for renaming in await personal.renamings(connection, table_ids):
        logs[renaming.table_id] = _renamed(logs[renaming.table_id], [renaming])
    return logs


def read(rows: Sequence[EventRow]) -> list[Event]:
    """What rows of a log say. Raises `db.errors.DatabaseUnavailable` when they are damaged.

    The error says nothing of what they hold, because those are cards.
    """
    with legible(f"The log of table {rows[0].table_id if rows else 0}"):
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            raise ValueError
        return [decode(row.body) for row in rows]


async def rename_in(connection: AsyncConnection, table_ids: Sequence[int], user: int, former: int) -> None:
    """Put a former player in the place of a person, in the logs of these tables."""
    rows = await personal.events_of_kinds(connection, table_ids, NAMING)
    await personal.rewrite(connection, [_with(row, user, former) for row in rows])


async def rename_some(connection: AsyncConnection) -> bool:
    """Rewrite some of the logs that have to be; false when there are none."""
    some = await personal.next_renamings(connection, limit=AT_ONCE)
    people: dict[tuple[int, int], list[RenamingRow]] = {}
    for renaming in some:
        people.setdefault((renaming.player_id, renaming.former_id), []).append(renaming)
    for (user, former), renamings in people.items():
        await rename_in(connection, [renaming.table_id for renaming in renamings], user, former)
    await personal.renamed(connection, some)
    return bool(some)


def _renamed(rows: list[EventRow], renamings: Sequence[RenamingRow]) -> list[EventRow]:
    for renaming in renamings:
        rows = [_with(row, renaming.player_id, renaming.former_id) for row in rows]
    return rows


def _with(row: EventRow, user: int, former: int) -> EventRow:
    if row.kind not in NAMING:
        return row
    with legible(f"The log of table {row.table_id}"):
        return replace(row, body=encode(renamed(decode(row.body), user, former_player(former))))
