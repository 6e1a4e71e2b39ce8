"""All that is stored about a person: found, given to a former player, and removed."""

import asyncio
from dataclasses import replace

import pytest
import sqlalchemy as sa

from db import (
    appearances,
    events,
    feats,
    migrate,
    personal,
    players,
    ratings,
    results,
    seats,
    standings,
    tables,
)
from db.engine import Database
from db.errors import Conflict
from db.rows import EventRow, FeatRow, RatingRow, RenamingRow, StandingRow
from db.schema import metadata
from db.url import normalise

PERSON, OTHER, FORMER = 2**62, 2**61 + 1, -1


async def a_past(database, make):
    """Somebody with a row in every table, at a table that they opened, and somebody else there."""
    table_id = await make.table(database, host_id=PERSON)
    await make.player(database, OTHER, "Bob")
    async with database.write() as connection:
        await events.append(connection, [EventRow(table_id, 1, "seat_taken", '{"user": 1}', make.now)])
        await tables.update(connection, table_id, expected_seq=0, seq=1)
        for seat, player in enumerate((PERSON, OTHER)):
            await seats.take(connection, table_id, seat, player)
            await ratings.put(connection, [RatingRow(1, player, 25.0, 8.0)])
            await feats.add(connection, [FeatRow(player, "skunk", table_id, make.now)])
            await standings.add(
                connection, [StandingRow(1, 0, "all", player, 1, 0, 0, 0, 0, 100, 0, 12, rating=1000)]
            )
        await appearances.add(connection, table_id, {PERSON, OTHER})
        await appearances.add(connection, table_id, {PERSON})
        await appearances.add(connection, table_id, set())
    results = (make.result(table_id, PERSON), make.result(table_id, OTHER, "lost", seat=1))
    await make.results(database, *results)
    return table_id


def columns_of_people():
    """Everywhere where a person's number is stored for good."""
    for table in metadata.sorted_tables:
        if table.name == "renamings":
            continue
        for column in table.columns:
            refers = any(key.column.table.name == "players" for key in column.foreign_keys)
            if refers or column.name == "player_id" or (table.name, column.name) == ("players", "id"):
                yield column


async def rows_of(connection, player_id):
    """All rows that belong to a person, by table."""
    found = {name: await personal.rows(connection, name, player_id, limit=9) for name in personal.TABLES}
    return {name: rows for name, rows in found.items() if rows}


async def numbers(database):
    """Whose numbers stand where."""
    found = {}
    async with database.read() as connection:
        for column in columns_of_people():
            found[str(column)] = set((await connection.execute(sa.select(column))).scalars())
    return found


async def test_everything_of_a_person_is_found(database, make):
    await a_past(database, make)
    async with database.read() as connection:
        found = await rows_of(connection, PERSON)
        assert await rows_of(connection, 404) == {}
        assert [await personal.knows(connection, number) for number in (PERSON, 404)] == [True, False]
    assert found.keys() == {column.table.name for column in columns_of_people()} - {"tables"}
    assert all(str(PERSON) in str(rows) and str(OTHER) not in str(rows) for rows in found.values())


async def test_rows_come_in_pages(database, make):
    """Whatever their key is: numbers, text, or several of them."""
    await a_past(database, make)
    days = [f"2026-W{week:02}" for week in range(1, 8)]
    async with database.write() as connection:
        for guild in (0, 1):
            rows = [StandingRow(guild, 2, day, PERSON, 1, 0, 0, 0, 0, 100, 0, 12) for day in days]
            await standings.add(connection, rows)
    async with database.read() as connection:
        whole = await personal.rows(connection, "standings", PERSON, limit=99)
        pages, last = [], None
        while page := await personal.rows(connection, "standings", PERSON, after=last, limit=4):
            pages.append(page)
            last = page[-1]
    assert [len(page) for page in pages] == [4, 4, 4, 3]
    assert [row for page in pages for row in page] == whole
    assert len({(row["guild_id"], row["size"], row["period"]) for row in whole}) == len(whole) == 15


async def test_a_former_player_stands_in_a_persons_place(database, make):
    table_id = await a_past(database, make)
    async with database.write() as connection:
        assert await personal.next_former(connection) == FORMER
        await personal.replace(connection, PERSON, FORMER, "Former player 1", make.now)
        await personal.remove(connection, PERSON)
        assert await personal.next_former(connection) == FORMER - 1
    after = await numbers(database)
    for place, known in after.items():
        assert PERSON not in known, place
        kept = place in ("players.id", "seats.player_id", "results.player_id", "appearances.player_id")
        assert (FORMER in known) == (kept or place == "tables.host_id"), place
        assert (OTHER in known) == (place != "tables.host_id"), place
    async with database.read() as connection:
        former = await players.load(connection, FORMER)
        assert (former.name, former.career, former.face, former.back) == ("Former player 1", "{}", "", "")
        assert await appearances.of_player(connection, FORMER) == [table_id]
        assert await appearances.of_player(connection, PERSON) == []
        # Only the log itself may still name the person.
        assert await personal.renamings(connection, [table_id]) == [RenamingRow(table_id, PERSON, FORMER)]
        assert (await rows_of(connection, PERSON)).keys() == {"renamings"}
        assert await personal.knows(connection, PERSON)
    # The number is free for a new beginning.
    await make.player(database, PERSON, "Ann")


