"""Times of leaderboards, profiles and histories with a million results.

    python tests/bench/bench_leaderboard.py [results] [folder]

Builds an SQLite database (in a temporary folder, unless another is named; one that is there already is used
again) with 2 000 servers, of which one has a third of all games, and 60 000 players, few of whom play much.
Prints the medians of processor time (of all threads) and of time on the clock, the slowest views first; where
other programs want the processor too, only the first tells about the bot. Fails if a view takes 30 ms of it,
or if a plan scans results or standings.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any, get_args

from sqlalchemy import event

from bot.table.standing import board
from bot.table.standing.board import By, Period, Query, Scope
from bot.table.standing.book import periods
from bot.table.standing.games import games_page
from bot.table.standing.people import encounter, profile_of
from db.engine import Database
from db.standings import RATE_GAMES

RESULTS = 1_000_000
GUILDS, PLAYERS = 2_000, 60_000
BIG = 1
NOW = datetime(2026, 3, 18, 12, tzinfo=UTC)
LIMIT = 0.030
"""Seconds that a view may take."""
ROUNDS = 7


def build(path: Path, wanted: int) -> None:
    """Games of two, three and four people over two years, and the standings that follow from them."""
    rng = random.Random(1)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -400000")
    indexes = [
        row
        for row in connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        )
        if "standings" in row[1] or "results" in row[1]
    ]
    for name, _ in indexes:
        connection.execute(f"DROP INDEX {name}")
    begin = _stored(NOW)
    connection.executemany(
        "INSERT INTO guilds (id, name, created_at) VALUES (?, ?, ?)",
        [(number, f"Server {number}", begin) for number in range(1, GUILDS + 1)],
    )
    connection.executemany(
        "INSERT INTO players (id, name, created_at, updated_at, career) VALUES (?, ?, ?, ?, ?)",
        [
            (number, f"Player {number}", begin, begin, '{"xp": 4000, "prestige": 7, "deals": 400}')
            for number in range(1, PLAYERS + 1)
        ],
    )
    # Everybody is at home on one server, a third on the big one; who comes first plays most.
    homes: dict[int, list[int]] = {guild: [] for guild in range(1, GUILDS + 1)}
    for player in range(1, PLAYERS + 1):
        homes[BIG if player % 3 == 0 else 1 + int(rng.paretovariate(0.6)) % GUILDS].append(player)
    crowded = [guild for guild in homes if len(homes[guild]) >= 6 and guild != BIG]
    made = table = 0
    rows: list[tuple[object, ...]] = []
    tables: list[tuple[object, ...]] = []
    while made < wanted:
        table += 1
        guild = BIG if rng.random() < 1 / 3 else rng.choice(crowded)
        people = homes[guild]
        size = rng.choices((2, 3, 4), (8, 1, 1))[0]
        seats: set[int] = set()
        while len(seats) < size:
            seats.add(people[int(len(people) * rng.random() ** 3)])
        ended = NOW - timedelta(days=730 * (1 - table / (wanted / 2.3)), seconds=rng.random() * 9000)
        ended = min(ended, NOW)
        tables.append((table, guild, size, table % 2**32, _stored(ended)))
        loser, best_hand = rng.randint(45, 120), rng.randint(8, 24)
        skunk = 2 if loser < 61 else 1 if loser < 91 else 0
        sides = {2: 2, 3: 3, 4: 2}[size]
        variant, practice = rng.choices(("standard", "short"), (9, 1))[0], rng.random() < 0.1
        for seat, player in enumerate(seats):
            won = seat % sides == 0
            losers = sides - 1
            rows.append(
                (
                    *(table, player, guild, seat, seat % sides, size, variant, practice),
                    *("won" if won else "lost", 121 if won else loser, loser if won else 121),
                    *((skunk == 1) * losers * won, (skunk == 2) * losers * won, 0 if won else skunk),
                    *(9, _stored(ended), _stored(ended), (100 if won else 40) // (4 if practice else 1)),
                    *(skunk * losers * won if variant == "standard" and not practice else 0, best_hand),
                    1000 + rng.randint(-300, 900) if variant == "standard" and not practice else None,
                )
            )
        made += size
        if len(rows) > 50_000 or made >= wanted:
            _insert(connection, tables, rows)
            tables.clear()
            rows.clear()
    _sum_up(connection)
    for _, sql in indexes:
        connection.execute(sql)
    connection.commit()
    connection.close()


def _stored(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S.%f}"


def _insert(
    connection: sqlite3.Connection, tables: list[tuple[object, ...]], rows: list[tuple[object, ...]]
) -> None:
    connection.executemany(
        "INSERT INTO tables (id, guild_id, channel_id, host_id, size, variant, status, seq, seed, commitment,"
        " messages, published_seq, created_at, started_at, ended_at)"
        " VALUES (?1, ?2, 5, 1, ?3, 'standard', 'finished', 1, zeroblob(32), printf('%064d', ?4), '{}', 1,"
        " ?5, ?5, ?5)",
        tables,
    )
    connection.executemany(f"INSERT INTO results VALUES ({','.join('?' * 21)})", rows)


def _sum_up(connection: sqlite3.Connection) -> None:
    """Fill standings and ratings from the results, as `bot.table.standing.book` does game by game."""
    days = [NOW - timedelta(days=day) for day in range(740)]
    connection.execute("CREATE TEMP TABLE days (day TEXT PRIMARY KEY, month TEXT, week TEXT) WITHOUT ROWID")
    connection.executemany(
        "INSERT INTO days VALUES (?, ?, ?)", [(f"{day:%Y-%m-%d}", *periods(day)[1:]) for day in days]
    )
    connection.execute(
        "CREATE TEMP TABLE summed AS SELECT r.guild_id AS guild_id, r.size AS size, month, week, player_id, xp,"
        " (variant = 'standard' AND NOT practice) AS counts, outcome = 'won' AS won, skunks_given, best_hand,"
        " double_skunks_given, skunk_taken, prestige, rating FROM results r"
        " JOIN days ON day = substr(ended_at, 1, 10)"
    )
    for guild in ("0", "guild_id"):
        for size in ("0", "size"):
            for period in ("'all'", "month", "week"):
                rated = "max(rating)" if (size, period) == ("0", "'all'") else "NULL"
                connection.execute(
                    f"INSERT INTO standings SELECT {guild} AS g, {size} AS s, {period} AS p, player_id,"
                    " sum(counts * won), sum(counts * (NOT won)), sum(counts * skunks_given),"
                    " sum(counts * double_skunks_given), sum(prestige), sum(xp), sum(prestige),"
                    f" max(counts * best_hand), CASE WHEN sum(counts) >= {RATE_GAMES}"
                    f" THEN sum(counts * won) * 1.0 / sum(counts) END, {rated},"
                    " sum(counts * (skunk_taken = 1)), sum(counts * (skunk_taken = 2))"
                    " FROM summed GROUP BY g, s, p, player_id"
                )
    connection.execute(
        "INSERT INTO ratings SELECT guild_id, player_id, 25, 2 FROM standings WHERE rating IS NOT NULL"
    )


async def views(database: Database, path: Path) -> list[tuple[str, Callable[[], Awaitable[object]]]]:
    """Every view that there is, by name."""
    found: list[tuple[str, Callable[[], Awaitable[object]]]] = []
    for scope in get_args(Scope):
        for by in get_args(By):
            for period in get_args(Period):
                for size in (0, 2, 3, 4):
                    query = Query(scope, by, period, size)
                    if by == "rating" and query != Query(scope, by):
                        continue
                    first = await board.page(database, BIG, query, 0, NOW)
                    name = f"{by} {scope} {period} {size or 'any'}"
                    for called, number in (
                        ("first", 0),
                        ("middle", first.pages // 2),
                        ("last", first.pages - 1),
                    ):
                        found.append(
                            (f"{name}, {called} page", _call(board.page, database, BIG, query, number, NOW))
                        )
                    last = await board.page(database, BIG, query, first.pages - 1, NOW)
                    if last.lines:
                        player = last.lines[-1].player
                        found.append(
                            (f"{name}, where am I", _call(board.page_of, database, BIG, query, player, NOW))
                        )
    connection = sqlite3.connect(path)
    most = [
        row[0]
        for row in connection.execute(
            "SELECT player_id FROM results WHERE guild_id = 1 GROUP BY player_id ORDER BY count(*) DESC LIMIT 2"
        )
    ]
    (games,) = connection.execute(
        "SELECT count(*) FROM results WHERE guild_id = 1 AND player_id = ?", most[:1]
    ).fetchone()
    connection.close()
    print(f"the most active player of the big server has {games} games there")
    for called, player in (("most active", most[0]), ("other", 3 * PLAYERS // 4)):
        found.append((f"profile, {called}", _call(profile_of, database, BIG, player)))
        pages = (await games_page(database, BIG, player, 10**6)).number
        for which, number in (("first", 1), ("middle", pages // 2 or 1), ("last", pages)):
            found.append(
                (f"history, {called}, {which} page", _call(games_page, database, BIG, player, number))
            )
    found.append(("head to head, the two most active", _call(encounter, database, BIG, *most)))
    found.append(("head to head, most active and other", _call(encounter, database, BIG, most[0], 45_000)))
    found.append(("head to head, other and most active", _call(encounter, database, BIG, 45_000, most[0])))
    return found


def _call(function: Callable[..., Awaitable[object]], *args: Any) -> Callable[[], Awaitable[object]]:
    return lambda: function(*args)


def plans(path: Path, statements: dict[str, Any]) -> list[str]:
    """The steps of the plans that scan results or standings, each with its statement."""
    connection = sqlite3.connect(path)
    found: list[str] = []
    for statement, parameters in statements.items():
        for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters):
            if step.startswith("SCAN") and any(
                name in step for name in ("results", "standings", "mine", "theirs")
            ):
                found.append(f"{step}: {statement}")
    connection.close()
    return found


async def measure(path: Path) -> bool:
    """Time every view and look at its plans. Returns whether all is well."""
    database = await Database.open(f"sqlite:///{path}")
    statements: dict[str, Any] = {}

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        if statement.startswith("SELECT"):
            statements[statement] = parameters

    event.listen(database._backend.writer.engine.sync_engine, "before_cursor_execute", note)
    times: list[tuple[float, float, float, str]] = []
    for name, view in await views(database, path):
        spent: list[float] = []
        waited: list[float] = []
        for _ in range(ROUNDS):
            begun, at = time.process_time(), time.perf_counter()
            await view()
            spent.append(time.process_time() - begun)
            waited.append(time.perf_counter() - at)
        times.append((median(spent), median(waited), min(waited), name))
    await database.close()
    times.sort(reverse=True)
    print(f"{len(times)} views, {ROUNDS} times each: processor, clock, best clock; the slowest first")
    for kind in ("", "profile", "history", "head to head"):
        for *figures, name in [row for row in times if row[-1].startswith(kind)][: 3 if kind else 20]:
            print(" ".join(f"{figure * 1e3:7.2f}" for figure in figures), f"ms  {name}")
    scans = plans(path, statements)
    print(f"{len(statements)} statements, {len(scans)} with a scan of results or standings")
    for scan in scans:
        print(f"  {scan}")
    return times[0][0] < LIMIT and not scans


async def main() -> int:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else RESULTS
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(temporary)
        path = folder / f"million-{wanted}.db"
        if not path.exists():
            begun = time.perf_counter()
            await (await Database.open(f"sqlite:///{path}")).close()
            build(path, wanted)
            took, size = time.perf_counter() - begun, path.stat().st_size / 2**20
            print(f"built {wanted} results in {took:.0f} s, {size:.0f} MiB")
        connection = sqlite3.connect(path)
        counts = {
            name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
            for name in ("results", "standings", "players", "guilds")
        }
        connection.close()
        print(", ".join(f"{number} {name}" for name, number in counts.items()))
        return 0 if await measure(path) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
