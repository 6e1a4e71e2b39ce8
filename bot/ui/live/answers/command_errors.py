"""What discord.py raises before or instead of a slash command, as sentences that say what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from discord import AppCommandOptionType as Option
from discord import app_commands

from bot.ui.panels.names import listed

_Say = Callable[[Any], str]

OLDER: Final = (
    "Discord still shows you an older version of this command. Try again in a few minutes; restarting Discord "
    "brings the new one at once."
)
ELSEWHERE: Final = "That works on a server only: use it in one of its channels."

_BY_OPTION: Final[Mapping[Option, str]] = {
    Option.user: "That person can't be chosen here: pick somebody who is on this server.",
    Option.channel: (
        "That channel can't be chosen here: it is gone, of another kind, or the bot doesn't see it. Pick "
        "another from the list."
    ),
    Option.role: "That role can't be chosen here: pick one that this server has.",
    Option.mentionable: "That can't be chosen here: pick a person or a role of this server.",
    Option.attachment: "That file didn't arrive: attach it once more.",
    Option.boolean: "Choose **True** or **False** there.",
    Option.integer: "That number can't be used there: pick another, without fractions.",
    Option.number: "That number can't be used there: pick another.",
    Option.string: "That isn't one of the choices: pick one from the list.",
}
_OTHERWISE: Final = "One of the options can't be used like that: pick another from the list."


def _transformer(error: app_commands.TransformerError) -> str:
    return _BY_OPTION.get(error.type, _OTHERWISE)


def _cooldown(error: app_commands.CommandOnCooldown) -> str:
    seconds = max(1, round(error.retry_after))
    return f"That was used just now: try again in {seconds} {'second' if seconds == 1 else 'seconds'}."


def _permissions(names: list[str]) -> str:
    return listed([f"**{name.replace('_', ' ').replace('guild', 'server').title()}**" for name in names])


SENTENCES: Final[Mapping[type[Exception], _Say | None]] = {
    app_commands.AppCommandError: lambda _: OLDER,
    app_commands.TransformerError: cast("_Say", _transformer),
    app_commands.CommandNotFound: lambda _: OLDER,
    app_commands.CommandSignatureMismatch: lambda _: OLDER,
    app_commands.CheckFailure: lambda _: "You can't use that command here.",
    app_commands.NoPrivateMessage: lambda _: ELSEWHERE,
    app_commands.MissingRole: lambda _: (
        "That needs a role which you don't have on this server: ask somebody who manages it."
    ),
    app_commands.MissingAnyRole: lambda _: (
        "That needs a role which you don't have on this server: ask somebody who manages it."
    ),
    app_commands.MissingPermissions: lambda error: (
        f"That needs {_permissions(error.missing_permissions)} here: ask somebody who manages this server."
    ),
    app_commands.BotMissingPermissions: lambda error: (
        f"I lack {_permissions(error.missing_permissions)} here. Somebody who manages this server can grant "
        "that."
    ),
    app_commands.CommandOnCooldown: cast("_Say", _cooldown),
    # These say nothing that a person could act on. The first is what discord.py wraps around another error.
    app_commands.CommandInvokeError: None,
    app_commands.TranslationError: None,
    app_commands.CommandAlreadyRegistered: None,
    app_commands.CommandLimitReached: None,
    app_commands.CommandSyncFailure: None,
    app_commands.MissingApplicationID: None,
}
"""By kind of error what the person is told, None where it is a fault of the bot that has to be looked into."""


def told(error: BaseException) -> str | None:
    """The sentence for an error of discord.py's commands, None for any other and for faults of the bot."""
    for kind in type(error).__mro__:
        if kind in SENTENCES:
            return (say := SENTENCES[kind]) and say(error)
    return None
