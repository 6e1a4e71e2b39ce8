"""Presses go first: what nobody waits for lets those that are being served pass."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

LONGEST: Final = 0.5
"""Seconds after which lesser work goes on all the same: under steady presses it would never be done."""


class Presses:
    """How many presses are being served, and a place to wait until there are none."""

    def __init__(self) -> None:
        self._served = 0
        self._waiting: list[asyncio.Future[None]] = []

    @contextmanager
    def one(self) -> Generator[None]:
        """A press is being served."""
        self._served += 1
        try:
            yield
        finally:
            self._served -= 1
            if not self._served:
                for place in self._waiting:
                    _wake(place)

    async def quiet(self) -> None:
        """Wait until no press is being served, but not for long."""
        if not self._served:
            return
        loop = asyncio.get_running_loop()
        place: asyncio.Future[None] = loop.create_future()
        self._waiting.append(place)
        timer = loop.call_later(LONGEST, _wake, place)
        try:
            await place
        finally:
            timer.cancel()
            self._waiting.remove(place)


def _wake(place: asyncio.Future[None]) -> None:
    if not place.done():
        place.set_result(None)
