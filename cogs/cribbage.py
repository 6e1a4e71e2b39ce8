"""`/cribbage`: open a table, find your hand, give up, read the rules, check a shuffle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cribbage.variants import STANDARD, VARIANTS
from bot.table import settings
from bot.table.events import Reservation
from bot.table.hosting import TooManyTables
from bot.table.settings import TURN_TIMES
from bot.table.table import Refused, Table
from bot.table.tables import Opening
from bot.ui.live.answers.answering import answer, public_answer
from bot.ui.live.channels.posted import seen_of
from bot.ui.live.house_rules import (
    check_allowed,
    check_manager,
    check_workable,
    toggled,
    without_gone,
)
from bot.ui.live.permissions import check_place, may_watch, server_of
from bot.ui.panels.guide import guide_panel
from bot.ui.panels.layout import notice
from bot.ui.panels.open_tables import FEW, MOST, OpenTable, open_tables_panel, surplus_panel
from bot.ui.panels.records.verdict import check_panel
from bot.ui.panels.settings import settings_panel
from bot.ui.panels.table.lobby import lobby_panel
from bot.ui.panels.table.resign import resign_panel
from bot.ui.panels.table.titles import goal
from bot.ui.presses.door import SLOW

if TYPE_CHECKING:
    from bot.client import CribbageBot

_PLAYERS = [app_commands.Choice(name=f"{number} players", value=number) for number in (2, 3, 4, 6)]
_TURN_TIMES = [app_commands.Choice(name=name, value=seconds) for seconds, name in TURN_TIMES.items()]


def games_on_offer() -> list[app_commands.Choice[str]]:
    """What `/cribbage start` lets people choose from."""
    return [app_commands.Choice(name=f"{name}, {goal(kind)}", value=name) for name, kind in VARIANTS.items()]


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class Cribbage(commands.GroupCog, group_name="cribbage", group_description="Play cribbage here"):
    """The commands of a table."""

    def __init__(self, bot: CribbageBot) -> None:
        self.bot = bot

    @app_commands.command(description="Open a table in this channel")
    @app_commands.describe(
        opponent="Somebody to invite",
        players="How many play (2)",
        variant=f"The game to play ({STANDARD.name})",
        thread="Play in a thread of its own, to keep the channel quiet",
    )
    @app_commands.choices(players=_PLAYERS)
    @app_commands.choices(variant=games_on_offer())
    async def start(
        self,
        interaction: discord.Interaction,
        opponent: discord.Member | None = None,
        players: int = 2,
        variant: str = STANDARD.name,
        thread: bool | None = None,
    ) -> None:
        """Open a table, with its host in the first seat."""
        if opponent is not None and (opponent.bot or opponent.id == interaction.user.id):
            raise Refused("Invite another person: neither yourself nor a bot can take that seat.")
        server = server_of(interaction)
        rules = await settings.read(self.bot.database, server)
        own_thread = rules.threads if thread is None else thread
        place = check_place(interaction, own_thread=own_thread)
        check_allowed(rules, place)
        wanted = Opening(
            guild=place.guild.id,
            guild_name=place.guild.name,
            channel=place.channel,
            host=interaction.user.id,
            host_name=interaction.user.display_name,
            players=players,
            variant=variant,
            turn_seconds=rules.turn_seconds,
            thread=own_thread and place.parent is None,
            quiet=rules.quiet_reminders,
            reserved=(Reservation(1, opponent.id, opponent.display_name),) if opponent else (),
        )
        with self.bot.publisher.opening():
            await self._open(interaction, wanted)

    async def _open(self, interaction: discord.Interaction, wanted: Opening) -> None:
        """Open a table, and answer with its lobby."""
        try:
            table = await self.bot.tables.open(wanted)
        except TooManyTables as surplus:
            seen = [seen_of(await self.bot.tables.get(number)) for number in surplus.tables[:FEW]]
            await answer(interaction, surplus_panel(surplus, seen))
            return
        until = (await self.bot.tables.get(table.id)).until
        if interaction.response.is_done():
            # It took so long that a private answer is on its way: the lobby comes as any message does.
            self.bot.publisher.request(table.id)
            await answer(interaction, notice(f"Table {table.id} is open: its lobby is in the channel."))
            return
        message_id = await answer(interaction, lobby_panel(table, until), private=False)
        if message_id is None:
            # The answer may have arrived though the bot wasn't told so.
            message_id = await public_answer(interaction)
        if message_id is not None:
            await self.bot.publisher.adopt(table.id, message_id, table.seq)
        else:
            self.bot.publisher.request(table.id)

    @app_commands.command(description="Show your hand again")
    async def hand(self, interaction: discord.Interaction) -> None:
        """Show the hand of the table in this channel at which the person sits."""
        table = await self._own_table(interaction)
        await self.bot.hands.show(interaction, table)
        # Should its message be missing from the channel, then it comes back now.
        self.bot.publisher.request(table.id)

    @app_commands.command(description="Give up the game you play in this channel")
    async def surrender(self, interaction: discord.Interaction) -> None:
        """Ask for confirmation; the button does it."""
        await answer(interaction, resign_panel(await self._own_table(interaction), interaction.user.id))

    @app_commands.command(description="How cribbage is played, in a minute")
    async def rules(self, interaction: discord.Interaction) -> None:
        """Show the short guide to what this person plays here, or to the standard game."""
        tables = await self._own_tables(interaction)
        await answer(interaction, guide_panel(tables[0].variant if tables else STANDARD))

    @app_commands.command(description="The tables that are open on this server")
    async def tables(self, interaction: discord.Interaction) -> None:
        """List the open tables."""
        server = server_of(interaction)
        numbers = await self.bot.tables.store.live_at(server)
        found: list[OpenTable] = []
        while numbers and len(found) < MOST:
            record = await self.bot.tables.get(numbers.pop())
            if may_watch(interaction, record.table.channel):
                found.append(seen_of(record))
        await answer(interaction, open_tables_panel(found, more=bool(numbers)))

    @app_commands.command(description="Check that the cards of a finished game were fair", extras=SLOW)
    @app_commands.describe(number="The number of the table")
    async def verify(
        self, interaction: discord.Interaction, number: app_commands.Range[int, 1, 2**53 - 1]
    ) -> None:
        """Derive every card of a finished game again."""
        table = (await self.bot.tables.get(number)).table
        if table.guild != interaction.guild_id:
            raise Refused(f"There is no table {number} on this server.")
        await answer(interaction, check_panel(table, await self.bot.tables.store.log(number)))

    @app_commands.command(description="See or change how cribbage is played on this server")
    @app_commands.describe(
        turn_time="How long a player may take",
        channel="Allow tables in this channel, or no longer; without any, they may stand in all",
        house_players="Whether house players may sit down",
        threads="Whether every table gets a thread of its own",
        quiet_reminders="Whether reminders come without a notification",
    )
    @app_commands.choices(turn_time=_TURN_TIMES)
    async def settings(
        self,
        interaction: discord.Interaction,
        turn_time: int | None = None,
        channel: discord.TextChannel | None = None,
        house_players: bool | None = None,
        threads: bool | None = None,
        quiet_reminders: bool | None = None,
    ) -> None:
        """Change the settings that are named, and show them all."""
        guild = check_manager(interaction)
        stored = await settings.read(self.bot.database, guild.id)
        before = without_gone(stored, guild)
        wanted = {
            "turn_seconds": turn_time,
            "channels": toggled(before, channel.id) if channel else None,
            "house_players": house_players,
            "threads": threads,
            "quiet_reminders": quiet_reminders,
        }
        after = before.model_copy(update={name: value for name, value in wanted.items() if value is not None})
        check_workable(guild, before, after)
        if after != stored:
            await settings.write(self.bot.database, guild.id, guild.name, after, discord.utils.utcnow())
        await answer(interaction, settings_panel(after))

    async def _own_table(self, interaction: discord.Interaction) -> Table:
        """The live table at which this person sits: that of this channel or thread before others."""
        tables = await self._own_tables(interaction)
        if not tables:
            raise Refused("You don't sit at a table on this server. `/cribbage start` opens one.")
        return tables[0]

    async def _own_tables(self, interaction: discord.Interaction) -> list[Table]:
        """The live tables at which this person sits, the one in this channel, or this thread's, first."""
        numbers = await self.bot.tables.store.live_in(server_of(interaction), interaction.user.id)
        tables = [(await self.bot.tables.get(number)).table for number in numbers]
        # A table that is played in a thread of its own belongs to the channel above it.
        thread = interaction.channel if isinstance(interaction.channel, discord.Thread) else None
        above = thread.parent_id if thread else None
        tables.sort(key=lambda table: (table.channel != interaction.channel_id, table.channel != above))
        return tables


async def setup(bot: CribbageBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Cribbage(bot))
