"""Every failure reaches the person as one short private sentence, and the log when somebody has to look."""

from __future__ import annotations

import secrets
from typing import Final

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.cribbage.game import IllegalAction
from bot.table.table import Refused
from bot.ui.live.answers.command_errors import told
from bot.ui.panels.who import called
from db.errors import DatabaseUnavailable

_log = structlog.get_logger(__name__)

TOKEN_GONE: Final = frozenset({10008, 10015, 10062, 50027})
"""Discord's codes for an interaction, or the message it stands for, that can't be answered any more."""
ALREADY_ANSWERED: Final = 40060
"""Discord's code for an interaction that somebody else, or an earlier try, has answered or acknowledged."""

UNREACHABLE: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What asking something of Discord raises when it refuses, is in trouble, or can't be reached."""


def is_gone(error: BaseException) -> bool:
    """Whether an interaction's token has expired, or its message was dismissed."""
    return isinstance(error, discord.HTTPException) and (error.code in TOKEN_GONE or error.status == 404)


def cause_of(error: BaseException) -> BaseException:
    """What a slash command raised, without what discord.py wraps around it."""
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def described(error: BaseException) -> dict[str, object]:
    """One of `UNREACHABLE` for the log: Discord's status and code, or else the kind of failure."""
    if isinstance(error, discord.HTTPException):
        return {"status": error.status, "code": error.code}
    return {"error": type(error).__name__}


def sentence(error: BaseException, **where: object) -> str:
    """What to tell the person. What isn't their doing is logged, with the reference that they are given.

    `where` says what was being done, in words that may be logged: never cards.
    """
    if isinstance(error, Refused):
        return error.told(called)
    if isinstance(error, IllegalAction):
        return str(error)
    if (said := told(error)) is not None:
        _log.info("command not understood", error=type(error).__name__, **where)
        return said
    reference = secrets.token_hex(3)
    if isinstance(error, DatabaseUnavailable):
        doubt = {"in_doubt": True} if error.in_doubt else {}
        _log.error("database unavailable", reason=str(error), reference=reference, **doubt, **where)
        return _out_of_reach(error, reference)
    _log.error("unexpected failure", reference=reference, exc_info=error, **where)
    return f"Something went wrong here, and nothing was changed. If it happens again, tell us `{reference}`."


def _out_of_reach(error: DatabaseUnavailable, reference: str) -> str:
    if error.in_doubt:
        told = "The bot lost its records in the very moment of saving, so it can't say whether this counted."
        if error.passing:
            return f"{told} Look at your hand again in a moment before you press anything."
        return f"{told} Whoever runs the bot has to look: tell them `{reference}`."
    if error.passing:
        return "The bot can't reach its records right now. Nothing is lost: press again in a moment."
    return (
        "The bot can't use its records, so nothing was changed. It won't pass by itself: whoever runs the bot "
        f"has to look. Tell them `{reference}`."
    )
