"""The bot as somebody without a token starts it: a process that prints the address of its page."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\S*")


class Server:
    """A running `python -m bot` and the address of its page."""

    def __init__(self, process: Process, url: str) -> None:
        self._process = process
        self.url = url

    async def kill(self) -> None:
        """End it without warning, as a power cut would."""
        self._process.kill()
        await self._process.wait()

    async def interrupt(self) -> tuple[int, str]:
        """End it as Ctrl+C does; returns its exit code and its log."""
        self._process.send_signal(signal.SIGINT)
        _, log = await asyncio.wait_for(self._process.communicate(), 30)
        assert self._process.returncode is not None
        return self._process.returncode, log.decode()


@asynccontextmanager
async def serving(folder: Path) -> AsyncGenerator[Server]:
    """The bot with `folder` as its working folder, where its database stays from run to run."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith("CRIBBAGE_")}
    for name in ("DISCORD_TOKEN", "DATABASE_URL"):
        settings.pop(name, None)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        env={**settings, "CRIBBAGE_PAGE_PORT": "0"},
        cwd=folder,
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        yield Server(process, await asyncio.wait_for(_address(process), 60))
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def _address(process: Process) -> str:
    assert process.stdout is not None
    assert process.stderr is not None
    async for line in process.stdout:
        if found := _ADDRESS.search(line.decode()):
            return found[0]
    raise AssertionError(f"no address; the log says: {(await process.stderr.read()).decode()}")
