"""`/cards`: the faces and backs of the cards, and which of them are yours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.live.answers.answering import answer
from bot.ui.panels.cards import cards_panel

if TYPE_CHECKING:
    from bot.client import CribbageBot


class Cards(commands.Cog):
    """Looking at the cards; their buttons choose among them (`bot.ui.presses.cards`)."""

    def __init__(self, bot: CribbageBot) -> None:
        self.bot = bot

    @app_commands.command(description="Choose the faces and backs of your cards")
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def cards(self, interaction: discord.Interaction) -> None:
        """Show the faces."""
        closet = await self.bot.wardrobe.closet(interaction.user.id)
        await answer(interaction, cards_panel(closet, "faces"))


async def setup(bot: CribbageBot) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Cards(bot))
