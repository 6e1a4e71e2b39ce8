"""The discord.py bot: connects, hands every press to the door, and keeps the messages up to date."""

from __future__ import annotations

from typing import Final

import discord
import structlog
from discord.ext import commands

from bot.table.clock import TableClock
from bot.table.patience import Pace
from bot.table.standing.wardrobe import Wardrobe
from bot.table.store import Clock, Store
from bot.table.tables import Tables
from bot.ui import card_emojis
from bot.ui.clicks import Clicks
from bot.ui.departures import Departures
from bot.ui.door import Door
from bot.ui.failures import UNREACHABLE, described
from bot.ui.open_hands import OpenHands
from bot.ui.private_hands import PrivateHands
from bot.ui.publisher import Publisher
from bot.ui.rendering import Renderer
from bot.ui.tree import Tree
from db.engine import Database

_log = structlog.get_logger(__name__)

# A card table needs no voice, so nobody has to hear that there is none.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

_LAST_WORDS: Final = 5.0
"""Seconds for the messages that are under way when the bot is stopped."""
EXTENSIONS: Final = (
    "cogs.cribbage",
    "cogs.leaderboard",
    "cogs.profile",
    "cogs.history",
    "cogs.cards",
    "cogs.privacy",
)
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
        self.tables = Tables(Store(database, clock, pace or Pace()))
        self.table_clock = TableClock(self.tables, clock)
        self.renderer = Renderer()
        self.wardrobe = Wardrobe(database)
        self.publisher = Publisher(self, self.tables, self.wardrobe)
        open_hands = OpenHands(clock, self.wardrobe)
        self.hands = PrivateHands(open_hands, self.wardrobe)
        self.door = Door()
        self.clicks = Clicks(self.tables, self.hands, self.publisher, self.door)
        self.departures = Departures(self, self.tables)
        self.tables.listeners += [self.publisher.changed, open_hands.changed, self.table_clock.changed]

    async def setup_hook(self) -> None:
        """Load the commands and tell Discord about them."""
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self.tree.sync()
        await self._fetch_emojis()

    async def _fetch_emojis(self) -> None:
        try:
            self.renderer.emojis = await card_emojis.fetch(self)
        except UNREACHABLE as error:
            _log.warning("card emojis not fetched, cards are written as text", **described(error))

    async def on_ready(self) -> None:
        """Go on where the bot was when it went away."""
        await self.table_clock.start()
        await self.departures.while_away()
        await self.publisher.resume()
        _log.info("ready", user=str(self.user), guilds=len(self.guilds))

    async def close(self) -> None:
        """Let what is being done at the tables be done, then leave Discord."""
        await self.table_clock.finish()
        await self.publisher.finish(_LAST_WORDS)
        await super().close()

    async def on_disconnect(self) -> None:
        """Let no clock run while people can't reach the bot."""
        self.table_clock.stop()

    async def on_resumed(self) -> None:
        """Let the clocks start afresh."""
        await self.table_clock.start()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the tables of a server that the bot was removed from."""
        await self.departures.server(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the tables of a channel that is gone."""
        await self.departures.channel(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the tables of a thread that is gone."""
        await self.departures.thread(payload.guild_id, payload.thread_id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Every press of a button comes in here."""
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
