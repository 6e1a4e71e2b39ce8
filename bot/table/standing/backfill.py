"""All feats once more from the logs of finished games, in their order: what is missing is added.

So a feat that is thought of later is found in games long over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.table.privacy import logs
from bot.table.seats import is_former
from bot.table.standing.awards import Standing, awards
from bot.table.standing.career import Career
from bot.table.table import fold
from db import feats, players, tables
from db.engine import Database
from db.rows import FeatRow

_AT_ONCE: Final = 50
"""Games whose feats are stored at once."""


@dataclass
class Backfilled:
    """How many games were read, and how often each feat was missing, by its key."""

    games: int = 0
    added: Counter[str] = field(default_factory=Counter[str])


async def backfill(database: Database) -> Backfilled:
    """Derive all feats again, and add those that are missing. What is there stays, so it may be done twice.

    In memory are one game and everybody's career; the bot may run meanwhile.
    """
    done = Backfilled()
    async with database.read() as connection:
        finished = await tables.finished(connection)
    careers: dict[int, Standing] = {}
    for batch in _batches(finished):
        rows: list[FeatRow] = []
        for table_id in batch:
            async with database.read() as connection:
                rows += await _feats_of(connection, table_id, careers)
        done.games += len(batch)
        async with database.write() as connection:
            done.added.update(await _add(connection, rows))
    return done


def _batches(numbers: list[int]) -> Iterator[list[int]]:
    for first in range(0, len(numbers), _AT_ONCE):
        yield numbers[first : first + _AT_ONCE]


async def _feats_of(
    connection: AsyncConnection, table_id: int, records: dict[int, Standing]
) -> list[FeatRow]:
    """The feats that a game brought, by the `records` from before it, which are carried on."""
    row = await tables.load(connection, table_id)
    log = logs.read(await logs.log_of(connection, table_id))
    if row is None or row.ended_at is None:
        return []
    table = fold(table_id, log)
    for seat in table.seats:
        if seat.person is not None:
            records.setdefault(seat.person.user, Standing(Career(), frozenset(), {}))
    found: list[FeatRow] = []
    for award in awards(table, log, records):
        user = award.result.user
        new = award.gain.feats
        records[user] = Standing(award.career, records[user].feats.union(new), {})
        if not is_former(user):
            found += [FeatRow(user, feat, table_id, row.ended_at) for feat in new]
    return found


async def _add(connection: AsyncConnection, rows: Collection[FeatRow]) -> list[str]:
    """Store what is missing, and return the keys of that.

    Meanwhile somebody may have had their data deleted, and may be back as somebody new.
    """
    people = {
        row.id: row.created_at for row in await players.lock(connection, {row.player_id for row in rows})
    }
    known = {(row.player_id, row.feat) for row in await feats.of_players(connection, people)}
    missing = [
        row
        for row in rows
        if row.player_id in people
        and people[row.player_id] <= row.at
        and (row.player_id, row.feat) not in known
    ]
    await feats.add(connection, missing)
    return [row.feat for row in missing]
