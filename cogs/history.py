"""`/history`: one's games on a server, and the replay and the check of each game that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.table.standing.games import games_page
from bot.table.table import Refused, Table
from bot.ui.live.answers.answering import answer, update
from bot.ui.live.permissions import may_watch, server_of
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.records.games import games_panel, page_of
from bot.ui.panels.records.replay import replay_of, replay_panel
from bot.ui.panels.records.verdict import check_panel
from bot.ui.presses.door import SLOW

if TYPE_CHECKING:
    from bot.client import CribbageBot


class History(commands.Cog):
    """Games that are over."""

    def __init__(self, bot: CribbageBot) -> None:
        self.bot = bot
        bot.clicks.handlers.update(
            {"games": self.turn_page, "replay": self.replay, "check": self.check_shuffle}
        )

    @app_commands.command(description="Your games on this server, each with its replay", extras=SLOW)
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def history(self, interaction: discord.Interaction) -> None:
        """Show one's newest games, privately."""
        server = server_of(interaction)
        page = await games_page(self.bot.database, server, interaction.user.id, 1)
        await answer(interaction, games_panel(page))

    async def turn_page(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show another page of one's own games."""
        server = server_of(interaction)
        number = page_of(button.arg)
        page = await games_page(self.bot.database, server, interaction.user.id, number)
        await update(interaction, games_panel(page))

    async def replay(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show a deal of a game, in a private message of its own or in the one that was pressed."""
        deal, page = replay_of(button.arg)
        await self._check_open(interaction, button.table)
        log = await self.bot.tables.store.log(button.table)
        await update(interaction, replay_panel(button.table, log, deal, page))

    async def check_shuffle(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Derive every card of a game again."""
        table = await self._check_open(interaction, button.table)
        log = await self.bot.tables.store.log(button.table)
        await answer(interaction, check_panel(table, log))

    async def _check_open(self, interaction: discord.Interaction, number: int) -> Table:
        """A table of this server that this person may look into. Raises `Refused` for any other."""
        table = (await self.bot.tables.get(number)).table
        if table.guild != interaction.guild_id:
            raise Refused(f"There is no table {number} on this server.")
        if table.seat_of(interaction.user.id) is None and not may_watch(interaction, table.channel):
            raise Refused(f"Table {number} stood in a channel that isn't open to you.")
        return table


async def setup(bot: CribbageBot) -> None:
    """Add the command to the bot."""
    await bot.add_cog(History(bot))
