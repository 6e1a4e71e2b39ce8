"""Keeps a table's messages in its channel up to date.

For every table at most one update is under way; what changes meanwhile is shown by the next, so that only
the newest state is sent. What has been posted is stored with the table: after a restart, or when Discord
has been out of reach, the publisher goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from typing import Any, Final

import discord
import structlog

from bot.table.endings import lost_channel
from bot.table.standing.wardrobe import Wardrobe
from bot.table.table import Refused
from bot.table.tables import Change, Tables
from bot.ui.failures import UNREACHABLE, described
from bot.ui.posted import Posted
from bot.ui.shown import ShownPanels
from bot.ui.update import Update
from db.errors import DatabaseUnavailable

_log = structlog.get_logger(__name__)

UNKNOWN_CHANNEL: Final = 10003
_FIRST_RETRY: Final = 5.0
_LAST_RETRY: Final = 300.0
_WRITE_AFTER: Final = 60.0
"""Seconds until it is stored that messages have been edited, for tables at which nothing happens meanwhile."""


class Publisher:
    """Posts and edits the public messages of all tables."""

    def __init__(self, client: discord.Client, tables: Tables, wardrobe: Wardrobe) -> None:
        self._client = client
        self._tables = tables
        self._wardrobe = wardrobe
        self._wanted: set[int] = set()
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._delays: dict[int, float] = {}
        self._retries: dict[int, asyncio.TimerHandle] = {}
        self._shown = ShownPanels()
        self._writing: asyncio.TimerHandle | None = None
        self._spawned: set[asyncio.Task[None]] = set()

    def changed(self, change: Change) -> None:
        """Show a table's new state as soon as possible; whoever opens a table shows its lobby."""
        if change.before is not change.after:
            self.request(change.after.id)

    def request(self, table_id: int) -> None:
        """Bring a table's messages up to date as soon as possible."""
        self._wanted.add(table_id)
        if table_id not in self._busy:
            self._busy[table_id] = asyncio.create_task(self._work(table_id))

    async def adopt(self, table_id: int, message_id: int, seq: int = 0) -> None:
        """Take over a message that already shows a table's lobby, as of event `seq`, unless there is one.

        Raises `Refused` when there is no such table.
        """
        posted = Posted(lobby=message_id)
        await self._tables.first_published(table_id, posted.model_dump_json(), seq)

    async def resume(self) -> None:
        """After a start: show what the channel hasn't seen."""
        try:
            unpublished = await self._tables.store.unpublished()
        except DatabaseUnavailable as error:
            _log.warning("unpublished tables not looked for", reason=str(error))
            return
        for table_id in unpublished:
            self.request(table_id)

    async def finish(self, seconds: float) -> None:
        """Wait for the updates that are under way, but not for long: what is missing is shown after a start."""
        if self._busy:
            await asyncio.wait(self._busy.values(), timeout=seconds)
        if self._writing is not None:
            self._writing.cancel()
        await self._write()

    async def deleted(self, guild: int, message_ids: Collection[int]) -> None:
        """Post tables' live messages again, if they are among these that were deleted in a server."""
        for message_id in message_ids:
            self._shown.forget(message_id)
        try:
            live = await self._tables.store.messages_in(guild)
        except DatabaseUnavailable as error:
            _log.warning("deletion not looked into", guild=guild, reason=str(error))
            return
        for table_id, messages in live.items():
            posted = Posted.model_validate_json(messages)
            if (posted.message or posted.lobby) in message_ids:
                self.request(table_id)

    async def _work(self, table_id: int) -> None:
        try:
            while table_id in self._wanted:
                self._wanted.discard(table_id)
                if not await self._attempt(table_id):
                    break
        finally:
            del self._busy[table_id]
        if table_id in self._wanted and table_id not in self._delays:
            self.request(table_id)

    async def _attempt(self, table_id: int) -> bool:
        """Publish once. False when it failed, and is to be tried again later or on the next occasion."""
        try:
            record = await self._tables.get(table_id)
            await Update(self._client, self._tables, record, self._shown, self._wardrobe).run()
        except (discord.Forbidden, discord.NotFound) as error:
            # The channel is closed to the bot: the table waits, and the next move tries again. Or it is gone.
            _log.warning("channel out of reach", table=table_id, status=error.status, code=error.code)
            if error.code == UNKNOWN_CHANNEL:
                await self._end(table_id)
            return False
        except (*UNREACHABLE, DatabaseUnavailable) as error:
            self._retry_later(table_id, error)
            return False
        except Refused:
            return False
        except Exception:  # noqa: BLE001 - logged; a task has nobody else to tell
            # A fault in the program: trying the same again would not help, the next change may.
            _log.exception("unexpected failure", table=table_id)
            return False
        self._delays.pop(table_id, None)
        self._write_later()
        if retry := self._retries.pop(table_id, None):
            retry.cancel()
        return True

    def _write_later(self) -> None:
        if self._writing is None:
            loop = asyncio.get_running_loop()
            self._writing = loop.call_later(_WRITE_AFTER, lambda: self._spawn(self._write()))

    async def _write(self) -> None:
        """Store what the channels show, as far as no commit has done so."""
        self._writing = None
        try:
            await self._tables.write_published()
        except DatabaseUnavailable as error:
            _log.warning("what is shown not stored yet", reason=str(error))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._spawned.add(task)
        task.add_done_callback(self._spawned.discard)

    async def _end(self, table_id: int) -> None:
        """End a table whose channel or thread was deleted while nobody told the bot."""
        try:
            change = await self._tables.act(table_id, lost_channel)
            if not change.events:
                # It was over before: its last news can't reach anybody any more.
                record = await self._tables.get(table_id)
                await self._tables.published(table_id, record.messages, record.table.seq)
        except (Refused, DatabaseUnavailable) as error:
            _log.warning("table without a place not ended", table=table_id, error=type(error).__name__)

    def _retry_later(self, table_id: int, error: Exception) -> None:
        delay = self._delays.get(table_id, _FIRST_RETRY)
        self._delays[table_id] = min(delay * 2, _LAST_RETRY)
        _log.warning("table not shown", table=table_id, retry_in=delay, **described(error))
        if earlier := self._retries.get(table_id):
            earlier.cancel()
        self._retries[table_id] = asyncio.get_running_loop().call_later(delay, self.request, table_id)
