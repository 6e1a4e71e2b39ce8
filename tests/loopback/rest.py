"""Discord's REST API, as far as the bot uses it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web

from tests import wire
from tests.app import discord_api
from tests.loopback import shapes
from tests.loopback.world import BOT, UNKNOWN_GUILD, Refusal, World

BASE: Final = "/api/v10"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Sent:
    """What a request carries: its JSON, and the sizes of its files by their names."""

    json: dict[str, Any]
    files: dict[str, int]


async def sent(request: web.Request) -> Sent:
    """Read a body: JSON, or a form with files."""
    if not request.content_type.startswith("multipart/"):
        return Sent(await request.json() if request.can_read_body else {}, {})
    body: dict[str, Any] = {}
    files: dict[str, int] = {}
    async for part in await request.multipart():
        content = await part.read()
        if part.name == "payload_json":
            body = json.loads(content)
        else:
            files[part.filename or ""] = len(content)
    return Sent(body, files)


def _accept(body: dict[str, Any], files: dict[str, int], *, new: bool, private: bool) -> None:
    """Refuse a message that breaks a documented limit, or shows a file that didn't come with it."""
    complaints = [
        *wire.message_limits({**body, "attachments": list(files)}, new=new, private=private),
        *(f"there is no file {name}" for name in _shown(body) if name not in files),
    ]
    if complaints:
        raise Refusal(400, 50035, "; ".join(complaints))


def _shown(body: Any) -> Iterator[str]:
    """The names of the files that components show."""
    if isinstance(body, dict):
        for name, value in body.items():
            if name == "url" and str(value).startswith("attachment://"):
                yield str(value).removeprefix("attachment://")
            else:
                yield from _shown(value)
    elif isinstance(body, list):
        for value in body:
            yield from _shown(value)


