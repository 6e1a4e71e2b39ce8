import sqlite3
from pathlib import Path

import asyncpg
import pytest
import sqlalchemy as sa

from db import backends, engine, events
from db.engine import Database
from db.errors import DatabaseUnavailable


async def _refusal(url, **options):
    with pytest.raises(DatabaseUnavailable) as refused:
        await Database.open(url, **options)
    return str(refused.value)


async def test_the_folder_of_a_file_is_made(tmp_path):
    database = await Database.open(f"sqlite:///{tmp_path}/some/new/folder/cribbage.db")
    await database.ping()
    await database.close()
    assert (tmp_path / "some/new/folder/cribbage.db").is_file()


async def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    message = await _refusal(f"sqlite:///{tmp_path}/file/below/cribbage.db")
    assert message == (
        f"The SQLite database {tmp_path}/file/below/cribbage.db can't be opened: "
        f"Not a directory ({tmp_path}/file/below)."
    )


async def test_a_folder_in_place_of_the_file(tmp_path):
    message = await _refusal(f"sqlite:///{tmp_path}")
    assert message == f"The SQLite database {tmp_path} can't be opened: Is a directory ({tmp_path})."


async def test_something_else_in_place_of_the_file(tmp_path):
    (tmp_path / "picture.db").write_bytes(b"\x89PNG" * 5000)
    message = await _refusal(f"sqlite:///{tmp_path}/picture.db")
    assert message == (
        f"The SQLite database {tmp_path}/picture.db is not a SQLite database: another file is in its place."
    )


async def test_a_damaged_file(tmp_path, make):
    path = tmp_path / "cribbage.db"
    database = await Database.open(f"sqlite:///{path}")
    await make.table(database)
    await database.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * len(content[4096:])
    path.write_bytes(content)
    assert "is damaged: restore it from a backup" in await _refusal(f"sqlite:///{path}")


async def test_a_locked_file(tmp_path, make, monkeypatch):
    monkeypatch.setattr(backends, "_DEAF", 0.01)
    url = f"sqlite:///{tmp_path}/cribbage.db"
    database = await Database.open(url)
    other = sqlite3.connect(tmp_path / "cribbage.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    locked = "is locked by another process: stop that process"
    with monkeypatch.context() as hurried:
        hurried.setattr(engine, "_PATIENCE", 0.05)
        with pytest.raises(DatabaseUnavailable, match=locked):
            await make.player(database, 1)
    other.execute("COMMIT")
    await make.player(database, 1)
    await database.close()
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("PRAGMA journal_mode = DELETE")
    other.execute("BEGIN EXCLUSIVE")
    with monkeypatch.context() as hurried:
        hurried.setattr(engine, "_LONG_PATIENCE", 0.05)
        assert "is locked by another process: stop that process, or wait for it." in await _refusal(url)
    other.close()


async def test_a_full_disk(tmp_path, make):
    database = await Database.open(f"sqlite:///{tmp_path}/cribbage.db")
    table_id = await make.table(database)

    async def write_under(limit):
        async with database.write() as connection:
            await connection.exec_driver_sql(f"PRAGMA max_page_count = {limit}")
            await events.append(connection, [make.event(table_id, seq, "x" * 1000) for seq in range(1, 99)])

    with pytest.raises(DatabaseUnavailable, match="can't grow: the disk is full"):
        await write_under(1)
    async with database.read() as connection:
        assert await events.of_table(connection, table_id) == []
    await database.close()


async def test_a_newer_schema(shared_url):
    database = await Database.open(shared_url)
    async with database.write() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()
    message = await _refusal(shared_url)
    assert (
        "was written by a newer version of this program (its schema is 9999): install that version" in message
    )


async def test_an_older_schema_that_may_not_be_upgraded(empty_url):
    assert "has an older schema and has to be upgraded first." in await _refusal(empty_url, migrate=False)
    await (await Database.open(empty_url)).close()
    await (await Database.open(empty_url, migrate=False)).close()


async def test_the_tables_of_somebody_else(tmp_path):
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE players (id)")
    other.close()
    message = await _refusal(f"sqlite:///{tmp_path}/other.db")
    assert (
        message == f"The SQLite database {tmp_path}/other.db can't be upgraded: table players already exists."
    )


async def test_a_server_that_is_not_there(tmp_path):
    message = await _refusal("postgres://bot:secret@127.0.0.1:1/cribbage")
    assert message.startswith("The PostgreSQL database cribbage at 127.0.0.1:1 doesn't answer: ")
    message = await _refusal(f"postgres://bot:secret@/cribbage?host={tmp_path}")
    assert message.startswith(f"The PostgreSQL database cribbage at {tmp_path}:5432 doesn't answer: ")


async def test_what_a_server_refuses(postgresql, tmp_path):
    assert "doesn't exist: create the database first." in await _refusal(postgresql.format("nothing"))
    stranger = postgresql.format("postgres").replace("postgres:@", "stranger:secret@")
    message = await _refusal(stranger)
    assert message.endswith("refuses this user or password.")
    assert "secret" not in message
    message = await _refusal(postgresql.format("postgres") + "&frobnicate=1")
    assert "can't be used with these options in the URL" in message
    assert "frobnicate" in message
    message = await _refusal(postgresql.format("postgres") + "&sslmode=perhaps")
    assert "can't be used: `sslmode` parameter must be one of" in message


@pytest.fixture
def guarded(postgresql):
    """The server asks ``guest`` for a password."""
    rules = Path(postgresql.partition("host=")[2]) / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text(f"local all guest scram-sha-256\n{before}")
    yield
    rules.write_text(before)


async def test_a_wrong_password_and_missing_rights(guarded, shared_url):
    if shared_url.startswith("sqlite"):
        pytest.skip("no users in SQLite")
    admin = await asyncpg.connect(shared_url)
    await admin.execute("CREATE ROLE guest LOGIN PASSWORD 'right'")
    await admin.execute("SELECT pg_reload_conf()")
    message = await _refusal(shared_url.replace("postgres:@", "guest:wrong@"))
    assert message.endswith("refuses this user or password.")
    assert "wrong" not in message
    await admin.execute("GRANT SELECT ON alembic_version TO guest")
    database = await Database.open(shared_url.replace("postgres:@", "guest:right@"))
    with pytest.raises(DatabaseUnavailable, match="the user needs the right to create and change tables"):
        async with database.write() as connection:
            await events.of_table(connection, 1)
    await database.close()
    await admin.execute("DROP OWNED BY guest")
    await admin.execute("DROP ROLE guest")
    await admin.close()


async def test_a_lost_connection_costs_one_transaction(postgresql, shared, make):
    database, _ = shared
    if database._backend.writer.engine.dialect.name == "sqlite":
        pytest.skip("no connections to lose in SQLite")
    table_id = await make.table(database)

    async def lose():
        async with database.write() as connection:
            await events.append(connection, [make.event(table_id, 1)])
            pid = await connection.scalar(sa.text("SELECT pg_backend_pid()"))
            admin = await asyncpg.connect(postgresql.format("postgres"))
            await admin.execute("SELECT pg_terminate_backend($1, 5000)", pid)
            await admin.close()
            await events.append(connection, [make.event(table_id, 2)])

    with pytest.raises(
        DatabaseUnavailable, match=r"is starting or shutting down\.|broke off the connection\."
    ):
        await lose()
    await make.play(database, table_id, 1)
