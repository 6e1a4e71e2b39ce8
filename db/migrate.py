"""Bringing a stored schema up to date.

To add a migration, change `db.schema`, run ``python -m db.migrate "What changes"``, and mend what it wrote.
"""

import asyncio
import sys
from pathlib import Path
from weakref import WeakKeyDictionary

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

_FOLDER = Path(__file__).with_name("migrations")
_LOCK = 0x63726962  # any number that no other program on the same database takes for its advisory lock
_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


def turn() -> asyncio.Lock:
    """Return the lock to hold around `upgrade`: Alembic's ``op`` and ``context`` are global to the process."""
    return _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock())


def _config(connection: Connection | None = None) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    return config


def head() -> str | None:
    """Return the newest revision that this code knows."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def knows(revision: str | None) -> bool:
    """Whether this code can start from ``revision``; None is the empty database."""
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    return revision is None or revision in known


def current(connection: Connection) -> str | None:
    """Return the revision of the stored schema, None if there is none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: Connection) -> None:
    """Bring the schema to `head` in the transaction of the caller: it happens wholly or not at all."""
    if connection.dialect.name == "postgresql":  # of several processes that start together, one migrates
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    command.upgrade(_config(connection), "head")


def _write_migration(message: str) -> None:
    number = int(head() or 0) + 1
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        upgrade(connection)
        command.revision(_config(connection), message, autogenerate=True, rev_id=f"{number:04}")
    engine.dispose()


if __name__ == "__main__":
    _write_migration(" ".join(sys.argv[1:]))
