"""Log, row, results and standings agree; what is over is paid for once; no table is stuck."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Collection, Iterator
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.table.events import Rewarded
from bot.table.results import results_of
from bot.table.table import Table, fold
from db import results, schema, tables
from db.rows import ResultRow, TableRow
from tests.room import Room

EVERYWHERE: Final = 0
_SUMS: Final = ("wins", "losses", "xp", "prestige", "skunks", "double_skunks")


async def disagreements(room: Room, numbers: Collection[int]) -> AsyncIterator[str]:
    """Where the records of these tables contradict each other."""
    store = room.bot.tables.store
    for number in numbers:
        log = await store.log(number)
        table = fold(number, log)
        async with room.bot.database.read() as connection:
            row = await tables.load(connection, number)
            paid = await results.of_table(connection, number)
            seated = await _seated(connection, number)
        assert row is not None
        for problem in (*_row(table, row, seated), *_paid(table, log, paid)):
            yield f"table {number}: {problem}"
        if table.live and (known := (await room.bot.tables.get(number)).table) != table:
            yield f"table {number}: memory has event {known.seq}, the log {table.seq}"


async def _seated(connection: AsyncConnection, number: int) -> set[int]:
    c = schema.seats.c
    return set(
        (await connection.execute(sa.select(c.player_id).where(c.table_id == number, c.live))).scalars()
    )


def _row(table: Table, row: TableRow, seated: set[int]) -> Iterator[str]:
    if (row.seq, row.status) != (table.seq, table.status):
        yield f"the row says {row.status} at {row.seq}, the log {table.status} at {table.seq}"
    if (row.ended_at is None) != table.live:
        yield f"it is {table.status}, and ended at {row.ended_at}"
    sit = {
        seat.person.user
        for at, seat in enumerate(table.seats)
        if table.live and seat.person and not seat.person.former and not table.given_up(table.side(at))
    }
    if {user for user in seated if user > 0} != sit:
        yield f"live seats of {sorted(seated)}, but {sorted(sit)} sit there"


def _paid(table: Table, log: list[object], paid: list[ResultRow]) -> Iterator[str]:
    if table.status != "finished":
        if paid:
            yield "it is paid for, but not over"
        return
    expected = {result.user: (result.seat, result.outcome, result.score) for result in results_of(table)}
    if {row.player_id: (row.seat, row.outcome, row.score) for row in paid} != expected:
        yield f"results {paid}, expected {expected}"
    gains = [event for event in log if isinstance(event, Rewarded)]
    if len(gains) != 1:
        yield f"paid {len(gains)} times"
        return
    xp = {gain.user: (gain.xp, gain.prestige) for gain in gains[0].gains}
    # Former players have nothing but their part in the games of others.
    if any(xp.get(row.player_id, (0, 0)) != (row.xp, row.prestige) for row in paid if row.player_id > 0):
        yield f"results {paid} with other XP than the log's {xp}"


async def miscounts(room: Room) -> AsyncIterator[str]:
    """Where standings aren't the sums of the results."""
    async with room.bot.database.read() as connection:
        paid = [ResultRow(*row) for row in await connection.execute(sa.select(schema.results))]
        kept = list(
            await connection.execute(sa.select(schema.standings).where(schema.standings.c.period == "all"))
        )
    expected: defaultdict[tuple[int, int, int], Counter[str]] = defaultdict(Counter)
    for row in paid:
        # Only standard games between people count, when they were played out or somebody gave up.
        counts = not row.practice and row.variant == "standard"
        for guild in (EVERYWHERE, row.guild_id):
            for size in (0, row.size):
                sums = expected[guild, size, row.player_id]
                sums["wins"] += counts and row.outcome == "won"
                sums["losses"] += counts and row.outcome in ("lost", "surrendered")
                sums["xp"] += row.xp
                sums["prestige"] += row.prestige
                if counts and row.outcome in ("won", "lost"):
                    sums["skunks"] += row.skunks_given
                    sums["double_skunks"] += row.double_skunks_given
    had = {
        (row.guild_id, row.size, row.player_id): {name: getattr(row, name) for name in _SUMS} for row in kept
    }
    for key in had.keys() | {key for key in expected if key[2] > 0}:
        there = had.get(key, dict.fromkeys(_SUMS, 0))
        wanted = {name: expected[key][name] for name in _SUMS}
        if there != wanted:
            yield f"standings of {key} are {there}, the results' sums {wanted}"
