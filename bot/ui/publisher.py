"""Keeps a table's messages in its channel up to date.

For every table at most one update is under way; what changes meanwhile is shown by the next, so that only
the newest state is sent. What has been posted is stored with the table: after a restart, or when Discord
has been out of reach, the publisher goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.table.history import best_hands, end_of_deal
from bot.table.store import Record
from bot.table.table import Refused, Table
from bot.table.tables import Change, Tables
from bot.ui.components import mentions, to_view
from bot.ui.failures import UNREACHABLE, described
from bot.ui.finish import finish_panel
from bot.ui.layout import Panel
from bot.ui.lobby import lobby_panel
from bot.ui.posted import Posted
from bot.ui.show import show_panel
from bot.ui.tabletop import table_panel
from db.errors import DatabaseUnavailable

_log = structlog.get_logger(__name__)

UNKNOWN_MESSAGE: Final = 10008
TOO_OLD_TO_EDIT: Final = 30046
ARCHIVED_THREAD: Final = 50083  # a new message brings the thread back, an edit doesn't
_FIRST_RETRY: Final = 5.0
_LAST_RETRY: Final = 300.0


class Publisher:
    """Posts and edits the public messages of all tables."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables
        self._wanted: set[int] = set()
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._delays: dict[int, float] = {}
        self._retries: dict[int, asyncio.TimerHandle] = {}

    def changed(self, change: Change) -> None:
        """Show a table's new state as soon as possible."""
        self.request(change.after.id)

    def request(self, table_id: int) -> None:
        """Bring a table's messages up to date as soon as possible."""
        self._wanted.add(table_id)
        if table_id not in self._busy:
            self._busy[table_id] = asyncio.create_task(self._work(table_id))

    async def adopt(self, table: Table, message_id: int) -> None:
        """Take over a message that already shows a table's lobby."""
        posted = Posted(lobby=message_id)
        await self._tables.published(table.id, posted.model_dump_json(), table.seq)

    async def resume(self) -> None:
        """After a start: show what the channel hasn't seen."""
        for table_id in await self._tables.store.unpublished():
            self.request(table_id)

    async def deleted(self, guild: int, message_ids: Collection[int]) -> None:
        """Post tables' live messages again, if they are among these that were deleted in a server."""
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
            await _Update(self._client, self._tables, await self._tables.get(table_id)).run()
        except (discord.Forbidden, discord.NotFound) as error:
            # The channel is gone or closed to the bot. The table waits; the next move tries again.
            _log.warning("channel out of reach", table=table_id, status=error.status, code=error.code)
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
        if retry := self._retries.pop(table_id, None):
            retry.cancel()
        return True

    def _retry_later(self, table_id: int, error: Exception) -> None:
        delay = self._delays.get(table_id, _FIRST_RETRY)
        self._delays[table_id] = min(delay * 2, _LAST_RETRY)
        _log.warning("table not shown", table=table_id, retry_in=delay, **described(error))
        if earlier := self._retries.get(table_id):
            earlier.cancel()
        self._retries[table_id] = asyncio.get_running_loop().call_later(delay, self.request, table_id)


class _Update:
    """One pass over a table's messages: what is missing is posted, what has changed is edited."""

    def __init__(self, client: discord.Client, tables: Tables, record: Record) -> None:
        self._tables = tables
        self._record = record
        self._table = record.table
        self._posted = Posted.model_validate_json(record.messages)
        self._channel = client.get_partial_messageable(record.table.channel, guild_id=record.table.guild)

    async def run(self) -> None:
        table = self._table
        if table.game is None:
            if table.status == "lobby" or self._posted.lobby is not None:
                await self._show_lobby()
        else:
            await self._close_lobby()
            await self._keep(deal=self._posted.deal or table.game.deal)
            await self._close_deals(table.game.deal)
            if table.status == "finished":
                await self._close_deals(table.game.deal + 1)
                await self._finish()
            else:
                await self._show_deal()
        await self._tables.published(table.id, self._posted.model_dump_json(), table.seq)

    async def _show_lobby(self) -> None:
        panel = lobby_panel(self._table)
        await self._keep(lobby=await self._show(self._posted.lobby, panel, nonce="lobby"))

    async def _close_lobby(self) -> None:
        """Leave the cut for deal where the lobby was."""
        if self._posted.lobby_done:
            return
        if self._posted.lobby is not None:
            await self._edit(self._posted.lobby, lobby_panel(self._table))
        await self._keep(lobby_done=True)

    async def _close_deals(self, before: int) -> None:
        """Take the buttons from the messages of deals that are over, and post their shows."""
        while self._posted.deal < before:
            number = self._posted.deal
            table = end_of_deal(self._table.id, await self._tables.store.log(self._table.id), number)
            if self._posted.message is not None:
                await self._edit(self._posted.message, table_panel(table, record=True))
                await self._keep(message=None)
            show = show_panel(table)
            if show is not None and self._posted.shown < number:
                await self._send(show, nonce=f"{self._table.id}.show{number}")
                await self._keep(shown=number)
            await self._keep(deal=number + 1)

    async def _show_deal(self) -> None:
        game = self._table.game
        assert game is not None
        panel = table_panel(self._table)
        await self._keep(message=await self._show(self._posted.message, panel, nonce=f"deal{game.deal}"))

    async def _finish(self) -> None:
        if self._posted.finished:
            return
        log = await self._tables.store.log(self._table.id)
        started, ended = self._record.started_at, self._record.ended_at
        length = ended - started if started and ended else None
        await self._send(finish_panel(self._table, best_hands(log), length), nonce=f"{self._table.id}.end")
        await self._keep(finished=True)

    async def _show(self, message: int | None, panel: Panel, *, nonce: str) -> int:
        """Edit the message, or post it when there is none (any more). Returns its id."""
        if message is None:
            return await self._send(panel, nonce=f"{self._table.id}.{nonce}")
        if await self._edit(message, panel):
            return message
        # Whom the message notifies has been notified by the one that it replaces.
        again = await self._send(replace(panel, notifies=()), nonce=f"again{message}")
        await self._drop(message)
        return again

    async def _edit(self, message: int, panel: Panel) -> bool:
        """Edit a message. False when it is gone, or so old that Discord has had enough of edits."""
        try:
            await self._channel.get_partial_message(message).edit(
                view=to_view(panel), allowed_mentions=mentions(Panel(()))
            )
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, ARCHIVED_THREAD):
                raise
            _log.info("message can't be edited", table=self._table.id, code=error.code)
            return False
        return True

    async def _drop(self, message: int) -> None:
        """Take away a message that another has replaced, if it is still there."""
        with suppress(*UNREACHABLE):
            await self._channel.get_partial_message(message).delete()

    async def _send(self, panel: Panel, *, nonce: str) -> int:
        """Post a message. The nonce keeps Discord from posting it twice when the bot dies right after."""
        message = await self._channel.send(
            view=to_view(panel),
            allowed_mentions=mentions(panel),
            nonce=nonce,
        )
        return message.id

    async def _keep(self, **changes: object) -> None:
        """Store a step of the way, so that it isn't gone again after a restart."""
        posted = self._posted.but(**changes)
        if posted != self._posted:
            self._posted = posted
            await self._tables.published(self._table.id, posted.model_dump_json(), self._record.published_seq)
