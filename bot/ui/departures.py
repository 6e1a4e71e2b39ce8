"""Channels, threads and servers that go away: what becomes of the tables that stood there."""

from __future__ import annotations

from collections.abc import Iterable

import structlog

from bot.table.endings import lost_channel
from bot.table.events import Event
from bot.table.table import Refused, Table
from bot.table.tables import Tables
from bot.ui.posted import Posted

_log = structlog.get_logger(__name__)


class Departures:
    """Ends the tables whose place is gone: nobody's fault, so there is no result for anybody."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def server(self, guild: int) -> None:
        """The bot was removed from a server."""
        await self._end(await self._tables.store.live_at(guild))

    async def channel(self, guild: int, channel: int) -> None:
        """A channel, or a thread in which tables were opened, was deleted."""
        await self._end(await self._tables.store.live_at(guild, channel))

    async def thread(self, guild: int, thread: int) -> None:
        """A thread was deleted: tables may have been opened in it, or play in it."""
        numbers = set(await self._tables.store.live_at(guild, thread))
        for number in await self._tables.store.live_at(guild):
            record = await self._tables.get(number)
            if Posted.model_validate_json(record.messages).thread == thread:
                numbers.add(number)
        await self._end(numbers)

    async def _end(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            try:
                await self._tables.act(number, _lost)
            except Refused:
                continue
            _log.info("table ended, its place is gone", table=number)


def _lost(table: Table) -> list[Event]:
    return lost_channel(table) if table.live else []
