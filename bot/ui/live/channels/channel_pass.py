"""One pass over a table's messages in its channel."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final, Literal

import discord
import structlog

from bot.table.history import best_hands, end_of_deal
from bot.table.standing.wardrobe import Wardrobe
from bot.table.store import Record
from bot.table.tables import Tables
from bot.ui.live.answers.failures import UNREACHABLE
from bot.ui.live.channels.live_messages import LiveMessages
from bot.ui.live.channels.posted import Posted
from bot.ui.live.channels.shown import ShownPanels
from bot.ui.live.channels.trouble import Trouble, judge
from bot.ui.live.sending.components import says_the_same
from bot.ui.live.sending.delivery import delivery_of
from bot.ui.live.sending.rendering import Rendered
from bot.ui.panels.layout import Panel
from bot.ui.panels.table.finish import finish_panel
from bot.ui.panels.table.lobby import lobby_panel
from bot.ui.panels.table.playing import table_panel
from bot.ui.panels.table.reminder import reminder_panel
from bot.ui.panels.table.show import show_panel

_log = structlog.get_logger(__name__)

REFUSED: Final = (400, 413)
"""What an edit is answered that Discord doesn't take: the message may be too old (30046), or its thread
archived (50083), which a new message brings back and an edit doesn't."""
UNKNOWN_MESSAGE: Final = 10008
THREAD_EXISTS: Final = 160004
MAY_NOT: Final = 50013

Edited = Literal["edited", "gone", "refused"]
"""What became of an edit: done, or the message is gone, or it can only be replaced by another."""


