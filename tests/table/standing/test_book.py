"""What reaches the leaderboards, read as the leaderboards read it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.cribbage.events import GameWon, HandCounted, Scored
from bot.table import lobby
from bot.table.events import Event, GameStopped, Surrendered, WentMissing
from bot.table.patience import Pace
from bot.table.standing.book import EVERYWHERE
from bot.table.store import Store
from bot.table.tables import Opening, Tables
from db import standings
from db.engine import Database
from tests.table.standing.made import CARD, FOUR

SERVER = 9
NOW = datetime(2026, 2, 3, 12, tzinfo=UTC)
HANDS: list[Event] = [
    HandCounted(seat, False, FOUR, CARD, points, ())
    for seat, points in ((0, 4), (0, 20), (0, 0), (1, 24), (1, 12))
]
WON: list[Event] = [Scored(1, 1, 85, "hand"), Scored(0, 0, 121, "hand"), GameWon(0, (0,))]


async def best_hands(
    path: Path, endings: Sequence[Sequence[Event]], *, variant: str = "standard"
) -> list[dict[int, int]]:
    """Who leads in the best hand here and everywhere, after games of two in which both counted a good one."""
    database = await Database.open(f"sqlite:///{path / 'books.sqlite3'}")
    try:
        tables = Tables(Store(database, lambda: NOW, Pace()))
        for ending in endings:
            table = await tables.open(Opening(SERVER, "Server", 2, 1, "Ann", variant=variant))
            await tables.act(table.id, 2, lobby.join, "Bob", 1)
            await tables.change(table.id, lambda _: HANDS)
            await tables.change(table.id, lambda _, ending=ending: ending)
        async with database.read() as connection:
            return [
                {
                    line.standing.player_id: line.standing.best_hand
                    for line in await standings.board(connection, server, "best_hand", limit=10)
                }
                for server in (SERVER, EVERYWHERE)
            ]
    finally:
        await database.close()


async def test_the_best_hand_of_a_finished_game_is_led_with(tmp_path: Path) -> None:
    assert await best_hands(tmp_path, [WON]) == [{1: 20, 2: 24}] * 2


@pytest.mark.parametrize(
    "ending",
    [
        [Surrendered(1, 1), GameStopped("surrendered")],
        [WentMissing(1), GameStopped("abandoned")],
        [GameStopped("channel_gone")],
    ],
    ids=["surrendered", "abandoned", "channel gone"],
)
async def test_the_best_hand_of_an_unfinished_game_is_not(tmp_path: Path, ending: list[Event]) -> None:
    """Whoever surrendered has lost, and so has a line; but a hand of theirs leads only if the game was played out."""
    assert await best_hands(tmp_path, [ending]) == [{}] * 2
    assert await best_hands(tmp_path, [WON, ending]) == [{1: 20, 2: 24}] * 2


async def test_nor_is_that_of_another_variant(tmp_path: Path) -> None:
    assert await best_hands(tmp_path, [WON], variant="short") == [{}] * 2
