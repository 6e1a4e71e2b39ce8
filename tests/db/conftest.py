"""Three databases for every test: a SQLite file, SQLite in memory, and a real PostgreSQL."""

import os
import shutil
from collections.abc import AsyncGenerator, Generator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import asyncpg
import pytest

from db import events, guilds, players, results, tables
from db.engine import Database
from db.rows import EventRow, Outcome, ResultRow
from tests.db import server

_names = count(1)


@pytest.fixture(scope="session")
def postgresql() -> Generator[str]:
    """The URL of a running server, with ``{}`` in place of the database's name."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(server.postgresql())
        except Exception as error:
            if os.environ.get("CI") == "true":
                raise
            pytest.skip(f"no embedded PostgreSQL here: {error!r}")
        yield url


@asynccontextmanager
async def _temporary(request: pytest.FixtureRequest, *, empty: bool = False) -> AsyncGenerator[str]:
    if request.param == "memory":
        yield "sqlite://"
    elif request.param == "file":
        path = request.getfixturevalue("tmp_path") / "cribbage.db"
        if not empty:
            shutil.copy(await _migrated_file(request.getfixturevalue("tmp_path_factory")), path)
        yield f"sqlite:///{path}"
    else:
        address, name = request.getfixturevalue("postgresql"), f"test_{next(_names)}"
        admin = await asyncpg.connect(address.format("postgres"))
        template = "template1" if empty else await _migrated(address, admin)
        await admin.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        yield address.format(name)
        await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
        await admin.close()


async def _migrated_file(folders: pytest.TempPathFactory) -> Path:
    """A file with the tables: copying it is much faster than migrating."""
    path = folders.getbasetemp() / "migrated.db"
    if not path.exists():
        await (await Database.open(f"sqlite:///{path}")).close()
    return path


async def _migrated(address: str, admin: asyncpg.Connection) -> str:
    """The name of a PostgreSQL database with the tables, to be copied likewise."""
    if not await admin.fetchval("SELECT 1 FROM pg_database WHERE datname = 'migrated'"):
        await admin.execute("CREATE DATABASE migrated")
        await (await Database.open(address.format("migrated"))).close()
    return "migrated"


@pytest.fixture(params=["file", "memory", "postgresql"])
async def url(request: pytest.FixtureRequest) -> AsyncGenerator[str]:
    """A database of each kind."""
    async with _temporary(request) as url:
        yield url


@pytest.fixture(params=["file", "postgresql"])
async def shared_url(request: pytest.FixtureRequest) -> AsyncGenerator[str]:
    """A database of each kind that outlives its process and can be opened by several."""
    async with _temporary(request) as url:
        yield url


@pytest.fixture(params=["file", "postgresql"])
async def empty_url(request: pytest.FixtureRequest) -> AsyncGenerator[str]:
    """A database of each kind without any tables."""
    async with _temporary(request, empty=True) as url:
        yield url


@pytest.fixture
async def database(url: str) -> AsyncGenerator[Database]:
    database = await Database.open(url)
    yield database
    await database.close()


@pytest.fixture
async def shared(shared_url: str) -> AsyncGenerator[tuple[Database, Database]]:
    """The same database, opened twice as if by two processes."""
    one, two = await Database.open(shared_url), await Database.open(shared_url)
    yield one, two
    await one.close()
    await two.close()


@dataclass
class Make:
    """Makes rows, so that tests only say what matters to them."""

    now: datetime = datetime(2026, 2, 3, 4, 5, 6, 789012, tzinfo=UTC)
    seed: bytes = bytes(range(100, 132))

    async def player(self, database: Database, player_id: int, name: str | None = None) -> int:
        async with database.write() as connection:
            await players.upsert(connection, player_id, name or f"player {player_id}", self.now)
        return player_id

    async def table(
        self, database: Database, *, guild_id: int = 1, channel_id: int = 10, host_id: int = 7
    ) -> int:
        async with database.write() as connection:
            await guilds.upsert(connection, guild_id, f"Guild {guild_id}", self.now)
            await players.upsert(connection, host_id, f"player {host_id}", self.now)
            return await tables.insert(
                connection,
                guild_id=guild_id,
                channel_id=channel_id,
                host_id=host_id,
                size=2,
                variant="standard",
                seed=self.seed,
                commitment="c" * 64,
                now=self.now,
            )

    def event(self, table_id: int, seq: int, body: str = "{}") -> EventRow:
        return EventRow(table_id, seq, "played", body, self.now + timedelta(seconds=seq))

    async def play(self, database: Database, table_id: int, seq: int) -> None:
        """One accepted play: the event numbered ``seq``, and the table's row."""
        async with database.write() as connection:
            await events.append(connection, [self.event(table_id, seq)])
            await tables.update(connection, table_id, expected_seq=seq - 1, seq=seq, status="playing")

    def result(
        self,
        table_id: int,
        player_id: int,
        outcome: Outcome = "won",
        *,
        guild_id: int = 1,
        seat: int = 0,
        variant: str = "standard",
        practice: bool = False,
        skunks: int = 0,
        doubles: int = 0,
    ) -> ResultRow:
        return ResultRow(
            table_id=table_id,
            player_id=player_id,
            guild_id=guild_id,
            seat=seat,
            side=seat,
            size=2,
            variant=variant,
            practice=practice,
            outcome=outcome,
            score=121 if outcome == "won" else 88,
            best_opponent_score=88 if outcome == "won" else 121,
            skunks_given=skunks,
            double_skunks_given=doubles,
            skunk_taken=0,
            deals=9,
            started_at=self.now,
            ended_at=self.now + timedelta(minutes=20),
        )

    async def results(self, database: Database, *rows: ResultRow) -> None:
        async with database.write() as connection:
            await results.insert(connection, rows)


@pytest.fixture(scope="session")
def make() -> Make:
    return Make()
