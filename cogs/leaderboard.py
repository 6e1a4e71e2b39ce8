"""`/leaderboard`: who leads, in what, where and since when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.table.standing.board import By, Period, Query, Scope, page, page_of
from bot.table.table import Refused
from bot.ui.live.answers.answering import answer, update
from bot.ui.live.permissions import server_of
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import Panel
from bot.ui.panels.records.leaderboard import BY, PERIODS, leaderboard_panel, query_of
from bot.ui.presses.door import SLOW_IN_PUBLIC

if TYPE_CHECKING:
    from bot.client import CribbageBot

_BY = [app_commands.Choice(name=name, value=by) for by, name in BY.items()]
_PERIODS = [app_commands.Choice(name=name, value=period) for period, name in PERIODS.items()]
_SCOPES = [
    app_commands.Choice(name="this server", value="server"),
    app_commands.Choice(name="all servers", value="everywhere"),
]
_PLAYERS = [app_commands.Choice(name="any number", value=0)] + [
    app_commands.Choice(name=f"{number} players", value=number) for number in (2, 3, 4, 6)
]


class Leaderboard(commands.Cog):
    """The leaderboard and its pages."""

    def __init__(self, bot: CribbageBot) -> None:
        self.bot = bot
        bot.clicks.handlers["top"] = self.turn_page

    @app_commands.command(description="Who leads on this server, or on all", extras=SLOW_IN_PUBLIC)
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.describe(
        by="What to order it by (wins)",
        scope="This server, or all (this server)",
        period="Which games count (all time)",
        players="At tables of which size (any)",
    )
    @app_commands.choices(by=_BY, scope=_SCOPES, period=_PERIODS)
    @app_commands.choices(players=_PLAYERS)
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        by: By = "wins",
        scope: Scope = "server",
        period: Period = "all",
        players: int = 0,
    ) -> None:
        """Show the first page."""
        panel = await self._panel(interaction, Query(scope, by, period, players), 0)
        await answer(interaction, panel, private=False)

    async def turn_page(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show another page in the same message; where somebody stands is shown to them alone."""
        query, number, what = query_of(button.arg)
        if what != "me":
            await update(interaction, await self._panel(interaction, query, number), public=True)
            return
        server = server_of(interaction)
        now = discord.utils.utcnow()
        own = await page_of(self.bot.database, server, query, interaction.user.id, now)
        if own is None:
            raise Refused("You aren't on this leaderboard yet. `/cribbage start` opens a table.")
        await answer(interaction, await self._panel(interaction, query, own))

    async def _panel(self, interaction: discord.Interaction, query: Query, number: int) -> Panel:
        server = server_of(interaction)
        now = discord.utils.utcnow()
        return leaderboard_panel(await page(self.bot.database, server, query, number, now))


async def setup(bot: CribbageBot) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Leaderboard(bot))
