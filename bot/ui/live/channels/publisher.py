"""Keeps a table's messages in its channel up to date.

For every table at most one pass over its messages is under way; what changes meanwhile is shown by the next,
so that only the newest state is sent. What has been posted is stored with the table: after a restart, or when
Discord has been out of reach, the publisher goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Generator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

import discord
import structlog

from bot.background import Background
from bot.cribbage.events import Discarded, Played
from bot.table.endings import lost_channel
from bot.table.standing.wardrobe import Wardrobe
from bot.table.store import Clock, Record
from bot.table.table import Refused, Table
from bot.table.tables import Change, Tables
from bot.ui.live.answers.failures import described
from bot.ui.live.channels import places
from bot.ui.live.channels.channel_pass import ChannelPass
from bot.ui.live.channels.line import Line
from bot.ui.live.channels.live_messages import LiveMessages
from bot.ui.live.channels.posted import Posted
from bot.ui.live.channels.retries import Retries
from bot.ui.live.channels.shown import ShownPanels
from bot.ui.live.channels.trouble import Trouble, judge
from db.errors import DatabaseUnavailable

_log = structlog.get_logger(__name__)

AT_ONCE: Final = 8
"""How many tables are brought up to date at the same time: a restart may bring thousands."""
URGENT: Final = 64
"""The same where people have just acted. They don't wait for channels to which Discord is slow."""
OVER_FOR: Final = timedelta(days=1)
TRIED_FOR: Final = timedelta(hours=1)
"""A table that ended so long ago, and has been closed to the bot for so long since it started, is given up."""
_WRITE_AFTER: Final = 60.0
"""Seconds until it is stored that messages have been edited, for tables at which nothing happens meanwhile."""


