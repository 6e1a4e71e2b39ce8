import asyncio
import gc
import random
import sys
import threading
import time
from contextlib import suppress

import pytest
import sqlalchemy as sa

from db import engine, events, players, schema, tables
from db.engine import Database
from db.errors import Conflict, DatabaseUnavailable


async def _stored(database, table_id):
    """How far the table's row says it is, and the events that there are."""
    async with database.read() as connection:
        table = await tables.load(connection, table_id)
        return table.seq, [event.seq for event in await events.of_table(connection, table_id)]


async def test_a_failed_write_leaves_nothing(database, make):
    table_id = await make.table(database)

    async def fail():
        async with database.write() as connection:
            await events.append(connection, [make.event(table_id, 1)])
            await tables.update(connection, table_id, expected_seq=0, seq=1)
            raise KeyError("a bug")

    with pytest.raises(KeyError):
        await fail()
    assert await _stored(database, table_id) == (0, [])


async def test_a_conflict_leaves_nothing(database, make):
    table_id = await make.table(database)

    async def conflict():
        async with database.write() as connection:
            await events.append(connection, [make.event(table_id, 1)])
            await tables.update(connection, table_id, expected_seq=5, seq=6)

    with pytest.raises(Conflict):
        await conflict()
    assert await _stored(database, table_id) == (0, [])


async def test_what_is_written_while_reading_is_not_kept(database, make):
    with suppress(DatabaseUnavailable):  # PostgreSQL says at once that it is read-only
        async with database.read() as connection:
            await players.upsert(connection, 1, "Ann", make.now)
    async with database.read() as connection:
        assert (await connection.execute(sa.select(schema.players))).all() == []


async def test_a_second_connection_is_refused_rather_than_waited_for(database):
    for first in (database.read, database.write):
        for second in (database.read, database.write):
            async with first():
                with pytest.raises(RuntimeError, match="already holds a connection"):
                    await second().__aenter__()
    await database.ping()


async def test_a_reader_sees_one_moment_and_nobody_waits(shared, make):
    one, two = shared
    table_id = await make.table(one)
    async with two.read() as connection:
        before = await tables.load(connection, table_id)
        for database in shared:

            async def play(database=database):
                await make.play(database, table_id, (await _stored(database, table_id))[0] + 1)

            await asyncio.create_task(play())
        assert await tables.load(connection, table_id) == before
        assert await events.of_table(connection, table_id) == []
    assert await _stored(two, table_id) == (2, [1, 2])


async def test_reading_first_and_writing_then_never_fails(shared, make):
    one, two = shared
    table_id = await make.table(one)

    async def play(database):
        for _ in range(10):
            async with database.write() as connection:
                query = sa.select(schema.tables.c.seq).where(schema.tables.c.id == table_id)
                seq = await connection.scalar(query.with_for_update())
                await asyncio.sleep(0.001)
                await events.append(connection, [make.event(table_id, seq + 1)])
                await tables.update(connection, table_id, expected_seq=seq, seq=seq + 1)

    await asyncio.gather(*[play(database) for database in (one, two, one, two)])
    assert await _stored(two, table_id) == (40, list(range(1, 41)))


async def test_transactions_in_each_others_way_are_a_conflict(postgresql, make, shared):
    one, two = shared
    if one._backend.writer.engine.dialect.name == "sqlite":
        pytest.skip("SQLite has one writer at a time")
    met = asyncio.Barrier(2)
    for player_id in (1, 2):
        await make.player(one, player_id)

    async def rename(database, first, second):
        async with database.write() as connection:
            await players.upsert(connection, first, "x", make.now)
            await met.wait()
            await players.upsert(connection, second, "x", make.now)

    outcomes = await asyncio.gather(rename(one, 1, 2), rename(two, 2, 1), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes if outcome] == [Conflict]


async def test_cancelled_at_any_moment_a_write_is_whole_or_absent(database, make):
    chance = random.Random(1)
    table_id = await make.table(database)
    await make.play(database, table_id, 1)
    started = time.perf_counter()
    await make.play(database, table_id, 2)
    duration = time.perf_counter() - started
    outcomes = set()
    for _ in range(50):
        seq, stored = await _stored(database, table_id)
        assert stored == list(range(1, seq + 1))
        play = asyncio.create_task(make.play(database, table_id, seq + 1))
        await asyncio.sleep(chance.uniform(0, 1.5 * duration))
        play.cancel()
        for _ in range(chance.choice([0, 0, 1, 5])):  # somebody may insist
            await asyncio.sleep(0)
            play.cancel()
        await asyncio.wait([play])
        outcomes.add("cancelled" if play.cancelled() else play.exception())
    assert outcomes <= {"cancelled", None}
    assert "cancelled" in outcomes
    pool = database._backend.writer.engine.pool
    assert not hasattr(pool, "checkedout") or pool.checkedout() == 0
    assert asyncio.all_tasks() == {asyncio.current_task()}
    await make.play(database, table_id, (await _stored(database, table_id))[0] + 1)


