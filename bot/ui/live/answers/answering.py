"""Answering interactions. An answer that can't be given is logged; what was done stays done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TypeVar

import discord
import structlog

from bot.ui.live.answers.failures import ALREADY_ANSWERED, UNREACHABLE, described, is_gone
from bot.ui.live.sending.delivery import Way, delivery_of
from bot.ui.live.sending.rendering import Rendered
from bot.ui.panels.layout import Panel

_log = structlog.get_logger(__name__)

T = TypeVar("T")
_Request = Callable[[Rendered], Awaitable[T]]


async def answer(interaction: discord.Interaction, panel: Panel, *, private: bool = True) -> int | None:
    """Answer with a message of its own. Returns its id, None when it couldn't be sent, or not to everybody."""

    async def respond(ready: Rendered) -> int | None:
        response = await interaction.response.send_message(
            view=ready.view, files=ready.files, ephemeral=private, allowed_mentions=ready.mentions
        )
        return response.message_id

    async def follow_up(ready: Rendered) -> int | None:
        message = await interaction.followup.send(
            view=ready.view,
            files=ready.files,
            ephemeral=private,
            allowed_mentions=ready.mentions,
            wait=True,
        )
        # What has been acknowledged in private stays private: others haven't seen it.
        return message.id if private or not message.flags.ephemeral else None

    try:
        return await _send(interaction, panel, "answer", respond, follow_up)
    except UNREACHABLE as error:
        _unanswered(interaction, error)
        return None


async def update(interaction: discord.Interaction, panel: Panel, *, public: bool = False) -> int | None:
    """Answer by changing the message whose button was pressed. Returns its id, None when that couldn't be done.

    A message that everybody sees is left alone, and the answer comes privately, unless the panel is `public`
    and the button is one of that message's own: another's id may have been sent with it.
    """
    message = interaction.message
    if message is None or not (message.flags.ephemeral or (public and _pressed_on(message, interaction))):
        return await answer(interaction, panel)

    async def respond(ready: Rendered) -> None:
        await interaction.response.edit_message(
            view=ready.view, attachments=ready.files, allowed_mentions=ready.mentions
        )

    async def follow_up(ready: Rendered) -> None:
        await interaction.edit_original_response(
            view=ready.view, attachments=ready.files, allowed_mentions=ready.mentions
        )

    try:
        await _send(interaction, panel, "update", respond, follow_up)
    except UNREACHABLE as error:
        _unanswered(interaction, error)
        return None
    return message.id


def _pressed_on(message: discord.Message, interaction: discord.Interaction) -> bool:
    """Whether the message has the button that was pressed."""
    pressed = (interaction.data or {}).get("custom_id")
    return any(
        isinstance(part, discord.Button) and part.custom_id == pressed for part in _parts(message.components)
    )


def _parts(components: Iterable[object]) -> Iterator[object]:
    """Components with all that they contain."""
    for component in components:
        yield component
        if isinstance(component, discord.Container | discord.ActionRow):
            yield from _parts(component.children)


async def _send(
    interaction: discord.Interaction, panel: Panel, way: Way, respond: _Request[T], follow_up: _Request[T]
) -> T:
    """Respond, or follow up on what has been acknowledged already, also in this very moment (`bot.ui.presses.door`)."""
    delivery, place = delivery_of(interaction.client), place_of(interaction)
    if not interaction.response.is_done():
        try:
            return await delivery.send(panel, way, place, respond)
        except discord.InteractionResponded:
            pass
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise
    return await delivery.send(panel, way, place, follow_up)


def place_of(interaction: discord.Interaction) -> int:
    """Where an interaction is answered: its channel, or else the person."""
    return interaction.channel_id or interaction.user.id


async def public_answer(interaction: discord.Interaction) -> int | None:
    """The id of the message with which everybody has been answered, as Discord knows it; None without one."""
    try:
        found = await interaction.original_response()
    except (*UNREACHABLE, discord.ClientException):
        return None
    return None if found.flags.ephemeral else found.id


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
