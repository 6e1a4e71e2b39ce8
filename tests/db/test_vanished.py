"""A SQLite file that is put away under the bot: nothing is accepted any more that would be gone at the next start."""

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db import schema
from db.engine import Database
from db.errors import DatabaseUnavailable


@pytest.fixture
async def here(tmp_path, make):
    """An open database in which Ann is known, and its file."""
    path = tmp_path / "cards.db"
    database = await Database.open(f"sqlite:///{path}")
    await make.player(database, 1, "Ann")
    yield database, path
    await database.close()


async def names(database):
    async with database.read() as connection:
        return set((await connection.execute(sa.select(schema.players.c.name))).scalars())


async def refused(doing, *, in_doubt=False):
    with pytest.raises(DatabaseUnavailable) as told:
        await doing
    assert (told.value.passing, told.value.in_doubt) == (False, in_doubt)
    return str(told.value)


async def all_is_refused(database, make, told):
    assert told in await refused(names(database))
    assert told in await refused(make.player(database, 2, "Bob"))
    assert told in await refused(database.ping())


async def test_moved_away_and_back(here, make):
    database, path = here
    path.rename(path.with_name("aside"))
    await all_is_refused(database, make, "was deleted, moved or replaced")
    path.touch()  # as the next start would
    await all_is_refused(database, make, "was deleted, moved or replaced")
    path.with_name("aside").replace(path)
    assert await names(database) == {"Ann"}
    await make.player(database, 2, "Bob")
    assert await names(database) == {"Ann", "Bob"}


async def test_without_what_was_stored_last(here, make):
    database, path = here
    path.with_name("cards.db-wal").unlink()
    await all_is_refused(database, make, "has lost the file cards.db-wal")


async def test_moved_away_inside_a_write(here, make):
    database, path = here

    async def write():
        async with database.write() as connection:
            await connection.execute(sa.update(schema.players).values(name="Bob"))
            path.rename(path.with_name("aside"))

    await refused(write())
    path.with_name("aside").rename(path)
    assert await names(database) == {"Ann"}


async def test_moved_away_while_it_is_being_stored(here, make, monkeypatch):
    """Whether it is in the file that comes back nobody knows."""
    database, path = here
    commit = AsyncConnection.commit

    async def and_gone(connection):
        await commit(connection)
        path.rename(path.with_name("aside"))

    monkeypatch.setattr(AsyncConnection, "commit", and_gone)
    await refused(make.player(database, 2, "Bob"), in_doubt=True)
