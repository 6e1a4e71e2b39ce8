"""What follows when something can't be done in a table's channel: one table for whatever Discord may answer."""

from __future__ import annotations

from enum import Enum
from typing import Final

import aiohttp
import discord

from db.errors import Conflict, DatabaseUnavailable


class Trouble(Enum):
    """What kind of trouble it is, and so what is done about it."""

    PASSING = "passing"
    """It passes: tried again for as long as it lasts."""
    CLOSED = "closed"
    """The place is closed to the bot: tried again ever more rarely, and at once when something changes there."""
    MISSING = "missing"
    """The place is said not to exist: Discord is asked, since a game would end by it."""
    WRONG = "wrong"
    """The request itself is wrong, and would be wrong again: given up until the table changes."""


_BY_CODE: Final = {
    10003: Trouble.MISSING,  # unknown channel
    10004: Trouble.MISSING,  # unknown server
    20016: Trouble.PASSING,  # slow mode
    20028: Trouble.PASSING,  # the channel's rate limit
    20029: Trouble.PASSING,  # the server's rate limit
    40004: Trouble.PASSING,  # sending is turned off for a while
    40006: Trouble.PASSING,  # a feature is turned off for a while
    50083: Trouble.CLOSED,  # the thread is archived, and a new message doesn't bring it back
    130000: Trouble.PASSING,  # overloaded
    160005: Trouble.CLOSED,  # the thread is locked
    160006: Trouble.CLOSED,  # too many active threads, until others are archived
    160007: Trouble.CLOSED,  # too many active announcement threads
}
_BY_STATUS: Final = {
    401: Trouble.CLOSED,
    403: Trouble.CLOSED,
    404: Trouble.CLOSED,
    408: Trouble.PASSING,
    429: Trouble.PASSING,
}
_NETWORK: Final = (aiohttp.ClientError, OSError, DatabaseUnavailable, Conflict)


def judge(error: Exception) -> Trouble:
    """Say what kind of trouble an error stands for. A fault of the program would be one again: wrong."""
    if isinstance(error, discord.HTTPException):
        if error.code in _BY_CODE:
            return _BY_CODE[error.code]
        if error.status >= 500:
            return Trouble.PASSING
        return _BY_STATUS.get(error.status, Trouble.WRONG)
    return Trouble.PASSING if isinstance(error, _NETWORK) else Trouble.WRONG
