"""The clock of all tables, with a time of its own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from itertools import count, pairwise
from typing import Any

import pytest
import structlog

from bot.table import clock as clock_module
from bot.table import house_players, lobby, moves
from bot.table import presses as presses_module
from bot.table.clock import AFTER_A_FAULT, AGAIN, AT_ONCE, LATE, LOST, SHORTLY, TableClock
from bot.table.lobby import seat_house
from bot.table.moves import discard
from bot.table.patience import Pace
from bot.table.results import results_of
from bot.table.store import Store
from bot.table.table import Refused, Table
from bot.table.tables import Opening, Tables
from db.engine import Database
from db.errors import DatabaseUnavailable


class Time:
    """A present that moves only when told to, and the timers that wait for it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.timers: list[tuple[datetime, Any]] = []
        self.tables: Tables | None = None

    def __call__(self) -> datetime:
        return self.now

    def call_later(self, seconds: float, action: Any, *arguments: Any) -> Any:
        timer = _Timer(self, self.now + timedelta(seconds=seconds), lambda: action(*arguments))
        self.timers.append((timer.at, timer))
        return timer

    async def shows(self, clock: TableClock | None = None) -> None:
        """Let the channels show everything, unless they can't be reached."""
        with suppress(Refused):
            for table_id in count(1):
                if self.tables is None:
                    break
                record = await self.tables.get(table_id)
                await self.tables.published(table_id, record.messages, record.table.seq)
        while clock is not None and clock._acting:
            await asyncio.wait(clock._acting)

    async def passes(self, clock: TableClock, seconds: float) -> None:
        """Let time go by, timer by timer, and all that they start be done."""
        await self.shows(clock)
        end = self.now + timedelta(seconds=seconds)
        while due := sorted((at, id(timer), timer) for at, timer in self.timers if at <= end):
            at, _, timer = due[0]
            self.now = max(self.now, at)
            timer.cancel()
            timer.action()
            while clock._acting:
                await asyncio.wait(clock._acting)
            await self.shows(clock)
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
    time.tables = tables
    clock = TableClock(tables, time)
    tables.listeners.append(clock.changed)
    tables.shown.append(clock.shown)
    await clock.start()
    yield tables, clock
    await clock.finish()
    await database.close()


async def table_of_two(tables: Tables, channel: int = 2) -> Table:
    table = await tables.open(Opening(1, "The card room", channel, 10, "Ann"))
    return (await tables.act(table.id, 11, lobby.join, "Bob", 1)).after


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
    await tables.act(1, 10, moves.discard, table.turn_seq, table.game.hands[0][:2])
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
        with pytest.raises(DatabaseUnavailable):
            await clock.start()
        await time.passes(clock, 20)
    await clock.start()
    await time.passes(clock, 91)
    assert await stage(tables) == "reminded"