class ChannelPass:
    """One pass over a table's messages: what is missing is posted, what has changed is edited."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        record: Record,
        shown: ShownPanels,
        live: LiveMessages,
        wardrobe: Wardrobe,
    ) -> None:
        self._client = client
        self._tables = tables
        self._record = record
        self._table = record.table
        self._shown = shown
        self._live = live
        self._delivery = delivery_of(client)
        self._wardrobe = wardrobe
        self._posted = Posted.model_validate_json(record.messages)

    @property
    def messages(self) -> str:
        """What has been posted by now, as it is stored."""
        return self._posted.model_dump_json()

    @property
    def places(self) -> tuple[int, ...]:
        """The channel and the thread in which messages are."""
        thread = self._posted.thread
        return (
            (self._table.channel,) if thread in (None, self._table.channel) else (self._table.channel, thread)
        )

    async def run(self) -> None:
        """Do it. Raises what Discord or the database raises; what was done before that is stored."""
        table = self._table
        if "channel_gone" in (table.closed, table.stopped):
            await self._tell_of_the_loss()
        elif table.game is None:
            if table.status == "lobby" or self._posted.lobby is not None:
                await self._show_lobby()
        else:
            # If nothing is stored, the messages were lost, and earlier deals are not told again.
            first = table.game.deal if self._posted.lobby is None else 1
            await self._close_lobby()
            await self._open_thread()
            await self._keep(deal=self._posted.deal or first)
            await self._close_deals(table.game.deal)
            if table.status == "finished":
                await self._close_deals(table.game.deal + 1)
                await self._finish()
            else:
                await self._show_deal()
            await self._remind()
        self._live.note(table.id, self._posted, live=table.live)
        await self._tables.published(table.id, self.messages, table.seq)

    def _place(self, *, lobby: bool = False) -> discord.PartialMessageable:
        """Where messages go: the lobby's into the channel, the others into the table's thread if it has one."""
        thread = None if lobby else self._posted.thread
        return self._client.get_partial_messageable(thread or self._table.channel, guild_id=self._table.guild)

    async def _show_lobby(self) -> None:
        panel = lobby_panel(self._table, self._record.until)
        lobby = await self._show(self._posted.lobby, panel, nonce="lobby", lobby=True)
        await self._keep(lobby=lobby)

    async def _close_lobby(self) -> None:
        """Leave the cut for deal where the lobby was; a rematch that began at once had none."""
        if self._posted.lobby_done:
            return
        panel = lobby_panel(self._table)
        if self._posted.lobby is not None:
            await self._keep(lobby=await self._leave(self._posted.lobby, panel, lobby=True))
        elif self._table.opening.rematch_of is not None:
            await self._keep(lobby=await self._send(panel, nonce=f"{self._table.id}.lobby", lobby=True))
        await self._keep(lobby_done=True)

    async def _open_thread(self) -> None:
        """Start the thread in which the game is to be played, at the lobby's message.

        When that can't be done, the game is played in the channel: the message is gone, the bot may not, the
        server has as many active threads as it can have, or the channel is of a kind that has none.
        """
        if not self._table.opening.thread or self._posted.thread is not None or self._posted.lobby is None:
            return
        message = self._place(lobby=True).get_partial_message(self._posted.lobby)
        # A thread that begins at a message has the message's id.
        thread = self._posted.lobby
        try:
            await message.create_thread(name=f"Cribbage, table {self._table.id}", auto_archive_duration=1440)
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS:
                refused = error.status in REFUSED or judge(error) is Trouble.WRONG
                if not refused and error.code not in (UNKNOWN_MESSAGE, MAY_NOT):
                    raise
                _log.info("no thread for a table", table=self._table.id, code=error.code)
                thread = self._table.channel
        await self._keep(thread=thread)

    async def _tell_of_the_loss(self) -> None:
        """Say that a table ended because its place is gone, if there is still a place to say it in."""
        if self._posted.finished:
            return
        if self._table.game is None:
            if self._posted.lobby is not None:
                await self._edit(self._posted.lobby, lobby_panel(self._table), lobby=True)
        elif self._posted.thread not in (None, self._table.channel):
            await self._send(finish_panel(self._table, {}), nonce=f"{self._table.id}.end", lobby=True)
        await self._keep(finished=True)

    async def _close_deals(self, before: int) -> None:
        """Take the buttons from the messages of deals that are over, and post their shows."""
        while self._posted.deal < before:
            number = self._posted.deal
            table = end_of_deal(self._table.id, await self._tables.store.log(self._table.id), number)
            if self._posted.message is not None:
                record = table_panel(table, record=True, backs=await self._backs())
                await self._leave(self._posted.message, record)
                await self._keep(message=None)
            show = show_panel(table)
            if show is not None and self._posted.shown < number:
                await self._send(show, nonce=f"{self._table.id}.show{number}")
                await self._keep(shown=number)
            await self._keep(deal=number + 1)

    async def _backs(self) -> list[str]:
        """The back of every seat's cards: its person's choice."""
        people = [seat.person.user for seat in self._table.seats if seat.person]
        cards = await self._wardrobe.of(people)
        return [cards[seat.person.user].back if seat.person else "" for seat in self._table.seats]

    async def _show_deal(self) -> None:
        panel = table_panel(self._table, until=self._record.until, backs=await self._backs())
        await self._keep(
            message=await self._show(self._posted.message, panel, nonce=f"deal{self._table.the_game.deal}")
        )

    async def _finish(self) -> None:
        if self._posted.finished:
            return
        log = await self._tables.store.log(self._table.id)
        started, ended = self._record.started_at, self._record.ended_at
        length = ended - started if started and ended else None
        await self._send(finish_panel(self._table, best_hands(log), length), nonce=f"{self._table.id}.end")
        await self._keep(finished=True)

    async def _remind(self) -> None:
        """Mention people who are waited for, and remove what mentions those who have acted."""
        asked = self._table.asked_seq
        panel = reminder_panel(self._table, self._link(), self._record.until)
        if self._posted.reminder is not None and (panel is None or self._posted.reminded_at != asked):
            await self._drop(self._posted.reminder)
            await self._keep(reminder=None)
        if panel is not None and self._posted.reminder is not None:
            # Somebody has acted, and others are still waited for: an edit notifies nobody again.
            if not self._shown.is_shown(self._posted.reminder, panel):
                await self._edit(self._posted.reminder, panel)
        elif panel is not None:
            quiet = self._table.opening.quiet
            reminder = await self._send(panel, nonce=f"{self._table.id}.remind{asked}", quiet=quiet)
            await self._keep(reminder=reminder, reminded_at=asked)

    def _link(self) -> str | None:
        if self._posted.message is None:
            return None
        place = self._posted.thread or self._table.channel
        return f"https://discord.com/channels/{self._table.guild}/{place}/{self._posted.message}"

    async def _show(self, message: int | None, panel: Panel, *, nonce: str, lobby: bool = False) -> int:
        """Edit the message, or post it when there is none (any more). Returns its id."""
        if message is None:
            return await self._send(panel, nonce=f"{self._table.id}.{nonce}", lobby=lobby)
        if self._shown.is_shown(message, panel) or await self._edit(message, panel, lobby=lobby) == "edited":
            return message
        return await self._send_instead(message, panel, lobby=lobby)

    async def _leave(self, message: int, panel: Panel, *, lobby: bool = False) -> int:
        """Edit a message for the last time: it stays as a record, unless somebody has deleted it. Returns its id."""
        if await self._edit(message, panel, lobby=lobby) != "refused":
            return message
        return await self._send_instead(message, panel, lobby=lobby)

    async def _send_instead(self, message: int, panel: Panel, *, lobby: bool) -> int:
        # Whom the message notifies has been notified by the one that is replaced.
        again = await self._send(replace(panel, notifies=()), nonce=f"again{message}", lobby=lobby)
        await self._drop(message, lobby=lobby)
        return again

    async def _edit(self, message: int, panel: Panel, *, lobby: bool = False) -> Edited:
        """Edit a message. Refused: Discord doesn't take the edit, even in words alone."""
        self._shown.forget(message)
        there = self._place(lobby=lobby)

        async def edit(ready: Rendered) -> None:
            await there.get_partial_message(message).edit(
                view=ready.view, attachments=ready.files, allowed_mentions=ready.mentions
            )

        try:
            await self._delivery.send(replace(panel, notifies=()), "edit", there.id, edit)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE and error.status not in REFUSED:
                raise
            _log.info("message can't be edited", table=self._table.id, status=error.status, code=error.code)
            return "gone" if error.code == UNKNOWN_MESSAGE else "refused"
        self._shown.note(message, panel)
        return "edited"

    async def _drop(self, message: int, *, lobby: bool = False) -> None:
        """Take away a message that is not needed any more, if it is still there."""
        self._shown.forget(message)
        with suppress(*UNREACHABLE):
            await self._place(lobby=lobby).get_partial_message(message).delete()

    async def _send(self, panel: Panel, *, nonce: str, lobby: bool = False, quiet: bool = False) -> int:
        """Post a message. The nonce keeps Discord from posting it twice when the bot dies right after.

        Then Discord returns the message that is there already. It may be older than what it is to show.
        """
        there = self._place(lobby=lobby)

        async def post(ready: Rendered) -> tuple[discord.Message, bool]:
            message = await there.send(
                view=ready.view,
                files=ready.files,
                allowed_mentions=ready.mentions,
                nonce=nonce,
                silent=quiet,
            )
            return message, says_the_same(message, ready.view)

        message, is_new = await self._delivery.send(panel, "post", there.id, post)
        if is_new:
            self._shown.note(message.id, panel)
        else:
            await self._edit(message.id, panel, lobby=lobby)
        return message.id

    async def _keep(self, **changes: object) -> None:
        """Store a step of the way, so that it isn't gone again after a restart."""
        posted = self._posted.but(**changes)
        if posted != self._posted:
            self._posted = posted
            self._live.note(self._table.id, posted, live=self._table.live)
            await self._tables.published(self._table.id, self.messages, self._record.published_seq)
