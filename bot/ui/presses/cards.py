"""Presses among one's cards."""

from __future__ import annotations

from typing import Final

import discord

from bot.table.standing.wardrobe import Cards as Chosen
from bot.table.standing.wardrobe import Wardrobe
from bot.table.table import Refused
from bot.table.tables import Tables
from bot.ui.live.answers.answering import update
from bot.ui.live.channels.publisher import Publisher
from bot.ui.panels.cards import Page, cards_panel, style_named
from bot.ui.panels.ids import ButtonId

_UNKNOWN: Final = "That button is from another version of the bot. `/cards` shows your cards."


class CardPresses:
    """What the buttons of `/cards` do."""

    def __init__(self, tables: Tables, wardrobe: Wardrobe, publisher: Publisher) -> None:
        self._tables = tables
        self._wardrobe = wardrobe
        self._publisher = publisher

    async def turn_page(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show the faces, or the backs."""
        page: Page = "backs" if button.arg == "backs" else "faces"
        closet = await self._wardrobe.closet(interaction.user.id)
        await update(interaction, cards_panel(closet, page))

    async def wear(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Choose a face or a back."""
        found = style_named(button.arg)
        if found is None:
            raise Refused(_UNKNOWN)
        page, style = found
        user, now = interaction.user, discord.utils.utcnow()
        if page == "faces":
            await self._wardrobe.choose(user.id, user.display_name, now, face=style.key)
            said = f"*{style.name}* is your face now: your hand has it from your next press on."
        else:
            before = (await self._wardrobe.of([user.id]))[user.id]
            chosen = await self._wardrobe.choose(user.id, user.display_name, now, back=style.key)
            await self._show_back(user.id, before, chosen)
            said = f"*{style.name}* is your back now: your cards at the table have it."
        await update(interaction, cards_panel(await self._wardrobe.closet(user.id), page, said))

    async def _show_back(self, user: int, before: Chosen, after: Chosen) -> None:
        """Redraw the tables at which this person sits."""
        if before.back == after.back:
            return
        for number in await self._tables.store.seats_of(user):
            self._publisher.request(number)
