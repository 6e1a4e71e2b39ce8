"""The door for every press of a button: what it means, who may do it, and the answer.

A press is answered after its action has been committed, never before; the messages in the channel follow
by themselves (`bot.ui.publisher`), and so do the other players' open hands (`bot.ui.open_hands`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.cribbage.cards import Card, parse_cards
from bot.table.moves import STALE
from bot.table.table import Refused, Table
from bot.table.tables import Tables
from bot.ui.answers import acknowledge, answer, update
from bot.ui.failures import sentence
from bot.ui.guide import guide_panel
from bot.ui.hand import hand_panel
from bot.ui.ids import PREFIX, ButtonId, Verb, parse
from bot.ui.layout import notice
from bot.ui.lobby import sealed_panel
from bot.ui.open_hands import OpenHands
from bot.ui.resign import resign_panel

Handler = Callable[[discord.Interaction, ButtonId], Awaitable[None]]

_UNKNOWN: Final = "That button is from another version of the bot. `/cribbage hand` shows your hand."


class Clicks:
    """Handles the buttons of tables and hands. `other` takes the verbs that belong to no table."""

    def __init__(self, tables: Tables, hands: OpenHands) -> None:
        self._tables = tables
        self._hands = hands
        self.handlers: dict[Verb, Handler] = {
            "join": self._join,
            "leave": self._leave,
            "cancel": self._cancel,
            "sealed": self._sealed,
            "hand": self._hand,
            "mark": self._mark,
            "give": self._give,
            "play": self._play,
            "rules": self._rules,
            "surrender": self._surrender,
            "yield": self._yield,
            "keep": self._keep,
        }

    async def pressed(self, interaction: discord.Interaction) -> None:
        """Handle a press, whatever comes of it."""
        custom_id = str((interaction.data or {}).get("custom_id", ""))
        if interaction.type is not discord.InteractionType.component or not custom_id.startswith(PREFIX):
            return
        button = parse(custom_id)
        if button is None:
            await answer(interaction, notice(_UNKNOWN))
            return
        try:
            await self.handlers[button.verb](interaction, button)
        except Exception as error:  # noqa: BLE001 - the one door: whatever happens, the person is told
            said = sentence(error, verb=button.verb, table=button.table, user=interaction.user.id)
            await self._decline(interaction, button, said)

    async def show_hand(self, interaction: discord.Interaction, table: Table) -> None:
        """Answer with the person's hand. Raises `Refused` when they don't sit at the table."""
        panel = hand_panel(table, _seat(table, interaction))
        if await answer(interaction, panel) is not None:
            self._hands.note(table, interaction, (), panel)

    async def _join(self, interaction: discord.Interaction, button: ButtonId) -> None:
        user = interaction.user
        change = await self._tables.join(button.table, user.id, user.display_name, interaction.id)
        if change.after.game is None:
            await acknowledge(interaction)
        else:
            await self.show_hand(interaction, change.after)

    async def _leave(self, interaction: discord.Interaction, button: ButtonId) -> None:
        await self._tables.leave(button.table, interaction.user.id)
        await acknowledge(interaction)

    async def _cancel(self, interaction: discord.Interaction, button: ButtonId) -> None:
        await self._tables.cancel(button.table, interaction.user.id)
        await acknowledge(interaction)

    async def _sealed(self, interaction: discord.Interaction, button: ButtonId) -> None:
        await answer(interaction, sealed_panel((await self._tables.get(button.table)).table))

    async def _rules(self, interaction: discord.Interaction, _button: ButtonId) -> None:
        await answer(interaction, guide_panel())

    async def _hand(self, interaction: discord.Interaction, button: ButtonId) -> None:
        await self.show_hand(interaction, (await self._tables.get(button.table)).table)

    async def _mark(self, interaction: discord.Interaction, button: ButtonId) -> None:
        table = (await self._tables.get(button.table)).table
        if button.seq != table.turn_seq:
            raise Refused(STALE)
        await self._show(interaction, table, _cards(button.arg.partition("-")[0]))

    async def _give(self, interaction: discord.Interaction, button: ButtonId) -> None:
        cards = _cards(button.arg)
        change = await self._tables.discard(button.table, interaction.user.id, button.seq, cards)
        await self._show(interaction, change.after)

    async def _play(self, interaction: discord.Interaction, button: ButtonId) -> None:
        card, *rest = _cards(button.arg)
        if rest:
            raise Refused(_UNKNOWN)
        change = await self._tables.play(button.table, interaction.user.id, button.seq, card)
        await self._show(interaction, change.after)

    async def _surrender(self, interaction: discord.Interaction, button: ButtonId) -> None:
        table = (await self._tables.get(button.table)).table
        await answer(interaction, resign_panel(table, interaction.user.id))

    async def _yield(self, interaction: discord.Interaction, button: ButtonId) -> None:
        change = await self._tables.surrender(button.table, interaction.user.id)
        await update(interaction, notice(f"You have surrendered at table {change.after.id}."))

    async def _keep(self, interaction: discord.Interaction, _button: ButtonId) -> None:
        await update(interaction, notice("You play on."))

    async def _show(
        self,
        interaction: discord.Interaction,
        table: Table,
        chosen: tuple[Card, ...] = (),
        said: str | None = None,
    ) -> None:
        """Answer by bringing the private hand that was pressed up to date."""
        panel = hand_panel(table, _seat(table, interaction), chosen, said)
        if await update(interaction, panel):
            self._hands.note(table, interaction, chosen, panel)

    async def _decline(self, interaction: discord.Interaction, button: ButtonId, said: str) -> None:
        """Say why nothing happened: in the private hand that was pressed, or else in a message of its own."""
        if button.verb in ("mark", "give", "play") and not interaction.response.is_done():
            try:
                table = (await self._tables.get(button.table)).table
                await self._show(interaction, table, said=said)
            except Exception as error:  # noqa: BLE001 - the sentence still has to arrive
                sentence(error, verb=button.verb, table=button.table)
            else:
                return
        await answer(interaction, notice(said))


def _seat(table: Table, interaction: discord.Interaction) -> int:
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise Refused("You don't sit at this table, so there is no hand to show. You are welcome to watch.")
    return seat


def _cards(arg: str) -> tuple[Card, ...]:
    """Cards written one after the other, two characters each. Raises `Refused` when they aren't."""
    try:
        return parse_cards(" ".join(arg[at : at + 2] for at in range(0, len(arg), 2)))
    except ValueError as error:
        raise Refused(_UNKNOWN) from error
