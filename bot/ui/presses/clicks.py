"""Every press of a button: what it means, who handles it, and what to say when it can't be.

A press is answered after its action has been committed, never before; the messages in the channel follow
by themselves (`bot.ui.live.channels.publisher`), and so do the other open hands (`bot.ui.live.answers.open_hands`).
"""

from __future__ import annotations

import asyncio
from typing import Final

import discord

from bot.cribbage.cards import Card
from bot.table.table import Refused
from bot.table.tables import Tables
from bot.ui.live.answers.answering import answer
from bot.ui.live.answers.failures import sentence
from bot.ui.live.answers.private_hands import PrivateHands
from bot.ui.panels.ids import ButtonId, Verb, parse
from bot.ui.panels.layout import notice
from bot.ui.presses.door import Door
from bot.ui.presses.game import UNKNOWN, cards_in
from bot.ui.presses.verbs import SLOW, Handler

_PRESSES: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""Forms count as presses, though the bot has none: one that comes all the same is answered."""


class Clicks:
    """Handles all buttons, each by the handler of its verb."""

    def __init__(
        self, tables: Tables, hands: PrivateHands, door: Door, handlers: dict[Verb, Handler]
    ) -> None:
        self._door = door
        self._tables = tables
        self._hands = hands
        self.handlers = handlers

    async def pressed(self, interaction: discord.Interaction) -> None:
        """Handle a press, whatever comes of it."""
        if interaction.type not in _PRESSES:
            return
        button = _button_of(interaction)
        passage = await self._door.enter(interaction, slow=button is not None and button.verb in SLOW)
        if passage is None:
            return
        handler = button and self.handlers.get(button.verb)
        if button is None or handler is None:
            await answer(interaction, notice(UNKNOWN))
            return
        try:
            await handler(interaction, button)
        except asyncio.CancelledError:
            passage.broken_off = True
            raise
        except Exception as error:  # noqa: BLE001 - the one door: whatever happens, the person is told
            said = sentence(error, verb=button.verb, table=button.table, user=interaction.user.id)
            await self._decline(interaction, button, said)

    async def _decline(self, interaction: discord.Interaction, button: ButtonId, said: str) -> None:
        """Say why nothing happened: in the private hand that was pressed, or else in a message of its own."""
        if button.verb in ("mark", "give", "play", "back") and not interaction.response.is_done():
            try:
                table = (await self._tables.get(button.table)).table
                await self._hands.update(interaction, table, _still_chosen(button, table.turn_seq), said)
            except Exception as error:  # noqa: BLE001 - the sentence still has to arrive
                sentence(error, verb=button.verb, table=button.table)
            else:
                return
        await answer(interaction, notice(said))


def _button_of(interaction: discord.Interaction) -> ButtonId | None:
    """What was pressed, None when it is no button that this version has."""
    data = interaction.data or {}
    if data.get("component_type") != discord.ComponentType.button.value:
        return None
    return parse(str(data.get("custom_id", "")))


def _still_chosen(button: ButtonId, turn_seq: int) -> tuple[Card, ...]:
    """The cards that stay marked for the crib when they couldn't be given."""
    if button.verb != "give" or button.seq != turn_seq:
        return ()
    try:
        return cards_in(button.arg)
    except Refused:
        return ()
