"""Presses before a game, and for another one after it."""

from __future__ import annotations

import discord

from bot.house import STRENGTHS
from bot.table import lobby, settings
from bot.table.rematch import check_played
from bot.table.table import Refused, Table
from bot.table.tables import Tables
from bot.ui.live.answers.answering import acknowledge, answer, update
from bot.ui.live.answers.private_hands import PrivateHands
from bot.ui.live.channels.publisher import Publisher
from bot.ui.live.house_rules import check_allowed, check_house_allowed
from bot.ui.live.permissions import check_place
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import notice
from bot.ui.panels.table.lobby import house_panel, sealed_panel


class LobbyPresses:
    """What the buttons of a lobby, and **Rematch**, do."""

    def __init__(self, tables: Tables, hands: PrivateHands, publisher: Publisher) -> None:
        self._tables = tables
        self._hands = hands
        self._publisher = publisher

    async def join(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Take a seat. Whoever fills the last one is shown their cards at once."""
        await self._adopt(interaction, button)
        user, side = interaction.user, int(button.arg) if button.arg.isdecimal() else None
        change = await self._tables.act(
            button.table, user.id, lobby.join, user.display_name, interaction.id, side
        )
        await self._joined(interaction, change.after)

    async def leave(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Get up."""
        await self._adopt(interaction, button)
        await self._tables.act(button.table, interaction.user.id, lobby.leave)
        await acknowledge(interaction)

    async def cancel(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Close the table."""
        await self._adopt(interaction, button)
        await self._tables.act(button.table, interaction.user.id, lobby.cancel)
        await acknowledge(interaction)

    async def house(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show the house players."""
        await self._adopt(interaction, button)
        table = (await self._tables.get(button.table)).table
        await self._check_house_allowed(table)
        await answer(interaction, house_panel(table))

    async def sit(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Let a house player sit down."""
        if button.arg not in STRENGTHS:
            raise Refused("There is no such house player.")
        await self._check_house_allowed((await self._tables.get(button.table)).table)
        user = interaction.user.id
        change = await self._tables.act(button.table, user, lobby.seat_house, button.arg, interaction.id)
        if change.after.game is None:
            await update(interaction, house_panel(change.after))
        elif change.after.seat_of(user) is not None:
            await self._hands.update(interaction, change.after)

    async def rise(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Let a house player get up."""
        change = await self._tables.act(button.table, interaction.user.id, lobby.unseat_house)
        await update(interaction, house_panel(change.after))

    async def sealed(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Explain sealed shuffles."""
        await answer(interaction, sealed_panel((await self._tables.get(button.table)).table))

    async def again(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Play the same game again."""
        user = interaction.user
        server = interaction.guild.name if interaction.guild else ""
        old = (await self._tables.get(button.table)).table
        if old.rematch is None:
            await self._check_rematch(interaction, old)
        table = await self._tables.rematch(button.table, user.id, user.display_name, interaction.id, server)
        self._publisher.request(table.id)
        if table.game is None:
            await answer(
                interaction, notice(f"Table {table.id} is open for a rematch; it begins when all are back.")
            )
        else:
            await self._hands.show(interaction, table)

    async def _check_rematch(self, interaction: discord.Interaction, old: Table) -> None:
        """Raise `Refused` when no table like this one may open any more where it stood."""
        check_played(old, interaction.user.id)
        rules = await settings.read(self._tables.store.database, old.guild)
        place = check_place(interaction, own_thread=old.opening.thread, channel=old.channel)
        check_allowed(rules, place)
        if any(seat.person is None for seat in old.seats):
            check_house_allowed(rules)

    async def _adopt(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Take the message with the button for the lobby's, if none is known yet.

        Somebody may press before the answer that opened the table is known to have arrived, or the bot may
        have died just then: the table must not be shown a second time.
        """
        if interaction.message is not None and not interaction.message.flags.ephemeral:
            await self._publisher.adopt(button.table, interaction.message.id)

    async def _joined(self, interaction: discord.Interaction, table: Table) -> None:
        if table.game is None:
            await acknowledge(interaction)
        else:
            await self._hands.show(interaction, table)

    async def _check_house_allowed(self, table: Table) -> None:
        check_house_allowed(await settings.read(self._tables.store.database, table.guild))
