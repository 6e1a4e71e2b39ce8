"""Leaderboards as people leaf through them."""

from __future__ import annotations

import pytest

from bot.table.standing.board import PAGE_SIZE, Line, Page, Query, page, page_of
from bot.table.standing.book import EVERYWHERE
from bot.table.standing.ratings import Rating
from db import ratings
from db.engine import Database
from db.rows import RatingRow
from tests.table.standing.stored import NOW, SERVER, sums

MONTH, WEEK = "2026-02", "2026-W06"


async def names(database: Database, query: Query) -> list[str]:
    return [line.name for line in (await page(database, SERVER, query, 0, NOW)).lines]


async def test_nobody_yet(database: Database) -> None:
    empty = await page(database, SERVER, Query(), 3, NOW)
    assert (empty.number, empty.lines, empty.players, empty.pages) == (0, (), 0, 1)


async def test_leafing(database: Database) -> None:
    """There is no page before the first or behind the last, and none is cut short but the last."""
    for user in range(1, PAGE_SIZE + 4):
        await sums(database, user, wins=100 - user)
    pages = {number: await page(database, SERVER, Query(), number, NOW) for number in (-4, 0, 1, 2, 50)}
    assert {number: found.number for number, found in pages.items()} == {-4: 0, 0: 0, 1: 1, 2: 1, 50: 1}
    assert [line.player for line in pages[0].lines] == list(range(1, PAGE_SIZE + 1))
    assert [(line.rank, line.player) for line in pages[1].lines] == [(rank, rank) for rank in (11, 12, 13)]
    assert (pages[1].players, pages[1].pages) == (13, 2)
    where = {user: await page_of(database, SERVER, Query(), user, NOW) for user in (1, 10, 11, 13, 99)}
    assert where == {1: 0, 10: 0, 11: 1, 13: 1, 99: None}


@pytest.mark.parametrize(("players", "pages"), [(0, 1), (1, 1), (10, 1), (11, 2), (20, 2), (21, 3)])
def test_how_many_pages_there_are(players: int, pages: int) -> None:
    assert Page(Query(), 0, (), players).pages == pages


async def test_each_board_is_a_board_of_its_own(database: Database) -> None:
    boards = {
        1: (Query(), (SERVER, 0, "all")),
        2: (Query("everywhere"), (EVERYWHERE, 0, "all")),
        3: (Query(period="month"), (SERVER, 0, MONTH)),
        4: (Query(period="week"), (SERVER, 0, WEEK)),
        5: (Query(size=3), (SERVER, 3, "all")),
        6: (Query("everywhere", period="week", size=6), (EVERYWHERE, 6, WEEK)),
    }
    for user, (_, place) in boards.items():
        await sums(database, user, *place, wins=1)
    for user, (query, _) in boards.items():
        assert await names(database, query) == [f"P{user}"]
        assert await page_of(database, SERVER, query, user, NOW) == 0
        assert await page_of(database, SERVER, query, user % 6 + 1, NOW) is None


async def test_ratings_are_of_all_time_and_every_size(database: Database) -> None:
    await sums(database, 1, rating=1500)
    for query in (Query(by="rating"), Query(by="rating", period="week"), Query(by="rating", size=4)):
        assert not query.narrowed
        assert await names(database, query) == ["P1"]
    assert not Query().narrowed
    assert Query(period="month").narrowed
    assert Query(size=2).narrowed


async def test_a_line_says_what_it_is_about(database: Database) -> None:
    counted = {
        "wins": 11,
        "losses": 9,
        "skunks": 3,
        "double_skunks": 2,
        "xp": 1400,
        "prestige": 7,
        "best_hand": 24,
    }
    await sums(database, 5, **counted, skunk_points=6, rating=1300)
    await sums(database, 6, wins=1)
    async with database.write() as connection:
        await ratings.put(connection, [RatingRow(SERVER, 5, 30.0, 2.0), RatingRow(EVERYWHERE, 5, 25.0, 3.0)])
    first, second = (await page(database, SERVER, Query(), 0, NOW)).lines
    assert first == Line(1, 5, "P5", 11, 9, 3, 2, 1400, 7, 24, None, Rating(30.0, 2.0))
    assert (second.rank, second.rating) == (2, None)
    await sums(database, 5, losses=1)
    assert (await page(database, SERVER, Query(), 0, NOW)).lines[0].rate == pytest.approx(11 / 21)
