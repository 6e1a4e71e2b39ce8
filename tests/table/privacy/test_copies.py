"""Who may have a copy of their data: one person at a time, and nobody again right away."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.table.presses import Presses
from bot.table.privacy.copies import PAUSE, Copies
from bot.table.table import Refused
from db.engine import Database
from tests.table.played import play, seated, tables_on

ANN, BOB, STRANGER = 2**60 + 1, 2**60 + 2, 5


class Clock:
    now = datetime(2026, 3, 4, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def copies(tmp_path: Path, clock: Clock) -> AsyncGenerator[Copies]:
    database = await Database.open(f"sqlite:///{tmp_path / 'copies.sqlite3'}")
    tables = tables_on(database)
    table = await seated(tables, {ANN: "Ann", BOB: "Bob"}, head_start=110)
    await play(tables, table.id, random.Random(1))
    yield Copies(database, Presses(), clock)
    await database.close()


async def number_of_parts(copies: Copies, user: int) -> int:
    async with copies.of(user) as parts:
        return len([part async for part in parts])


async def taken_by_nobody(copies: Copies) -> None:
    async with copies.of(ANN) as parts:
        async for _ in parts:
            raise OSError("Discord is away")


async def refusal(copies: Copies, user: int) -> str:
    with pytest.raises(Refused) as told:
        await number_of_parts(copies, user)
    return str(told.value)


async def test_after_a_copy_the_next_one_takes_a_while(copies: Copies, clock: Clock) -> None:
    assert await number_of_parts(copies, ANN) == 1
    assert await refusal(copies, ANN) == (
        "You have just been sent your data. You can have it again in 10 minutes."
    )
    assert await number_of_parts(copies, BOB) == 1  # others are not concerned
    clock.now += PAUSE - timedelta(seconds=50)
    assert (await refusal(copies, ANN)).endswith("again in a minute.")
    clock.now += timedelta(seconds=50)
    assert await number_of_parts(copies, ANN) == 1
    assert copies._given.keys() == {ANN}  # whoever may have one again is forgotten


async def test_of_nothing_there_is_no_copy_to_wait_after(copies: Copies) -> None:
    assert await number_of_parts(copies, STRANGER) == 0
    assert await number_of_parts(copies, STRANGER) == 0


async def test_who_has_been_forgotten_may_look_what_is_left(copies: Copies) -> None:
    await number_of_parts(copies, ANN)
    copies.forget(ANN)
    assert await number_of_parts(copies, ANN) == 1
    copies.forget(STRANGER)


async def test_a_copy_that_did_not_arrive_is_none(copies: Copies) -> None:
    async with copies.of(ANN) as parts:
        await anext(parts)
    with pytest.raises(OSError, match="away"):
        await taken_by_nobody(copies)
    assert await number_of_parts(copies, ANN) == 1


async def test_one_at_a_time_and_one_for_each(copies: Copies) -> None:
    async with copies.of(ANN) as parts:
        await anext(parts)
        assert await refusal(copies, ANN) == (
            "Your copy is being made already: it comes as a private message."
        )
        other = asyncio.create_task(number_of_parts(copies, BOB))
        for _ in range(50):
            await asyncio.sleep(0)
        assert not other.done()
        assert copies._turn.locked()
        assert [part async for part in parts] == []
    assert await other == 1


async def test_who_gives_up_waiting_is_no_hindrance(copies: Copies) -> None:
    async with copies.of(ANN) as parts:
        await anext(parts)
        other = asyncio.create_task(number_of_parts(copies, BOB))
        await asyncio.sleep(0)
        other.cancel()
        await asyncio.wait([other])
    assert await number_of_parts(copies, BOB) == 1
