"""Discord's gateway: sessions of the bot, which may be resumed, and the events that they are sent."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSMsgType, web

from tests.app import discord_api
from tests.loopback import shapes
from tests.loopback.world import BOT, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11
_KEPT: Final = 1000
"""Events that a session keeps for a resume."""
_BEAT: Final = 41_250
"""Milliseconds between two heartbeats."""


class Socket:
    """A connection on which events are sent in order, compressed if the bot asked for it."""

    def __init__(self, socket: web.WebSocketResponse, compress: str | None) -> None:
        self.web = socket
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        # discord.py takes plain text whatever it asked for; there is no other in the standard library.
        self._zlib = zlib.compressobj() if compress == "zlib-stream" else None
        self._writer = asyncio.create_task(self._write())

    def send(self, payload: dict[str, Any]) -> None:
        """Send a payload after those that are under way."""
        self._queue.put_nowait(json.dumps(payload))

    async def _write(self) -> None:
        while True:
            text = await self._queue.get()
            try:
                if self._zlib is None:
                    await self.web.send_str(text)
                else:
                    packed = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    await self.web.send_bytes(packed)
            except ConnectionError:
                return

    async def close(self) -> None:
        """Send nothing more."""
        self._writer.cancel()
        await asyncio.wait([self._writer])


@dataclass
class Session:
    """What was sent to the bot since it identified, `socket` while it is connected."""

    id: str = field(default_factory=lambda: secrets.token_hex(16))
    seq: int = 0
    sent: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=_KEPT))
    socket: Socket | None = None

    def dispatch(self, event: str, data: dict[str, Any]) -> None:
        """Send an event, or keep it for when the bot resumes."""
        self.seq += 1
        payload = {"op": DISPATCH, "t": event, "s": self.seq, "d": data}
        self.sent.append(payload)
        if self.socket is not None:
            self.socket.send(payload)


class Gateway:
    """Serves connections, and passes the world's events on to them. `url` is its own address."""

    def __init__(self, world: World, url: Callable[[], str]) -> None:
        self._world = world
        self._url = url
        self.sessions: dict[str, Session] = {}
        world.listeners.append(self._happened)

    @property
    def connected(self) -> list[Session]:
        """The sessions that have a connection."""
        return [session for session in self.sessions.values() if session.socket is not None]

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from HELLO to its end."""
        response = web.WebSocketResponse(max_msg_size=0)
        await response.prepare(request)
        socket = Socket(response, request.query.get("compress"))
        session: Session | None = None
        socket.send({"op": HELLO, "d": {"heartbeat_interval": _BEAT}, "s": None, "t": None})
        try:
            async for message in response:
                if message.type is not WSMsgType.TEXT:
                    break
                payload = json.loads(message.data)
                if payload["op"] == HEARTBEAT:
                    socket.send({"op": ACK, "d": None, "s": None, "t": None})
                elif payload["op"] == IDENTIFY:
                    session = self._identify(socket)
                elif payload["op"] == RESUME:
                    session = self._resume(socket, payload["d"]) or session
        finally:
            if session is not None and session.socket is socket:
                session.socket = None
            await socket.close()
        return response

    def _identify(self, socket: Socket) -> Session:
        # Who identifies anew resumes nothing that went before.
        self.forget()
        session = Session(socket=socket)
        self.sessions[session.id] = session
        guilds = list(self._world.guilds)
        ready = {
            "v": 10,
            "user": discord_api.USER,
            "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._url(),
            "application": {"id": str(BOT), "flags": 0},
        }
        session.dispatch("READY", ready)
        for guild in guilds:
            session.dispatch("GUILD_CREATE", shapes.guild(self._world, guild, whole=True))
        return session

    def _resume(self, socket: Socket, data: dict[str, Any]) -> Session | None:
        session = self.sessions.get(data["session_id"])
        missed = [] if session is None else [each for each in session.sent if each["s"] > data["seq"]]
        if session is None or len(missed) < session.seq - data["seq"]:
            socket.send({"op": INVALID, "d": False, "s": None, "t": None})
            return None
        session.socket = socket
        for payload in missed:
            socket.send(payload)
        session.dispatch("RESUMED", {})
        return session

    def _happened(self, event: str, guild: int, data: dict[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            data = shapes.interaction(self._world, data["interaction"], data["type"], data["data"])
        elif "message" in data:
            data = {**shapes.message(data["message"]), "guild_id": str(guild)}
        elif "channel" in data:
            data = shapes.channel(data["channel"])
        for session in self.sessions.values():
            session.dispatch(event, data)

    def forget(self) -> None:
        """Know no session any more that isn't connected: whoever asks to resume one has to identify anew."""
        self.sessions = {session.id: session for session in self.connected}

    async def drop(self) -> None:
        """Break all connections, as the network does; the bot may resume."""
        for session in self.connected:
            if session.socket is not None:
                await session.socket.web.close(code=4000)
