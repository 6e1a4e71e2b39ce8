import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError, StatementError

from db import events, schema
from db.errors import Conflict
from db.rows import EventRow

_same_database = settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
# Unicode as it can be encoded; PostgreSQL's text has no NUL either. JSON has neither.
_text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
_zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
_moments = st.builds(
    lambda microseconds, zone: (
        datetime(2026, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)
    ).astimezone(zone),
    st.integers(-(10**15), 10**16),
    _zones,
)


@_same_database
@given(contents=st.lists(st.tuples(_text, _text, _moments), max_size=8), data=st.data())
async def test_events_come_back_as_they_were_in_order(database, make, contents, data):
    table_id = await make.table(database)
    stored = [EventRow(table_id, seq, *content) for seq, content in enumerate(contents, 1)]
    middle = data.draw(st.integers(0, len(stored)))
    async with database.write() as connection:
        await events.append(connection, stored[middle:])
        await events.append(connection, stored[:middle])
    after, upto = data.draw(st.integers(-1, 9)), data.draw(st.none() | st.integers(0, 9))
    async with database.read() as connection:
        assert await events.of_table(connection, table_id) == stored
        part = await events.of_table(connection, table_id, after=after, upto=upto)
        assert await events.of_table(connection, table_id + 1) == []
    assert part == [event for event in stored if after < event.seq <= (len(stored) if upto is None else upto)]
    assert all(event.at.tzinfo is UTC for event in part)


async def test_a_time_without_zone_is_refused(database, make):
    table_id = await make.table(database)
    naive = EventRow(table_id, 1, "played", "{}", make.now.replace(tzinfo=None))
    with pytest.raises(StatementError, match="must have a time zone"):
        async with database.write() as connection:
            await events.append(connection, [naive])
    async with database.read() as connection:
        assert await events.of_table(connection, table_id) == []


async def test_times_can_be_compared(database, make):
    table_id = await make.table(database)
    async with database.write() as connection:
        await events.append(connection, [make.event(table_id, seq) for seq in range(1, 6)])
    in_india = (make.now + timedelta(seconds=3)).astimezone(timezone(timedelta(hours=5, minutes=30)))
    async with database.read() as connection:
        found = await connection.scalars(sa.select(schema.events.c.seq).where(schema.events.c.at <= in_india))
        assert sorted(found) == [1, 2, 3]


async def test_an_event_is_stored_once(database, make):
    table_id = await make.table(database)
    await make.play(database, table_id, 1)
    with pytest.raises(Conflict, match=f"^Event 1 of table {table_id} or one after it is stored already\\.$"):
        async with database.write() as connection:
            await events.append(connection, [make.event(table_id, 2), make.event(table_id, 1)][::-1])
    async with database.read() as connection:
        assert await events.of_table(connection, table_id) == [make.event(table_id, 1)]


async def test_broken_rules_that_are_bugs_are_no_conflicts(database, make):
    table_id = await make.table(database)
    for wrong in (make.event(table_id + 1, 1), make.event(table_id, 0)):
        with pytest.raises(IntegrityError):
            async with database.write() as connection:
                await events.append(connection, [wrong])


async def test_of_two_writers_of_one_event_exactly_one_wins(shared, make):
    one, two = shared
    table_id = await make.table(one)

    async def play(database, body):
        async with database.write() as connection:
            await events.append(connection, [make.event(table_id, 1, body), make.event(table_id, 2, body)])
            await asyncio.sleep(0.02)

    outcomes = await asyncio.gather(play(one, "one"), play(two, "two"), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes if outcome] == [Conflict]
    winner = "one" if outcomes[0] is None else "two"
    async with two.read() as connection:
        assert [event.body for event in await events.of_table(connection, table_id)] == [winner] * 2


async def test_many_writers_in_one_process_queue_up(database, make):
    table_id = await make.table(database)

    async def play():
        seq = 1
        while True:
            try:
                await make.play(database, table_id, seq)
            except Conflict:
                seq += 1
            else:
                return seq

    assert sorted(await asyncio.gather(*[play() for _ in range(12)])) == list(range(1, 13))
