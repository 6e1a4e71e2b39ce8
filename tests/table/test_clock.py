"""The clock of all tables, with a time of its own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import structlog

from bot.table import clock as clock_module
from bot.table import house_players
from bot.table.clock import AFTER_A_FAULT, AGAIN, TableClock
from bot.table.patience import Pace
from bot.table.store import Store
from bot.table.table import Table
from bot.table.tables import Opening, Tables
from db.engine import Database
from db.errors import DatabaseUnavailable


class Time:
    """A present that moves only when told to, and the timers that wait for it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.timers: list[tuple[datetime, Any]] = []

    def __call__(self) -> datetime:
        return self.now

    def call_later(self, seconds: float, action: Any, *arguments: Any) -> Any:
        timer = _Timer(self, self.now + timedelta(seconds=seconds), lambda: action(*arguments))
        self.timers.append((timer.at, timer))
        return timer

    async def passes(self, clock: TableClock, seconds: float) -> None:
        """Let time go by, timer by timer, and all that they start be done."""
        end = self.now + timedelta(seconds=seconds)
        while due := sorted((at, id(timer), timer) for at, timer in self.timers if at <= end):
            at, _, timer = due[0]
            self.now = max(self.now, at)
            timer.cancel()
            timer.action()
            while clock._acting:
                await asyncio.wait(clock._acting)
            await asyncio.sleep(0)
        self.now = end


class _Timer:
    def __init__(self, time: Time, at: datetime, action: Any) -> None:
        self.time, self.at, self.action = time, at, action

    def cancel(self) -> None:
        self.time.timers = [(at, timer) for at, timer in self.time.timers if timer is not self]


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()

    class Loop:
        call_later = staticmethod(time.call_later)

    real = asyncio.get_running_loop
    monkeypatch.setattr(clock_module.asyncio, "get_running_loop", lambda: Mixed(real()))

    class Mixed:
        def __init__(self, loop: Any) -> None:
            self._loop = loop

        def __getattr__(self, name: str) -> Any:
            # The database's own timers go by the real time.
            import inspect

            caller = inspect.stack()[1].filename
            if name == "call_later" and caller.endswith("clock.py"):
                return Loop.call_later
            return getattr(self._loop, name)

    return time


@pytest.fixture
async def bot(time: Time) -> AsyncGenerator[tuple[Tables, TableClock]]:
    database = await Database.open("sqlite://")
    tables = Tables(Store(database, time, Pace(lobby=900, house=1, call=60)), random.Random(1).randbytes)
    clock = TableClock(tables, time)
    tables.listeners.append(clock.changed)
    await clock.start()
    yield tables, clock
    await clock.finish()
    await database.close()


async def table_of_two(tables: Tables, channel: int = 2) -> Table:
    table = await tables.open(Opening(1, "The card room", channel, 10, "Ann"))
    return (await tables.join(table.id, 11, "Bob", 1)).after


async def stage(tables: Tables, number: int = 1) -> str:
    return (await tables.get(number)).table.stage


async def test_it_rings_at_the_deadline_and_not_before(time: Time, bot: tuple[Tables, TableClock]) -> None:
    tables, clock = bot
    await table_of_two(tables)
    await time.passes(clock, 89.9)
    assert await stage(tables) == "waiting"
    await time.passes(clock, 0.2)
    assert await stage(tables) == "reminded"
    await time.passes(clock, 90)
    assert await stage(tables) == "called"
    await time.passes(clock, 60)
    assert (await tables.get(1)).table.stopped == "abandoned"
    assert clock._queue == []
    assert time.timers == []


async def test_each_table_has_its_own(time: Time, bot: tuple[Tables, TableClock]) -> None:
    tables, clock = bot
    await table_of_two(tables, 2)
    await time.passes(clock, 50)
    await table_of_two(tables, 3)
    await time.passes(clock, 50)
    assert [await stage(tables, number) for number in (1, 2)] == ["reminded", "waiting"]
    assert len(time.timers) == 1  # one timer for all