async def test_cancelled_while_it_is_being_stored_a_write_is_stored(database, make):
    table_id = await make.table(database)
    play = asyncio.create_task(make.play(database, table_id, 1))
    sa.event.listen(database._backend.writer.engine.sync_engine, "commit", lambda _connection: play.cancel())
    await asyncio.wait([play])
    assert play.cancelled()
    assert await _stored(database, table_id) == (1, [1])


async def test_cancelled_while_connecting_nothing_is_left_open(shared_url):
    chance = random.Random(2)
    for _ in range(5):
        database = await Database.open(shared_url)
        readers = [asyncio.create_task(database.ping()) for _ in range(4)]
        await asyncio.sleep(chance.uniform(0, 0.004))
        for reader in readers:
            reader.cancel()
        await asyncio.wait(readers)
        await database.ping()
        await database.close()
        gc.collect()  # what was left open warns, and fails the test
        assert not [thread for thread in threading.enumerate() if "_connection_worker" in thread.name]


async def test_cancelled_while_waiting_for_its_turn_a_write_gives_it_up(database, make):
    table_id = await make.table(database)
    async with database.write():
        waiting = [asyncio.create_task(make.play(database, table_id, 1)) for _ in range(12)]
        await asyncio.sleep(0.01)
        for task in waiting[:-1]:
            task.cancel()
    await asyncio.wait(waiting)
    assert waiting[-1].exception() is None
    assert await _stored(database, table_id) == (1, [1])


async def test_many_readers_take_turns(database, make):
    table_id = await make.table(database)
    assert await asyncio.gather(*[_stored(database, table_id) for _ in range(50)]) == [(0, [])] * 50


async def test_a_restart_keeps_everything(shared_url, make):
    database = await Database.open(shared_url)
    table_id = await make.table(database)
    await make.play(database, table_id, 1)
    async with database.read() as connection:
        before = await tables.load(connection, table_id), await events.of_table(connection, table_id)
    await database.close()
    database = await Database.open(shared_url)
    async with database.read() as connection:
        assert (
            await tables.load(connection, table_id),
            await events.of_table(connection, table_id),
        ) == before
    await database.close()


_WRITER = """
import asyncio, sys
from datetime import datetime, timezone
from db import events, tables
from db.engine import Database
from db.rows import EventRow

async def pause(moment):
    print(moment, flush=True)
    if moment == stop:
        await asyncio.sleep(60)

async def main():
    database = await Database.open(url)
    for seq in range(1, 100_000):
        async with database.write() as connection:
            now = datetime.now(timezone.utc)
            await events.append(connection, [EventRow(int(table_id), seq, "played", "{}", now)])
            await tables.update(connection, int(table_id), expected_seq=seq - 1, seq=seq)
            await pause("updated")
        await pause("committed")

url, table_id, stop = sys.argv[1:]
asyncio.run(main())
"""


async def _kill_a_writer(url, table_id, stop, patience=0.0):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _WRITER, url, str(table_id), stop, stdout=asyncio.subprocess.PIPE
    )
    moment = stop or "committed"
    while (await process.stdout.readline()).decode().strip() != moment:
        assert process.returncode is None
    await asyncio.sleep(patience)
    process.kill()
    await process.communicate()


async def test_killed_inside_a_write_nothing_is_left_of_it(shared, shared_url, make):
    database, _ = shared
    table_id = await make.table(database)
    await _kill_a_writer(shared_url, table_id, "updated")
    assert await _stored(database, table_id) == (0, [])
    await make.play(database, table_id, 1)


async def test_killed_at_any_moment_nothing_is_half_done(shared_url, make):
    database = await Database.open(shared_url)
    table_id = await make.table(database)
    await database.close()
    await _kill_a_writer(shared_url, table_id, "", patience=random.uniform(0.05, 0.2))
    database = await Database.open(shared_url)
    seq, stored = await _stored(database, table_id)
    assert seq > 0
    assert stored == list(range(1, seq + 1))
    await make.play(database, table_id, seq + 1)
    await database.close()


async def test_who_has_waited_too_long_for_a_turn_is_told_so_and_does_nothing(database, make, monkeypatch):
    monkeypatch.setattr(engine, "_PATIENCE", 0.0)
    turns = database._backend.writer.turns
    places = 0
    while await turns.take(0.0):
        places += 1
    with pytest.raises(DatabaseUnavailable, match="is busy: too much is waiting for it") as told:
        await make.player(database, 1)
    assert told.value.passing
    for _ in range(places):
        turns.give_back()
    monkeypatch.undo()
    await make.player(database, 1)
