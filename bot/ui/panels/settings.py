"""A server's settings as a message."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.settings import TURN_TIMES, GuildSettings
from bot.ui.panels.layout import Panel, Text
from bot.ui.panels.names import listed


def settings_panel(settings: GuildSettings) -> Panel:
    """The settings, a line each (private)."""
    channels = channels_named(settings.channels) or "all channels"
    lines = [
        f"Turn time: **{TURN_TIMES.get(settings.turn_seconds, f'{settings.turn_seconds} seconds')}**",
        f"Tables may stand in: **{channels}**",
        f"House players: **{'allowed' if settings.house_players else 'not allowed'}**",
        f"A thread for every table: **{'yes' if settings.threads else 'only when asked for'}**",
        f"Reminders: **{'quiet' if settings.quiet_reminders else 'with a notification'}**",
    ]
    return Panel((Text("### Cribbage on this server"), Text("\n".join(lines))))


def channels_named(channels: Sequence[int]) -> str:
    """Channels as Discord shows them, in one breath."""
    return listed([f"<#{channel}>" for channel in channels])
