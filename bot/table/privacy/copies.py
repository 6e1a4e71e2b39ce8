"""When people get a copy of their data: one person at a time, and nobody twice in a row.

Many games take seconds of work. One person who asks for them again and again must not slow down everybody's
tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from bot.table.presses import Presses
from bot.table.privacy.export import export
from bot.table.privacy.parts import Part
from bot.table.store import Clock
from bot.table.table import Refused
from db.engine import Database

PAUSE: Final = timedelta(minutes=10)
"""How long it takes after a copy until the same person can have another one."""


class Copies:
    """Makes copies, and remembers for a while who had one. Presses go first."""

    def __init__(self, database: Database, presses: Presses, now: Clock) -> None:
        self._database = database
        self._presses = presses
        self._now = now
        self._turn = asyncio.Lock()
        self._making: set[int] = set()
        self._given: dict[int, datetime] = {}  # the oldest first

    @asynccontextmanager
    async def of(self, user: int) -> AsyncGenerator[AsyncGenerator[Part]]:
        """The parts of a person's copy, none when nothing is stored about them. Others wait meanwhile.

        It counts as given once the last part has been taken. Raises `Refused` when this person has just had
        one, or is being made one.
        """
        self._check(user)
        self._making.add(user)
        try:
            async with aclosing(self._made(user)) as parts:
                yield parts
        finally:
            self._making.discard(user)

    def forget(self, user: int) -> None:
        """Whoever has their data deleted may look right away what is left."""
        self._given.pop(user, None)

    async def _made(self, user: int) -> AsyncGenerator[Part]:
        async with self._turn, aclosing(self._parts(user)) as parts:
            given = False
            async for part in parts:
                yield part
                given = True
        if given:
            self._given[user] = self._now()

    def _parts(self, user: int) -> AsyncGenerator[Part]:
        return export(self._database, user, self._now(), self._presses.quiet)

    def _check(self, user: int) -> None:
        now = self._now()
        while self._given and now - next(iter(self._given.values())) >= PAUSE:
            del self._given[next(iter(self._given))]
        if user in self._making:
            raise Refused("Your copy is being made already: it comes as a private message.")
        if user in self._given:
            minutes = ceil((self._given[user] + PAUSE - now).total_seconds() / 60)
            again = "in a minute" if minutes == 1 else f"in {minutes} minutes"
            raise Refused(f"You have just been sent your data. You can have it again {again}.")
