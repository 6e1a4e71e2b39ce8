"""Presses go first."""

from __future__ import annotations

import asyncio

import pytest

from bot.table import presses as presses_module
from bot.table.presses import Presses


async def test_without_presses_nobody_waits() -> None:
    await Presses().quiet()


async def test_lesser_work_waits_until_the_last_press_is_served() -> None:
    presses = Presses()
    with presses.one():
        waiting = asyncio.ensure_future(presses.quiet())
        with presses.one():
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not waiting.done()
    await waiting
    assert presses._waiting == []


async def test_it_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presses_module, "LONGEST", 0.0)
    presses = Presses()
    with presses.one():
        await presses.quiet()
    assert presses._waiting == []
