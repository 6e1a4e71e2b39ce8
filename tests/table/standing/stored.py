"""Standing that is stored without any game: rows of sums and of results, each with what matters to a test."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from db import guilds, players, results, standings, tables
from db.engine import Database
from db.rows import ResultRow, StandingRow

SERVER = 9
NOW = datetime(2026, 2, 3, 12, tzinfo=UTC)


async def people(database: Database, *users: int) -> None:
    async with database.write() as connection:
        for user in users:
            await players.upsert(connection, user, f"P{user}", NOW)


async def sums(
    database: Database, user: int, server: int = SERVER, size: int = 0, period: str = "all", **more: Any
) -> None:
    """Add sums of a person to a leaderboard; what isn't named is nought."""
    names = ("wins", "losses", "skunks", "double_skunks", "skunk_points", "xp", "prestige", "best_hand")
    await people(database, user)
    async with database.write() as connection:
        row = StandingRow(server, size, period, user, **(dict.fromkeys(names, 0) | more))
        await standings.add(connection, [row])


async def game(database: Database, *sides: Mapping[str, Any], hours: int = 0, **table: Any) -> int:
    """A game that has ended so many hours after `NOW`: for each seat the person, and what isn't as in a narrow loss."""
    common: dict[str, Any] = {"size": len(sides), "variant": "standard", "practice": False} | table
    ended = NOW + timedelta(hours=hours)
    named = [seat["player_id"] for seat in sides if "player_id" in seat]
    await people(database, *named)
    async with database.write() as connection:
        await guilds.upsert(connection, SERVER, "Server", NOW)
        number = await tables.insert(
            connection, guild_id=SERVER, channel_id=1, host_id=named[0], size=common["size"],
            variant=common["variant"], seed=bytes(32), commitment="c" * 64, now=NOW,
        )  # fmt: skip
        await results.insert(
            connection,
            [
                ResultRow(
                    **{
                        "table_id": number,
                        "guild_id": SERVER,
                        "seat": seat,
                        "side": seat,
                        "outcome": "lost",
                        "score": 100,
                        "best_opponent_score": 121,
                        "skunks_given": 0,
                        "double_skunks_given": 0,
                        "skunk_taken": 0,
                        "deals": 9,
                        "started_at": NOW,
                        "ended_at": ended,
                        **common,
                        **row,
                    }
                )
                for seat, row in enumerate(sides)
                if "player_id" in row
            ],
        )
    return number
