"""What has to be done at a start is done in the end, whatever goes wrong at first."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest
import structlog

from bot import duties as duties_module
from bot.duties import FIRST_PAUSE, LAST_PAUSE, Duties
from db.errors import DatabaseUnavailable


class Timers:
    """Timers that run off when they are told to."""

    def __init__(self) -> None:
        self.pauses: list[float] = []
        self.waiting: list[tuple[Any, ...]] = []

    def call_later(self, pause: float, *call: Any) -> Any:
        self.pauses.append(pause)
        self.waiting.append(call)
        timers = self

        class Timer:
            def cancel(self) -> None:
                if call in timers.waiting:
                    timers.waiting.remove(call)

        return Timer()

    async def ring(self, duties: Duties) -> None:
        waiting, self.waiting = self.waiting, []
        for call, *arguments in waiting:
            call(*arguments)
        while duties._trying:
            await asyncio.wait(duties._trying)


@pytest.fixture
def timers(monkeypatch: pytest.MonkeyPatch) -> Timers:
    timers = Timers()
    monkeypatch.setattr(duties_module.asyncio, "get_running_loop", lambda: timers)
    return timers


class Failing:
    """A duty that fails so often."""

    def __init__(self, times: int, error: Exception | None = None) -> None:
        self.times = times
        self.error = error or OSError("5H is no reason")
        self.done = 0

    async def __call__(self) -> None:
        if self.times:
            self.times -= 1
            raise self.error
        self.done += 1


@pytest.mark.parametrize(
    "error",
    [
        OSError(111, "refused"),
        DatabaseUnavailable("away"),
        aiohttp.ClientError(),
        KeyError("5H"),
        TimeoutError(),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_it_is_tried_until_it_succeeds(timers: Timers, error: Exception) -> None:
    duties, duty = Duties(), Failing(9, error)
    with structlog.testing.capture_logs() as log:
        await duties.begin("clock", duty)
        for _ in range(20):
            await timers.ring(duties)
    assert duty.done == 1
    assert timers.pauses[:3] == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE]
    assert max(timers.pauses) == LAST_PAUSE
    assert [entry["duty"] for entry in log] == ["clock"] * 9
    assert "5H" not in str(log)


async def test_one_failure_keeps_no_other_from_being_done(timers: Timers) -> None:
    duties, bad, good = Duties(), Failing(10**6), Failing(0)
    await duties.begin("bad", bad)
    await duties.begin("good", good)
    assert good.done == 1
    await timers.ring(duties)
    assert good.done == 1
    assert len(timers.waiting) == 1


async def test_begun_anew_it_is_done_once(timers: Timers) -> None:
    duties, duty = Duties(), Failing(1)
    await duties.begin("clock", duty)
    await duties.begin("clock", duty)
    await timers.ring(duties)
    assert duty.done == 1


async def test_stopped_it_tries_nothing_again(timers: Timers) -> None:
    duties, duty = Duties(), Failing(1)
    await duties.begin("clock", duty)
    duties.stop()
    await timers.ring(duties)
    assert duty.done == 0
    late = Failing(1)
    await duties.begin("late", late)
    assert timers.waiting == []
