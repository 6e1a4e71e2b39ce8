from dataclasses import fields, replace
from datetime import timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from db import rows, schema, tables
from db.errors import Conflict
from db.rows import TableRow


@pytest.mark.parametrize(
    ("row", "table"),
    [
        (rows.TableRow, schema.tables),
        (rows.SeatRow, schema.seats),
        (rows.EventRow, schema.events),
        (rows.ResultRow, schema.results),
    ],
)
def test_rows_have_the_columns_of_their_tables_in_order(row, table):
    assert [field.name for field in fields(row)] == [column.name for column in table.columns]


async def _load(database, table_id) -> TableRow | None:
    async with database.read() as connection:
        return await tables.load(connection, table_id)


async def test_a_new_table_is_a_lobby(database, make):
    table_id = await make.table(database)
    assert await _load(database, table_id) == TableRow(
        id=table_id,
        guild_id=1,
        channel_id=10,
        host_id=7,
        size=2,
        variant="standard",
        status="lobby",
        seq=0,
        seed=make.seed,
        commitment="c" * 64,
        deadline=None,
        messages="{}",
        published_seq=0,
        created_at=make.now,
        started_at=None,
        ended_at=None,
        patience=None,
    )
    assert await _load(database, table_id + 1) is None


async def test_an_update_changes_what_it_names(database, make):
    table_id = await make.table(database)
    before = await _load(database, table_id)
    deadline = make.now + timedelta(minutes=2)
    async with database.write() as connection:
        await tables.update(
            connection,
            table_id,
            expected_seq=0,
            seq=3,
            status="playing",
            deadline=deadline,
            patience=120.0,
            started_at=make.now,
            host_id=7,
        )
    playing = replace(before, seq=3, status="playing", deadline=deadline, patience=120.0, started_at=make.now)
    assert await _load(database, table_id) == playing
    async with database.write() as connection:
        await tables.update(connection, table_id, expected_seq=3, seq=4, deadline=None)
    assert await _load(database, table_id) == replace(playing, seq=4, deadline=None)


async def test_an_update_of_a_table_that_moved_on_is_a_conflict(database, make):
    table_id = await make.table(database)
    await make.play(database, table_id, 1)
    with pytest.raises(Conflict, match=f"^Table {table_id} is not at event 0 any more\\.$"):
        async with database.write() as connection:
            await tables.update(connection, table_id, expected_seq=0, seq=1)
    with pytest.raises(Conflict):
        async with database.write() as connection:
            await tables.update(connection, table_id + 1, expected_seq=0, seq=1)


async def test_what_the_channel_shows_never_goes_back(database, make):
    table_id = await make.table(database)
    await make.play(database, table_id, 1)
    await make.play(database, table_id, 2)
    async with database.write() as connection:
        assert await tables.set_messages(connection, table_id, '{"deal": 1}', 1)
        assert await tables.set_messages(connection, table_id, '{"deal": 2}', 2)
        assert not await tables.set_messages(connection, table_id, '{"deal": 1}', 1)
        assert await tables.set_messages(connection, table_id, '{"deal": 2, "reminder": 3}', 2)
        assert not await tables.set_messages(connection, table_id + 1, "{}", 2)
    table = await _load(database, table_id)
    assert (table.messages, table.published_seq, table.seq) == ('{"deal": 2, "reminder": 3}', 2, 2)


async def test_clocks_that_run_start_afresh(database, make):
    quick, slow, still, ended = [await make.table(database) for _ in range(4)]
    early, late = make.now - timedelta(hours=1), make.now + timedelta(hours=1)
    async with database.write() as connection:
        assert await tables.restart_clocks(connection, late) == {}
        for table_id, patience in ((quick, 0.5), (slow, 90), (ended, 60)):
            await tables.update(
                connection, table_id, expected_seq=0, seq=0, deadline=early, patience=patience
            )
        await tables.update(connection, ended, expected_seq=0, seq=0, status="closed", ended_at=make.now)
        deadlines = await tables.restart_clocks(connection, late)
    assert deadlines == {quick: late + timedelta(seconds=0.5), slow: late + timedelta(seconds=90)}
    found = [(await _load(database, table_id)).deadline for table_id in (quick, slow, still, ended)]
    assert found == [deadlines[quick], deadlines[slow], None, early]


async def test_live_and_unpublished_tables(database, make):
    lobby, playing, finished, closed, elsewhere = [
        await make.table(database, guild_id=guild_id) for guild_id in (1, 1, 1, 1, 2)
    ]
    await make.play(database, playing, 1)
    async with database.write() as connection:
        await tables.update(connection, finished, expected_seq=0, seq=9, status="finished", ended_at=make.now)
        await tables.update(connection, closed, expected_seq=0, seq=2, status="closed", ended_at=make.now)
        await tables.set_messages(connection, closed, "{}", 2)

    async def ids(query, *arguments):
        async with database.read() as connection:
            return [table.id for table in await query(connection, *arguments)]

    assert await ids(tables.live) == [lobby, playing, elsewhere]
    assert await ids(tables.live, 1) == [lobby, playing]
    assert await ids(tables.live, 3) == []
    assert await ids(tables.unpublished) == [playing, finished]


async def test_a_table_is_live_exactly_until_it_has_ended(database, make):
    table_id = await make.table(database)
    for changes in ({"status": "finished"}, {"ended_at": make.now}, {"status": "paused"}):
        with pytest.raises(IntegrityError):
            async with database.write() as connection:
                await tables.update(connection, table_id, expected_seq=0, seq=0, **changes)


async def test_ids_are_never_used_again(database, make):
    first = await make.table(database)
    async with database.write() as connection:
        await connection.execute(sa.delete(schema.tables))
    assert await make.table(database) > first


async def test_sqlite_finds_live_and_unpublished_tables_by_index(database, make):
    if database._backend.writer.engine.dialect.name != "sqlite":
        pytest.skip("small tables are scanned by PostgreSQL")
    statements = []

    def listen(_connection, _cursor, statement, parameters, *_rest):
        statements.append((statement, parameters))

    sa.event.listen(database._backend.writer.engine.sync_engine, "before_cursor_execute", listen)
    async with database.read() as connection:
        await tables.live(connection)
        await tables.live(connection, 1)
        await tables.unpublished(connection)
        for statement, parameters in [entry for entry in statements if entry[0].startswith("SELECT")]:
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            assert "USING INDEX ix_tables_" in " ".join(row.detail for row in plan), statement


async def test_an_accepted_play_takes_two_statements(database, make):
    table_id = await make.table(database)
    statements = []
    sa.event.listen(
        database._backend.writer.engine.sync_engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, *_rest: statements.append(statement.split()[0]),
    )
    await make.play(database, table_id, 1)
    begun = 1  # BEGIN in SQLite; PostgreSQL begins by itself, and is told how long it may take
    assert statements[begun:] == ["INSERT", "UPDATE"]
