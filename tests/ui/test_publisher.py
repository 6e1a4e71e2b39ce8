"""How the publisher ends, and which tables it lets go first. What channels show is a matter of journeys."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
import structlog

from bot.ui.live.channels.publisher import AT_ONCE, URGENT, Publisher
from bot.ui.live.channels.trouble import Trouble
from db.errors import DatabaseUnavailable
from tests.ui.presses import NOW


class Tables:
    """Tables that are shown when they may be; keeps which were begun, and what was stored."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.begun: list[int] = []
        self.written = 0
        self.away = False
        self.store = SimpleNamespace(live_messages=self._live_messages)

    async def _live_messages(self) -> dict[int, str]:
        if self.away:
            raise DatabaseUnavailable("It is away.")
        return {5: '{"lobby": 50}', 6: '{"lobby": 60, "message": 61}'}

    async def get(self, table_id: int) -> Any:
        self.begun.append(table_id)
        await self.gate.wait()
        raise ZeroDivisionError  # given up and logged; another test's business

    async def write_published(self) -> None:
        if self.away:
            raise DatabaseUnavailable("It is away.")
        self.written += 1


@pytest.fixture
async def tables() -> Tables:
    return Tables()


@pytest.fixture
async def publisher(tables: Any) -> Publisher:
    nobody: Any = None
    return Publisher(nobody, tables, nobody, lambda: NOW)


async def test_what_is_under_way_is_waited_for_and_nothing_else_begun(
    publisher: Publisher, tables: Tables
) -> None:
    publisher.request(1)
    await asyncio.sleep(0)
    tables.gate.set()
    with structlog.testing.capture_logs():
        await publisher.finish(1000)
    assert tables.begun == [1]
    assert publisher._busy == {}
    assert tables.written == 1


async def test_but_not_for_long(publisher: Publisher, tables: Tables) -> None:
    publisher.request(1)
    publisher._retries.later(2, Trouble.PASSING, None, None)
    await publisher.finish(0)
    assert list(publisher._busy) == [1]
    assert 2 not in publisher._retries
    assert tables.written == 1
    tables.gate.set()
    with structlog.testing.capture_logs():
        await asyncio.wait(publisher._busy.values())


async def test_what_could_not_be_stored_at_the_end_is_shown_again_later(
    publisher: Publisher, tables: Tables
) -> None:
    publisher._write_later()
    timer = publisher._writing
    assert timer is not None
    tables.away = True
    with structlog.testing.capture_logs() as log:
        await publisher.finish(0)
    assert timer.cancelled()
    assert [entry["event"] for entry in log] == ["what is shown not stored yet"]


async def test_it_is_stored_once_for_all_that_is_shown_meanwhile(publisher: Publisher) -> None:
    publisher._write_later()
    timer = publisher._writing
    publisher._write_later()
    assert publisher._writing is timer
    await publisher._write()
    assert publisher._writing is None
    assert timer is not None
    timer.cancel()


async def test_some_at_once_more_where_people_have_acted_and_each_once(
    publisher: Publisher, tables: Tables
) -> None:
    """A restart may bring thousands, and people don't wait for them."""
    for number in range(100, 200):
        publisher.request(number, urgent=False)
    await asyncio.sleep(0)
    assert tables.begun == list(range(100, 100 + AT_ONCE))
    for number in [*range(200, 300), 100]:
        publisher.request(number)
    await asyncio.sleep(0)
    assert tables.begun[AT_ONCE:] == list(range(200, 200 + URGENT - AT_ONCE))
    assert len(publisher._busy) == URGENT
    tables.gate.set()
    with structlog.testing.capture_logs():
        while publisher._busy:
            await asyncio.wait(publisher._busy.values())
    assert sorted(tables.begun) == sorted([*range(100, 300), 100])


async def test_a_deletion_is_looked_into_without_asking_the_database_each_time(
    publisher: Publisher, tables: Tables
) -> None:
    tables.gate.set()
    with structlog.testing.capture_logs() as log:
        await publisher.deleted(1, {61, 99})
        tables.away = True
        await publisher.deleted(1, {50})
        while publisher._busy:
            await asyncio.wait(publisher._busy.values())
    assert tables.begun == [6, 5]
    assert "deletion not looked into" not in [entry["event"] for entry in log]


async def test_a_deletion_while_the_database_is_away(publisher: Publisher, tables: Tables) -> None:
    """What is known is looked into; the rest follows at the next occasion."""
    tables.away = True
    with structlog.testing.capture_logs() as log:
        await publisher.deleted(1, {61})
    assert [entry["event"] for entry in log] == ["deletion not looked into"]
    tables.away = False
    tables.gate.set()
    with structlog.testing.capture_logs():
        await publisher.deleted(1, {61})
        while publisher._busy:
            await asyncio.wait(publisher._busy.values())
    assert tables.begun == [6]


async def test_a_table_that_can_not_even_be_read_is_tried_again(publisher: Publisher, tables: Any) -> None:
    async def away(_: int) -> None:
        raise DatabaseUnavailable("It is away.")

    tables.get = away
    with structlog.testing.capture_logs() as log:
        publisher.request(1)
        await asyncio.wait(publisher._busy.values())
    assert 1 in publisher._retries
    assert [(entry["event"], entry["retry_in"]) for entry in log] == [("table not shown", 5)]
    await publisher.finish(0)
