"""Settings as a test wants them, and a Discord API to ask."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from tests.app import discord_api


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings from outside, and an empty working folder."""
    for name in os.environ:
        if name.upper().startswith("CRIBBAGE_") or name.upper() in ("DISCORD_TOKEN", "DATABASE_URL"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """The log, and what ends the process, are afterwards as they were."""
    loggers = [logging.getLogger(name) for name in (None, "discord", "sqlalchemy", "alembic")]
    levels = [logger.level for logger in loggers]
    handlers = loggers[0].handlers[:]
    endings = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, ending in endings.items():
        signal.signal(number, ending)
    loggers[0].handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[discord_api.DiscordApi]:
    """Discord's REST API, on loopback."""
    with discord_api.serving(monkeypatch) as api:
        yield api