async def test_stopped_it_does_nothing_and_started_it_begins_afresh(
    time: Time, bot: tuple[Tables, TableClock]
) -> None:
    tables, clock = bot
    table = await table_of_two(tables)
    await time.passes(clock, 80)
    clock.stop()
    # A press that was under way is still done, but sets no clock going.
    await tables.discard(1, 10, table.turn_seq, table.game.hands[0][:2])
    assert time.timers == []
    await time.passes(clock, 10_000)
    assert await stage(tables) == "waiting"
    await clock.start()
    await time.passes(clock, 89)
    assert await stage(tables) == "waiting"
    await time.passes(clock, 2)
    assert await stage(tables) == "reminded"


@asynccontextmanager
async def unreachable(database: Database) -> AsyncGenerator[None]:
    real = database.write

    def broken() -> Any:
        raise DatabaseUnavailable("away")

    database.write = broken
    yield
    database.write = real


async def test_the_database_is_away_at_the_deadline(time: Time, bot: tuple[Tables, TableClock]) -> None:
    tables, clock = bot
    await table_of_two(tables)
    async with unreachable(tables.store.database):
        await time.passes(clock, 100)
    assert await stage(tables) == "waiting"
    await time.passes(clock, AGAIN + 0.1)
    assert await stage(tables) == "reminded"


async def test_the_database_is_away_at_the_start(time: Time, bot: tuple[Tables, TableClock]) -> None:
    tables, clock = bot
    await table_of_two(tables)
    async with unreachable(tables.store.database):
        await clock.start()
        await time.passes(clock, 20)
    await time.passes(clock, AGAIN + 0.1)
    await time.passes(clock, 91)
    assert await stage(tables) == "reminded"


async def test_a_fault_at_one_table_stops_no_other(
    time: Time, bot: tuple[Tables, TableClock], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is logged without its text, which may name cards, and the table is tried again."""
    tables, clock = bot
    await table_of_two(tables, 2)
    await table_of_two(tables, 3)
    real = tables.act

    async def act(number: int, *arguments: Any, **options: Any) -> Any:
        if number == 1:
            raise KeyError("5H")
        return await real(number, *arguments, **options)

    monkeypatch.setattr(tables, "act", act)
    with structlog.testing.capture_logs() as log:
        await time.passes(clock, 91)
    assert await stage(tables, 2) == "reminded"
    (entry,) = [entry for entry in log if entry["log_level"] == "error"]
    assert entry["event"] == "clock failed"
    assert entry["error"] == "KeyError"
    assert "5H" not in str(log)
    monkeypatch.setattr(tables, "act", real)
    await time.passes(clock, AFTER_A_FAULT)
    assert await stage(tables, 1) == "reminded"


async def test_house_players_move_after_their_pause(time: Time, bot: tuple[Tables, TableClock]) -> None:
    tables, clock = bot
    await tables.open(Opening(1, "The card room", 2, 10, "Ann", players=3))
    await tables.seat_house(1, 10, "gentle", 1)
    await tables.seat_house(1, 10, "gentle", 2)
    await time.passes(clock, 0.9)
    assert len((await tables.get(1)).table.awaited_house()) == 2
    await time.passes(clock, 0.2)
    assert (await tables.get(1)).table.awaited_house() == []
    await time.passes(clock, 88)
    assert await stage(tables) == "waiting"
    await time.passes(clock, 2)
    assert await stage(tables) == "reminded"  # of the deal, not of their moves


async def test_a_house_player_that_fails_does_something_legal(
    time: Time, bot: tuple[Tables, TableClock], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, clock = bot
    monkeypatch.setattr(house_players, "choose", lambda *_: 1 / 0)
    await tables.open(Opening(1, "The card room", 2, 10, "Ann"))
    await tables.seat_house(1, 10, "sharp", 1)
    with structlog.testing.capture_logs() as log:
        await time.passes(clock, 1.1)
    assert (await tables.get(1)).table.awaited_house() == []
    assert log[0]["error"] == "ZeroDivisionError"
    assert log[0]["at"].startswith("test_clock.py:")
