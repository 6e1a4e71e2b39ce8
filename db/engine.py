"""The open database, and the two ways to talk to it."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, Self, TypeVar

import sqlalchemy as sa
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from db import migrate
from db.backends import View, backend
from db.errors import UNREACHED, DatabaseUnavailable, connecting, is_decided, is_locked, translated
from db.storing import committing
from db.url import describe, is_sqlite, normalise

_PATIENCE: Final = 2.0
"""Seconds that a transaction waits in all for its turn, a connection and the lock to write."""
_LONG_PATIENCE: Final = 10.0
"""The same for work that nobody waits for."""
_PAUSE: Final = 0.01
"""Seconds between two attempts to get SQLite's lock, each of which waits itself."""
_DOUBT: Final = 1.0
"""Seconds to find out what became of a transaction whose connection broke off."""

_T = TypeVar("_T")


@dataclass(slots=True)
class _Lent:
    """A connection in a transaction, with the transaction's number where it has one."""

    connection: AsyncConnection
    number: int | None
    cancelled: bool = False
    """Whether the caller was cancelled at a moment when that had to wait."""


class Database:
    """A database whose schema is that of `db.schema`. Made by `open`, done with by `close`.

    A coroutine holds one connection at a time: it passes on the one it has, and is refused a second. Whoever
    doesn't get one within two seconds, or finds the database out of reach or unusable, is told so by
    `DatabaseUnavailable`. Waiting can be cancelled at any moment.
    """

    def __init__(self, url: URL) -> None:
        self._place = describe(url)
        self._backend = backend(url)
        self._holders: set[asyncio.Task[Any] | None] = set()
        self._opening = True
        # SQLite's thread can't be interrupted, only waited for (a tenth of a second, then it is asked anew).
        self._interruptible = not is_sqlite(url)

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
        database._opening = False
        return database

    async def close(self) -> None:
        """Close all connections. Nobody may be reading or writing any more."""
        for engine in set(self._backend.engines):
            await _finish(engine.dispose())

    @asynccontextmanager
    async def read(self, *, patient: bool = False) -> AsyncGenerator[AsyncConnection]:
        """Read as of one moment, without waiting for writers (except in memory); nothing written here is kept.

        With ``patient`` it may take long to connect and to answer.
        """
        view = self._backend.patient_reader if patient else self._backend.reader
        async with self._transaction(view, patient=patient) as lent:
            yield lent.connection

    @asynccontextmanager
    async def write(self, *, patient: bool = False) -> AsyncGenerator[AsyncConnection]:
        """Write in one transaction: all is stored when the block ends, nothing if it fails or is cancelled.

        Cancelled in the very moment of storing, it is stored and ends as always: the caller is cancelled when
        it waits for something the next time. So whoever is thrown out of here by a `CancelledError` knows that
        nothing was stored. What became of a transaction whose connection broke off while it was being stored
        is found out; `DatabaseUnavailable` says by ``in_doubt`` where that wasn't possible.

        With ``patient`` it may take long to begin and to answer.
        """
        view = self._backend.patient_writer if patient else self._backend.writer
        async with self._transaction(view, patient=patient) as lent:
            yield lent.connection
            with committing():
                await self._store(lent)

    async def ping(self) -> None:
        """Read something; `DatabaseUnavailable` if that fails, or a SQLite file isn't where it was."""
        await self.revision()

    async def revision(self, *, patient: bool = False) -> str | None:
        """Return the revision of the stored schema, None before the first migration."""
        async with self.read(patient=patient) as connection:
            return await connection.run_sync(migrate.current)

    async def _prepare(self, *, upgrade: bool) -> None:
        revision = await self.revision(patient=True)
        if revision == migrate.head():
            return
        if not migrate.knows(revision):
            raise DatabaseUnavailable(
                f"{self._place} was written by a newer version of this program (its schema is {revision}): "
                "install that version, or restore a backup.",
                passing=False,
            )
        if not upgrade:
            raise DatabaseUnavailable(
                f"{self._place} has an older schema and has to be upgraded first.", passing=False
            )
        try:
            async with migrate.turn(), self.write(patient=True) as connection:
                await connection.run_sync(migrate.upgrade)
        except DBAPIError as error:
            raise DatabaseUnavailable(
                f"{self._place} can't be upgraded: {error.orig}.", passing=False
            ) from error

    @asynccontextmanager
    async def _transaction(self, view: View, *, patient: bool) -> AsyncGenerator[_Lent]:
        task = asyncio.current_task()
        if task in self._holders:
            raise RuntimeError("This coroutine already holds a connection: pass that one on")
        patience = _LONG_PATIENCE if patient else _PATIENCE
        until = asyncio.get_running_loop().time() + patience
        if not await view.turns.take(patience):
            raise DatabaseUnavailable(f"{self._place} is busy: too much is waiting for it.")
        self._holders.add(task)
        lent: _Lent | None = None
        try:
            lent = await self._begun(view, until)
            with translated(self._place):
                self._check(connected=True)
                yield lent
        finally:
            try:
                if lent is not None:
                    closing, cancelled = await _outcome(_close(lent.connection))
                    lent.cancelled |= cancelled
                    closing.result()
            finally:
                self._holders.discard(task)
                view.turns.give_back()
                if lent is not None and lent.cancelled and task is not None:
                    task.uncancel()
                    task.cancel()  # now it may take effect

    def _check(self, *, connected: bool = False) -> None:
        if self._backend.file is not None:
            self._backend.file.check(connected=connected)

    async def _begun(self, view: View, until: float) -> _Lent:
        """Begin a transaction, trying again as long as that can help."""
        loop = asyncio.get_running_loop()
        fresh = False
        while True:
            self._check()
            with connecting(self._place, opening=self._opening):
                try:
                    return await self._attempt(_begin(view), until - loop.time())
                except DBAPIError as error:
                    if is_locked(error) and loop.time() + _PAUSE < until:
                        await asyncio.sleep(_PAUSE)
                        continue
                    # A connection that has lain in the pool may be dead, and all others there with it.
                    if not error.connection_invalidated or fresh:
                        raise
                except DatabaseUnavailable:
                    if fresh or not self._interruptible or loop.time() >= until:
                        raise
            fresh = True

    async def _attempt(self, work: Coroutine[Any, Any, _Lent], seconds: float) -> _Lent:
        task = asyncio.create_task(work)
        cancelled = False
        if self._interruptible:
            try:
                await asyncio.wait([task], timeout=max(0.0, seconds))
            except asyncio.CancelledError:
                cancelled = True
            if not task.done():
                task.cancel()
        cancelled |= await _done(task)
        if cancelled:
            if not task.cancelled() and task.exception() is None:
                await _outcome(_close(task.result().connection))
            raise asyncio.CancelledError
        if task.cancelled():
            raise DatabaseUnavailable(f"{self._place} doesn't answer: time is up.")
        return task.result()

    async def _store(self, lent: _Lent) -> None:
        self._check(connected=True)
        commit, cancelled = await _outcome(lent.connection.commit())
        lent.cancelled |= cancelled
        error = commit.exception()
        if error is None:
            try:
                self._check(connected=True)
            except DatabaseUnavailable as moved:
                moved.in_doubt = True
                raise
            return
        if lent.number is None or is_decided(error):
            raise error
        answer, cancelled = await _outcome(self._became(lent.number))
        lent.cancelled |= cancelled
        stored = answer.result()
        if stored:
            return
        try:
            with connecting(self._place):
                raise error
        except DatabaseUnavailable as told:
            told.in_doubt = stored is None
            raise

    async def _became(self, number: int) -> bool | None:
        """Find out whether a transaction was stored; None if that can't be found out soon."""
        loop = asyncio.get_running_loop()
        until = loop.time() + _DOUBT
        while (left := until - loop.time()) > 0:
            task = asyncio.create_task(self._status(number))
            await asyncio.wait([task], timeout=left)
            if not task.done():
                task.cancel()
                await _done(task)
                return None
            # Whatever fails here only means that it isn't known.
            status = None if task.exception() else task.result()
            if status in ("committed", "aborted"):
                return status == "committed"
            await asyncio.sleep(_PAUSE)
        return None

    async def _status(self, number: int) -> str | None:
        async with self._backend.patient_writer.engine.connect() as connection:
            return await connection.scalar(sa.text("SELECT txid_status(:number)"), {"number": number})