class Publisher:
    """Posts and edits the public messages of all tables."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        wardrobe: Wardrobe,
        clock: Clock = discord.utils.utcnow,
    ) -> None:
        self._client = client
        self._tables = tables
        self._wardrobe = wardrobe
        self._clock = clock
        self._line = Line()
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._retries = Retries(self._again, clock)
        self._shown = ShownPanels()
        self._live = LiveMessages()
        self._writing: asyncio.TimerHandle | None = None
        self._spawned = Background()
        self._opening: set[asyncio.Future[None]] = set()

    def changed(self, change: Change) -> None:
        """Show a table's new state as soon as possible; whoever opens a table shows its lobby."""
        if change.before is not change.after:
            moved = any(isinstance(event, Discarded | Played) for event in change.events)
            self.request(change.after.id, urgent=moved or change.by is not None)

    def request(self, table_id: int, *, urgent: bool = True) -> None:
        """Bring a table's messages up to date as soon as possible, before those that aren't urgent."""
        self._line.add(table_id, urgent=urgent)
        self._go_on()

    @contextmanager
    def opening(self) -> Generator[None]:
        """Somebody opens a table, and its lobby is their answer. Until that has arrived, nobody else posts it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._opening.add(done)
        try:
            yield
        finally:
            self._opening.discard(done)
            done.set_result(None)

    async def adopt(self, table_id: int, message_id: int, seq: int = 0) -> None:
        """Take over a message that already shows a table's lobby, as of event `seq`, unless there is one.

        Raises `Refused` when there is no such table.
        """
        posted = Posted(lobby=message_id)
        await self._tables.first_published(table_id, posted.model_dump_json(), seq)
        record = await self._tables.get(table_id)
        self._live.note(table_id, Posted.model_validate_json(record.messages), live=record.table.live)

    async def resume(self) -> None:
        """After a start: show what the channel hasn't seen. Raises when the database can't be read."""
        # What was deleted meanwhile may never be told.
        self._shown.clear()
        await self._fill()
        for table_id in await self._tables.store.unpublished():
            self.request(table_id, urgent=False)

    async def finish(self, seconds: float) -> None:
        """Wait for the updates that are wanted, but not for long: what is missing is shown after a start."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while self._busy and (left := end - loop.time()) > 0:
            await asyncio.wait(self._busy.values(), timeout=left, return_when=asyncio.FIRST_COMPLETED)
        self._line.clear()
        self._retries.stop()
        if self._writing is not None:
            self._writing.cancel()
        await self._write()

    async def deleted(self, guild: int, message_ids: Collection[int]) -> None:
        """Post tables' live messages again, if they are among these that were deleted in a server."""
        for message_id in message_ids:
            self._shown.forget(message_id)
        try:
            await self._fill()
        except DatabaseUnavailable as error:
            _log.warning("deletion not looked into", guild=guild, reason=str(error))
        for table_id in self._live.among(message_ids):
            self.request(table_id)

    def reopened(self, guild: int, place: int | None = None) -> None:
        """Something has changed at a server, or at one of its channels: what was out of reach may not be now."""
        self._retries.reopened(guild, place)

    async def _fill(self) -> None:
        if not self._live.filled:
            self._live.fill(await self._tables.store.live_messages())

    def _again(self, table_id: int) -> None:
        self.request(table_id, urgent=False)

    def _go_on(self) -> None:
        """Begin passes, as many as may be under way: the one place where they begin."""
        while (busy := len(self._busy)) < URGENT:
            table_id = self._line.next(but=self._busy, urgent=busy >= AT_ONCE)
            if table_id is None:
                return
            self._busy[table_id] = asyncio.create_task(self._work(table_id))

    async def _work(self, table_id: int) -> None:
        try:
            await self._pass(table_id)
        finally:
            del self._busy[table_id]
            self._go_on()

    async def _pass(self, table_id: int) -> None:
        """Publish once. What can't be shown is tried again, or given up."""
        record: Record | None = None
        update: ChannelPass | None = None
        try:
            record = await self._tables.get(table_id)
            if self._opening and Posted.model_validate_json(record.messages).live is None:
                await asyncio.wait(set(self._opening))
                record = await self._tables.get(table_id)
            update = ChannelPass(self._client, self._tables, record, self._shown, self._live, self._wardrobe)
            await update.run()
        except Refused:
            self._retries.done(table_id)
        except Exception as error:  # noqa: BLE001 - a task has nobody else to tell: retried, or given up and logged
            await self._failed(table_id, record, update, error)
        else:
            self._retries.done(table_id)
            self._write_later()

    async def _failed(
        self, table_id: int, record: Record | None, update: ChannelPass | None, error: Exception
    ) -> None:
        """Do what follows from an error: end the table, give it up, or try it again."""
        trouble = judge(error)
        try:
            if record is not None and update is not None:
                if trouble in (Trouble.CLOSED, Trouble.MISSING):
                    trouble = await self._ask(record, update, trouble)
                if trouble is Trouble.MISSING:
                    await self._end(record, update)
                    return
                if trouble is Trouble.WRONG or (trouble is Trouble.CLOSED and self._is_stale(record)):
                    await self._give_up(record, update, error)
                    return
        except Refused:
            return
        except Exception as another:  # noqa: BLE001 - see above
            error, trouble = another, judge(another)
        if trouble not in (Trouble.PASSING, Trouble.CLOSED):
            self._retries.done(table_id)
            _log.error("unexpected failure", table=table_id, exc_info=error)
            return
        self._retry(table_id, trouble, record, update, error)

    async def _ask(self, record: Record, update: ChannelPass, trouble: Trouble) -> Trouble:
        """What Discord itself says about a place that seems to be closed, or missing."""
        where = update.places if trouble is Trouble.MISSING else ()
        gone = await places.any_gone(self._client, record.table.guild, where)
        return Trouble.MISSING if gone else Trouble.CLOSED

    def _is_stale(self, record: Record) -> bool:
        """Whether a table ended so long ago that its last news needn't be told any more."""
        since, now = self._retries.since(record.table.id), self._clock()
        return (
            not record.table.live
            and record.ended_at is not None
            and record.ended_at + OVER_FOR <= now
            and since is not None
            and since + TRIED_FOR <= now
        )

    async def _end(self, record: Record, update: ChannelPass) -> None:
        """End a table whose place is gone. If it is over already, its last news can't reach anybody any more."""
        table = record.table
        if table.live:
            await self._tables.change(table.id, lost_channel)
            _log.info("table ended, its place is gone", table=table.id)
        else:
            await self._leave_as_it_is(table, update)
        self._retries.done(table.id)

    async def _give_up(self, record: Record, update: ChannelPass, error: Exception) -> None:
        """Try no more until the table changes; one that has ended is not begun again after a restart either."""
        table = record.table
        if isinstance(error, discord.HTTPException):
            if not table.live:
                await self._leave_as_it_is(table, update)
            _log.warning("table given up", table=table.id, **described(error))
        else:
            # A fault in the program: trying the same again would not help, the next version may.
            _log.error("unexpected failure", table=table.id, exc_info=error)
        self._retries.done(table.id)

    async def _leave_as_it_is(self, table: Table, update: ChannelPass) -> None:
        """Regard a table that is over as shown, so that it isn't taken up again."""
        self._live.note(table.id, Posted(), live=False)
        await self._tables.published(table.id, update.messages, table.seq)

    def _retry(
        self,
        table_id: int,
        trouble: Trouble,
        record: Record | None,
        update: ChannelPass | None,
        error: Exception,
    ) -> None:
        known = table_id in self._retries
        guild = record.table.guild if record else None
        around = places.around(self._client, guild, update.places) if guild and update else None
        pause = self._retries.later(table_id, trouble, guild, around)
        if trouble is Trouble.PASSING:
            _log.warning("table not shown", table=table_id, retry_in=pause, **described(error))
        else:
            # That a place stays closed is no news.
            level = _log.info if known else _log.warning
            level("channel out of reach", table=table_id, retry_in=pause, **described(error))

    def _write_later(self) -> None:
        if self._writing is None:
            loop = asyncio.get_running_loop()
            self._writing = loop.call_later(_WRITE_AFTER, lambda: self._spawned.begin(self._write()))

    async def _write(self) -> None:
        """Store what the channels show, as far as no commit has done so."""
        self._writing = None
        try:
            await self._tables.write_published()
        except DatabaseUnavailable as error:
            _log.warning("what is shown not stored yet", reason=str(error))
