"""A stretch of wire before the embedded PostgreSQL that can be cut, or go dead, at a chosen moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

SOCKET = ".s.PGSQL.5432"


@dataclass
class Wire:
    """Connections through a folder with a socket. ``cut`` says what happens to a COMMIT, None: it passes.

    ``before``: it never arrives. ``after``: it does, but the answer doesn't. Both break the connection. With
    ``dead`` nothing passes any more, though the connections stand; with ``closed`` there are no new ones.
    """

    url: str
    cut: str | None = None
    then_closed: bool = False
    dead: bool = False
    closed: bool = False
    waiting: set[asyncio.Task[None]] = field(default_factory=set)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, server: str) -> None:
        if self.closed:
            writer.close()
            return
        there, back = await asyncio.open_unix_connection(server)
        answering = asyncio.create_task(self._pass(there, writer))
        try:
            while data := await reader.read(65536):
                if self.dead:
                    await asyncio.Event().wait()
                commit = b"COMMIT;" in data  # not READ COMMITTED
                if commit and self.cut == "before":
                    break
                back.write(data)
                if commit and self.cut == "after":
                    await answering  # until the server has answered
                    break
        except ConnectionError:
            pass
        finally:
            if self.then_closed and self.cut is not None:
                self.closed = True
            answering.cancel()
            for each in (writer, back):
                with suppress(Exception):
                    each.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if b"COMMIT\0" in data and self.cut == "after":
                    return
                if self.dead:
                    await asyncio.Event().wait()
                writer.write(data)
        with suppress(Exception):
            writer.close()


@asynccontextmanager
async def wire(url: str, folder: Path) -> AsyncGenerator[Wire]:
    """A wire to a database of the embedded server."""
    host = url.partition("host=")[2]
    made = Wire(url.replace(host, str(folder)))

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        made.waiting.add(task)
        task.add_done_callback(made.waiting.discard)
        with suppress(asyncio.CancelledError):
            await made.serve(reader, writer, f"{host}/{SOCKET}")

    server = await asyncio.start_unix_server(serve, str(folder / SOCKET))
    try:
        yield made
    finally:
        server.close()
        for task in list(made.waiting):
            task.cancel()
        if made.waiting:
            await asyncio.wait(list(made.waiting))
