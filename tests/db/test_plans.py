"""No view of leaderboards, profiles or games reads all results or standings: SQLite says how it goes about it."""

from typing import get_args

import pytest
import sqlalchemy as sa

from db import encounters, games, players, ratings, standings, tables
from db.engine import Database
from db.standings import By


@pytest.fixture
async def traced(tmp_path):
    """A small database, and the statements that it is asked, with their parameters."""
    database = await Database.open(f"sqlite:///{tmp_path}/plans.db")
    asked = []

    def note(_connection, _cursor, statement, parameters, *_):
        if statement.startswith("SELECT"):
            asked.append((statement, parameters))

    sa.event.listen(database._backend.writer.engine.sync_engine, "before_cursor_execute", note)
    yield database, asked
    await database.close()


async def plan(database, asked):
    steps = []
    async with database.read() as connection:
        for statement, parameters in list(asked):
            explained = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            steps += [row[-1] for row in explained]
    assert steps
    return steps


def scans(steps):
    """Whole tables read, by whatever name they go; the page of a leaderboard is a small table of its own."""
    return [step for step in steps if step.startswith("SCAN") and "anon" not in step]


@pytest.mark.parametrize("by", get_args(By))
@pytest.mark.parametrize("guild", [0, 1])
async def test_leaderboards(traced, make, by, guild):
    database, asked = traced
    async with database.write() as connection:
        await players.upsert(connection, 1, "Ann", make.now)
        row = standings.StandingRow(guild, 0, "all", 1, 20, 0, 1, 1, 3, 100, 3, 12, 1.0, 1000)
        await standings.add(connection, [row])
    asked.clear()
    async with database.read() as connection:
        await standings.board(connection, guild, by, limit=10, offset=0)
        await standings.board(connection, guild, by, limit=10, offset=10)
        await standings.board_size(connection, guild, by)
        assert await standings.place(connection, guild, by, 1) == 0
    steps = await plan(database, asked)
    assert scans(steps) == []
    assert not [step for step in steps if "SEARCH standings" in step and "period=?" not in step]
    assert any(f"COVERING INDEX ix_standings_{by} " in step for step in steps), steps
    assert not [
        step for step in steps if "TEMP B-TREE" in step and "LAST" not in step and "ORDER" not in step
    ]


async def test_open_tables_of_a_host(traced):
    """Whoever has had thousands of tables waits no longer for the next one."""
    database, asked = traced
    async with database.read() as connection:
        assert await tables.hosted(connection, 7) == []
    steps = await plan(database, asked)
    assert steps == ["SEARCH tables USING INDEX ix_tables_hosted (host_id=?)"]


async def test_a_person(traced, make):
    database, asked = traced
    async with database.read() as connection:
        await standings.of_player(connection, 1, 1)
        await ratings.of_players(connection, [1, 2], [0, 1])
        await games.count(connection, 1, 1)
        await games.page(connection, 1, 1, limit=10, offset=10)
        await games.people(connection, [1, 2, 3])
        await games.ratings(connection, 1, 1, limit=100)
        await encounters.between(connection, 1, 1, 2, variants=["standard"])
        await encounters.latest(connection, 1, 1, 2, limit=5)
        await encounters.beaten(connection, [1, 2, 3], since=make.now)
    steps = await plan(database, asked)
    assert scans(steps) == []
    where = ("player_id=?", "table_id=?")
    lax = [step for step in steps if step.startswith("SEARCH") and not any(name in step for name in where)]
    assert [step for step in lax if "players" not in step] == []
