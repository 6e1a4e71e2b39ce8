"""How each engine is set up: SQLite for one process, PostgreSQL for several."""

import asyncio
import logging
import re
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, NullPool, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from db.errors import UNREACHED, unreached
from db.file import File
from db.turns import Turns
from db.url import describe, is_memory, is_sqlite

_SQLITE_READERS = 4
_POSTGRESQL_CONNECTIONS = 10
# Seconds that SQLite's own thread waits for a lock of another process, deaf to everything else: the event loop
# asks again and again.
_DEAF = 0.1
_ANSWER = 2.0  # seconds until a connection to PostgreSQL stands, and until a statement is answered
# PostgreSQL is to give up by itself a little earlier, so that nothing goes on waiting there.
_LIMITS: Final = {"lock_timeout": "1500ms", "statement_timeout": "1750ms"}
_LONG_CONNECT = 10.0  # seconds
# With secure_delete, what is deleted is overwritten, rather than left in the file until its place is needed.
_PRAGMAS = ("foreign_keys = ON", "journal_mode = WAL", "synchronous = FULL", "secure_delete = ON")


@dataclass(frozen=True, slots=True)
class View:
    """One way to use a database: its engine, the queue for it, and what to say first in each transaction.

    The queues hand out no more turns than the pool has connections, so that nobody waits inside the pool.
    ``first`` is a statement, or empty; with ``numbered`` it answers with the transaction's number, by which
    PostgreSQL later knows what became of it.
    """

    engine: AsyncEngine
    turns: Turns
    first: str = ""
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Backend:
    """Views of one database. ``patient`` ones are for long work; ``file`` is SQLite's."""

    reader: View
    writer: View
    patient_reader: View
    patient_writer: View
    file: File | None = None

    @property
    def engines(self) -> tuple[AsyncEngine, ...]:
        """The engines, each of which has a pool to be closed."""
        return self.writer.engine, self.patient_writer.engine


def backend(url: URL) -> Backend:
    """Prepare the engine for a normalised URL. Nothing connects yet, but a SQLite file is made."""
    # At DEBUG, aiosqlite logs every statement with its parameters: seeds and hidden cards.
    logging.getLogger("aiosqlite").setLevel(logging.INFO)
    return _sqlite(url) if is_sqlite(url) else _postgresql(url)


def _sqlite(url: URL) -> Backend:
    file: File | None = None
    pool: dict[str, Any] = {}
    if not is_memory(url):
        file = File(describe(url), Path(url.database or ""))
        pool = {"pool_size": _SQLITE_READERS + 1, "max_overflow": 0}
    # With an isolation level of None, sqlite3 leaves it to _begin to open transactions.
    engine = create_async_engine(
        url, hide_parameters=True, connect_args={"isolation_level": None, "timeout": _DEAF}, **pool
    )
    event.listen(engine.sync_engine, "connect", _configure)
    event.listen(engine.sync_engine, "begin", _begin)
    event.listen(engine.sync_engine, "handle_error", _keep_cancelled_connection)
    if file is not None:
        event.listen(engine.sync_engine, "connect", lambda *_: file.connected())
        event.listen(engine.sync_engine, "close", lambda *_: file.disconnected())
    turns = Turns(1)
    writer = View(engine, turns)
    # In memory there is one connection, and two coroutines must not share it.
    read_turns = turns if is_memory(url) else Turns(_SQLITE_READERS)
    reader = View(engine.execution_options(read_only=True), read_turns)
    return Backend(reader, writer, reader, writer, file)


def _postgresql(url: URL) -> Backend:
    options: dict[str, Any] = {"hide_parameters": True}
    engine = create_async_engine(
        url,
        connect_args={"timeout": _ANSWER, "command_timeout": _ANSWER},
        pool_size=_POSTGRESQL_CONNECTIONS,
        max_overflow=0,
        **options,
    )
    # Long work is rare: it has connections of its own, on which nothing is limited.
    patient = create_async_engine(url, connect_args={"timeout": _LONG_CONNECT}, poolclass=NullPool, **options)
    for each in (engine, patient):
        event.listen(each.sync_engine, "handle_error", partial(_lost, describe(url)))
        event.listen(each.sync_engine, "handle_error", _hide_values)
    # As in SQLite, everything that one reader sees is of one moment.
    reading: dict[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    limits = ", ".join(f"set_config('{name}', '{value}', true)" for name, value in _LIMITS.items())
    turns, few = Turns(_POSTGRESQL_CONNECTIONS), Turns(2)
    return Backend(
        reader=View(engine.execution_options(**reading), turns, f"SELECT {limits}"),
        writer=View(engine, turns, f"SELECT txid_current(), {limits}", numbered=True),
        patient_reader=View(patient.execution_options(**reading), few),
        patient_writer=View(patient, few, "SELECT txid_current()", numbered=True),
    )


def _configure(connection: DBAPIConnection, _record: object) -> None:
    with closing(connection.cursor()) as cursor:
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A reader that becomes a writer later may have to give up; one that begins as a writer never has to.
    read_only = connection.get_execution_options().get("read_only")
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


def _keep_cancelled_connection(context: ExceptionContext) -> None:
    # SQLAlchemy drops the connection of a cancelled statement, and a database in memory would go with it.
    # There is no need to: aiosqlite's thread finishes the statement, and the rollback queues up behind it.
    if isinstance(context.original_exception, asyncio.CancelledError):
        context.is_disconnect = False


def _lost(place: str, context: ExceptionContext) -> BaseException | None:
    """Give what drivers raise as it is a name, here where nobody else can have raised it."""
    error = context.original_exception
    if not isinstance(error, (*UNREACHED, asyncio.CancelledError)):
        return None
    # A server that doesn't answer doesn't say farewell either: nobody waits for that.
    if context.connection is not None and not context.connection.invalidated:
        driver: Any = context.connection.connection.driver_connection
        driver.terminate()
    if isinstance(error, asyncio.CancelledError):
        return None
    context.is_disconnect = True
    context.invalidate_pool_on_disconnect = not isinstance(error, TimeoutError)
    return unreached(place, error)


def _hide_values(context: ExceptionContext) -> None:
    # PostgreSQL quotes the offending row in the details of an error, asyncpg the offending argument.
    error, wrapper = context.original_exception, context.sqlalchemy_exception
    error.__cause__ = error.__context__ = None
    vars(error).pop("detail", None)
    for shown in (error, wrapper):
        if shown is not None and shown.args:
            text = re.sub(r"(query argument \$\d+).*", r"\1", str(shown.args[0]), flags=re.DOTALL)
            shown.args = (text, *shown.args[1:])
