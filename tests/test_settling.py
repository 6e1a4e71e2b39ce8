"""Simulated time passes when a test says so, however long anything takes for real."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests import settling
from tests.room import Room, open_room

pytestmark = pytest.mark.journey


def takes_long(room: Room, seconds: float) -> asyncio.Task[None]:
    """The bot is busy in a thread for that many real seconds."""

    async def works() -> None:
        await asyncio.get_running_loop().run_in_executor(None, time.sleep, seconds)

    with room.env._bot_scope():
        return asyncio.get_running_loop().create_task(works())


async def test_what_takes_longer_than_the_timers_waited_for_is_waited_for_all_the_same() -> None:
    async with open_room("sqlite://", settle_timeout=0.05) as room:
        work = takes_long(room, 0.2)
        await room.env.settle()
        assert work.done()
        work = takes_long(room, 0.2)
        await room.env.advance_time(3600)
        assert work.done()


async def test_a_timer_never_rings_because_something_took_long() -> None:
    async with open_room("sqlite://", settle_timeout=0.05) as room:
        rung: list[str] = []
        with room.env._bot_scope():
            asyncio.get_running_loop().call_later(0.1, rung.append, "a budget of a tenth of a second")
        takes_long(room, 0.3)
        await room.env.settle()
        assert rung == []
        await room.env.advance_time(0.1)
        assert len(rung) == 1


async def test_a_short_pause_is_waited_for() -> None:
    async with open_room("sqlite://") as room:
        rung: list[str] = []
        with room.env._bot_scope():
            asyncio.get_running_loop().call_later(0.05, rung.append, "a short pause")
        await room.env.settle()
        assert len(rung) == 1


async def test_what_never_settles_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_room("sqlite://") as room:
        with room.env._bot_scope():
            stuck = asyncio.get_running_loop().create_task(asyncio.Event().wait())
        with monkeypatch.context() as hurried:
            hurried.setattr(settling, "PATIENCE", 0.2)
            hurried.setattr(room.env, "settle_timeout", 0.2)
            with pytest.raises(TimeoutError, match="did not settle"):
                await room.env.settle()
        stuck.cancel()
        await asyncio.wait([stuck])
