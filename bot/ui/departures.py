"""Channels, threads and servers that go away: what becomes of the tables that stood there."""

from __future__ import annotations

from collections.abc import Iterable

import discord
import structlog

from bot.table.endings import lost_channel
from bot.table.table import Refused
from bot.table.tables import Tables
from bot.ui.failures import UNREACHABLE, described
from bot.ui.posted import Posted
from db.errors import DatabaseUnavailable

_log = structlog.get_logger(__name__)


class Departures:
    """Ends the tables whose place is gone: nobody's fault, so there is no result for anybody."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables

    async def while_away(self) -> None:
        """End the tables of servers that the bot was removed from while it was away.

        Channels and threads that went meanwhile are noticed at the next message: Discord doesn't tell which
        threads there are.
        """
        try:
            for guild in await self._tables.store.guilds():
                if self._client.get_guild(guild) is None and await self._is_gone(guild):
                    await self.server(guild)
        except (*UNREACHABLE, DatabaseUnavailable) as error:
            _log.warning("lost servers not looked for", **described(error))

    async def _is_gone(self, guild: int) -> bool:
        """Ask Discord itself: after an outage a server may be missing among those that it lists."""
        try:
            await self._client.fetch_guild(guild, with_counts=False)
        except (discord.NotFound, discord.Forbidden):
            return True
        return False

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
                await self._tables.act(number, lost_channel)
            except Refused:
                continue
            _log.info("table ended, its place is gone", table=number)
