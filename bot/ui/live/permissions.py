"""What the bot must be allowed to do in a channel before a table opens there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord

from bot.table.table import Refused
from bot.ui.live.answers.command_errors import ELSEWHERE
from bot.ui.panels.names import listed

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


def server_of(interaction: discord.Interaction) -> int:
    """The id of the server in which something was used. Raises `Refused` in a private conversation."""
    if interaction.guild_id is None:
        raise Refused(ELSEWHERE)
    return interaction.guild_id


def missing_permissions(
    granted: discord.Permissions, *, threaded: bool, own_thread: bool = False
) -> list[str]:
    """The permissions that the bot lacks for a table, as Discord names them."""
    needed = _IN_THREADS if threaded else _FOR_A_THREAD if own_thread else _IN_CHANNELS
    return [label for name, label in needed.items() if not getattr(granted, name)]


def check_place(interaction: discord.Interaction, *, own_thread: bool, channel: int | None = None) -> Place:
    """Where something was used, or another channel or thread of the server, if a table can stand there.

    With `own_thread` it plays in a thread of its own. Raises `Refused`, naming the permissions that the bot lacks.
    """
    guild = interaction.guild
    if guild is None or interaction.channel_id is None:
        raise Refused("A table stands in a server's channel: use the command there.")
    if channel in (None, interaction.channel_id):
        found, granted = interaction.channel, interaction.app_permissions
        channel, where, there = interaction.channel_id, "here", "in this channel"
    else:
        found = guild.get_channel_or_thread(channel)
        if found is None:
            raise Refused(f"I can't see <#{channel}>, so no table can stand there.")
        granted, where, there = found.permissions_for(guild.me), f"in <#{channel}>", "there"
    thread = found if isinstance(found, discord.Thread) else None
    missing = missing_permissions(
        granted, threaded=thread is not None, own_thread=own_thread and thread is None
    )
    if missing:
        raise Refused(
            f"I can't host a table {where}: I lack {listed([f'**{label}**' for label in missing])} {there}. "
            "Somebody who manages it can grant that."
        )
    return Place(guild, channel, thread.parent_id if thread else None)


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
