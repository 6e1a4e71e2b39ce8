"""The open database, and the two ways to talk to it."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Self

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db import migrate
from db.backends import backend
from db.errors import DatabaseUnavailable, connecting, translated
from db.storing import committing
from db.url import describe, normalise


class Database:
    """A database whose schema is that of `db.schema`. Made by `open`, done with by `close`.

    A coroutine holds one connection at a time: it passes on the one it has, and is refused a second.
    """

    def __init__(self, url: URL) -> None:
        self._place = describe(url)
        self._backend = backend(url)
        self._holders: set[asyncio.Task[Any] | None] = set()

    @classmethod
    async def open(cls, url: str, *, migrate: bool = True) -> Self:
        """Connect, and bring the schema up to date unless ``migrate`` is false.

        `DatabaseUnavailable` when there is no connection, or the schema is newer than this code (or older,
        and ``migrate`` is false).
        """
        database = cls(normalise(url))
        try:
            await database._prepare(upgrade=migrate)
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Close all connections. Nobody may be reading or writing any more."""
        await _finish(self._backend.writer.dispose())

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[AsyncConnection]:
        """Read as of one moment, without waiting for writers (except in memory); nothing written here is kept."""
        async with self._connection(self._backend.reader, self._backend.read_turns) as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[AsyncConnection]:
        """Write in one transaction: all is stored when the block ends, nothing if it fails or is cancelled.

        Cancelled in the very moment of storing, it is stored and then cancelled.
        """
        async with self._connection(self._backend.writer, self._backend.write_turns) as connection:
            yield connection
            with committing():
                await _finish(connection.commit())

    async def ping(self) -> None:
        """Read something; `DatabaseUnavailable` if that fails."""
        await self.revision()

    async def revision(self) -> str | None:
        """Return the revision of the stored schema, None before the first migration."""
        async with self.read() as connection:
            return await connection.run_sync(migrate.current)

    async def _prepare(self, *, upgrade: bool) -> None:
        with connecting(self._place):
            revision = await self.revision()
        if revision == migrate.head():
            return
        if not migrate.knows(revision):
            raise DatabaseUnavailable(
                f"{self._place} was written by a newer version of this program (its schema is {revision}): "
                "install that version, or restore a backup."
            )
        if not upgrade:
            raise DatabaseUnavailable(f"{self._place} has an older schema and has to be upgraded first.")
        try:
            async with migrate.turn(), self.write() as connection:
                await connection.run_sync(migrate.upgrade)
        except DBAPIError as error:
            raise DatabaseUnavailable(f"{self._place} can't be upgraded: {error.orig}.") from error

    @asynccontextmanager
    async def _connection(
        self, engine: AsyncEngine, turns: asyncio.Semaphore
    ) -> AsyncGenerator[AsyncConnection]:
        task = asyncio.current_task()
        if task in self._holders:
            raise RuntimeError("This coroutine already holds a connection: pass that one on")
        async with turns:
            self._holders.add(task)
            connection = engine.connect()
            try:
                with translated(self._place):
                    await _finish(_begin(connection))
                    yield connection
            finally:
                self._holders.discard(task)
                await _finish(_close(connection))


async def _begin(connection: AsyncConnection) -> None:
    await connection.start()
    await connection.begin()


async def _close(connection: AsyncConnection) -> None:
    if connection.sync_connection is not None:
        await connection.close()  # rolls back what was not committed


async def _finish(work: Coroutine[Any, Any, None]) -> None:
    """Do ``work`` to its end even if the caller is cancelled meanwhile, who then learns of it afterwards.

    SQLAlchemy may drop a connection that is cancelled in BEGIN or ROLLBACK: in memory, all data with it.
    """
    task = asyncio.create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled from None if task.cancelled() else task.exception()
    task.result()
