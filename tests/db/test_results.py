import pytest
from sqlalchemy.exc import IntegrityError

from db import results
from db.errors import Conflict


@pytest.fixture
async def people(database, make):
    return [await make.player(database, number, name) for number, name in enumerate("abcdef", 1)]


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
    async with database.read() as connection:
        assert await results.of_table(connection, table_id) == rows


async def test_broken_rules_that_are_bugs_are_no_conflicts(database, make, people):
    table_id = await make.table(database)
    for wrong in (make.result(table_id, 404), make.result(table_id, people[0], "drawn")):
        with pytest.raises(IntegrityError):
            await make.results(database, wrong)
