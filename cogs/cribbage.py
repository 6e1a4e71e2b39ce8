"""`/cribbage`: open a table, find your hand, give up, read the rules, check a shuffle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cribbage.variants import VariantName
from bot.table.history import verify
from bot.table.table import Refused, Table
from bot.ui.answers import answer
from bot.ui.guide import guide_panel
from bot.ui.lobby import lobby_panel
from bot.ui.permissions import check_channel
from bot.ui.resign import resign_panel
from bot.ui.verdict import verdict_panel

if TYPE_CHECKING:
    from bot.client import CribbageBot


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class Cribbage(commands.GroupCog, group_name="cribbage", group_description="Play cribbage here"):
    """The commands of a table."""

    def __init__(self, bot: CribbageBot) -> None:
        self.bot = bot

    @app_commands.command(description="Open a table in this channel")
    @app_commands.describe(opponent="Somebody to invite", variant="The game to play")
    @app_commands.choices(
        variant=[
            app_commands.Choice(name="standard, to 121", value="standard"),
            app_commands.Choice(name="short, to 61", value="short"),
            app_commands.Choice(name="lowball, 121 loses", value="lowball"),
        ]
    )
    async def start(
        self,
        interaction: discord.Interaction,
        opponent: discord.Member | None = None,
        variant: VariantName = "standard",
    ) -> None:
        """Open a table, with its host in the first seat."""
        guild, channel = check_channel(interaction)
        if opponent is not None and (opponent.bot or opponent.id == interaction.user.id):
            raise Refused("Invite another person: neither yourself nor a bot can take that seat.")
        table = await self.bot.tables.open(
            guild=guild.id,
            guild_name=guild.name,
            channel=channel,
            host=interaction.user.id,
            host_name=interaction.user.display_name,
            players=2,
            variant=variant,
            invited=opponent.id if opponent else None,
        )
        message_id = await answer(interaction, lobby_panel(table), private=False)
        if message_id is not None:
            await self.bot.publisher.adopt(table, message_id)
        else:
            self.bot.publisher.request(table.id)

    @app_commands.command(description="Show your hand again")
    async def hand(self, interaction: discord.Interaction) -> None:
        """Show the hand of the table in this channel at which the person sits."""
        table = await self._own_table(interaction)
        await self.bot.clicks.show_hand(interaction, table)
        # Should its message be missing from the channel, then it comes back now.
        self.bot.publisher.request(table.id)

    @app_commands.command(description="Give up the game you play in this channel")
    async def surrender(self, interaction: discord.Interaction) -> None:
        """Ask for confirmation; the button does it."""
        await answer(interaction, resign_panel(await self._own_table(interaction), interaction.user.id))

    @app_commands.command(description="How cribbage is played, in a minute")
    async def rules(self, interaction: discord.Interaction) -> None:
        """Show the short guide."""
        await answer(interaction, guide_panel())

    @app_commands.command(description="Check that the cards of a finished game were fair")
    @app_commands.describe(number="The number of the table")
    async def verify(
        self, interaction: discord.Interaction, number: app_commands.Range[int, 1, 2**53 - 1]
    ) -> None:
        """Derive every card of a finished game again."""
        table = (await self.bot.tables.get(number)).table
        if table.guild != interaction.guild_id:
            raise Refused(f"There is no table {number} on this server.")
        if table.seed is None:
            raise Refused("The seed is revealed when the game ends; until then its cards are secret.")
        log = await self.bot.tables.store.log(number)
        await answer(interaction, verdict_panel(table, verify(number, log, bytes.fromhex(table.seed))))

    async def _own_table(self, interaction: discord.Interaction) -> Table:
        """The live table at which this person sits, the one in this channel first."""
        assert interaction.guild_id is not None
        numbers = await self.bot.tables.store.live_in(interaction.guild_id, interaction.user.id)
        tables = [(await self.bot.tables.get(number)).table for number in numbers]
        tables.sort(key=lambda table: table.channel != interaction.channel_id)
        if not tables:
            raise Refused("You don't sit at a table on this server. `/cribbage start` opens one.")
        return tables[0]


async def setup(bot: CribbageBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Cribbage(bot))
