"""The one clock of all tables: it sleeps until the earliest deadline, then acts through the same door as people.

Deadlines are stored with the tables, so that they survive a restart; while the bot is away no clock runs,
and every clock starts afresh when it is back.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any, Final

import structlog

from bot.logs import place
from bot.table import house_players
from bot.table.events import Event
from bot.table.patience import time_is_up
from bot.table.store import Clock
from bot.table.table import Refused, Table
from bot.table.tables import Change, Tables
from db.errors import DatabaseUnavailable

_log = structlog.get_logger(__name__)

AGAIN: Final = 5.0
"""Seconds until the database is tried again that couldn't be reached."""
AFTER_A_FAULT: Final = 60.0
"""Seconds until a table is tried again at which the program failed."""


class TableClock:
    """Watches the deadlines of all tables, from `start` to `stop`."""

    def __init__(self, tables: Tables, now: Clock) -> None:
        self._tables = tables
        self._now = now
        self._running = False
        self._starts = 0
        self._deadlines: dict[int, datetime] = {}
        self._queue: list[tuple[datetime, int]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._acting: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Let every clock start afresh, after the bot has been away; as soon as the database can be reached."""
        self.stop()
        self._running = True
        self._starts += 1
        this = self._starts
        try:
            deadlines = await self._tables.restart_clocks()
        except DatabaseUnavailable as error:
            _log.warning("clocks can't be started yet", reason=str(error))
            if this == self._starts:
                self._timer = asyncio.get_running_loop().call_later(AGAIN, lambda: self._spawn(self.start()))
            return
        if this != self._starts:
            return
        for table_id, deadline in deadlines.items():
            # What has changed meanwhile has a newer deadline already.
            if table_id not in self._deadlines:
                self._watch(table_id, deadline)
        self._aim()

    def stop(self) -> None:
        """Let no clock run while the bot is away. What is being done already is done."""
        self._running = False
        self._starts += 1
        self._deadlines.clear()
        self._queue.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def finish(self) -> None:
        """Stop, and wait until what is being done is done."""
        self.stop()
        while self._acting:
            await asyncio.wait(self._acting)

    def changed(self, change: Change) -> None:
        """Watch a table's new deadline."""
        if self._running:
            self._watch(change.after.id, change.deadline)
            self._aim()

    def _watch(self, table_id: int, deadline: datetime | None) -> None:
        if deadline is None:
            self._deadlines.pop(table_id, None)
        elif self._deadlines.get(table_id) != deadline:
            self._deadlines[table_id] = deadline
            heapq.heappush(self._queue, (deadline, table_id))

    def _aim(self) -> None:
        """Set the timer to the earliest deadline that still holds."""
        while self._queue and self._deadlines.get(self._queue[0][1]) != self._queue[0][0]:
            heapq.heappop(self._queue)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._queue:
            wait = max(0.0, (self._queue[0][0] - self._now()).total_seconds())
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = self._now()
        while self._queue and self._queue[0][0] <= now:
            deadline, table_id = heapq.heappop(self._queue)
            if self._deadlines.get(table_id) == deadline:
                del self._deadlines[table_id]
                self._spawn(self._act(table_id))
        self._aim()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _act(self, table_id: int) -> None:
        try:
            await self._time_is_up(table_id)
        except Refused as error:
            # Somebody was faster: their change has brought a deadline of its own.
            _log.debug("clock came late", table=table_id, reason=type(error).__name__)
        except DatabaseUnavailable as error:
            _log.warning("clock can't reach a table", table=table_id, reason=str(error))
            self._try_again(table_id, AGAIN)
        except Exception as error:  # noqa: BLE001 - one table's fault must not stop the others' clock
            _log.error("clock failed", table=table_id, error=type(error).__name__, at=place(error))
            self._try_again(table_id, AFTER_A_FAULT)

    def _try_again(self, table_id: int, seconds: float) -> None:
        if self._running and table_id not in self._deadlines:
            self._watch(table_id, self._now() + timedelta(seconds=seconds))
            self._aim()

    async def _time_is_up(self, table_id: int) -> None:
        table = (await self._tables.get(table_id)).table
        if table.awaited_house():
            await house_players.move(self._tables, table)
        else:
            await self._tables.act(table_id, lambda current: _still(current, table))


def _still(current: Table, asked: Table) -> list[Event]:
    """What the clock does, unless somebody has moved in the very moment."""
    return time_is_up(current) if current.asked_seq == asked.asked_seq else []
