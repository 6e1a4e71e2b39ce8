"""Real bots in processes of their own, one at a time, which begin quickly and can be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.loopback.bot_side import Life

_ROOT: Final = Path(__file__).parents[2]
_SETTINGS: Final = ("CRIBBAGE_", "DISCORD_TOKEN", "DATABASE_URL")


class Nursery:
    """Begins bots and ends them, by way of a process that has loaded what a bot needs."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    async def begin(self, life: Life) -> int:
        """Begin a bot. Returns its process id."""
        return await self._ask(life.line())

    async def kill(self) -> None:
        """End the bot by SIGKILL, and wait until it is gone."""
        assert await self._ask(str(int(signal.SIGKILL))) == -signal.SIGKILL

    async def stop(self) -> int:
        """End the bot as an operator does. Returns its exit code."""
        return await self._ask(str(int(signal.SIGTERM)))

    async def _ask(self, line: str) -> int:
        return await asyncio.to_thread(self._answer, line)

    def _answer(self, line: str) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@contextmanager
def open_nursery() -> Generator[Nursery]:
    """A nursery while the block runs. It leaves no bot behind."""
    clean = {name: value for name, value in os.environ.items() if not name.upper().startswith(_SETTINGS)}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.loopback.bot_side"],
        cwd=_ROOT,
        env=clean,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Nursery(process)
