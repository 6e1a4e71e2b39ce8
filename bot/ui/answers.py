"""Answering interactions. An answer that can't be given is logged; what was done stays done."""

from __future__ import annotations

import discord
import structlog

from bot.ui.components import mentions, to_view
from bot.ui.failures import UNREACHABLE, described, is_gone
from bot.ui.layout import Panel

_log = structlog.get_logger(__name__)


async def answer(interaction: discord.Interaction, panel: Panel, *, private: bool = True) -> int | None:
    """Answer with a message of its own. Returns its id, None when it couldn't be sent."""
    try:
        if interaction.response.is_done():
            message = await interaction.followup.send(
                view=to_view(panel), ephemeral=private, allowed_mentions=mentions(panel), wait=True
            )
            return message.id
        response = await interaction.response.send_message(
            view=to_view(panel), ephemeral=private, allowed_mentions=mentions(panel)
        )
    except UNREACHABLE as error:
        _unanswered(interaction, error)
        return None
    return response.message_id


async def update(interaction: discord.Interaction, panel: Panel, *, public: bool = False) -> bool:
    """Answer by changing the message whose button was pressed. False when that couldn't be done.

    Unless the panel is `public`, a message that everybody sees is left alone, and the answer comes privately.
    """
    if not public and (interaction.message is None or not interaction.message.flags.ephemeral):
        return await answer(interaction, panel) is not None
    try:
        await interaction.response.edit_message(view=to_view(panel), allowed_mentions=mentions(panel))
    except UNREACHABLE as error:
        _unanswered(interaction, error)
        return False
    return True


async def acknowledge(interaction: discord.Interaction) -> None:
    """Answer without showing anything: the message will change by itself."""
    try:
        await interaction.response.defer()
    except UNREACHABLE as error:
        _unanswered(interaction, error)


def _unanswered(interaction: discord.Interaction, error: Exception) -> None:
    # A press that is answered late or never is Discord's weather; the table is safe either way.
    level = _log.info if is_gone(error) else _log.warning
    level("press not answered", user=interaction.user.id, **described(error))
