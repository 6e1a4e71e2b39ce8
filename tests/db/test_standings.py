"""Leaderboards from sums: who is on them, in which order, and on which page."""

from dataclasses import replace
from itertools import count
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db import standings
from db.rows import StandingRow
from db.standings import RATE_GAMES, By

_guild_ids = count(100)
BY = get_args(By)


@pytest.fixture
async def people(database, make):
    return [await make.player(database, number, name) for number, name in enumerate("abcdef", 1)]


def change(player_id, *, guild_id=1, size=0, period="all", **brings):
    nothing = dict.fromkeys(
        ("wins", "losses", "skunks", "double_skunks", "skunk_points", "xp", "prestige", "best_hand"), 0
    )
    return StandingRow(guild_id, size, period, player_id, **(nothing | brings))


async def add(database, *changes):
    async with database.write() as connection:
        await standings.add(connection, changes)


async def board(database, by, guild_id=1, *, limit=50, offset=0, **which):
    async with database.read() as connection:
        return await standings.board(connection, guild_id, by, limit=limit, offset=offset, **which)


async def test_sums_grow_and_the_best_hand_stays(database, people):
    await add(
        database, change(1, wins=1, xp=100, skunks=1, skunk_points=1, prestige=1, best_hand=12, rating=9)
    )
    await add(
        database,
        change(1, losses=1, xp=40, double_skunks_taken=1, best_hand=8),
        change(1, size=2, wins=1, xp=7),
    )
    async with database.read() as connection:
        overall, pairs = await standings.of_player(connection, 1, 1)
    assert overall == StandingRow(
        1, 0, "all", 1, 1, 1, 1, 0, 1, 140, 1, 12, None, 9, double_skunks_taken=1
    ), "a rating that a game doesn't change stays"
    assert (pairs.size, pairs.wins, pairs.xp) == (2, 1, 7)
    await add(database, change(1, rating=11))
    async with database.read() as connection:
        assert (await standings.of_player(connection, 1, 1))[0].rating == 11
        assert await standings.of_player(connection, 2, 1) == []
    await add(database)


async def test_the_win_rate_is_told_from_ten_games_on(database, people):
    for number in range(RATE_GAMES):
        assert await board(database, "rate") == [], number
        won = number % 3 == 0
        await add(database, change(1, wins=int(won), losses=int(not won)))
    (line,) = await board(database, "rate")
    assert line.standing.rate == 0.4
    await add(database, change(1, wins=1))
    (line,) = await board(database, "rate")
    assert line.standing.rate == pytest.approx(5 / 11)


async def test_who_is_equal_shares_a_rank_and_pages_agree_with_the_whole(database, people):
    a, b, c, d, e, f = people
    await add(
        database,
        change(a, wins=1, skunk_points=2),
        change(b, wins=3),
        change(c, wins=1, losses=9),
        change(d, wins=1),
        change(e, losses=1),
        change(f, xp=40),
    )
    lines = await board(database, "wins")
    assert [(line.rank, line.name) for line in lines] == [(1, "b"), (2, "a"), (2, "d"), (2, "c"), (5, "e")]
    for limit in range(1, 6):
        for offset in range(6):
            expected = lines[offset : offset + limit]
            assert await board(database, "wins", limit=limit, offset=offset) == expected
    async with database.read() as connection:
        assert await standings.board_size(connection, 1, "wins") == 5
        places = [await standings.place(connection, 1, "wins", player) for player in people]
    assert places == [1, 0, 3, 2, 4, None]


async def test_boards_of_guilds_sizes_and_periods_are_apart(database, people):
    await add(
        database,
        change(1, wins=1),
        change(2, wins=1, guild_id=2),
        change(3, wins=1, size=4),
        change(4, wins=1, period="2026-W05"),
        change(5, wins=1, guild_id=0),
    )
    assert [line.name for line in await board(database, "wins")] == ["a"]
    assert [line.name for line in await board(database, "wins", 2)] == ["b"]
    assert [line.name for line in await board(database, "wins", size=4)] == ["c"]
    assert [line.name for line in await board(database, "wins", period="2026-W05")] == ["d"]
    assert [line.name for line in await board(database, "wins", 0)] == ["e"]


@pytest.mark.parametrize("by", BY)
async def test_an_empty_board(database, by):
    assert await board(database, by) == []
    async with database.read() as connection:
        assert await standings.board_size(connection, 1, by) == 0
        assert await standings.place(connection, 1, by, 7) is None


async def test_names_are_those_last_seen(database, make, people):
    await add(database, change(1, xp=40))
    await make.player(database, 1, "Renamed")
    assert [line.name for line in await board(database, "xp")] == ["Renamed"]


_numbers = st.integers(0, 2)
_changes = st.builds(
    change,
    st.integers(1, 6),
    wins=_numbers,
    losses=_numbers,
    skunks=_numbers,
    double_skunks=_numbers,
    skunk_points=_numbers,
    xp=_numbers,
    prestige=_numbers,
    best_hand=_numbers,
    rating=st.none() | st.integers(-2, 2),
)


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(_changes, max_size=30))
async def test_every_board_is_what_adding_by_hand_gives(database, people, changes):
    guild_id = next(_guild_ids)
    sums = {}
    for row in changes:
        await add(database, replace(row, guild_id=guild_id))
        old = sums.setdefault(row.player_id, change(row.player_id, guild_id=guild_id))
        added = ("wins", "losses", "skunks", "double_skunks", "skunk_points", "xp", "prestige")
        new = replace(old, **{name: getattr(old, name) + getattr(row, name) for name in added})
        games = new.wins + new.losses
        sums[row.player_id] = replace(
            new,
            best_hand=max(old.best_hand, row.best_hand),
            rating=old.rating if row.rating is None else row.rating,
            rate=new.wins / games if games >= RATE_GAMES else None,
        )
    for by in BY:

        def stands(row, by=by):
            if by == "wins":
                return row.wins + row.losses > 0
            value = getattr(row, by)
            return value is not None if by in ("rate", "rating") else value > 0

        def order(row, by=by):
            return getattr(row, by), row.skunk_points if by == "wins" else row.wins, row.player_id

        expected = sorted(filter(stands, sums.values()), key=order, reverse=True)
        lines = await board(database, by, guild_id)
        assert [line.standing for line in lines] == expected
        for line in lines:
            better = sum(getattr(row, by) > getattr(line.standing, by) for row in expected)
            assert line.rank == 1 + better
        async with database.read() as connection:
            assert await standings.board_size(connection, guild_id, by) == len(expected)
            for at, row in enumerate(expected):
                assert await standings.place(connection, guild_id, by, row.player_id) == at