class Rest:
    """Answers requests about a world. `gateway` is the address that `/gateway/bot` names."""

    def __init__(self, world: World, gateway: Callable[[], str]) -> None:
        self._world = world
        self._gateway = gateway

    def routes(self) -> list[web.RouteDef]:
        """All routes, below `BASE`."""
        application = f"/applications/{BOT}"
        hook = f"/webhooks/{BOT}/{{token}}"
        handlers: list[tuple[str, str, Handler]] = [
            ("GET", "/gateway/bot", self.gateway),
            ("GET", "/users/@me", self.me),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/applications/@me", self.application),
            ("GET", f"{application}/emojis", self.emojis),
            ("GET", f"{application}/commands", self.commands),
            ("PUT", f"{application}/commands", self.put_commands),
            ("GET", "/guilds/{guild}", self.guild),
            ("GET", "/channels/{channel}", self.channel),
            ("POST", "/channels/{channel}/messages", self.post),
            ("GET", "/channels/{channel}/messages/{message}", self.message),
            ("PATCH", "/channels/{channel}/messages/{message}", self.edit),
            ("DELETE", "/channels/{channel}/messages/{message}", self.delete),
            ("POST", "/channels/{channel}/messages/{message}/threads", self.start_thread),
            ("POST", "/interactions/{id}/{token}/callback", self.answer),
            ("POST", hook, self.follow_up),
            ("GET", f"{hook}/messages/{{message}}", self.get_answer),
            ("PATCH", f"{hook}/messages/{{message}}", self.edit_answer),
            ("DELETE", f"{hook}/messages/{{message}}", self.delete_answer),
        ]
        return [web.route(method, BASE + path, handler) for method, path, handler in handlers]

    # --- the bot itself

    async def gateway(self, _request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return shapes.response({"url": self._gateway(), "shards": 1, "session_start_limit": limit})

    async def me(self, _request: web.Request) -> web.Response:
        return shapes.response(discord_api.USER)

    async def application(self, _request: web.Request) -> web.Response:
        return shapes.response(discord_api.APPLICATION)

    async def emojis(self, _request: web.Request) -> web.Response:
        return shapes.response({"items": self._world.emojis})

    async def commands(self, _request: web.Request) -> web.Response:
        return shapes.response(self._world.commands)

    async def put_commands(self, request: web.Request) -> web.Response:
        known = {command["name"]: command["id"] for command in self._world.commands}
        self._world.commands = [
            {
                "application_id": str(BOT),
                "version": "1",
                "description": "",
                "type": 1,
                **command,
                "id": known.get(command["name"]) or str(self._world.snowflake()),
            }
            for command in await request.json()
        ]
        return shapes.response(self._world.commands)

    # --- servers, channels, messages

    async def guild(self, request: web.Request) -> web.Response:
        number = int(request.match_info["guild"])
        if number not in self._world.guilds:
            raise Refusal(*UNKNOWN_GUILD)
        return shapes.response(shapes.guild(self._world, number))

    async def channel(self, request: web.Request) -> web.Response:
        return shapes.response(shapes.channel(self._world.channel(int(request.match_info["channel"]))))

    async def post(self, request: web.Request) -> web.Response:
        body = await sent(request)
        _accept(body.json, body.files, new=True, private=False)
        message = self._world.post(int(request.match_info["channel"]), body.json, body.files)
        return shapes.response(shapes.message(message))

    async def message(self, request: web.Request) -> web.Response:
        return shapes.response(shapes.message(self._message(request)))

    async def edit(self, request: web.Request) -> web.Response:
        body = await sent(request)
        message = self._message(request)
        _accept(body.json, body.files or message.files, new=False, private=False)
        self._world.edit(message, body.json, body.files)
        return shapes.response(shapes.message(message))

    async def delete(self, request: web.Request) -> web.Response:
        self._world.delete(self._message(request))
        return web.Response(status=204)

    async def start_thread(self, request: web.Request) -> web.Response:
        body = await sent(request)
        thread = self._world.start_thread(self._message(request), body.json["name"])
        return shapes.response(shapes.channel(thread), status=201)

    def _message(self, request: web.Request) -> Any:
        channel, message = (int(request.match_info[name]) for name in ("channel", "message"))
        return self._world.message(channel, message)

    # --- interactions

    async def answer(self, request: web.Request) -> web.Response:
        body = await sent(request)
        kind, data = body.json["type"], body.json.get("data") or {}
        if kind in (4, 7):
            _accept(data, body.files, new=kind == 4, private=True)
        number, token = int(request.match_info["id"]), request.match_info["token"]
        answered = self._world.answer(number, token, kind, data, body.files)
        if request.query.get("with_response") not in ("1", "true", "True"):
            return web.Response(status=204)
        original = answered.original
        about = {
            "id": str(number),
            "type": 3 if answered.message is not None else 2,
            "response_message_id": None if original is None else str(original.id),
            "response_message_loading": kind == 5,
            "response_message_ephemeral": original is not None and original.viewer is not None,
        }
        resource: dict[str, Any] = {"type": kind}
        if original is not None and kind in (4, 7):
            resource["message"] = shapes.message(original)
        return shapes.response({"interaction": about, "resource": resource})

    async def follow_up(self, request: web.Request) -> web.Response:
        body = await sent(request)
        _accept(body.json, body.files, new=True, private=True)
        message = self._world.follow_up(request.match_info["token"], body.json, body.files)
        return shapes.response(shapes.message(message))

    async def get_answer(self, request: web.Request) -> web.Response:
        return shapes.response(shapes.message(self._answer(request)))

    async def edit_answer(self, request: web.Request) -> web.Response:
        body = await sent(request)
        message = self._answer(request)
        _accept(body.json, body.files or message.files, new=False, private=True)
        if request.match_info["message"] == "@original":
            self._world.edit_original(request.match_info["token"], body.json, body.files)
        else:
            self._world.edit(message, body.json, body.files)
        return shapes.response(shapes.message(message))

    async def delete_answer(self, request: web.Request) -> web.Response:
        self._world.delete(self._answer(request))
        return web.Response(status=204)

    def _answer(self, request: web.Request) -> Any:
        """The message that a token and `@original`, or a number, stand for."""
        interaction, name = (
            self._world.interaction(request.match_info["token"]),
            request.match_info["message"],
        )
        if name == "@original":
            return self._world.original(request.match_info["token"])[1]
        message = self._world.messages.get(int(name))
        if message is None or message.viewer not in (None, interaction.user):
            raise Refusal(404, 10008, "Unknown Message")
        return message
