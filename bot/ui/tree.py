"""The slash commands' way in: through the door, and out with a sentence when something goes wrong."""

from __future__ import annotations

from typing import Any, Protocol

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.answers import answer
from bot.ui.door import Door
from bot.ui.failures import cause_of, sentence
from bot.ui.layout import notice


class HasDoor(Protocol):
    """A bot with a door."""

    door: Door


class Tree(app_commands.CommandTree[commands.Bot]):
    """The slash commands."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let commands in by the door: what answers them runs in the very task that asks here."""
        client: HasDoor = interaction.client
        return await client.door.enter(interaction) is not None

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Say what went wrong."""
        name = interaction.command.qualified_name if interaction.command else None
        said = sentence(cause_of(error), command=name, user=interaction.user.id)
        await answer(interaction, notice(said))
