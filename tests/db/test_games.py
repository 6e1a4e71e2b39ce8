"""A player's games, and the record of two players against each other."""

from dataclasses import replace
from datetime import timedelta

import pytest

from db import encounters, games
from db.rows import EncounterRow, PlayedRow


@pytest.fixture
async def people(database, make):
    return [await make.player(database, number, name) for number, name in enumerate("abcd", 1)]


async def played(database, make, *rows):
    """Store a game with these results (without table numbers), an hour after the one before it."""
    table_id = await make.table(database, guild_id=rows[0].guild_id)
    at = make.now + timedelta(hours=table_id)
    rows = [replace(row, table_id=table_id, ended_at=at) for row in rows]
    await make.results(database, *rows)
    return table_id, rows


async def test_a_players_games_newest_first_in_pages(database, make, people):
    mine = [
        (await played(database, make, make.result(0, 1), make.result(0, 2, "lost", seat=1)))[0]
        for _ in "12345"
    ]
    await played(database, make, make.result(0, 2), make.result(0, 3, "lost", seat=1))
    await played(database, make, make.result(0, 1, guild_id=2))
    async with database.read() as connection:
        assert await games.count(connection, 1, 1) == 5
        assert await games.count(connection, 1, 4) == 0
        assert await games.page(connection, 1, 1, limit=10) == mine[::-1]
        assert await games.page(connection, 1, 1, limit=2, offset=2) == mine[::-1][2:4]
        assert await games.page(connection, 1, 4, limit=2) == []


async def test_games_that_ended_at_once_come_by_number(database, make, people):
    numbers = [await make.table(database) for _ in range(3)]
    for number in numbers:
        await make.results(database, make.result(number, 1))
    async with database.read() as connection:
        assert await games.page(connection, 1, 1, limit=3) == numbers[::-1]


async def test_who_played_a_game(database, make, people):
    one, rows = await played(database, make, make.result(0, 2, "lost", seat=1), make.result(0, 1))
    two, others = await played(database, make, make.result(0, 3, "abandoned"))
    async with database.read() as connection:
        found = await games.people(connection, [two, one, two + 1])
        assert found == [PlayedRow("a", rows[1]), PlayedRow("b", rows[0]), PlayedRow("c", others[0])]
        assert await games.people(connection, []) == []


async def test_two_players_against_each_other(database, make, people):
    won, lost = make.result(0, 1, skunks=1), make.result(0, 2, "lost", seat=1)
    await played(database, make, won, replace(lost, skunk_taken=1))
    await played(database, make, won, replace(lost, skunk_taken=2))
    await played(database, make, won, replace(lost, outcome="surrendered"))  # taken over by a house player
    await played(database, make, replace(won, player_id=2), replace(lost, player_id=1))
    # A third side won; then nobody.
    await played(database, make, make.result(0, 3), lost, make.result(0, 1, "lost", seat=2))
    await played(database, make, make.result(0, 1, "stopped"), make.result(0, 2, "stopped", seat=1))
    # None of these count.
    await played(database, make, replace(won, practice=True), replace(lost, practice=True))
    await played(database, make, replace(won, variant="short"), replace(lost, variant="short"))
    await played(database, make, replace(won, guild_id=2), replace(lost, guild_id=2))
    await played(database, make, won, replace(lost, player_id=3))
    # As partners.
    partner = replace(won, player_id=2, seat=2)
    await played(database, make, won, partner, make.result(0, 3, "lost", seat=1))
    await played(database, make, replace(won, outcome="lost"), replace(partner, outcome="lost"))
    await played(database, make, replace(won, outcome="stopped"), replace(partner, outcome="stopped"))
    async with database.read() as connection:
        mine = await encounters.between(connection, 1, 1, 2, variants=["standard"])
        theirs = await encounters.between(connection, 1, 2, 1, variants=["standard"])
        none = await encounters.between(connection, 1, 1, 4, variants=["standard"])
    ours, others = 3 * 121 + 88 + 88 + 88, 3 * 88 + 121 + 88 + 88
    assert mine == EncounterRow(6, (3, 1), (1, 0), (1, 0), (0, 1), (ours, others), 2, 1)
    assert theirs == EncounterRow(6, (1, 3), (0, 1), (0, 1), (1, 0), (others, ours), 2, 1)
    assert none == EncounterRow(0, (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), 0, 0)


async def test_the_newest_games_of_two_players(database, make, people):
    both = [
        (await played(database, make, make.result(0, 1), make.result(0, 2, "lost", seat=1)))[0] for _ in "123"
    ]
    await played(database, make, make.result(0, 1), make.result(0, 3, "lost", seat=1))
    async with database.read() as connection:
        assert await encounters.latest(connection, 1, 2, 1, limit=2) == both[:0:-1]
        assert await encounters.latest(connection, 1, 3, 2, limit=2) == []
