"""The stand-in itself: Discord's REST API and its gateway, each on a free port of this machine.

async with open_loopback() as discord:
    ...  # a bot whose `tests.loopback.bot_side.Life` names the two ports
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, Literal

from aiohttp import web

from tests.loopback import bot_side, shapes
from tests.loopback.gateway import Gateway
from tests.loopback.limits import Limits
from tests.loopback.rest import BASE, Rest
from tests.loopback.world import Refusal, World

PATIENCE: Final = 300.0
"""Seconds after which something hangs: far more than a busy machine takes for anything that ends."""

Stage = Literal["before", "after"]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Watcher = Callable[[web.Request, Stage], Awaitable[None]]
"""Is called around every request: before it has any effect, and after it, before the bot hears of that.

It may raise: before, so that the request has no effect; after, so that the bot doesn't hear of it. A `Refusal`
is what the bot hears.
"""
_LARGEST: Final = 25 * 2**20


class Loopback:
    """A stand-in. `world` is what there is, `gateway` who is connected, `limits` how many requests it takes."""

    def __init__(self) -> None:
        self.world = World()
        self.watchers: list[Watcher] = []
        self.requests: list[str] = []
        self.busy = 0
        self.limits = Limits()
        self.gateway = Gateway(self.world, lambda: bot_side.gateway(self.gateway_port))
        self._api = Rest(self.world, lambda: bot_side.gateway(self.gateway_port))
        self.rest_port, self.gateway_port = 0, 0
        self._runners: dict[str, web.AppRunner] = {}
        self._kept: socket.socket | None = None

    async def open(self) -> None:
        """Serve from now on."""
        self.gateway_port = await self._serve("gateway", [web.get("/gateway/", self.gateway.serve)], _port())
        await self.answer_again()

    async def close(self) -> None:
        """Serve no longer."""
        await self.gateway.drop()
        for runner in self._runners.values():
            await runner.cleanup()
        if self._kept is not None:
            self._kept.close()

    async def refuse(self) -> None:
        """From now on connections to the REST API are refused, and those that there are end."""
        await self._runners.pop("rest").cleanup()
        # Nobody else is to get the port meanwhile.
        self._kept = _port(self.rest_port)

    async def answer_again(self) -> None:
        """Let the REST API be reached."""
        kept, self._kept = self._kept, None
        self.rest_port = await self._serve("rest", self._api.routes(), kept or _port())

    async def _serve(self, name: str, routes: list[web.RouteDef], port: socket.socket) -> int:
        middlewares = [self._middleware] if name == "rest" else []
        application = web.Application(middlewares=middlewares, client_max_size=_LARGEST)
        application.add_routes(routes)
        runner = self._runners[name] = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.SockSite(runner, port).start()
        return runner.addresses[0][1]

    @web.middleware
    async def _middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self.requests.append(f"{request.method} {request.path.removeprefix(BASE)}")
        self.busy += 1
        try:
            return await self._answered(request, handler)
        except Refusal as refusal:
            return shapes.refusal(refusal)
        except ConnectionResetError:
            # The bot died in the middle of it: Discord never heard all of the request.
            return web.Response(status=400)
        except web.HTTPNotFound:
            return shapes.refusal(Refusal(404, 0, "404: Not Found"))
        finally:
            self.busy -= 1

    async def _answered(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        needs_token = not request.path.startswith((f"{BASE}/interactions/", f"{BASE}/webhooks/"))
        if needs_token and request.headers.get("Authorization") != f"Bot {bot_side.TOKEN}":
            raise Refusal(401, 0, "401: Unauthorized")
        for watcher in self.watchers:
            await watcher(request, "before")
        spent = self.limits.spend(request.method, request.path)
        response = await handler(request)
        for watcher in self.watchers:
            await watcher(request, "after")
        response.headers.update(spent)
        return response

    async def connected(self) -> None:
        """Wait until the bot has a session on the gateway."""
        await until(lambda: self.gateway.connected)

    async def gone(self) -> None:
        """Wait until nothing is left of a bot that was killed, and tell those who wait for its answers."""
        await until(lambda: not self.gateway.connected and not self.busy)
        self.gateway.forget()
        self.world.fail()


async def until(condition: Callable[[], object]) -> None:
    """Wait until it is as wanted. Raises `TimeoutError` after `PATIENCE`."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - what is waited for is done by another process
            await asyncio.sleep(0.005)


def _port(number: int = 0) -> socket.socket:
    """A port of this machine that is taken, but refuses connections until somebody listens."""
    taken = socket.socket()
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    taken.bind(("127.0.0.1", number))
    return taken


@asynccontextmanager
async def open_loopback() -> AsyncGenerator[Loopback]:
    """A stand-in that serves while the block runs."""
    loopback = Loopback()
    try:
        await loopback.open()
        yield loopback
    finally:
        await loopback.close()
