"""`/privacy`: a copy of what is stored about you, and having it deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.table.table import Refused, Table
from bot.ui.live.answers.answering import acknowledge, answer, defer, update
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import notice
from bot.ui.panels.privacy import ASKED, NOTHING, export_panel, forget_panel, forgotten_panel
from bot.ui.presses.door import SLOW

if TYPE_CHECKING:
    from bot.client import CribbageBot


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Privacy(commands.GroupCog, group_name="privacy", group_description="What is stored about you"):
    """A person's own data."""

    def __init__(self, bot: CribbageBot) -> None:
        self.bot = bot
        bot.clicks.handlers["forget"] = self.forget
        bot.clicks.handlers["stay"] = self.stay

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

    async def forget(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Delete it all."""
        age = discord.utils.utcnow().timestamp() - button.seq
        if not 0 <= age <= ASKED.total_seconds():
            raise Refused("That question is too old. `/privacy delete` asks it again.")
        # Many games take seconds, and Discord waits for an answer no longer than three.
        await acknowledge(interaction)
        user = interaction.user.id
        former = await self.bot.tables.forget(user)
        self.bot.wardrobe.forget(user)
        self.bot.hands.forget(user)
        self.bot.copies.forget(user)
        await update(interaction, forgotten_panel(former))

    async def stay(self, interaction: discord.Interaction, _button: ButtonId) -> None:
        """Don't."""
        await update(interaction, notice("Everything stays as it is."))


async def setup(bot: CribbageBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Privacy(bot))
