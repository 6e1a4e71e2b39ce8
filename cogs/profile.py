"""`/profile` and `/head-to-head`: what somebody has achieved, and two people's record against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.table.standing.people import encounter, profile_of
from bot.table.table import Refused
from bot.ui.live.answers.answering import answer
from bot.ui.live.permissions import server_of
from bot.ui.panels.records.profile import encounter_panel, profile_panel
from bot.ui.presses.door import SLOW_IN_PUBLIC

if TYPE_CHECKING:
    from bot.client import CribbageBot

Person = discord.Member | discord.User


class Profiles(commands.Cog):
    """What is known of people."""

    def __init__(self, bot: CribbageBot) -> None:
        self.bot = bot

    @app_commands.command(description="Somebody's level, record, averages and feats", extras=SLOW_IN_PUBLIC)
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.describe(user="Whose profile (yours)")
    async def profile(self, interaction: discord.Interaction, user: discord.User | None = None) -> None:
        """Show a profile to everybody."""
        server = server_of(interaction)
        person: Person = user or interaction.user
        _check_person(person)
        found = await profile_of(self.bot.database, server, person.id)
        await answer(interaction, profile_panel(person.id, person.display_name, found), private=False)

    @app_commands.command(
        name="head-to-head", description="The record of two people against each other", extras=SLOW_IN_PUBLIC
    )
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.describe(user="Somebody", other="And somebody else (you)")
    async def head_to_head(
        self, interaction: discord.Interaction, user: discord.User, other: discord.User | None = None
    ) -> None:
        """Show the record to everybody."""
        server = server_of(interaction)
        one, two = (user, other) if other is not None else (interaction.user, user)
        if one.id == two.id:
            raise Refused("It takes two: name somebody else.")
        for person in (one, two):
            _check_person(person)
        met = await encounter(self.bot.database, server, one.id, two.id)
        await answer(interaction, encounter_panel(one.display_name, two.display_name, met), private=False)


def _check_person(person: Person) -> None:
    if person.bot:
        raise Refused("Bots have no record here: name a person.")


async def setup(bot: CribbageBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Profiles(bot))
