"""A move counts or doesn't: cut off at any moment, that is found out, or said to be unknown. And nobody waits long."""

import asyncio
import tempfile
from pathlib import Path

import asyncpg
import pytest
import sqlalchemy as sa

from bot.table import lobby
from bot.table.tables import Opening
from db import engine, players, schema
from db.engine import Database
from db.errors import DatabaseUnavailable
from tests.db.proxy import wire
from tests.table.played import tables_on


@pytest.fixture
async def wired(request, shared_url):
    """A database behind a wire, and the wire."""
    if shared_url.startswith("sqlite"):
        pytest.skip("no wire to SQLite")
    with tempfile.TemporaryDirectory(prefix="wire-") as folder:
        async with wire(shared_url, Path(folder)) as cable:
            database = await Database.open(cable.url)
            await database.ping()
            yield database, cable
            cable.dead = cable.closed = False
            await database.close()


async def names(database):
    async with database.read() as connection:
        return list((await connection.execute(sa.select(schema.players.c.name))).scalars())


async def test_a_commit_that_arrived_counts(wired, make):
    database, cable = wired
    cable.cut = "after"
    await make.player(database, 1, "Ann")
    cable.cut = None
    assert await names(database) == ["Ann"]


async def test_a_commit_that_never_arrived_does_not(wired, make):
    database, cable = wired
    cable.cut = "before"
    with pytest.raises(DatabaseUnavailable) as told:
        await make.player(database, 1, "Ann")
    assert (told.value.passing, told.value.in_doubt) == (True, False)
    cable.cut = None
    assert await names(database) == []


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_what_can_not_be_found_out_is_said_to_be_unknown(wired, make, monkeypatch, cut):
    database, cable = wired
    cable.cut, cable.then_closed = cut, True
    with monkeypatch.context() as hurried:
        hurried.setattr(engine, "_DOUBT", 0.05)
        with pytest.raises(DatabaseUnavailable) as told:
            await make.player(database, 1, "Ann")
    assert (told.value.passing, told.value.in_doubt) == (True, True)
    cable.cut, cable.closed = None, False
    assert await names(database) == (["Ann"] if cut == "after" else [])


async def test_a_move_whose_answer_was_lost_is_told_to_listeners(wired):
    database, cable = wired
    tables, heard = tables_on(database), []
    table = await tables.open(Opening(1, "The card room", 2, 10, "Ann"))
    tables.listeners.append(heard.append)
    cable.cut = "after"
    change = await tables.act(table.id, 11, lobby.join, "Bob", 5)
    cable.cut = None
    assert heard == [change]
    assert (await tables.store.load(table.id)).table == change.after


async def test_a_lost_move_leaves_memory_as_it_was(wired):
    database, cable = wired
    tables, heard = tables_on(database), []
    table = await tables.open(Opening(1, "The card room", 2, 10, "Ann"))
    tables.listeners.append(heard.append)
    cable.cut = "before"
    with pytest.raises(DatabaseUnavailable):
        await tables.act(table.id, 11, lobby.join, "Bob", 5)
    cable.cut = None
    assert heard == []
    assert (await tables.get(table.id)).table == table
    assert len((await tables.act(table.id, 11, lobby.join, "Bob", 6)).events) > 0


async def test_a_server_that_says_nothing_is_not_waited_for(wired, make, monkeypatch):
    database, cable = wired
    cable.dead = True
    with monkeypatch.context() as hurried:
        hurried.setattr(engine, "_PATIENCE", 0.05)
        for attempt in (database.ping(), make.player(database, 1)):
            with pytest.raises(DatabaseUnavailable, match="doesn't answer: time is up") as told:
                await attempt
            assert told.value.passing
    cable.dead = False
    await make.player(database, 1, "Ann")
    assert await names(database) == ["Ann"]


async def test_a_statement_that_is_not_answered_is_given_up(wired, make):
    database, cable = wired

    async def goes_dead():
        async with database.write() as connection:
            raw = await connection.get_raw_connection()
            # As in every connection of the pool, only sooner.
            settings = raw.driver_connection._config
            raw.driver_connection._config = settings._replace(command_timeout=0.05)
            cable.dead = True
            await players.upsert(connection, 1, "Ann", make.now)

    with pytest.raises(DatabaseUnavailable, match="doesn't answer") as told:
        await goes_dead()
    assert told.value.passing
    cable.dead = False
    assert await names(database) == []


