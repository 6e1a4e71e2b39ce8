"""The local page: the same people at every start, today's date, and time that passes by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest
import simcord

from bot import preview
from bot.client import CribbageBot
from db.engine import Database


@asynccontextmanager
async def opened(url: str = "sqlite://") -> AsyncGenerator[tuple[CribbageBot, preview.Page]]:
    """The page of a bot on a database."""
    database = await Database.open(url)
    try:
        bot = CribbageBot(database)
        async with preview.open_page(bot) as page:
            yield bot, page
    finally:
        await database.close()


async def until(true: Callable[[], bool]) -> None:
    """Wait for something that time brings about."""
    async with asyncio.timeout(120):
        while not true():  # noqa: ASYNC110 - nobody tells when
            await asyncio.sleep(0.02)


async def test_it_is_served_on_loopback_only() -> None:
    async with opened() as (_, page):
        assert page.url.startswith("http://127.0.0.1:")


async def test_people_and_channel_keep_their_ids_from_run_to_run() -> None:
    seen: set[tuple[int, ...]] = set()
    for _ in range(2):
        async with opened() as (bot, page):
            await until(lambda: bool(bot.guilds))
            seen.add((page.channel.id, *sorted(page.env.backend.users)))
    assert len(seen) == 1


async def test_it_is_today_and_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "PERIOD", 0.02)
    async with opened() as (bot, page):
        assert abs(page.env.now() - datetime.now(UTC)) < timedelta(minutes=1)
        fired: list[str] = []
        bot.loop.call_later(0.2, fired.append, "later")
        await until(lambda: bool(fired))


async def test_a_failing_timer_does_not_stop_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(preview, "PERIOD", 0.02)
    async with opened() as (_, page):
        times: list[float] = []

        async def advance(seconds: float) -> None:
            times.append(seconds)
            if len(times) == 1:
                raise simcord.SetupError("a timer failed")

        monkeypatch.setattr(page.env, "advance_time", advance)
        await until(lambda: len(times) > 2)


async def test_a_command_that_is_refused_has_not_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "PERIOD", 60)  # the clock doesn't come between
    async with opened() as (bot, page):
        await until(lambda: bool(bot.guilds))
        told = await page.preview.viewers[0].slash(page.channel, "cribbage hand")
        assert "You don't sit at a table" in str(told.response and told.response.components)
        assert page.env.errors == []
