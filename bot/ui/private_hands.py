"""Showing a person their private hand, and keeping track of it while it is open."""

from __future__ import annotations

import discord

from bot.cribbage.cards import Card
from bot.table.table import Refused, Table
from bot.ui.answers import answer, update
from bot.ui.hand import hand_panel
from bot.ui.open_hands import OpenHands


class PrivateHands:
    """Answers presses with hands."""

    def __init__(self, open_hands: OpenHands) -> None:
        self._open = open_hands

    async def show(self, interaction: discord.Interaction, table: Table) -> None:
        """Answer with the person's hand, in a message of its own. Raises `Refused` without a seat."""
        panel = hand_panel(table, _seat(table, interaction))
        if await answer(interaction, panel) is not None:
            self._open.note(table, interaction, (), panel)

    async def update(
        self,
        interaction: discord.Interaction,
        table: Table,
        chosen: tuple[Card, ...] = (),
        said: str | None = None,
    ) -> None:
        """Answer by bringing the hand up to date in which a button was pressed. Raises `Refused` without a seat."""
        panel = hand_panel(table, _seat(table, interaction), chosen, said)
        if await update(interaction, panel):
            self._open.note(table, interaction, chosen, panel)


def _seat(table: Table, interaction: discord.Interaction) -> int:
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise Refused("You don't sit at this table, so there is no hand to show. You are welcome to watch.")
    return seat
