"""`/history`: one's games on a server, each with its replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.table.standing.games import games_page
from bot.ui.live.answers.answering import answer
from bot.ui.live.permissions import server_of
from bot.ui.panels.records.games import games_panel
from bot.ui.presses.door import SLOW

if TYPE_CHECKING:
    from bot.client import CribbageBot


class History(commands.Cog):
    """Games that are over; their buttons open them (`bot.ui.presses.records`)."""

    def __init__(self, bot: CribbageBot) -> None:
        self.bot = bot

    @app_commands.command(description="Your games on this server, each with its replay", extras=SLOW)
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def history(self, interaction: discord.Interaction) -> None:
        """Show one's newest games, privately."""
        server = server_of(interaction)
        page = await games_page(self.bot.database, server, interaction.user.id, 1)
        await answer(interaction, games_panel(page))


async def setup(bot: CribbageBot) -> None:
    """Add the command to the bot."""
    await bot.add_cog(History(bot))
