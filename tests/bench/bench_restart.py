"""A restart with many live tables of which few are attended: what people wait who press at those.

    uv run --group dev python tests/bench/bench_restart.py [tables] [attended] [seconds]

All clocks start afresh, and so those of the tables where nobody is left are up one after the other: reminded,
called, ended. Meanwhile people press cards at the others, through the door, every four seconds each. Turn time
is short (20 s), so that all of it happens within the run: a tenth of a second lies between the ends of two
clocks, as ever. Discord is a stand-in that answers after 0.15 s; pictures are drawn.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import structlog

from bot.table.patience import Pace
from bot.table.store import Store
from bot.table.tables import Tables
from db.engine import Database
from tests.bench.bench_tables import Host, SlowDiscord, draw_every_card, now, play_on, stored_at_play

TURN = 20
LATE = 3.0


async def storm(tables_in_all: int, attended: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(f"sqlite:///{Path(folder) / 'storm.sqlite3'}")
        rng = random.Random(2)
        for first in range(0, tables_in_all, 200):
            async with database.write() as connection:
                for number in range(first, min(first + 200, tables_in_all)):
                    await stored_at_play(connection, number, rng, TURN)
        tables = Tables(Store(database, now, Pace(call=5)))
        client: Any = SlowDiscord(0.15, slow_channel=0)
        draw_every_card()
        host = Host(client, tables)
        acted: list[float] = []
        tables.listeners.append(lambda change: acted.append(1.0) if change.by is None else None)
        begun, used = time.perf_counter(), time.process_time()
        await host.clock.start()
        await host.publisher.resume()
        latencies: list[float] = []
        apart = tables_in_all // attended
        opened = [(await tables.get(1 + at * apart)).table for at in range(attended)]
        until = begun + seconds
        await asyncio.gather(
            *(
                play_on(client, host, table, latencies, at, presses=10**6, until=until)
                for at, table in enumerate(opened)
            )
        )
        took, used = time.perf_counter() - begun, time.process_time() - used
        await host.clock.finish()
        await host.publisher.finish(10)
        await database.close()
    latencies.sort()
    late = sum(latency > LATE for latency in latencies)
    print(
        f"{tables_in_all} tables of which {attended} are attended, {took:.0f} s: {len(latencies)} presses, "
        f"{late} of them ({late / len(latencies):.1%}) answered after {LATE:.0f} s; "
        f"median {statistics.median(latencies) * 1e3:.0f} ms, "
        f"99 % {latencies[int(len(latencies) * 0.99)] * 1e3:.0f} ms, worst {latencies[-1] * 1e3:.0f} ms; "
        f"{host.in_vain} changed nothing. "
        f"The clock acted {len(acted)} times; {client.calls} calls to Discord; {used:.0f} s of processor time"
    )


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    sizes = [int(size) for size in sys.argv[1:]] + [1000, 60, 120][len(sys.argv) - 1 :]
    asyncio.run(storm(*sizes))


if __name__ == "__main__":
    main()
