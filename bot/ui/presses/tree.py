"""The slash commands' way in: through the door, and out with a sentence when something goes wrong."""

from __future__ import annotations

from typing import Any, Protocol

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.live.answers.answering import answer
from bot.ui.live.answers.failures import cause_of, sentence
from bot.ui.panels.layout import notice
from bot.ui.presses.door import Door


class HasDoor(Protocol):
    """A bot with a door."""

    door: Door


class Tree(app_commands.CommandTree[commands.Bot]):
    """The slash commands."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let commands in by the door: what answers them runs in the very task that asks here."""
        client: HasDoor = interaction.client
        if await client.door.enter(interaction) is None:
            return False
        _check_choices(interaction)
        return True

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Say what went wrong."""
        name = interaction.command.qualified_name if interaction.command else None
        said = sentence(cause_of(error), command=name, user=interaction.user.id)
        await answer(interaction, notice(said))


def _check_choices(interaction: discord.Interaction[Any]) -> None:
    """Raise `CommandSignatureMismatch` for what isn't among the choices: Discord offers those it was told last."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return
    given = {name: value for name, value in interaction.namespace}  # noqa: C416 - it is no mapping
    for parameter in command.parameters:
        choices = [choice.value for choice in parameter.choices]
        if choices and parameter.display_name in given and given[parameter.display_name] not in choices:
            raise app_commands.CommandSignatureMismatch(command)