async def test_a_rating_goes_with_the_person(database, make):
    """A result stays with whoever played on; what it says of the strength of the one who left doesn't."""
    table_id = await make.table(database, host_id=PERSON)
    await make.player(database, OTHER)
    rated = [
        replace(make.result(table_id, player, seat=seat), rating=1500 + seat)
        for seat, player in enumerate((PERSON, OTHER))
    ]
    await make.results(database, *rated)
    async with database.write() as connection:
        await personal.replace(connection, PERSON, FORMER, "Former player 1", make.now)
    async with database.read() as connection:
        found = {row.player_id: row.rating for row in await results.of_table(connection, table_id)}
    assert found == {FORMER: None, OTHER: 1501}


async def test_whom_live_tables_name(database, make):
    first, second = await a_past(database, make), await make.table(database, host_id=OTHER)
    async with database.write() as connection:
        await appearances.add(connection, second, {PERSON})
        await tables.update(connection, first, expected_seq=1, seq=2, status="finished", ended_at=make.now)
    async with database.read() as connection:
        assert await appearances.of_player(connection, PERSON) == [first, second]
        assert await appearances.of_player(connection, PERSON, live_only=True) == [second]
        assert await tables.finished(connection) == [first]


async def test_events_are_rewritten_one_by_one(database, make):
    table_id, other = await make.table(database), await make.table(database, channel_id=11)
    rows = [make.event(number, seq, f'"{number} {seq}"') for number in (table_id, other) for seq in (1, 2, 3)]
    async with database.write() as connection:
        await events.append(connection, rows)
        await personal.rewrite(connection, [make.event(table_id, 2, '"new"')])
        await personal.rewrite(connection, [])
    async with database.read() as connection:
        bodies = [row.body for row in await events.of_table(connection, table_id)]
        assert bodies == [f'"{table_id} 1"', '"new"', f'"{table_id} 3"']
        found = await personal.events_of_kinds(connection, [table_id, other], ["played"])
        assert [(row.table_id, row.seq) for row in found] == [(row.table_id, row.seq) for row in rows]
        assert await personal.events_of_kinds(connection, [table_id], ["dealt"]) == []
        assert await personal.events_of_kinds(connection, [], ["played"]) == []


async def test_two_at_once_get_different_numbers(shared, make):
    for number in (1, 2):
        await make.player(shared[0], number)

    async def replace(database, number):
        async with database.write() as connection:
            former = await personal.next_former(connection)
            await asyncio.sleep(0.01)
            await personal.replace(connection, number, former, "Former player", make.now)
            await personal.remove(connection, number)

    outcome = await asyncio.gather(replace(shared[0], 1), replace(shared[1], 2), return_exceptions=True)
    assert all(each is None or isinstance(each, Conflict) for each in outcome), outcome
    for number, each in enumerate(outcome, start=1):
        if each is not None:
            await replace(shared[0], number)
    async with shared[0].read() as connection:
        known = await connection.execute(sa.text("SELECT id FROM players ORDER BY id"))
        assert list(known.scalars()) == [-2, -1]


@pytest.fixture
async def at_four(empty_url, monkeypatch):
    """A database as it was before it was noted whom logs name."""
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "head", lambda: "0004")
        command = migrate.command.upgrade
        patch.setattr(migrate.command, "upgrade", lambda config, _: command(config, "0004"))
        await (await Database.open(empty_url)).close()
    return empty_url


async def test_older_logs_are_looked_through(at_four, make):
    old = Database(normalise(at_four))
    table_id = await make.table(old)
    bodies = [
        ("table_opened", '{"host": 7, "reserved": [{"seat": 1, "user": 9, "name": "Cy"}]}'),
        ("seat_taken", '{"seat": 0, "user": 7, "name": "Ann"}'),
        ("seat_taken", '{"seat": 1, "user": 8, "name": "Bob"}'),
        ("seat_taken", '{"seat": 2, "user": 8, "name": "Bob"}'),
        ("seat_left", '{"seat": 1}'),
        ("table_opened", '{"host": 7}'),
    ]
    async with old.write() as connection:
        await events.append(
            connection,
            [EventRow(table_id, seq, kind, body, make.now) for seq, (kind, body) in enumerate(bodies, 1)],
        )
    await old.close()
    database = await Database.open(at_four)
    async with database.read() as connection:
        found = [await appearances.of_player(connection, number) for number in (7, 8, 9, 10)]
    await database.close()
    assert found == [[table_id], [table_id], [table_id], []]
