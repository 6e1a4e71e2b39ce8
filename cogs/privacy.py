"""`/privacy`: a copy of what is stored about you, and having it deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.table.table import Table
from bot.ui.live.answers.answering import answer, defer
from bot.ui.panels.layout import notice
from bot.ui.panels.privacy import NOTHING, export_panel, forget_panel
from bot.ui.presses.door import SLOW

if TYPE_CHECKING:
    from bot.client import CribbageBot


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Privacy(commands.GroupCog, group_name="privacy", group_description="What is stored about you"):
    """A person's own data."""

    def __init__(self, bot: CribbageBot) -> None:
        self.bot = bot

    @app_commands.command(description="Get everything that is stored about you, as a file", extras=SLOW)
    async def export(self, interaction: discord.Interaction) -> None:
        """Send the documents, each in a private message."""
        async with self.bot.copies.of(interaction.user.id) as parts:
            await defer(interaction)
            number = 0
            async for part in parts:
                number += 1
                if await answer(interaction, export_panel(part, number)) is None:
                    return
        if not number:
            await answer(interaction, notice(NOTHING))

    @app_commands.command(description="Delete everything that is stored about you", extras=SLOW)
    async def delete(self, interaction: discord.Interaction) -> None:
        """Ask for confirmation; the button does it."""
        if not await self.bot.tables.store.knows(interaction.user.id):
            await answer(interaction, notice(NOTHING))
            return
        numbers = await self.bot.tables.store.seats_of(interaction.user.id)
        tables: list[Table] = [(await self.bot.tables.get(number)).table for number in numbers]
        await answer(interaction, forget_panel(tables, interaction.user.id, discord.utils.utcnow()))


async def setup(bot: CribbageBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Privacy(bot))
