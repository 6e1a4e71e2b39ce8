"""The discord.py bot: connects, hands every press to the door, and keeps the messages up to date."""

from __future__ import annotations

import pkgutil
from typing import Final

import discord
import structlog
from discord.ext import commands

import cogs
from bot.duties import Duties
from bot.table.clock import TableClock
from bot.table.patience import Pace
from bot.table.presses import Presses
from bot.table.privacy.copies import Copies
from bot.table.standing.wardrobe import Wardrobe
from bot.table.store import Clock, Store
from bot.table.tables import Tables
from bot.ui.live import commands_known
from bot.ui.live.answers.open_hands import OpenHands
from bot.ui.live.answers.private_hands import PrivateHands
from bot.ui.live.channels.departures import Departures
from bot.ui.live.channels.publisher import Publisher
from bot.ui.live.sending import emojis as card_emojis
from bot.ui.live.sending.delivery import Delivery
from bot.ui.live.sending.rendering import Renderer
from bot.ui.presses.clicks import Clicks
from bot.ui.presses.door import Door
from bot.ui.presses.tree import Tree
from bot.ui.presses.verbs import handlers
from db.engine import Database

_log = structlog.get_logger(__name__)

# A card table needs no voice, so nobody has to hear that there is none.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

_LAST_WORDS: Final = 5.0
"""Seconds for the messages that are under way when the bot is stopped."""
EXTENSIONS: Final = tuple(module.name for module in pkgutil.iter_modules(cogs.__path__, "cogs."))
"""Every file of `cogs/`."""
PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
)
"""What the bot needs in a channel, and all that its invite link asks for."""


class CribbageBot(commands.Bot):
    """Hosts the tables of a database on Discord. The database stays open when the bot closes."""

    def __init__(
        self, database: Database, clock: Clock = discord.utils.utcnow, pace: Pace | None = None
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.database = database
        self.connected = False
        self.duties = Duties()
        self.presses = Presses()
        self.tables = Tables(Store(database, clock, pace or Pace()))
        self.copies = Copies(database, self.presses, clock)
        self.renderer = Renderer()
        self.wardrobe = Wardrobe(database)
        self.delivery = Delivery(self.renderer, clock)
        self.publisher = Publisher(self, self.tables, self.wardrobe, clock)
        self.table_clock = TableClock(self.tables, clock, presses=self.presses, redraw=self.publisher.request)
        open_hands = OpenHands(clock, self.wardrobe)
        self.hands = PrivateHands(open_hands, self.wardrobe)
        self.door = Door()
        verbs = handlers(self.tables, self.hands, self.publisher, self.wardrobe, self.copies)
        self.clicks = Clicks(self.tables, self.hands, self.door, verbs)
        self.departures = Departures(self, self.tables)
        self.tables.listeners += [self.publisher.changed, open_hands.changed, self.table_clock.changed]
        self.tables.shown.append(self.table_clock.shown)

    async def setup_hook(self) -> None:
        """Load the commands, and tell Discord about them where it doesn't know them yet."""
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self.duties.begin("commands", self._sync)
        await self.duties.begin("emojis", self._fetch_emojis)

    async def _sync(self) -> None:
        if not await commands_known.are_known(self.tree):
            await self.tree.sync()

    async def _fetch_emojis(self) -> None:
        """Until they are there, cards are written as text."""
        self.renderer.emojis = await card_emojis.fetch(self)

    async def on_ready(self) -> None:
        """Go on where the bot was when it went away."""
        self.connected = True
        await self.duties.begin("clock", self.table_clock.start)
        await self.duties.begin("departures", self.departures.while_away)
        await self.duties.begin("publisher", self.publisher.resume)
        await self.duties.begin("deletions", self.tables.finish_forgetting)
        _log.info("ready", user=str(self.user), guilds=len(self.guilds))

    async def close(self) -> None:
        """Let what is being done at the tables be done, then leave Discord."""
        self.connected = False
        self.duties.stop()
        await self.table_clock.finish()
        await self.publisher.finish(_LAST_WORDS)
        await super().close()

    async def on_disconnect(self) -> None:
        """Let no clock run while people can't reach the bot."""
        self.connected = False
        self.table_clock.pause()

    async def on_resumed(self) -> None:
        """Let the clocks go on, or start afresh after a longer absence."""
        self.connected = True
        if not self.table_clock.resume():
            await self.duties.begin("clock", self.table_clock.start)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the tables of a server that the bot was removed from."""
        await self.departures.server(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the tables of a channel that is gone."""
        await self.departures.channel(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the tables of a thread that is gone."""
        await self.departures.thread(payload.guild_id, payload.thread_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Try again what was out of reach in a server."""
        self.publisher.reopened(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The same after an outage."""
        self.publisher.reopened(guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """The same when a role's permissions change: it may be one of the bot's."""
        if before.permissions != after.permissions:
            self.publisher.reopened(after.guild.id)

    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """The same when the bot itself is given other roles."""
        if after == after.guild.me:
            self.publisher.reopened(after.guild.id)

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """The same in a channel and its threads: its permissions may have changed."""
        self.publisher.reopened(after.guild.id, after.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """The same in a thread: it may have been unlocked."""
        self.publisher.reopened(payload.guild_id, payload.thread_id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Every press of a button comes in here."""
        with self.presses.one():
            await self.clicks.pressed(interaction)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Post a table's message again when somebody has deleted it."""
        if payload.guild_id is not None:
            await self.publisher.deleted(payload.guild_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """The same for many at once."""
        if payload.guild_id is not None:
            await self.publisher.deleted(payload.guild_id, payload.message_ids)

    async def on_message(self, message: discord.Message, /) -> None:
        """Ignore messages: everything is a button or a slash command."""
