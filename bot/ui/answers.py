"""Answering interactions. An answer that can't be given is logged; what was done stays done."""

from __future__ import annotations

import discord
import structlog

from bot.ui.delivery import delivery_of
from bot.ui.failures import UNREACHABLE, described, is_gone
from bot.ui.layout import Panel
from bot.ui.rendering import Rendered

_log = structlog.get_logger(__name__)


async def answer(interaction: discord.Interaction, panel: Panel, *, private: bool = True) -> int | None:
    """Answer with a message of its own. Returns its id, None when it couldn't be sent."""

    async def send(ready: Rendered) -> int | None:
        if interaction.response.is_done():
            message = await interaction.followup.send(
                view=ready.view,
                files=ready.files,
                ephemeral=private,
                allowed_mentions=ready.mentions,
                wait=True,
            )
            return message.id
        response = await interaction.response.send_message(
            view=ready.view, files=ready.files, ephemeral=private, allowed_mentions=ready.mentions
        )
        return response.message_id

    try:
        return await delivery_of(interaction.client).send(panel, "answer", place_of(interaction), send)
    except UNREACHABLE as error:
        _unanswered(interaction, error)
        return None


async def update(interaction: discord.Interaction, panel: Panel, *, public: bool = False) -> int | None:
    """Answer by changing the message whose button was pressed. Returns its id, None when that couldn't be done.

    Unless the panel is `public`, a message that everybody sees is left alone, and the answer comes privately.
    """
    message = interaction.message
    if message is None or not (public or message.flags.ephemeral):
        return await answer(interaction, panel)

    async def change(ready: Rendered) -> None:
        edit = (
            interaction.edit_original_response
            if interaction.response.is_done()
            else interaction.response.edit_message
        )
        await edit(view=ready.view, attachments=ready.files, allowed_mentions=ready.mentions)

    try:
        await delivery_of(interaction.client).send(panel, "update", place_of(interaction), change)
    except UNREACHABLE as error:
        _unanswered(interaction, error)
        return None
    return message.id


def place_of(interaction: discord.Interaction) -> int:
    """Where an interaction is answered: its channel, or else the person."""
    return interaction.channel_id or interaction.user.id


async def acknowledge(interaction: discord.Interaction) -> None:
    """Answer without showing anything: the message will change by itself."""
    try:
        await interaction.response.defer()
    except UNREACHABLE as error:
        _unanswered(interaction, error)


async def defer(interaction: discord.Interaction) -> None:
    """Say that a private answer takes a moment; it then comes by `answer`."""
    try:
        await interaction.response.defer(ephemeral=True, thinking=True)
    except UNREACHABLE as error:
        _unanswered(interaction, error)


def _unanswered(interaction: discord.Interaction, error: Exception) -> None:
    # A press that is answered late or never is Discord's weather; the table is safe either way.
    level = _log.info if is_gone(error) else _log.warning
    level("press not answered", user=interaction.user.id, **described(error))
