"""Work in the background, which nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any


class Background:
    """Keeps such work until it is done: the event loop alone might lose it."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def __iter__(self) -> Iterator[asyncio.Task[None]]:
        """What isn't done yet."""
        return iter(tuple(self._tasks))

    def __len__(self) -> int:
        return len(self._tasks)

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do some work from now on."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def cancel(self) -> None:
        """Break off what isn't done."""
        for task in self:
            task.cancel()
