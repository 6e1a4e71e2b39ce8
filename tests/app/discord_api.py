"""A stand-in for Discord's REST API on loopback, for what happens before the gateway is reached."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import discord.http
import pytest


class DiscordApi:
    """Answers by path: `api.answers["/users/@me"] = 401, {}`. A path without an answer is 404."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, Any]] = {}
        self.asked: list[str] = []


@contextmanager
def serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[DiscordApi]:
    """Serve an API that discord.py talks to while the block runs."""
    api = DiscordApi()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0].removeprefix("/api")
            api.asked.append(path)
            status, body = api.answers.get(path, (404, {"message": "404: Not Found", "code": 0}))
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def do_PUT(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.do_GET()

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{server.server_address[1]}/api")
    try:
        yield api
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


USER = {"id": "77", "username": "cribbage", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": "77",
    "name": "Cribbage at Ann's",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": {**USER, "id": "5", "bot": False},
    "team": None,
}


def guild(guild_id: str, permissions: int) -> dict[str, tuple[int, Any]]:
    """The answers about a server in which @everyone, and so the bot, has these permissions."""
    everyone = {
        "id": guild_id,
        "name": "@everyone",
        "permissions": str(permissions),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    about = {
        "id": guild_id,
        "name": f"Server {guild_id}",
        "owner_id": "5",
        "roles": [everyone],
        "emojis": [],
        "features": [],
        "stickers": [],
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "afk_channel_id": None,
        "afk_timeout": 60,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "premium_tier": 0,
        "preferred_locale": "en-GB",
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "premium_progress_bar_enabled": False,
    }
    member = {
        "user": USER,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
        "nick": None,
        "avatar": None,
    }
    return {f"/guilds/{guild_id}": (200, about), f"/guilds/{guild_id}/members/77": (200, member)}
