"""`/cards`: the faces and backs of the cards, and which of them are yours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.table.standing.wardrobe import Cards as Chosen
from bot.table.table import Refused
from bot.ui.live.answers.answering import answer, update
from bot.ui.panels.cards import Page, cards_panel, style_named
from bot.ui.panels.ids import ButtonId

if TYPE_CHECKING:
    from bot.client import CribbageBot

_UNKNOWN: Final = "That button is from another version of the bot. `/cards` shows your cards."


class Cards(commands.Cog):
    """Looking at the cards, and choosing among them."""

    def __init__(self, bot: CribbageBot) -> None:
        self.bot = bot
        bot.clicks.handlers["cards"] = self.turn_page
        bot.clicks.handlers["wear"] = self.wear

    @app_commands.command(description="Choose the faces and backs of your cards")
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def cards(self, interaction: discord.Interaction) -> None:
        """Show the faces."""
        closet = await self.bot.wardrobe.closet(interaction.user.id)
        await answer(interaction, cards_panel(closet, "faces"))

    async def turn_page(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show the faces, or the backs."""
        page: Page = "backs" if button.arg == "backs" else "faces"
        closet = await self.bot.wardrobe.closet(interaction.user.id)
        await update(interaction, cards_panel(closet, page))

    async def wear(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Choose a face or a back."""
        found = style_named(button.arg)
        if found is None:
            raise Refused(_UNKNOWN)
        page, style = found
        user, now = interaction.user, discord.utils.utcnow()
        if page == "faces":
            await self.bot.wardrobe.choose(user.id, user.display_name, now, face=style.key)
            said = f"*{style.name}* is your face now: your hand has it from your next press on."
        else:
            before = (await self.bot.wardrobe.of([user.id]))[user.id]
            chosen = await self.bot.wardrobe.choose(user.id, user.display_name, now, back=style.key)
            await self._show_back(user.id, before, chosen)
            said = f"*{style.name}* is your back now: your cards at the table have it."
        await update(interaction, cards_panel(await self.bot.wardrobe.closet(user.id), page, said))

    async def _show_back(self, user: int, before: Chosen, after: Chosen) -> None:
        """Redraw the tables at which this person sits."""
        if before.back == after.back:
            return
        for number in await self.bot.tables.store.seats_of(user):
            self.bot.publisher.request(number)


async def setup(bot: CribbageBot) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Cards(bot))