async def _begin(view: View) -> _Lent:
    connection = view.engine.connect()
    try:
        await connection.start()
        await connection.begin()
        number: int | None = None
        if view.first:
            first = (await connection.exec_driver_sql(view.first)).one()
            number = first[0] if view.numbered else None
    except BaseException:
        await _outcome(_close(connection))
        raise
    return _Lent(connection, number)


async def _close(connection: AsyncConnection) -> None:
    if connection.sync_connection is not None:
        # That a broken connection can't roll back is no news: the database does, for what isn't committed.
        with suppress(DBAPIError, DatabaseUnavailable, *UNREACHED):
            await connection.close()  # rolls back what was not committed


async def _done(task: asyncio.Task[Any]) -> bool:
    """Wait for ``task``, even if the caller is cancelled meanwhile; return whether it was."""
    cancelled = False
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            cancelled = True
    return cancelled


async def _outcome(work: Awaitable[_T]) -> tuple[asyncio.Task[_T], bool]:
    """Do ``work`` to its end in a task of its own; also tell whether the caller was cancelled meanwhile.

    SQLAlchemy may drop a connection that is cancelled in BEGIN or ROLLBACK: in memory, all data with it.
    """
    task = asyncio.ensure_future(_awaited(work))
    return task, await _done(task)


async def _awaited(work: Awaitable[_T]) -> _T:
    return await work


async def _finish(work: Awaitable[None]) -> None:
    """Do ``work`` to its end, and pass on a cancellation that came meanwhile."""
    task, cancelled = await _outcome(work)
    if cancelled:
        raise asyncio.CancelledError from None if task.cancelled() else task.exception()
    task.result()
