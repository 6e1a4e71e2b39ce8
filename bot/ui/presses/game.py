"""Presses during a game."""

from __future__ import annotations

from typing import Final

import discord

from bot.cribbage.cards import Card, parse_cards
from bot.table import endings, moves
from bot.table.moves import STALE
from bot.table.table import Refused
from bot.table.tables import Tables
from bot.ui.live.answers.answering import acknowledge, answer, update
from bot.ui.live.answers.private_hands import PrivateHands
from bot.ui.panels.guide import guide_panel
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.table.resign import kept_panel, resign_panel, resigned_panel

UNKNOWN: Final = "That button is from another version of the bot. `/cribbage hand` shows your hand."


class GamePresses:
    """What the buttons of a table and of private hands do."""

    def __init__(self, tables: Tables, hands: PrivateHands) -> None:
        self._tables = tables
        self._hands = hands

    async def hand(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show the person's hand."""
        await self._hands.show(interaction, (await self._tables.get(button.table)).table)

    async def mark(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Choose a card for the crib, or take the choice back."""
        table = (await self._tables.get(button.table)).table
        if button.seq != table.turn_seq:
            raise Refused(STALE)
        await self._hands.update(interaction, table, cards_in(button.arg.partition("-")[0]))

    async def give(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Give the chosen cards to the crib."""
        cards = cards_in(button.arg)
        change = await self._tables.act(button.table, interaction.user.id, moves.discard, button.seq, cards)
        await self._hands.update(interaction, change.after)

    async def play(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Play a card."""
        cards = cards_in(button.arg)
        if len(cards) != 1:
            raise Refused(UNKNOWN)
        change = await self._tables.act(button.table, interaction.user.id, moves.play, button.seq, cards[0])
        await self._hands.update(interaction, change.after)

    async def rules(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show the short guide to what is played at this table."""
        await answer(interaction, guide_panel((await self._tables.get(button.table)).table.variant))

    async def surrender(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Ask whether the person means it."""
        table = (await self._tables.get(button.table)).table
        await answer(interaction, resign_panel(table, interaction.user.id))

    async def really(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Surrender."""
        change = await self._tables.act(button.table, interaction.user.id, endings.surrender)
        await update(interaction, resigned_panel(change.after, interaction.user.id))

    async def keep(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Don't surrender, or no longer."""
        change = await self._tables.act(button.table, interaction.user.id, endings.withdraw)
        await update(interaction, kept_panel(change, interaction.user.id))

    async def back(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Take a seat back from a house player."""
        change = await self._tables.act(button.table, interaction.user.id, endings.come_back)
        await self._hands.update(interaction, change.after)

    async def play_on(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Play on against house players."""
        await self._tables.act(button.table, interaction.user.id, endings.play_on)
        await acknowledge(interaction)

    async def stop(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Stop after the others have surrendered."""
        await self._tables.act(button.table, interaction.user.id, endings.stop)
        await acknowledge(interaction)


def cards_in(arg: str) -> tuple[Card, ...]:
    """Cards written one after the other, two characters each. Raises `Refused` when they aren't."""
    try:
        return parse_cards(" ".join(arg[at : at + 2] for at in range(0, len(arg), 2)))
    except ValueError as error:
        raise Refused(UNKNOWN) from error