async def test_waiting_for_a_silent_server_is_cancelled_at_once(wired, make):
    database, cable = wired
    cable.dead = True
    waiting = asyncio.create_task(make.player(database, 1))
    while not waiting.done() and not database._holders:  # noqa: ASYNC110 - nobody tells when it has begun
        await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    assert waiting.cancelled()
    cable.dead = False
    assert await names(database) == []


async def test_a_server_that_refuses_connections(wired, make):
    database, cable = wired
    await database._backend.writer.engine.dispose()
    cable.closed = True
    for attempt in (database.ping(), make.player(database, 1)):
        with pytest.raises(DatabaseUnavailable) as told:
            await attempt
        assert told.value.passing
        assert not told.value.in_doubt
    cable.closed = False
    await make.player(database, 1)


async def test_connections_that_died_in_the_pool_cost_nothing(wired, make):
    database, _ = wired
    admin = await asyncpg.connect(
        database._backend.writer.engine.url.render_as_string(False).replace("+asyncpg", "")
    )
    await asyncio.gather(*(database.ping() for _ in range(8)))
    await admin.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await admin.close()
    for number in range(3):
        await make.player(database, number)
    await asyncio.gather(*(database.ping() for _ in range(8)))


async def test_a_lock_is_waited_for_a_moment_only(wired, make, monkeypatch):
    database, _ = wired
    await make.player(database, 1, "Ann")
    other = await asyncpg.connect(
        database._backend.writer.engine.url.render_as_string(False).replace("+asyncpg", "")
    )
    transaction = other.transaction()
    await transaction.start()
    await other.execute("UPDATE players SET name = 'Bob'")

    async def rename():
        async with database.write() as connection:
            limits = "SELECT current_setting('lock_timeout'), current_setting('statement_timeout')"
            assert tuple((await connection.execute(sa.text(limits))).one()) == ("1500ms", "1750ms")
            await connection.execute(sa.text("SET LOCAL lock_timeout = '20ms'"))
            await players.upsert(connection, 1, "Cy", make.now)

    with pytest.raises(DatabaseUnavailable, match="is locked by another transaction") as told:
        await rename()
    assert told.value.passing
    await transaction.commit()
    await other.close()
    assert await names(database) == ["Bob"]
    async with database.write(patient=True) as connection:
        assert await connection.scalar(sa.text("SELECT current_setting('lock_timeout')")) == "0"


async def test_cancelled_while_being_stored_a_move_is_told_to_listeners(database):
    tables, heard = tables_on(database), []
    table = await tables.open(Opening(1, "The card room", 2, 10, "Ann"))
    tables.listeners.append(heard.append)
    after = []

    async def presses():
        after.append(await tables.act(table.id, 11, lobby.join, "Bob", 5))
        await asyncio.sleep(0)
        after.append("answered")

    press = asyncio.create_task(presses())
    sa.event.listen(database._backend.writer.engine.sync_engine, "commit", lambda _connection: press.cancel())
    await asyncio.wait([press])
    assert press.cancelled()
    assert after == heard
    assert (await tables.store.load(table.id)).table == heard[0].after


async def test_cancelled_before_it_is_stored_a_move_does_not_count(database, monkeypatch):
    tables, heard = tables_on(database), []
    table = await tables.open(Opening(1, "The card room", 2, 10, "Ann"))
    tables.listeners.append(heard.append)
    write, reached = tables.store._write, asyncio.Event()

    async def slow(*arguments, **options):
        await write(*arguments, **options)
        reached.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(tables.store, "_write", slow)
    press = asyncio.create_task(tables.act(table.id, 11, lobby.join, "Bob", 5))
    await reached.wait()
    press.cancel()
    await asyncio.wait([press])
    assert press.cancelled()
    assert heard == []
    assert (await tables.store.load(table.id)).table == table
