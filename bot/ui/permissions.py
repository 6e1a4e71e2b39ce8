"""What the bot must be allowed to do in a channel before a table opens there."""

from __future__ import annotations

from typing import Final

import discord

from bot.table.table import Refused
from bot.ui.names import listed

_NEEDED: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
_NEEDED_IN_THREADS: Final = {**_NEEDED, "send_messages_in_threads": "Send Messages in Threads"}


def check_channel(interaction: discord.Interaction) -> tuple[discord.Guild, int]:
    """The server and the channel's id, if a table can stand there.

    Raises `Refused`, naming the permissions that the bot lacks.
    """
    if interaction.guild is None or interaction.channel_id is None:
        raise Refused("A table stands in a server's channel: use the command there.")
    threaded = isinstance(interaction.channel, discord.Thread)
    needed = _NEEDED_IN_THREADS if threaded else _NEEDED
    if threaded:
        needed = {name: label for name, label in needed.items() if name != "send_messages"}
    missing = [label for name, label in needed.items() if not getattr(interaction.app_permissions, name)]
    if missing:
        raise Refused(
            f"I can't host a table here: I lack {listed([f'**{label}**' for label in missing])} in this channel. "
            "Somebody who manages it can grant that."
        )
    return interaction.guild, interaction.channel_id
