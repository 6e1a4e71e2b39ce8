"""The one clock of all tables: it sleeps until the earliest deadline, then acts through the same door as people.

Deadlines are stored with the tables, so that they survive a restart. No clock runs while people can't reach
their table: while the bot is away, and while the channel hasn't been shown the question that people are to
answer (the bot may be locked out of it). When it is back, or the question has been shown, clocks start afresh.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any, Final

import structlog

from bot.logs import place
from bot.table import house_players
from bot.table.endings import lost_channel
from bot.table.events import Event
from bot.table.patience import time_is_up
from bot.table.presses import Presses
from bot.table.store import Clock, Record
from bot.table.table import Refused, Table
from bot.table.tables import Change, Tables
from db.errors import DatabaseUnavailable

_log = structlog.get_logger(__name__)

AGAIN: Final = 5.0
"""Seconds until the database is tried again that couldn't be reached."""
AFTER_A_FAULT: Final = 60.0
"""Seconds until a table is tried again at which the program failed."""
SHORTLY: Final = timedelta(seconds=60)
"""Up to here an absence of the bot makes every deadline later by as much; after a longer one all start afresh."""
LATE: Final = timedelta(seconds=15)
"""How late a question may be shown without its clock starting afresh."""
LOST: Final = timedelta(days=7)
"""After this long a table that can't be shown ends, as if its channel were gone."""
AT_ONCE: Final = 8
"""How many tables the clock acts at together: after a restart thousands may be due in the same minutes."""

_Work = Callable[[int], Coroutine[Any, Any, None]]


def is_shown(record: Record) -> bool:
    """Whether the channel shows the question that people at a table have to answer."""
    return record.published_seq >= record.table.asked_seq


class TableClock:
    """Watches the deadlines of all tables, from `start` to `stop`.

    `redraw` is told of tables whose deadline has changed without an event. `shown` tells whether people can
    see what they are asked.
    """

    def __init__(
        self,
        tables: Tables,
        now: Clock,
        *,
        presses: Presses | None = None,
        redraw: Callable[[int], None] = lambda _: None,
        shown: Callable[[Record], bool] = is_shown,
    ) -> None:
        self._tables = tables
        self._now = now
        self._presses = presses or Presses()
        self._redraw = redraw
        self._is_shown = shown
        self._running = False
        self._starts = 0
        self._paused_at: datetime | None = None
        self._deadlines: dict[int, datetime] = {}
        self._held: dict[int, datetime] = {}
        self._queue: list[tuple[datetime, int]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._due: deque[int] = deque()
        self._acting: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Let every clock start afresh, after the bot has been away.

        Raises `DatabaseUnavailable`, and then the clock stands but for tables at which something happens.
        """
        self.stop()
        self._running = True
        this = self._starts
        deadlines = await self._tables.restart_clocks()
        if this != self._starts:
            return
        for table_id, deadline in deadlines.items():
            # What has changed meanwhile has a newer deadline already.
            if table_id not in self._deadlines:
                self._watch(table_id, deadline)
        self._aim()

    def stop(self) -> None:
        """Let no clock run any more. What is being done already is done."""
        self._running = False
        self._starts += 1
        self._paused_at = None
        self._deadlines.clear()
        self._held.clear()
        self._queue.clear()
        self._due.clear()
        self._disarm()

    def pause(self) -> None:
        """Let no clock run while people can't reach the bot."""
        if self._running and self._paused_at is None:
            self._paused_at = self._now()
            self._disarm()

    def resume(self) -> bool:
        """Go on after a pause, every deadline as much later as it was long; false if it was too long for that."""
        if not self._running:
            return False
        if self._paused_at is None:
            return True
        away = self._now() - self._paused_at
        if away > SHORTLY:
            return False
        self._paused_at = None
        self._deadlines = {table_id: deadline + away for table_id, deadline in self._deadlines.items()}
        self._tidy()
        self._aim()
        self._serve()
        return True

    async def finish(self) -> None:
        """Stop, and wait until what is being done is done."""
        self.stop()
        while self._acting:
            await asyncio.wait(self._acting)

    def changed(self, change: Change) -> None:
        """Watch a table's new deadline."""
        if self._running:
            self._held.pop(change.after.id, None)
            self._watch(change.after.id, change.deadline)
            self._aim()

    def shown(self, record: Record) -> None:
        """A question has been shown that hadn't been before: if that was late, its clock starts afresh."""
        late = record.table.id in self._held or self._now() - record.asked_at > LATE
        if self._running and late:
            self._spawn(record.table.id, self._afresh)

    def _watch(self, table_id: int, deadline: datetime | None) -> None:
        if deadline is None:
            self._deadlines.pop(table_id, None)
        elif self._deadlines.get(table_id) != deadline:
            self._deadlines[table_id] = deadline
            heapq.heappush(self._queue, (deadline, table_id))
        # Every move leaves a deadline behind that holds no longer.
        if len(self._queue) > 2 * len(self._deadlines) + 8:
            self._tidy()

    def _tidy(self) -> None:
        self._queue = [(deadline, table_id) for table_id, deadline in self._deadlines.items()]
        heapq.heapify(self._queue)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _aim(self) -> None:
        """Set the timer to the earliest deadline that still holds."""
        self._disarm()
        while self._queue and self._deadlines.get(self._queue[0][1]) != self._queue[0][0]:
            heapq.heappop(self._queue)
        if self._queue and self._paused_at is None:
            wait = max(0.0, (self._queue[0][0] - self._now()).total_seconds())
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = self._now()
        while self._queue and self._queue[0][0] <= now:
            deadline, table_id = heapq.heappop(self._queue)
            if self._deadlines.get(table_id) == deadline:
                del self._deadlines[table_id]
                self._due.append(table_id)
        self._serve()
        self._aim()

    def _serve(self) -> None:
        while self._due and self._paused_at is None and len(self._acting) < AT_ONCE:
            self._spawn(self._due.popleft(), self._time_is_up)

    def _spawn(self, table_id: int, work: _Work) -> None:
        task = asyncio.create_task(self._act(table_id, work))
        self._acting.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._acting.discard(task)
        self._serve()

    async def _act(self, table_id: int, work: _Work) -> None:
        try:
            await self._presses.quiet()
            await work(table_id)
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
        record = await self._tables.get(table_id)
        table = record.table
        if table.awaited_house():
            await house_players.move(self._tables, table)
        elif not self._is_shown(record):
            await self._hold(table_id)
        else:
            await self._tables.change(table_id, lambda current: _still(current, table))

    async def _hold(self, table_id: int) -> None:
        """Blame nobody for what they couldn't see; a table that stays out of reach ends in the end."""
        since = self._held.setdefault(table_id, self._now())
        if self._now() - since >= LOST:
            await self._tables.change(table_id, lost_channel)
            return
        _log.info("clock held, the table can't be shown", table=table_id)
        if self._running:
            self._watch(table_id, since + LOST)
            self._aim()

    async def _afresh(self, table_id: int) -> None:
        record = await self._tables.restart_clock(table_id)
        self._held.pop(table_id, None)
        if self._running:
            self._watch(table_id, record.deadline)
            self._aim()
            self._redraw(table_id)


def _still(current: Table, asked: Table) -> list[Event]:
    """What the clock does, unless somebody has moved in the very moment."""
    return time_is_up(current) if current.asked_seq == asked.asked_seq else []
