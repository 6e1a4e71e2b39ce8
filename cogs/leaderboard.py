"""`/leaderboard`: who has won most on this server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.table.standings import page
from bot.ui.answers import answer, update
from bot.ui.ids import ButtonId
from bot.ui.layout import Panel
from bot.ui.standings import leaderboard_panel

if TYPE_CHECKING:
    from bot.client import CribbageBot


class Leaderboard(commands.Cog):
    """The leaderboard and its pages."""

    def __init__(self, bot: CribbageBot) -> None:
        self.bot = bot
        bot.clicks.handlers["top"] = self.turn_page

    @app_commands.command(description="Who has won most on this server")
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def leaderboard(self, interaction: discord.Interaction) -> None:
        """Show the first page."""
        await answer(interaction, await self._panel(interaction, 0), private=False)

    async def turn_page(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show another page in the same message."""
        number = button.arg.partition("-")[0]
        panel = await self._panel(interaction, int(number) if number.isdecimal() else 0)
        await update(interaction, panel, public=True)

    async def _panel(self, interaction: discord.Interaction, number: int) -> Panel:
        assert interaction.guild_id is not None
        return leaderboard_panel(await page(self.bot.database, interaction.guild_id, number))


async def setup(bot: CribbageBot) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Leaderboard(bot))
