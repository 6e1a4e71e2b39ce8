"""Tables of empty databases in one go: every test has a database, and only some are about how it came to be."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache

from sqlalchemy import Connection, create_engine

from db import migrate

_upgrade = migrate.upgrade


@cache
def _statements() -> tuple[str, ...]:
    """What makes a database as it is after all migrations, as SQLite itself tells it."""
    with closing(sqlite3.connect(":memory:")) as plain:
        engine = create_engine("sqlite://", creator=lambda: plain)
        with engine.begin() as connection:
            _upgrade(connection)
        dump = tuple(plain.iterdump())
    return tuple(statement for statement in dump if statement not in ("BEGIN TRANSACTION;", "COMMIT;"))


def upgrade(connection: Connection) -> None:
    """Do what `db.migrate.upgrade` does, for empty SQLite databases without going through every migration."""
    if connection.dialect.name != "sqlite" or migrate.current(connection) is not None:
        _upgrade(connection)
        return
    for statement in _statements():
        connection.exec_driver_sql(statement)
