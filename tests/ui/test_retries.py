"""When tables are tried again whose channel couldn't be brought up to date."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from bot.ui.live.channels.retries import Retries
from bot.ui.live.channels.trouble import Trouble

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def tried() -> list[int]:
    return []


@pytest.fixture
async def retries(tried: list[int]) -> Retries:
    return Retries(tried.append, lambda: NOW)


async def pauses(retries: Retries, trouble: Trouble, times: int) -> list[float]:
    return [retries.later(1, trouble, 7, frozenset({70})) for _ in range(times)]


@pytest.mark.parametrize(("trouble", "most"), [(Trouble.PASSING, 300), (Trouble.CLOSED, 3600)])
async def test_pauses_grow(retries: Retries, trouble: Trouble, most: float) -> None:
    found = await pauses(retries, trouble, 20)
    assert found[:4] == [5, 10, 20, 40]
    assert found == sorted(found)
    assert found[-2:] == [most, most]
    retries.done(1)
    assert 1 not in retries
    assert await pauses(retries, trouble, 1) == [5]
    retries.stop()


async def test_another_kind_of_trouble_has_its_own_longest_pause(retries: Retries) -> None:
    assert (await pauses(retries, Trouble.CLOSED, 20))[-1] == 3600
    assert await pauses(retries, Trouble.PASSING, 1) == [300]
    retries.stop()


async def test_a_place_that_changes_is_tried_at_once(retries: Retries, tried: list[int]) -> None:
    retries.later(1, Trouble.CLOSED, 7, frozenset({70, 71}))
    retries.later(2, Trouble.CLOSED, 7, frozenset({72}))
    retries.later(3, Trouble.CLOSED, 7, None)  # it could be anywhere
    retries.later(4, Trouble.CLOSED, 8, frozenset({80}))
    retries.later(5, Trouble.PASSING, None, None)
    retries.reopened(7, 71)
    assert tried == [1, 3]
    tried.clear()
    retries.reopened(7, None)
    assert tried == [1, 2, 3]
    retries.stop()
    tried.clear()
    retries.reopened(7, None)
    assert tried == []


async def test_there_is_one_timer_for_a_table(retries: Retries, tried: list[int]) -> None:
    loop = asyncio.get_running_loop()
    before = {id(handle) for handle in loop._scheduled}
    await pauses(retries, Trouble.PASSING, 3)
    new = [h for h in loop._scheduled if id(h) not in before and not h.cancelled()]
    assert len(new) == 1
    assert retries.since(1) == NOW
    retries.done(1)
    assert retries.since(1) is None
    assert new[0].cancelled()
    assert tried == []
