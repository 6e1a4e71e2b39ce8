"""Channels, threads and servers that go away: what becomes of the tables that stood there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final

import discord
import structlog

from bot.background import Background
from bot.table.endings import lost_channel
from bot.table.table import Refused
from bot.table.tables import Tables
from bot.ui.live.answers.failures import UNREACHABLE, described
from bot.ui.live.channels.places import server_is_gone
from bot.ui.live.channels.posted import Posted
from bot.ui.live.channels.trouble import Trouble, judge
from db.errors import Conflict, DatabaseUnavailable

_log = structlog.get_logger(__name__)

_FIRST: Final = 5.0
_LONGEST: Final = 300.0
"""Seconds until it is tried again to end tables while the database is away, at first and at most."""

_Find = Callable[[], Awaitable[Iterable[int]]]


class Departures:
    """Ends the tables whose place is gone: nobody's fault, so there is no result for anybody."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables
        self._ending = Background()

    async def while_away(self) -> None:
        """End the tables of servers that the bot was removed from while it was away.

        Channels and threads that went meanwhile are noticed at the next message: Discord doesn't tell which
        threads there are. Raises what the database or Discord raise; the other servers have been looked at.
        """
        failure: Exception | None = None
        for guild in await self._tables.store.guilds():
            if self._client.get_guild(guild) is not None:
                continue
            try:
                if await server_is_gone(self._client, guild):
                    await self._end(await self._tables.store.live_at(guild))
            except (*UNREACHABLE, DatabaseUnavailable, Conflict) as error:
                _log.warning("lost server not looked for", guild=guild, **described(error))
                failure = failure or error
        if failure is not None:
            raise failure

    async def server(self, guild: int) -> None:
        """The bot was removed from a server."""
        await self._lost(partial(self._tables.store.live_at, guild))

    async def channel(self, guild: int, channel: int) -> None:
        """A channel, or a thread in which tables were opened, was deleted."""
        await self._lost(partial(self._tables.store.live_at, guild, channel))

    async def thread(self, guild: int, thread: int) -> None:
        """A thread was deleted: tables may have been opened in it, or play in it."""
        await self._lost(partial(self._in_thread, guild, thread))

    async def _in_thread(self, guild: int, thread: int) -> set[int]:
        numbers = set(await self._tables.store.live_at(guild, thread))
        for number in await self._tables.store.live_at(guild):
            record = await self._tables.get(number)
            if Posted.model_validate_json(record.messages).thread == thread:
                numbers.add(number)
        return numbers

    async def _lost(self, find: _Find, pause: float = _FIRST) -> None:
        """End the tables that are found, as soon as the database can be reached: Discord tells only once."""
        try:
            await self._end(await find())
        except Exception as error:
            if judge(error) is not Trouble.PASSING:
                raise
            _log.warning("tables without a place not ended yet", retry_in=pause, **described(error))
            longer = min(pause * 2, _LONGEST)
            asyncio.get_running_loop().call_later(pause, lambda: self._ending.begin(self._lost(find, longer)))

    async def _end(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            try:
                await self._tables.change(number, lost_channel)
            except Refused:
                continue
            _log.info("table ended, its place is gone", table=number)
