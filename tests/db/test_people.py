from datetime import timedelta

import pytest
import sqlalchemy as sa

from db import guilds, players, schema


@pytest.mark.parametrize("people", [guilds, players])
async def test_names_follow_people_and_the_first_meeting_stays(database, make, people):
    table = getattr(schema, people.__name__.removeprefix("db."))
    later = make.now + timedelta(days=1)
    largest = 2**63 - 1
    async with database.write() as connection:
        await people.upsert(connection, largest, "Ann 🃏", make.now)
        await people.upsert(connection, 2, "Bo", make.now)
        await people.upsert(connection, largest, "Anna", later)
    async with database.read() as connection:
        rows = (await connection.execute(sa.select(table).order_by(table.c.id))).mappings().all()
    assert [(row["id"], row["name"]) for row in rows] == [(2, "Bo"), (largest, "Anna")]
    assert [row["created_at"] for row in rows] == [make.now, make.now]


async def test_a_known_name_is_not_written_again(database, make):
    async with database.write() as connection:
        await players.upsert(connection, 1, "Ann", make.now)
        await players.upsert(connection, 1, "Ann", make.now + timedelta(days=1))
        assert await connection.scalar(sa.select(schema.players.c.updated_at)) == make.now
        await players.upsert(connection, 1, "Anna", make.now + timedelta(days=2))
        assert await connection.scalar(sa.select(schema.players.c.updated_at)) == make.now + timedelta(days=2)


async def test_settings_are_kept_through_another_name(database, make):
    async with database.write() as connection:
        await guilds.upsert(connection, 1, "Here", make.now)
        await guilds.upsert(connection, 2, "There", make.now)
        assert await guilds.settings(connection, 1) == "{}"
        await guilds.set_settings(connection, 1, '{"minutes": 3}')
        await guilds.upsert(connection, 1, "Here again", make.now)
    async with database.read() as connection:
        assert [await guilds.settings(connection, guild_id) for guild_id in (1, 2, 3)] == [
            '{"minutes": 3}',
            "{}",
            "{}",
        ]
