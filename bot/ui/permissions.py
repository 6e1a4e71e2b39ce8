"""What the bot must be allowed to do in a channel before a table opens there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord

from bot.table.table import Refused
from bot.ui.names import listed

_ALWAYS: Final = {
    "view_channel": "View Channel",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
_IN_CHANNELS: Final = {**_ALWAYS, "send_messages": "Send Messages"}
_IN_THREADS: Final = {**_ALWAYS, "send_messages_in_threads": "Send Messages in Threads"}
_FOR_A_THREAD: Final = {**_IN_CHANNELS, **_IN_THREADS, "create_public_threads": "Create Public Threads"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is to stand. `parent` is the channel of a thread."""

    guild: discord.Guild
    channel: int
    parent: int | None


def missing_permissions(
    granted: discord.Permissions, *, threaded: bool, own_thread: bool = False
) -> list[str]:
    """The permissions that the bot lacks for a table, as Discord names them."""
    needed = _IN_THREADS if threaded else _FOR_A_THREAD if own_thread else _IN_CHANNELS
    return [label for name, label in needed.items() if not getattr(granted, name)]


def place_of(interaction: discord.Interaction) -> Place:
    """Where a command or a button was used. Raises `Refused` outside of servers."""
    if interaction.guild is None or interaction.channel_id is None:
        raise Refused("A table stands in a server's channel: use the command there.")
    thread = interaction.channel if isinstance(interaction.channel, discord.Thread) else None
    return Place(interaction.guild, interaction.channel_id, thread.parent_id if thread else None)


def check_place(interaction: discord.Interaction, *, own_thread: bool) -> Place:
    """Where the command was used, if a table can stand there, with `own_thread` in a thread of its own.

    Raises `Refused`, naming the permissions that the bot lacks.
    """
    place = place_of(interaction)
    threaded = place.parent is not None
    missing = missing_permissions(
        interaction.app_permissions, threaded=threaded, own_thread=own_thread and not threaded
    )
    if missing:
        raise Refused(
            f"I can't host a table here: I lack {listed([f'**{label}**' for label in missing])} in this channel. "
            "Somebody who manages it can grant that."
        )
    return place


def may_watch(interaction: discord.Interaction, channel: int) -> bool:
    """Whether this person may see a channel or thread of the server; a private thread only from inside."""
    if channel == interaction.channel_id:
        return True
    if interaction.guild is None or not isinstance(interaction.user, discord.Member):
        return False
    found = interaction.guild.get_channel_or_thread(channel)
    if found is None or (isinstance(found, discord.Thread) and (found.is_private() or found.parent is None)):
        return False
    return found.permissions_for(interaction.user).view_channel
