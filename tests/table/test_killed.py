"""A real process is killed with SIGKILL, at any moment, again and again, on one database file."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.cribbage.events import Scored
from bot.table.patience import Pace
from bot.table.store import Store
from bot.table.table import fold
from db import results, seats, tables
from db.engine import Database

pytestmark = pytest.mark.journey

KILLS = 12


async def test_killed_at_any_moment(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'killed.sqlite3'}"
    database = await Database.open(url)
    root = Path(__file__).parents[2]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).with_name("killed.py")),
        url,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    rng = random.Random(9)
    last, finished = (0, 0), 0
    try:
        for life in range(KILLS):
            said = await one_life(process, life, rng)
            last = max([last, *said])
            finished = await check(database, last)
    finally:
        process.stdin.close()
        await process.wait()
        await database.close()
    assert finished >= 1
    assert last[0] >= finished


async def one_life(
    process: asyncio.subprocess.Process, seed: int, rng: random.Random
) -> list[tuple[int, int]]:
    """Let a process live for some actions and a moment more; returns what it said it had stored."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{seed}\n".encode())
    said: list[tuple[int, int]] = []
    child, wanted, moment = 0, rng.randrange(1, 24), rng.random() * 0.012
    while line := (await asyncio.wait_for(process.stdout.readline(), 20)).decode().split():
        if line == ["dead"]:
            return said
        if line[0] == "child":
            child = int(line[1])
        else:
            said.append((int(line[0]), int(line[1])))
        if child and len(said) >= wanted:
            time.sleep(moment)  # noqa: ASYNC251 - the process that is to die runs meanwhile
            os.kill(child, signal.SIGKILL)
            child, wanted = 0, 10**9
    raise AssertionError("the process that makes processes has ended")


async def check(database: Database, last: tuple[int, int]) -> int:
    """All that was said to be stored is; every log leads to its row; results are paid exactly once.

    Returns how many games are finished.
    """
    store = Store(database, lambda: datetime.now(UTC), Pace())
    finished = 0
    async with database.read() as connection:
        unpublished = [row.id for row in await tables.unpublished(connection)]
    for number in range(1, last[0] + 1):
        log = await store.log(number)
        table = fold(number, log)
        record = await store.load(number)
        assert record is not None
        assert record.published_seq <= table.seq == len(log)
        assert (record.published_seq < table.seq) == (number in unpublished)
        if number == last[0]:
            assert table.seq >= last[1]
        else:
            assert table.status == "finished"
        async with database.read() as connection:
            paid = await results.of_table(connection, number)
            row = await tables.load(connection, number)
            taken = await seats.of_table(connection, number)
        assert row is not None
        assert (row.seq, row.status) == (table.seq, table.status)
        assert all(seat.live == table.live for seat in taken)
        if table.status == "finished":
            finished += 1
            assert sorted((result.player_id, result.outcome) for result in paid) in (
                [(10, "lost"), (11, "won")],
                [(10, "won"), (11, "lost")],
            )
            assert max(result.score for result in paid) == 61
            points = [0, 0]
            for event in log:
                if isinstance(event, Scored):
                    points[event.side] += event.points
            assert [min(61, side) for side in points] == [
                result.score for result in sorted(paid, key=lambda result: result.side)
            ]
        else:
            assert paid == []
    return finished
