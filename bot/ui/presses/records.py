"""Presses on what is kept of people and games: leaderboards, feats, one's games and their replays."""

from __future__ import annotations

import discord

from bot.table.standing.board import Query, page, page_of
from bot.table.standing.games import games_page
from bot.table.standing.people import feats_of
from bot.table.table import Refused, Table
from bot.table.tables import Tables
from bot.ui.live.answers.answering import answer, update
from bot.ui.live.permissions import may_watch, server_of
from bot.ui.panels.ids import ButtonId, row_number
from bot.ui.panels.layout import Panel
from bot.ui.panels.records.games import games_panel
from bot.ui.panels.records.games import page_of as games_page_of
from bot.ui.panels.records.leaderboard import leaderboard_panel, query_of
from bot.ui.panels.records.profile import feats_panel
from bot.ui.panels.records.replay import replay_of, replay_panel
from bot.ui.panels.records.verdict import check_panel


class RecordPresses:
    """What the buttons of `/leaderboard`, `/profile` and `/history` do."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._database = tables.store.database

    async def top(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show another page in the same message; where somebody stands is shown to them alone."""
        query, number, what = query_of(button.arg)
        if what != "me":
            await update(interaction, await self._leaders(interaction, query, number), public=True)
            return
        server = server_of(interaction)
        now = discord.utils.utcnow()
        own = await page_of(self._database, server, query, interaction.user.id, now)
        if own is None:
            raise Refused("You aren't on this leaderboard yet. `/cribbage start` opens a table.")
        await answer(interaction, await self._leaders(interaction, query, own))

    async def feats(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show all feats, and which of them somebody has, to whoever pressed."""
        user = row_number(button.arg)
        found = None if user is None else await feats_of(self._database, user)
        if found is None:
            raise Refused("Nothing is known of this person any more.")
        await answer(interaction, feats_panel(*found))

    async def games(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show another page of one's own games."""
        server = server_of(interaction)
        number = games_page_of(button.arg)
        page = await games_page(self._database, server, interaction.user.id, number)
        await update(interaction, games_panel(page))

    async def replay(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Show a deal of a game, in a private message of its own or in the one that was pressed."""
        deal, page = replay_of(button.arg)
        await self._check_open(interaction, button.table)
        log = await self._tables.store.log(button.table)
        await update(interaction, replay_panel(button.table, log, deal, page))

    async def check(self, interaction: discord.Interaction, button: ButtonId) -> None:
        """Derive every card of a game again."""
        table = await self._check_open(interaction, button.table)
        log = await self._tables.store.log(button.table)
        await answer(interaction, check_panel(table, log))

    async def _leaders(self, interaction: discord.Interaction, query: Query, number: int) -> Panel:
        server, now = server_of(interaction), discord.utils.utcnow()
        return leaderboard_panel(await page(self._database, server, query, number, now))

    async def _check_open(self, interaction: discord.Interaction, number: int) -> Table:
        """A table of this server that this person may look into. Raises `Refused` for any other."""
        table = (await self._tables.get(number)).table
        if table.guild != interaction.guild_id:
            raise Refused(f"There is no table {number} on this server.")
        if table.seat_of(interaction.user.id) is None and not may_watch(interaction, table.channel):
            raise Refused(f"Table {number} stood in a channel that isn't open to you.")
        return table