async def test_a_fault_at_one_table_stops_no_other(
    time: Time, bot: tuple[Tables, TableClock], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is logged without its text, which may name cards, and the table is tried again."""
    tables, clock = bot
    await table_of_two(tables, 2)
    await table_of_two(tables, 3)
    real = tables.change

    async def act(number: int, *arguments: Any, **options: Any) -> Any:
        if number == 1:
            raise KeyError("5H")
        return await real(number, *arguments, **options)

    monkeypatch.setattr(tables, "change", act)
    with structlog.testing.capture_logs() as log:
        await time.passes(clock, 91)
    assert await stage(tables, 2) == "reminded"
    (entry,) = [entry for entry in log if entry["log_level"] == "error"]
    assert entry["event"] == "clock failed"
    assert entry["error"] == "KeyError"
    assert "5H" not in str(log)
    monkeypatch.setattr(tables, "change", real)
    await time.passes(clock, AFTER_A_FAULT)
    assert await stage(tables, 1) == "reminded"


async def test_house_players_move_after_their_pause(time: Time, bot: tuple[Tables, TableClock]) -> None:
    tables, clock = bot
    await tables.open(Opening(1, "The card room", 2, 10, "Ann", players=3))
    await tables.act(1, 10, lobby.seat_house, "gentle", 1)
    await tables.act(1, 10, lobby.seat_house, "gentle", 2)
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
    await tables.act(1, 10, lobby.seat_house, "sharp", 1)
    with structlog.testing.capture_logs() as log:
        await time.passes(clock, 1.1)
    assert (await tables.get(1)).table.awaited_house() == []
    assert log[0]["error"] == "ZeroDivisionError"
    assert log[0]["at"].startswith("test_clock.py:")


async def test_what_the_channel_has_not_been_shown_is_held_against_nobody(
    time: Time, bot: tuple[Tables, TableClock]
) -> None:
    """However long it lasts, nothing happens; when the question is shown its clock starts afresh."""
    tables, clock = bot
    await table_of_two(tables)
    time.tables = None  # the channel can't be reached
    await time.passes(clock, 5 * 3600)
    assert await stage(tables) == "waiting"
    assert len(clock._deadlines) == 1  # so that it ends some day
    time.tables = tables
    await time.shows()
    await time.passes(clock, 89)
    assert await stage(tables) == "waiting"
    await time.passes(clock, 2)
    assert await stage(tables) == "reminded"


async def test_a_reminder_that_can_not_be_shown_is_not_followed_by_a_call(
    time: Time, bot: tuple[Tables, TableClock]
) -> None:
    tables, clock = bot
    await table_of_two(tables)
    await time.shows()
    time.tables = None
    await time.passes(clock, 3600)
    assert await stage(tables) == "reminded"
    time.tables = tables
    await time.passes(clock, 89)
    assert await stage(tables) == "reminded"
    await time.passes(clock, 2)
    assert await stage(tables) == "called"


async def test_a_question_shown_late_gets_its_whole_time(time: Time, bot: tuple[Tables, TableClock]) -> None:
    tables, clock = bot
    await table_of_two(tables)
    time.tables = None
    await time.passes(clock, 80)
    time.tables = tables
    redrawn: list[int] = []
    clock._redraw = redrawn.append
    await time.passes(clock, 85)
    assert await stage(tables) == "waiting"
    assert redrawn == [1]  # its message names the old time
    await time.passes(clock, 6)
    assert await stage(tables) == "reminded"


async def test_a_question_shown_at_once_keeps_its_clock(time: Time, bot: tuple[Tables, TableClock]) -> None:
    tables, clock = bot
    await table_of_two(tables)
    time.tables = None
    await time.passes(clock, LATE.total_seconds() - 1)
    time.tables = tables
    await time.passes(clock, 90.1 - LATE.total_seconds() + 1)
    assert await stage(tables) == "reminded"


async def test_house_players_move_where_nothing_is_shown(time: Time, bot: tuple[Tables, TableClock]) -> None:
    tables, clock = bot
    time.tables = None
    await tables.open(Opening(1, "The card room", 2, 10, "Ann"))
    await tables.change(1, lambda table: seat_house(table, 10, "gentle", 1), by=10)
    await time.passes(clock, 1.1)
    assert (await tables.get(1)).table.awaited_house() == []


async def test_a_table_out_of_reach_for_a_week_ends_without_results(
    time: Time, bot: tuple[Tables, TableClock]
) -> None:
    tables, clock = bot
    await table_of_two(tables)
    time.tables = None
    await time.passes(clock, LOST.total_seconds())
    assert (await tables.get(1)).table.live
    await time.passes(clock, 91)
    table = (await tables.get(1)).table
    assert table.stopped == "channel_gone"
    assert [result.outcome for result in results_of(table)] == ["stopped", "stopped"]


async def test_a_pause_of_seconds_makes_deadlines_later_and_writes_nothing(
    time: Time, bot: tuple[Tables, TableClock], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, clock = bot
    await table_of_two(tables)
    await time.passes(clock, 80)
    clock.pause()
    await time.passes(clock, 20)
    clock.pause()  # reported twice
    await time.passes(clock, 20)
    monkeypatch.setattr(tables.store.database, "write", None)
    assert clock.resume()
    assert clock.resume()
    monkeypatch.undo()


async def test_deadlines_go_on_after_a_pause(time: Time, bot: tuple[Tables, TableClock]) -> None:
    tables, clock = bot
    await table_of_two(tables)
    await time.passes(clock, 80)
    clock.pause()
    await time.passes(clock, 40)
    assert clock.resume()
    await time.passes(clock, 9)
    assert await stage(tables) == "waiting"
    await time.passes(clock, 2)
    assert await stage(tables) == "reminded"


async def test_after_a_long_pause_everything_starts_afresh(
    time: Time, bot: tuple[Tables, TableClock]
) -> None:
    _, clock = bot
    assert clock.resume()
    clock.pause()
    await time.passes(clock, SHORTLY.total_seconds() + 1)
    assert not clock.resume()
    clock.stop()
    assert not clock.resume()


async def test_a_move_during_the_start_keeps_its_newer_deadline(
    time: Time, bot: tuple[Tables, TableClock], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, clock = bot
    table = await table_of_two(tables)
    restart = tables.restart_clocks

    async def restarted() -> dict[int, datetime]:
        deadlines = await restart()
        time.now += timedelta(seconds=50)
        for user, seat in ((10, 0), (11, 1)):
            cards = table.game.hands[seat][:2]
            await tables.change(1, lambda now, u=user, c=cards: discard(now, u, table.turn_seq, c), by=user)
        return deadlines

    monkeypatch.setattr(tables, "restart_clocks", restarted)
    await clock.start()
    await time.passes(clock, 89)
    assert await stage(tables) == "waiting"
    await time.passes(clock, 2)
    assert await stage(tables) == "reminded"


async def test_deadlines_that_hold_no_longer_are_not_kept(time: Time, bot: tuple[Tables, TableClock]) -> None:
    tables, clock = bot
    await table_of_two(tables)
    for moment in range(1000):
        clock._watch(1, time.now + timedelta(seconds=100 + moment))
    assert len(clock._queue) < 20


async def test_together_started_clocks_end_one_after_the_other(
    time: Time, bot: tuple[Tables, TableClock]
) -> None:
    tables, clock = bot
    for channel in range(2, 8):
        await table_of_two(tables, channel)
    await clock.start()
    ends = sorted(clock._deadlines.values())
    assert ends[0] == time.now + timedelta(seconds=90)
    assert {later - sooner for sooner, later in pairwise(ends)} == {timedelta(seconds=0.1)}


@pytest.mark.journey
async def test_it_acts_at_few_tables_at_once_and_lets_presses_go_first(
    time: Time, bot: tuple[Tables, TableClock], monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is, the press that is being served is let go first.
    monkeypatch.setattr(presses_module, "LONGEST", 3600.0)  # of the machine's time
    tables, clock = bot
    for channel in range(2, 2 + 3 * AT_ONCE):
        await table_of_two(tables, channel)
    await time.shows()
    together, acted = [0], [0]
    real = tables.change

    async def act(*arguments: Any, **options: Any) -> Any:
        together[0] += 1
        assert together[0] <= AT_ONCE
        assert not clock._presses._served
        for _ in range(3):
            await asyncio.sleep(0)
        together[0] -= 1
        acted[0] += 1
        return await real(*arguments, **options)

    monkeypatch.setattr(tables, "change", act)
    time.now += timedelta(seconds=100)
    with clock._presses.one():
        clock._ring()
        for _ in range(10):
            await asyncio.sleep(0)
        assert acted == [0]
    await time.passes(clock, 0)
    while clock._acting:
        await asyncio.wait(clock._acting)
    assert acted == [3 * AT_ONCE]
