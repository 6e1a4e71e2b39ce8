"""The health file: touched while the bot is connected and its database answers, gone when it has ended."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from bot import health, logs
from db.errors import DatabaseUnavailable


class Bot:
    """As much of a bot as its health is about, and when it is to look again."""

    def __init__(self, *, connected: bool = True, answers: bool = True) -> None:
        self.connected = connected
        self.answers = answers
        self.pings = 0
        self.database = SimpleNamespace(ping=self.ping)

    def is_closed(self) -> bool:
        return False

    async def ping(self) -> None:
        self.pings += 1
        if not self.answers:
            raise DatabaseUnavailable("The database is asleep.")


class Rounds:
    """Lets the report pause after each look, until it is told to go on."""

    def __init__(self) -> None:
        self._reached = asyncio.Event()
        self._go_on = asyncio.Event()

    async def sleep(self, _seconds: float) -> None:
        self._reached.set()
        await self._go_on.wait()
        self._go_on.clear()

    async def look(self) -> None:
        """Wait for the end of a look, the first time of the one that is under way."""
        await self._reached.wait()
        self._reached.clear()

    async def again(self) -> None:
        self._go_on.set()
        await self.look()


async def rounds(
    monkeypatch: pytest.MonkeyPatch, bot: Bot, path: str, while_running: Callable[[], None] | None = None
) -> bool:
    """Let the bot report twice, with `while_running` in between; returns whether it was well after that."""
    rounds = Rounds()
    monkeypatch.setattr(health, "pause", rounds.sleep)
    async with health.reporting(bot, path):
        await rounds.look()
        if while_running:
            while_running()
        await rounds.again()
        return health.is_well(path)


def old(path: str) -> None:
    os.utime(path, (time.time() - health.STALE - 1,) * 2)


async def test_a_bot_that_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Bot()
    assert await rounds(monkeypatch, bot, "run/health", lambda: old("run/health"))
    assert bot.pings == 2
    assert not health.is_well("run/health")


async def test_a_bot_that_has_not_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not await rounds(monkeypatch, Bot(connected=False), "health")


async def test_a_gateway_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Bot()

    def lose() -> None:
        bot.connected = False
        old("health")

    assert not await rounds(monkeypatch, bot, "health", lose)


async def test_a_database_that_stops_answering(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("info", "text")
    bot = Bot()

    def fall_asleep() -> None:
        bot.answers = False
        old("health")

    assert not await rounds(monkeypatch, bot, "health", fall_asleep)
    assert "The database is asleep." in capsys.readouterr().err


async def test_a_file_that_cannot_be_written_is_only_logged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("info", "text")
    assert not await rounds(monkeypatch, Bot(), "/dev/null/health")
    assert "no sign of life" in capsys.readouterr().err
