"""`python -m bot check` tells an operator in a line each what is in order and what isn't."""

from __future__ import annotations

import io

import discord.http
import pytest

from bot.check import check
from bot.client import PERMISSIONS
from bot.settings import Settings
from tests.app.discord_api import APPLICATION, USER, DiscordApi, guild


@pytest.fixture
def configured(api: DiscordApi) -> DiscordApi:
    """A Discord that knows the token, without a server."""
    api.answers |= {
        "/users/@me": (200, USER),
        "/oauth2/applications/@me": (200, APPLICATION),
        "/applications/77/emojis": (200, {"items": []}),
        "/users/@me/guilds": (200, []),
    }
    return api


async def told(monkeypatch: pytest.MonkeyPatch, token: str | None = "a-token") -> tuple[bool, list[str]]:
    if token is not None:
        monkeypatch.setenv("DISCORD_TOKEN", token)
    out = io.StringIO()
    well = await check(Settings(), out)
    return well, out.getvalue().splitlines()


async def test_without_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    well, lines = await told(monkeypatch, None)
    assert well
    assert lines[0].startswith("ok    database: reachable, schema ")
    assert lines[1] == "ok    token: none is set, so `python -m bot` opens the local Discord page"


async def test_a_token_without_servers_gets_the_invite_link(
    monkeypatch: pytest.MonkeyPatch, configured: DiscordApi
) -> None:
    well, lines = await told(monkeypatch)
    assert well
    assert lines[1:3] == [
        "ok    token: belongs to Cribbage at Ann's",
        "ok    emojis: the application has 0; cards are written as text without them",
    ]
    assert lines[3].startswith("ok    servers: none yet; invite the bot with ")
    assert "scope=bot+applications.commands" in lines[3]
    assert f"permissions={PERMISSIONS.value}" in lines[3]
    assert "client_id=77" in lines[3]


async def test_each_server_s_permissions(monkeypatch: pytest.MonkeyPatch, configured: DiscordApi) -> None:
    lacking = PERMISSIONS.value & ~discord.Permissions(attach_files=True, read_message_history=True).value
    configured.answers |= guild("101", PERMISSIONS.value) | guild("102", lacking)
    configured.answers["/users/@me/guilds"] = (
        200,
        [{"id": number, "name": "x", "icon": None, "permissions": "0"} for number in ("101", "102")],
    )
    well, lines = await told(monkeypatch)
    assert not well
    assert lines[3:] == [
        "ok    server Server 101: permissions are in order",
        "FAIL  server Server 102: the bot's role lacks attach_files, read_message_history",
    ]


async def test_a_token_that_discord_refuses(monkeypatch: pytest.MonkeyPatch, api: DiscordApi) -> None:
    api.answers["/users/@me"] = 401, {"message": "401: Unauthorized", "code": 0}
    well, lines = await told(monkeypatch)
    assert not well
    assert lines[1] == "FAIL  token: Discord refuses it; copy it again from the application's Bot page"


async def test_no_network(monkeypatch: pytest.MonkeyPatch, api: DiscordApi) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:1/api")
    well, lines = await told(monkeypatch)
    assert not well
    assert lines[1].startswith("FAIL  token: Discord can't be reached to check it (")


async def test_a_database_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite://host/file")
    well, lines = await told(monkeypatch, None)
    assert not well
    assert lines[0].startswith("FAIL  database: The database URL of a SQLite file needs three slashes ")
