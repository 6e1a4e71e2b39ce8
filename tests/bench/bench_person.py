"""What a person with a thousand games behind them costs: the copy of their data, and the views of their games.

    uv run --group dev python tests/bench/bench_person.py [games] [folder]

For each: processor time of all threads, and the longest time for which the event loop was held in one piece, in
processor time too, so that other programs don't count. For the copy also how much memory it takes, and what is
handed out. The database is built in a temporary
folder, unless another is named; one that is there already is used again. As at the bot's start, what was made by
then is no matter for the garbage collection.
"""

from __future__ import annotations

import asyncio
import gc
import random
import resource
import sys
import tempfile
import time
from asyncio.events import Handle
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from bot.table import lobby
from bot.table.patience import Pace
from bot.table.presses import Presses
from bot.table.privacy.export import export
from bot.table.standing.board import Query, page
from bot.table.standing.games import games_page
from bot.table.standing.people import encounter, profile_of
from bot.table.store import Store
from bot.table.tables import Opening, Tables
from bot.ui.panels.records.games import games_panel
from bot.ui.panels.records.leaderboard import leaderboard_panel
from bot.ui.panels.records.profile import encounter_panel, profile_panel
from bot.ui.panels.records.replay import replay_panel
from bot.ui.panels.records.verdict import check_panel
from db.engine import Database
from tests.bench.thousand_games import ANN, BOB, GUILD, fill

GAMES = 1049
NOW = datetime(2026, 3, 4, tzinfo=UTC)


class Held:
    """How long the loop was held in one piece, at most."""

    longest = 0.0

    def __enter__(self) -> Self:
        self._run = run = Handle._run

        def timed(handle: Handle) -> None:
            begun = time.thread_time()
            run(handle)
            self.longest = max(self.longest, time.thread_time() - begun)

        Handle._run = timed
        return self

    def __exit__(self, *_: object) -> None:
        Handle._run = self._run


async def measured(name: str, work: Callable[[], Awaitable[Any]], times: int = 5) -> None:
    await work() if times > 1 else None  # statements are compiled once
    costs: list[float] = []
    with Held() as held:
        for _ in range(times):
            await asyncio.sleep(0)
            begun = time.process_time()
            await work()
            costs.append(time.process_time() - begun)
            await asyncio.sleep(0)
    print(
        f"{name:<34} {sorted(costs)[times // 2] * 1e3:8.1f} ms   held {held.longest * 1e3:6.1f} ms",
        flush=True,
    )


def peak() -> int:
    """The most bytes of memory that this process has used so far (Linux)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


async def bench(url: str) -> None:
    database = await Database.open(url)
    tables = Tables(Store(database, lambda: NOW, Pace()))
    server, store = GUILD, tables.store

    async def copy() -> None:
        nonlocal handed_out
        handed_out = [
            (part.name, len(part.content)) async for part in export(database, ANN, NOW, Presses().quiet)
        ]

    async def history(number: int) -> None:
        games_panel(await games_page(database, server, ANN, number))

    async def profile() -> None:
        profile_panel(ANN, "Ann", await profile_of(database, server, ANN))

    async def head_to_head() -> None:
        encounter_panel("Ann", "Bob", await encounter(database, server, ANN, BOB))

    async def leaders() -> None:
        leaderboard_panel(await page(database, server, Query("server", "wins", "all", 0), 0, NOW))

    async def replay() -> None:
        await tables.get(3)
        replay_panel(3, await store.log(3), 5)

    async def verify() -> None:
        check_panel((await tables.get(3)).table, await store.log(3))

    async def start() -> None:
        opened = await tables.open(Opening(server, "The card room", 99, ANN, "Ann"))
        await tables.act(opened.id, ANN, lobby.cancel)

    handed_out: list[tuple[str, int]] = []
    gc.collect()
    gc.freeze()
    before = peak()
    await measured("/privacy export", copy, 1)
    print(f"  {handed_out}")
    print(f"  the process took up to {(peak() - before) / 1e6:.1f} MB more than before", flush=True)
    await measured("/privacy delete, the question", lambda: store.knows(ANN))
    await measured("/history", lambda: history(1))
    await measured("/history, the last page", lambda: history(10**6))
    await measured("/profile", profile)
    await measured("/head-to-head", head_to_head)
    await measured("/leaderboard", leaders)
    await measured("a page of a replay", replay)
    await measured("/cribbage verify", verify)
    await measured("/cribbage start, and cancel", start)
    await database.close()


def main() -> None:
    random.seed(1)
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(temporary)
        file = folder / f"{games}-games.sqlite3"
        if not file.exists():
            asyncio.run(fill(f"sqlite:///{file}", games))
        print(f"{games} games")
        asyncio.run(bench(f"sqlite:///{file}"))


if __name__ == "__main__":
    main()
