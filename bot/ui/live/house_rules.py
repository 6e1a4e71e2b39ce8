"""A server's settings: whether a wanted one can work, and what they allow."""

from __future__ import annotations

import discord

from bot.table.settings import GuildSettings
from bot.table.table import Refused
from bot.ui.live.permissions import Place, missing_permissions
from bot.ui.panels.names import listed
from bot.ui.panels.settings import channels_named


def check_manager(interaction: discord.Interaction) -> discord.Guild:
    """The server, if this person manages it. Raises `Refused`."""
    if interaction.guild is None or not interaction.permissions.manage_guild:
        raise Refused("Only those who may manage the server can change its settings.")
    return interaction.guild


def without_gone(settings: GuildSettings, guild: discord.Guild) -> GuildSettings:
    """The settings without channels that were deleted, which nobody could take off the list any more."""
    there = tuple(channel for channel in settings.channels if guild.get_channel(channel) is not None)
    return settings if there == settings.channels else settings.model_copy(update={"channels": there})


def toggled(settings: GuildSettings, channel: int) -> tuple[int, ...]:
    """The allowed channels with one more, or without it when it is among them."""
    if channel in settings.channels:
        return tuple(other for other in settings.channels if other != channel)
    return (*settings.channels, channel)


def check_workable(guild: discord.Guild, before: GuildSettings, after: GuildSettings) -> None:
    """Raise `Refused`, with the reason, when what has been changed can't work.

    That is a channel where the bot can't host a table, or threads for all tables where it can't open any.
    """
    added = [channel for channel in after.channels if channel not in before.channels]
    for channel in after.channels if after.threads and not before.threads else added:
        found = guild.get_channel(channel)
        if found is None:
            raise Refused(f"I can't see <#{channel}>, so no table can stand there.")
        missing = missing_permissions(
            found.permissions_for(guild.me), threaded=False, own_thread=after.threads
        )
        if missing:
            raise Refused(f"I can't host tables in <#{channel}>: I lack {_bold(missing)} there.")
    if after.threads and not before.threads and not after.channels:
        missing = missing_permissions(guild.me.guild_permissions, threaded=False, own_thread=True)
        if missing:
            raise Refused(f"I can't open a thread for every table: I lack {_bold(missing)} on this server.")


def _bold(labels: list[str]) -> str:
    return listed([f"**{label}**" for label in labels])


def check_allowed(settings: GuildSettings, place: Place) -> None:
    """Raise `Refused` when no table may stand in this channel, or thread of a channel."""
    if not settings.channels or {place.channel, place.parent} & set(settings.channels):
        return
    allowed = without_gone(settings, place.guild).channels
    if not allowed:
        raise Refused(
            "The channels in which tables may stand are gone. Those who manage this server can name others: "
            "`/cribbage settings`."
        )
    raise Refused(f"On this server tables stand in {channels_named(allowed)}.")


def check_house_allowed(settings: GuildSettings) -> None:
    """Raise `Refused` when no house player may sit down on this server."""
    if not settings.house_players:
        raise Refused("House players are switched off on this server; its managers can allow them.")
