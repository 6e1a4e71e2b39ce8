"""Presses on the question whether to delete one's data."""

from __future__ import annotations

import discord

from bot.table.privacy.copies import Copies
from bot.table.standing.wardrobe import Wardrobe
from bot.table.table import Refused
from bot.table.tables import Tables
from bot.ui.live.answers.answering import acknowledge, update
from bot.ui.live.answers.private_hands import PrivateHands
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import notice
from bot.ui.panels.privacy import ASKED, forgotten_panel


class PrivacyPresses:
    """What the buttons of `/privacy delete` do."""

    def __init__(self, tables: Tables, hands: PrivateHands, wardrobe: Wardrobe, copies: Copies) -> None:
        self._tables = tables
        self._hands = hands
        self._wardrobe = wardrobe
        self._copies = copies

    async def forget(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Delete it all."""
        age = discord.utils.utcnow().timestamp() - button.seq
        if not 0 <= age <= ASKED.total_seconds():
            raise Refused("That question is too old. `/privacy delete` asks it again.")
        # Many games take seconds, and Discord waits for an answer no longer than three.
        await acknowledge(interaction)
        user = interaction.user.id
        former = await self._tables.forget(user)
        self._wardrobe.forget(user)
        self._hands.forget(user)
        self._copies.forget(user)
        await update(interaction, forgotten_panel(former))

    async def stay(self, interaction: discord.Interaction, _button: ButtonId) -> None:
        """Don't."""
        await update(interaction, notice("Everything stays as it is."))
