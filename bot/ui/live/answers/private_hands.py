"""Showing a person their private hand, and keeping track of it while it is open."""

from __future__ import annotations

import discord

from bot.cribbage.cards import Card
from bot.table.standing.wardrobe import Wardrobe
from bot.table.table import Refused, Table
from bot.ui.live.answers.answering import answer, update
from bot.ui.live.answers.open_hands import OpenHands
from bot.ui.panels.table.hand import hand_panel


class PrivateHands:
    """Answers presses with hands."""

    def __init__(self, open_hands: OpenHands, wardrobe: Wardrobe) -> None:
        self._open = open_hands
        self._wardrobe = wardrobe

    async def show(self, interaction: discord.Interaction, table: Table) -> None:
        """Answer with the person's hand, in a message of its own. Raises `Refused` without a seat."""
        seat = _seat(table, interaction)
        panel = hand_panel(table, seat, face=await self._face(interaction))
        if (message := await answer(interaction, panel)) is not None:
            self._open.note(table, interaction, message, panel)

    async def update(
        self,
        interaction: discord.Interaction,
        table: Table,
        chosen: tuple[Card, ...] = (),
        said: str | None = None,
    ) -> None:
        """Answer by bringing the hand up to date in which a button was pressed. Raises `Refused` without a seat."""
        seat = _seat(table, interaction)
        panel = hand_panel(table, seat, chosen, said, face=await self._face(interaction))
        if (message := await update(interaction, panel)) is not None:
            self._open.note(table, interaction, message, panel, chosen)

    def forget(self, user: int) -> None:
        """Forget all open hands of a person."""
        self._open.forget(user)

    async def _face(self, interaction: discord.Interaction) -> str:
        user = interaction.user.id
        return (await self._wardrobe.of([user]))[user].face


def _seat(table: Table, interaction: discord.Interaction) -> int:
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise Refused("You don't sit at this table, so there is no hand to show. You are welcome to watch.")
    return seat
