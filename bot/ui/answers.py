"""Answering interactions. An answer that can't be given is logged; what was done stays done."""

from __future__ import annotations

from typing import Final

import discord
import structlog

from bot.ui.failures import ALREADY_ANSWERED, UNREACHABLE, described, is_gone
from bot.ui.layout import Panel
from bot.ui.rendering import Rendered, renderer_of

_log = structlog.get_logger(__name__)

PICTURE_REFUSED: Final = 400
"""The status with which Discord may refuse a picture."""


async def answer(interaction: discord.Interaction, panel: Panel, *, private: bool = True) -> int | None:
    """Answer with a message of its own. Returns its id, None when it couldn't be sent, or not to everybody."""
    renderer = renderer_of(interaction.client)
    ready = await renderer.render(panel)
    try:
        if not interaction.response.is_done():
            try:
                response = await interaction.response.send_message(
                    view=ready.view, files=ready.files, ephemeral=private, allowed_mentions=ready.mentions
                )
            except discord.HTTPException as error:
                if error.code != ALREADY_ANSWERED:
                    raise
                # It was acknowledged in this very moment (`bot.ui.door`).
                ready = await renderer.render(panel)
            else:
                return response.message_id
        message = await interaction.followup.send(
            view=ready.view,
            files=ready.files,
            ephemeral=private,
            allowed_mentions=ready.mentions,
            wait=True,
        )
    except UNREACHABLE as error:
        _unanswered(interaction, error)
        return None
    # What has been acknowledged in private stays private: others haven't seen it.
    return message.id if private or not message.flags.ephemeral else None


async def update(interaction: discord.Interaction, panel: Panel, *, public: bool = False) -> int | None:
    """Answer by changing the message whose button was pressed. Returns its id, None when that couldn't be done.

    Unless the panel is `public`, a message that everybody sees is left alone, and the answer comes privately.
    """
    message = interaction.message
    if message is None or not (public or message.flags.ephemeral):
        return await answer(interaction, panel)
    renderer = renderer_of(interaction.client)
    try:
        try:
            await _edit(interaction, await renderer.render(panel))
        except discord.HTTPException as error:
            if error.code == ALREADY_ANSWERED:
                # It was acknowledged in this very moment (`bot.ui.door`).
                await _edit_original(interaction, await renderer.render(panel))
                return message.id
            if error.status != PICTURE_REFUSED or panel == panel.without_pictures():
                raise
            # There are reports of edits with new pictures being refused; the words alone will do.
            _log.warning("picture refused in an answer", code=error.code)
            await _edit(interaction, await renderer.render(panel.without_pictures()))
    except UNREACHABLE as error:
        _unanswered(interaction, error)
        return None
    return message.id


async def _edit(interaction: discord.Interaction, ready: Rendered) -> None:
    if interaction.response.is_done():
        await _edit_original(interaction, ready)
        return
    await interaction.response.edit_message(
        view=ready.view, attachments=ready.files, allowed_mentions=ready.mentions
    )


async def _edit_original(interaction: discord.Interaction, ready: Rendered) -> None:
    await interaction.edit_original_response(
        view=ready.view, attachments=ready.files, allowed_mentions=ready.mentions
    )


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
