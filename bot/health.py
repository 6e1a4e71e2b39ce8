"""Whether the running bot is well, told through the age of a file.

The bot touches the file while it is connected to Discord and its database answers. A check in another
process, such as a container's, only has to look at the file.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog

from db.errors import DatabaseUnavailable

if TYPE_CHECKING:  # a check, every half minute in a new process, has no need to load all of the bot
    from bot.client import CribbageBot

_log = structlog.get_logger(__name__)

EVERY: Final = 20.0
"""Seconds between two signs of life."""
pause: Final = asyncio.sleep
"""Between the two."""
STALE: Final = 75.0
"""Seconds after which no sign of life means that something is wrong."""


@asynccontextmanager
async def reporting(bot: CribbageBot, path: str) -> AsyncGenerator[None]:
    """Give signs of life in the file at `path` while the block runs; it is removed afterwards."""
    file = Path(path)
    task = asyncio.create_task(_report(bot, file))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        with suppress(OSError):
            await asyncio.to_thread(file.unlink, missing_ok=True)


async def _report(bot: CribbageBot, file: Path) -> None:
    while True:
        if bot.connected and not bot.is_closed():
            try:
                await bot.database.ping()
                await asyncio.to_thread(_touch, file)
            except (DatabaseUnavailable, OSError) as error:
                _log.warning("no sign of life", reason=str(error))
        await pause(EVERY)


def _touch(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()


def is_well(path: str) -> bool:
    """Whether there has been a sign of life lately."""
    try:
        return time.time() - Path(path).stat().st_mtime < STALE
    except OSError:
        return False
