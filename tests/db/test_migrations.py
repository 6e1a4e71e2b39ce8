import asyncio
import logging
import random
import shutil
from importlib import import_module
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext

from db import migrate
from db.engine import Database
from db.schema import metadata, results, standings
from tests.table.played import play, seated, tables_on


def _differences(connection):
    return compare_metadata(MigrationContext.configure(connection), metadata)


def _rules(connection):
    """What compare_metadata doesn't look at: checks, and which rows an index is for."""
    inspector = sa.inspect(connection)
    for table in metadata.tables:
        for check in inspector.get_check_constraints(table):
            yield table, check["name"], check["sqltext"]
        for index in inspector.get_indexes(table):
            options = {key: str(value) for key, value in index["dialect_options"].items()}
            yield table, index["name"], index["column_names"], index["unique"], options


def _replace_by_schema(connection):
    metadata.drop_all(connection)
    metadata.create_all(connection)


async def test_the_migrations_lead_to_the_schema(empty_url):
    database = await Database.open(empty_url)
    async with database.write() as connection:
        assert await connection.run_sync(_differences) == []
        migrated = await connection.run_sync(lambda connection: list(_rules(connection)))
        await connection.run_sync(_replace_by_schema)
        assert await connection.run_sync(lambda connection: list(_rules(connection))) == migrated
    assert len(migrated) > 15
    assert await database.revision() == migrate.head()
    await database.close()


async def test_a_database_in_memory_is_migrated_too():
    database = await Database.open("sqlite:///:memory:")
    assert await database.revision() == migrate.head()
    await database.close()


async def test_migrating_works_from_anywhere_and_leaves_logging_alone(empty_url, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    root, other = logging.getLogger(), logging.getLogger("somebody.else")
    before = root.level, list(root.handlers), other.disabled
    await (await Database.open(empty_url)).close()
    assert (root.level, root.handlers, other.disabled) == before


async def test_processes_that_start_together_agree(empty_url):
    databases = await asyncio.gather(*[Database.open(empty_url) for _ in range(4)])
    for database in databases:
        assert await database.revision() == migrate.head()
        await database.close()


async def test_databases_opened_side_by_side_do_not_mix(empty_url, tmp_path):
    urls = ["sqlite://", empty_url, f"sqlite:///{tmp_path}/another.db", "sqlite://"]
    databases = await asyncio.gather(*[Database.open(url) for url in urls])
    for database in databases:
        async with database.write() as connection:
            assert await connection.run_sync(_differences) == []
        await database.close()


async def test_a_migration_happens_wholly_or_not_at_all(empty_url, monkeypatch):
    whole = migrate.upgrade

    def interrupted(connection):
        whole(connection)
        raise KeyError("power cut")

    monkeypatch.setattr(migrate, "upgrade", interrupted)
    with pytest.raises(KeyError):
        await Database.open(empty_url)
    monkeypatch.setattr(migrate, "upgrade", whole)
    await (await Database.open(empty_url)).close()


def test_a_new_migration_gets_the_next_number(tmp_path, monkeypatch, capsys):
    folder = shutil.copytree(migrate._FOLDER, tmp_path / "100% migrations")
    monkeypatch.setattr(migrate, "_FOLDER", folder)
    before = migrate.head()
    migrate._write_migration("Nothing new")
    assert int(migrate.head()) == int(before) + 1
    [written] = folder.glob("versions/*_nothing_new.py")
    module = SimpleNamespace()
    exec(written.read_text(), module.__dict__)
    assert (module.__doc__, module.down_revision) == ("Nothing new.", before)
    module.upgrade()


async def test_skunks_taken_before_they_were_counted_are_counted(empty_url):
    database = await Database.open(empty_url)
    tables = tables_on(database)
    people = {11: "Ann", 12: "Bob"}
    for players in (people, people, {**people, 13: "Cy"}):
        table = await seated(tables, players, head_start=40)
        await play(tables, table.id, random.Random(table.id))
    mine = results.c.player_id == 11
    async with database.write() as connection:
        await connection.execute(sa.update(results).values(outcome="lost", skunk_taken=0))
        await connection.execute(
            sa.update(results).where(mine).values(skunk_taken=results.c.table_id % 2 + 1)
        )
        await connection.execute(sa.update(standings).values(skunks_taken=7, double_skunks_taken=7))
        module = import_module("db.migrations.versions.0006_skunks_taken_before_they_were_counted")
        await connection.run_sync(lambda plain: _run(plain, module.upgrade))
        columns = [standings.c[name] for name in ("player_id", "size", "skunks_taken", "double_skunks_taken")]
        all_time = sa.select(*columns).where(standings.c.period == "all", standings.c.guild_id == 1)
        found = set(map(tuple, await connection.execute(all_time)))
    assert {row for row in found if row[0] == 11} == {(11, 0, 1, 2), (11, 2, 1, 1), (11, 3, 0, 1)}
    assert {row[2:] for row in found if row[0] != 11} == {(0, 0)}
    await database.close()


def _run(connection, upgrade):
    with Operations.context(MigrationContext.configure(connection)):
        upgrade()
