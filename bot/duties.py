"""The bot's own work at every start: each part by itself, and again until it is done.

A duty raises when it couldn't be done. Whatever it was, one duty's failure keeps no other from being done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from bot.background import Background
from bot.logs import place

_log = structlog.get_logger(__name__)

FIRST_PAUSE: Final = 5.0
"""Seconds until a duty that failed is tried again; after that the pause doubles each time."""
LAST_PAUSE: Final = 300.0

Duty = Callable[[], Awaitable[None]]


class Duties:
    """What has to be done after a start, or when the gateway is back."""

    def __init__(self) -> None:
        self._pending: dict[str, asyncio.TimerHandle] = {}
        self._trying = Background()
        self._begun: dict[str, int] = {}
        self._over = False

    async def begin(self, name: str, duty: Duty) -> None:
        """Do it, or if that fails see to it that it is done later. An earlier attempt at it is given up."""
        self._begun[name] = self._begun.get(name, 0) + 1
        if earlier := self._pending.pop(name, None):
            earlier.cancel()
        await self._attempt(name, duty, FIRST_PAUSE, self._begun[name])

    def stop(self) -> None:
        """Try nothing again: the bot ends."""
        self._over = True
        for timer in self._pending.values():
            timer.cancel()
        self._trying.cancel()

    async def _attempt(self, name: str, duty: Duty, pause: float, begun: int) -> None:
        try:
            await duty()
        except Exception as error:  # noqa: BLE001 - whatever it is, it may be gone the next time
            if self._over or begun != self._begun[name]:
                return
            _log.warning(
                "not done yet", duty=name, error=type(error).__name__, at=place(error), retry_in=pause
            )
            loop = asyncio.get_running_loop()
            self._pending[name] = loop.call_later(pause, self._again, name, duty, pause, begun)

    def _again(self, name: str, duty: Duty, pause: float, begun: int) -> None:
        del self._pending[name]
        self._trying.begin(self._attempt(name, duty, min(2 * pause, LAST_PAUSE), begun))
