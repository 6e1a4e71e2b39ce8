"""Tables whose channel couldn't be brought up to date: when each is tried again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.table.store import Clock
from bot.ui.live.channels.trouble import Trouble

FIRST: Final = 5.0
"""Seconds until the first retry; every further pause is twice as long as the one before."""
LONGEST: Final = {Trouble.PASSING: 300.0, Trouble.CLOSED: 3600.0}
"""Seconds until the next retry, at most."""


@dataclass(slots=True)
class _OutOfReach:
    since: datetime
    guild: int | None
    places: frozenset[int] | None
    pause: float = FIRST
    timer: asyncio.TimerHandle | None = None


class Retries:
    """Has tables tried again, by `again`, after growing pauses or when their place has changed."""

    def __init__(self, again: Callable[[int], None], clock: Clock) -> None:
        self._again = again
        self._clock = clock
        self._tables: dict[int, _OutOfReach] = {}

    def __contains__(self, table_id: int) -> bool:
        """Whether a table is out of reach."""
        return table_id in self._tables

    def later(
        self, table_id: int, trouble: Trouble, guild: int | None, places: frozenset[int] | None
    ) -> float:
        """Try a table again after a pause. Returns it, in seconds.

        `places` are the channels and threads at which it hangs, None when that isn't known.
        """
        waits = self._tables.get(table_id)
        if waits is None:
            waits = self._tables[table_id] = _OutOfReach(self._clock(), guild, places)
        waits.guild, waits.places = guild or waits.guild, places
        pause = min(waits.pause, LONGEST[trouble])
        waits.pause = pause * 2
        if waits.timer is not None:
            waits.timer.cancel()
        waits.timer = asyncio.get_running_loop().call_later(pause, self._again, table_id)
        return pause

    def since(self, table_id: int) -> datetime | None:
        """When a table got out of reach, None when it isn't."""
        waits = self._tables.get(table_id)
        return None if waits is None else waits.since

    def done(self, table_id: int) -> None:
        """Nothing is left to be tried again at a table."""
        waits = self._tables.pop(table_id, None)
        if waits is not None and waits.timer is not None:
            waits.timer.cancel()

    def reopened(self, guild: int, place: int | None) -> None:
        """Try the tables of a server again at once, or those at one of its channels or threads."""
        for table_id, waits in list(self._tables.items()):
            if waits.guild == guild and (place is None or waits.places is None or place in waits.places):
                self._again(table_id)

    def stop(self) -> None:
        """Try nothing again any more."""
        for table_id in list(self._tables):
            self.done(table_id)
