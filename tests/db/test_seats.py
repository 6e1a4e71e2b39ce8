import asyncio

import pytest
from sqlalchemy.exc import IntegrityError

from db import seats
from db.errors import AlreadySeated, SeatOccupied
from db.rows import SeatRow


@pytest.fixture
async def people(database, make):
    return [await make.player(database, player_id) for player_id in (1, 2, 3)]


async def _take(database, table_id, seat, player_id):
    async with database.write() as connection:
        await seats.take(connection, table_id, seat, player_id)


async def _of_table(database, table_id):
    async with database.read() as connection:
        return await seats.of_table(connection, table_id)


async def test_seats_are_listed_in_order(database, make, people):
    table_id = await make.table(database, channel_id=10)
    await _take(database, table_id, 1, people[0])
    await _take(database, table_id, 0, people[1])
    assert await _of_table(database, table_id) == [
        SeatRow(table_id, 0, people[1], 10, live=True),
        SeatRow(table_id, 1, people[0], 10, live=True),
    ]


async def test_a_refusal_names_the_rule_and_the_transaction_goes_on(database, make, people):
    ann, bo, cy = people
    here, next_to_it = await make.table(database), await make.table(database)
    async with database.write() as connection:
        await seats.take(connection, here, 0, ann)
        with pytest.raises(SeatOccupied, match=f"Seat 0 of table {here} is taken") as taken:
            await seats.take(connection, here, 0, bo)
        with pytest.raises(AlreadySeated) as at_this_table:
            await seats.take(connection, here, 1, ann)
        with pytest.raises(AlreadySeated) as in_this_channel:
            await seats.take(connection, next_to_it, 0, ann)
        await seats.take(connection, here, 1, cy)
    assert (taken.value.table_id, taken.value.seat) == (here, 0)
    assert at_this_table.value.table_id == in_this_channel.value.table_id == here
    assert [row.player_id for row in await _of_table(database, here)] == [ann, cy]
    assert await _of_table(database, next_to_it) == []


async def test_another_channel_is_another_matter(database, make, people):
    tables = [await make.table(database, channel_id=channel_id) for channel_id in (10, 11)]
    for table_id in tables:
        await _take(database, table_id, 0, people[0])
    async with database.read() as connection:
        assert [row.table_id for row in await seats.of_player(connection, people[0])] == tables


async def test_leaving_makes_room(database, make, people):
    table_id = await make.table(database)
    await _take(database, table_id, 0, people[0])
    async with database.write() as connection:
        assert await seats.leave(connection, table_id, people[0])
        assert not await seats.leave(connection, table_id, people[0])
        await seats.take(connection, table_id, 0, people[1])
    assert [row.player_id for row in await _of_table(database, table_id)] == [people[1]]


async def test_one_seat_is_released(database, make, people):
    ann, bo, _ = people
    table_id = await make.table(database)
    await _take(database, table_id, 0, ann)
    await _take(database, table_id, 1, bo)
    async with database.write() as connection:
        await seats.release(connection, table_id, ann)
    assert [(row.player_id, row.live) for row in await _of_table(database, table_id)] == [
        (ann, False),
        (bo, True),
    ]


async def test_released_seats_are_history(database, make, people):
    ended, following = await make.table(database), await make.table(database)
    await _take(database, ended, 0, people[0])
    async with database.write() as connection:
        await seats.release(connection, ended)
        await seats.take(connection, following, 0, people[0])
        assert [row.table_id for row in await seats.of_player(connection, people[0])] == [following]
        everywhere = await seats.of_player(connection, people[0], live_only=False)
        assert [(row.table_id, row.live) for row in everywhere] == [(ended, False), (following, True)]


async def test_no_such_table_seat_or_person(database, make, people):
    table_id, ann = await make.table(database), people[0]
    for wrong in ((table_id + 1, 0, ann), (table_id, -1, ann), (table_id, 6, ann), (table_id, 0, 404)):
        with pytest.raises(IntegrityError):
            await _take(database, *wrong)
    assert await _of_table(database, table_id) == []


async def test_of_two_people_for_one_seat_one_gets_it(shared, make):
    one, two = shared
    table_id = await make.table(one)
    people = [await make.player(one, player_id) for player_id in (1, 2)]

    async def sit(database, player_id):
        async with database.write() as connection:
            await seats.take(connection, table_id, 0, player_id)
            await asyncio.sleep(0.02)

    outcomes = await asyncio.gather(sit(one, people[0]), sit(two, people[1]), return_exceptions=True)
    assert sorted(type(outcome) for outcome in outcomes if outcome) == [SeatOccupied]
    assert len(await _of_table(one, table_id)) == 1


async def test_one_person_at_two_tables_at_once_gets_one_seat(shared, make):
    one, two = shared
    tables = [await make.table(one), await make.table(one)]
    await make.player(one, 1)

    async def sit(database, table_id):
        async with database.write() as connection:
            await seats.take(connection, table_id, 0, 1)
            await asyncio.sleep(0.02)

    outcomes = await asyncio.gather(sit(one, tables[0]), sit(two, tables[1]), return_exceptions=True)
    [refusal] = [outcome for outcome in outcomes if outcome]
    assert isinstance(refusal, AlreadySeated)
    async with one.read() as connection:
        [seat] = await seats.of_player(connection, 1)
    assert refusal.table_id == seat.table_id


async def test_who_gets_up_frees_no_other_seat(database, make, people):
    ann, bo, _ = people
    here, elsewhere = await make.table(database, channel_id=10), await make.table(database, channel_id=11)
    for table_id, seat, person in ((here, 0, ann), (here, 1, bo), (elsewhere, 0, ann)):
        await _take(database, table_id, seat, person)
    async with database.write() as connection:
        assert await seats.leave(connection, here, ann)
        assert not await seats.leave(connection, here, ann)
        assert not await seats.leave(connection, elsewhere, bo)
    assert [row.player_id for row in await _of_table(database, here)] == [bo]
    assert [row.player_id for row in await _of_table(database, elsewhere)] == [ann]
