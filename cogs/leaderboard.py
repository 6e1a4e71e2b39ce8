"""`/leaderboard`: who leads, in what, where and since when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.table.standing.board import By, Period, Query, Scope, page
from bot.ui.live.answers.answering import answer
from bot.ui.live.permissions import server_of
from bot.ui.panels.records.leaderboard import BY, PERIODS, leaderboard_panel
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
    """The leaderboard; its buttons turn its pages (`bot.ui.presses.records`)."""

    def __init__(self, bot: CribbageBot) -> None:
        self.bot = bot

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
        server, now = server_of(interaction), discord.utils.utcnow()
        first = await page(self.bot.database, server, Query(scope, by, period, players), 0, now)
        await answer(interaction, leaderboard_panel(first), private=False)


async def setup(bot: CribbageBot) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Leaderboard(bot))
