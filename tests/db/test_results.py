from collections import defaultdict
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from db import results
from db.errors import Conflict
from db.rows import LeaderRow

_guild_ids = count(100)


@pytest.fixture
async def people(database, make):
    return [await make.player(database, number, name) for number, name in enumerate("abcdef", 1)]


async def _board(database, guild_id=1, *, limit=50, offset=0):
    async with database.read() as connection:
        return await results.leaderboard(connection, guild_id, limit=limit, offset=offset)


async def test_results_come_back_by_seat(database, make, people):
    table_id = await make.table(database)
    won, lost = make.result(table_id, people[1], seat=1, skunks=1), make.result(table_id, people[0], "lost")
    await make.results(database, won, lost)
    async with database.read() as connection:
        assert await results.of_table(connection, table_id) == [lost, won]
        assert await results.of_table(connection, table_id + 1) == []


async def test_a_game_pays_once(database, make, people):
    table_id = await make.table(database)
    rows = [make.result(table_id, people[0]), make.result(table_id, people[1], "lost", seat=1)]
    await make.results(database, *rows)
    with pytest.raises(Conflict, match=f"^Table {table_id} has its results already\\.$"):
        await make.results(database, *rows)
    await make.results(database)
    assert [row.wins for row in await _board(database)] == [1, 0]


async def test_broken_rules_that_are_bugs_are_no_conflicts(database, make, people):
    table_id = await make.table(database)
    for wrong in (make.result(table_id, 404), make.result(table_id, people[0], "drawn")):
        with pytest.raises(IntegrityError):
            await make.results(database, wrong)


async def test_who_won_less_comes_later_and_equals_share_a_rank(database, make, people):
    a, b, c, d, e, f = people
    games = [
        {"player_id": c, "outcome": "won"},
        {"player_id": c, "outcome": "won"},
        {"player_id": a, "outcome": "won", "skunks": 2},
        {"player_id": b, "outcome": "won", "doubles": 1},
        {"player_id": e, "outcome": "won"},
        {"player_id": d, "outcome": "won"},
        {"player_id": f, "outcome": "won"},
        {"player_id": f, "outcome": "surrendered"},
    ]
    for game in games:
        table_id = await make.table(database)
        await make.results(database, make.result(table_id, **game))
    board = [
        LeaderRow(1, c, "c", wins=2, losses=0, skunks=0, double_skunks=0),
        LeaderRow(2, b, "b", wins=1, losses=0, skunks=0, double_skunks=1),
        LeaderRow(3, a, "a", wins=1, losses=0, skunks=2, double_skunks=0),
        LeaderRow(4, d, "d", wins=1, losses=0, skunks=0, double_skunks=0),
        LeaderRow(4, e, "e", wins=1, losses=0, skunks=0, double_skunks=0),
        LeaderRow(6, f, "f", wins=1, losses=1, skunks=0, double_skunks=0),
    ]
    assert await _board(database) == board
    assert await _board(database, limit=2, offset=3) == board[3:5]
    assert [(row.games, row.win_rate) for row in board[-2:]] == [(1, 1.0), (2, 0.5)]


async def test_what_does_not_count_is_on_no_leaderboard(database, make, people):
    others = [
        {"outcome": "stopped"},
        {"outcome": "abandoned"},
        {"outcome": "won", "variant": "short"},
        {"outcome": "won", "practice": True, "skunks": 1},
    ]
    for other in others:
        table_id = await make.table(database)
        await make.results(database, make.result(table_id, people[0], **other))
    assert await _board(database) == []
    async with database.read() as connection:
        assert await results.leaderboard_size(connection, 1) == 0
        assert await results.of_player(connection, 1, people[0]) is None


async def test_a_line_carries_the_name_last_seen(database, make, people):
    table_id = await make.table(database)
    await make.results(database, make.result(table_id, people[0]))
    await make.player(database, people[0], "Renamed")
    assert [row.name for row in await _board(database)] == ["Renamed"]


_game = st.tuples(
    st.integers(1, 6),
    st.sampled_from(["won", "won", "lost", "surrendered", "stopped", "abandoned"]),
    st.sampled_from(["standard", "standard", "standard", "short"]),
    st.sampled_from([False, False, False, True]),
    st.integers(0, 2),
    st.integers(0, 1),
)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_game, max_size=14))
async def test_the_leaderboard_is_what_counting_by_hand_gives(database, make, people, games):
    guild_id = next(_guild_ids)
    counts = defaultdict(lambda: [0, 0, 0, 0])
    for player_id, outcome, variant, practice, skunks, doubles in games:
        table_id = await make.table(database, guild_id=guild_id)
        row = make.result(
            table_id,
            player_id,
            outcome,
            guild_id=guild_id,
            variant=variant,
            practice=practice,
            skunks=skunks,
            doubles=doubles,
        )
        await make.results(database, row)
        if variant == "standard" and not practice and outcome in ("won", "lost", "surrendered"):
            counted = (outcome == "won", outcome != "won", skunks, doubles)
            counts[player_id] = [sum(pair) for pair in zip(counts[player_id], counted, strict=True)]

    def strength(player_id):
        wins, losses, skunks, doubles = counts[player_id]
        return wins, wins / (wins + losses), -losses, skunks + 2 * doubles, doubles

    def rank(player_id):
        return 1 + sum(strength(other) > strength(player_id) for other in counts)

    expected = [
        LeaderRow(rank(player_id), player_id, " abcdef"[player_id], *counts[player_id])
        for player_id in sorted(counts, key=lambda player_id: (rank(player_id), player_id))
    ]
    assert await _board(database, guild_id) == expected
    async with database.read() as connection:
        assert await results.leaderboard_size(connection, guild_id) == len(expected)
        for row in expected:
            assert await results.of_player(connection, guild_id, row.player_id) == row
