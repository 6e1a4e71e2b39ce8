"""A database in which one person has a thousand games behind them, for benchmarks."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any, Final

import sqlalchemy as sa

from bot.table.standing.book import periods
from db import schema
from db.engine import Database
from tests.table.played import Ticking, play, seated, tables_on

ANN: Final = 2**60 + 1
BOB: Final = 2**60 + 2
GUILD: Final = 1
_ACTED_OUT: Final = 24
"""Games that are really played; the others are copies of their rows, a game for each hour and a half."""
_COPIED: Final = (schema.tables, schema.events, schema.seats, schema.appearances, schema.results)


async def fill(url: str, games: int) -> None:
    """Let Ann play so many games with two dozen people, mostly in twos and most often with Bob."""
    templates = await _played()
    people = templates.pop("players")
    database = await Database.open(url)
    begun = Ticking().now
    async with database.write() as connection:
        for table in (schema.guilds, schema.ratings, schema.feats):
            templates.setdefault(table.name, [])
        await connection.execute(sa.insert(schema.guilds), templates["guilds"])
        await connection.execute(sa.insert(schema.players), people)
    for first in range(1, games + 1, 100):
        async with database.write() as connection:
            numbers = range(first, min(first + 100, games + 1))
            for table in _COPIED:
                rows = [row for number in numbers for row in _copy(templates, table, number)]
                await connection.execute(sa.insert(table), rows)
    async with database.write() as connection:
        await connection.execute(sa.insert(schema.ratings), templates["ratings"])
        await connection.execute(sa.insert(schema.feats), templates["feats"])
        weeks = {period for hour in range(games) for period in periods(begun + timedelta(hours=1.5 * hour))}
        standings = [row for row in templates["standings"] if row["period"] == "all"]
        rows = [{**row, "period": period} for row in standings for period in sorted(weeks)]
        await connection.execute(sa.insert(schema.standings), rows)
    await database.close()


async def _played() -> dict[str, list[dict[str, Any]]]:
    database = await Database.open("sqlite://")
    tables = tables_on(database)
    rng = random.Random(1)
    for at in range(_ACTED_OUT):
        others = [BOB, *(2**60 + 3 + (at + more) % 24 for more in range(3))]
        size = (2, 2, 2, 3, 2, 4)[at % 6]
        people = {ANN: "Ann", **{user: f"Friend {user - 2**60}" for user in others[: size - 1]}}
        table = await seated(tables, people)
        await play(tables, table.id, rng)
    async with database.read() as connection:
        found = {
            table.name: [dict(row) for row in (await connection.execute(sa.select(table))).mappings()]
            for table in schema.metadata.sorted_tables
        }
    await database.close()
    return found


def _copy(templates: dict[str, list[dict[str, Any]]], table: sa.Table, number: int) -> list[dict[str, Any]]:
    key = "id" if table is schema.tables else "table_id"
    original, later = 1 + number % _ACTED_OUT, timedelta(hours=1.5 * number)
    moments = [column.name for column in table.columns if isinstance(column.type, schema.UtcDateTime)]
    return [
        {**row, key: number, **{name: row[name] + later for name in moments if row[name] is not None}}
        for row in templates[table.name]
        if row[key] == original
    ]
