"""The health file: touched while the bot is connected and its database answers, gone when it has ended."""

from __future__ import annotations

import asyncio
import os
import time
from types import SimpleNamespace
from typing import Any

import pytest

from bot import health, logs
from db.errors import DatabaseUnavailable


class Bot:
    """As much of a bot as its health is about."""

    def __init__(self, *, ready: bool = True, answers: bool = True) -> None:
        self.ready = ready
        self.answers = answers
        self.pings = 0
        self.database = SimpleNamespace(ping=self.ping)

    def is_ready(self) -> bool:
        return self.ready

    def is_closed(self) -> bool:
        return False

    async def ping(self) -> None:
        self.pings += 1
        if not self.answers:
            raise DatabaseUnavailable("The database is asleep.")


async def rounds(monkeypatch: pytest.MonkeyPatch, bot: Any, path: str, while_running: Any = None) -> bool:
    """Let the bot report for a few rounds; returns whether it was well at their end."""
    monkeypatch.setattr(health, "EVERY", 0.01)
    async with health.reporting(bot, path):
        await asyncio.sleep(0.1)
        if while_running:
            while_running()
            await asyncio.sleep(0.1)
        return health.is_well(path)


async def test_a_bot_that_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Bot()
    assert await rounds(monkeypatch, bot, "run/health")
    assert bot.pings > 1
    assert not health.is_well("run/health")


async def test_a_bot_that_has_not_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not await rounds(monkeypatch, Bot(ready=False), "health")


async def test_a_database_that_stops_answering(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("info", "text")
    bot = Bot()

    def fall_asleep() -> None:
        bot.answers = False
        os.utime("health", (time.time() - health.STALE - 1,) * 2)

    assert not await rounds(monkeypatch, bot, "health", fall_asleep)
    assert "The database is asleep." in capsys.readouterr().err


async def test_a_file_that_cannot_be_written_is_only_logged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("info", "text")
    assert not await rounds(monkeypatch, Bot(), "/dev/null/health")
    assert "no sign of life" in capsys.readouterr().err
