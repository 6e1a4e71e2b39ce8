"""How each engine is set up: SQLite for one process, PostgreSQL for several."""

import asyncio
import logging
import re
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from db.errors import DatabaseUnavailable
from db.url import is_memory, is_sqlite

_SQLITE_READERS = 4
_POSTGRESQL_CONNECTIONS = 10
_PATIENCE = 5.0  # seconds that SQLite waits for a lock of another process
_CONNECT_TIMEOUT = 10.0  # seconds
# With secure_delete, what is deleted is overwritten, rather than left in the file until its place is needed.
_PRAGMAS = ("foreign_keys = ON", "journal_mode = WAL", "synchronous = FULL", "secure_delete = ON")


@dataclass(frozen=True, slots=True)
class Backend:
    """Two views of one connection pool, each with the queue for it.

    The queues hand out no more turns than the pool has connections, so that nobody waits inside the pool.
    """

    writer: AsyncEngine
    reader: AsyncEngine
    write_turns: asyncio.Semaphore
    read_turns: asyncio.Semaphore


def backend(url: URL) -> Backend:
    """Prepare the engine for a normalised URL. Nothing connects yet, but a SQLite file is made."""
    # At DEBUG, aiosqlite logs every statement with its parameters: seeds and hidden cards.
    logging.getLogger("aiosqlite").setLevel(logging.INFO)
    return _sqlite(url) if is_sqlite(url) else _postgresql(url)


def _sqlite(url: URL) -> Backend:
    turns = asyncio.Semaphore(1)
    pool: dict[str, Any] = {}
    if not is_memory(url):
        _make_file(Path(url.database or ""))
        pool = {"pool_size": _SQLITE_READERS + 1, "max_overflow": 0}
    # With an isolation level of None, sqlite3 leaves it to _begin to open transactions.
    engine = create_async_engine(
        url, hide_parameters=True, connect_args={"isolation_level": None, "timeout": _PATIENCE}, **pool
    )
    event.listen(engine.sync_engine, "connect", _configure)
    event.listen(engine.sync_engine, "begin", _begin)
    event.listen(engine.sync_engine, "handle_error", _keep_cancelled_connection)
    return Backend(
        writer=engine,
        reader=engine.execution_options(read_only=True),
        write_turns=turns,
        # In memory there is one connection, and two coroutines must not share it.
        read_turns=turns if is_memory(url) else asyncio.Semaphore(_SQLITE_READERS),
    )


def _postgresql(url: URL) -> Backend:
    turns = asyncio.Semaphore(_POSTGRESQL_CONNECTIONS)
    engine = create_async_engine(
        url,
        hide_parameters=True,
        connect_args={"timeout": _CONNECT_TIMEOUT},
        pool_size=_POSTGRESQL_CONNECTIONS,
        max_overflow=0,
        pool_pre_ping=True,
    )
    event.listen(engine.sync_engine, "handle_error", _hide_values)
    # As in SQLite, everything that one reader sees is of one moment.
    reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return Backend(writer=engine, reader=reader, write_turns=turns, read_turns=turns)


def _make_file(path: Path) -> None:
    # Also checks that it can be opened: if that failed later, aiosqlite would leave a thread behind.
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
    except OSError as error:
        reason = f"{error.strerror} ({error.filename})"
        raise DatabaseUnavailable(f"The SQLite database {path} can't be opened: {reason}.") from error


def _configure(connection: DBAPIConnection, _record: object) -> None:
    with closing(connection.cursor()) as cursor:
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # Who reads first and becomes a writer later may have to give up; who begins as a writer never.
    read_only = connection.get_execution_options().get("read_only")
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


def _keep_cancelled_connection(context: ExceptionContext) -> None:
    # SQLAlchemy drops the connection of a cancelled statement, and a database in memory would go with it.
    # There is no need to: aiosqlite's thread finishes the statement, and the rollback queues up behind it.
    if isinstance(context.original_exception, asyncio.CancelledError):
        context.is_disconnect = False


def _hide_values(context: ExceptionContext) -> None:
    # PostgreSQL quotes the offending row in the details of an error, asyncpg the offending argument.
    error, wrapper = context.original_exception, context.sqlalchemy_exception
    error.__cause__ = error.__context__ = None
    vars(error).pop("detail", None)
    for shown in (error, wrapper):
        if shown is not None and shown.args:
            text = re.sub(r"(query argument \$\d+).*", r"\1", str(shown.args[0]), flags=re.DOTALL)
            shown.args = (text, *shown.args[1:])
