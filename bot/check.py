"""`python -m bot check`: whether token, database and permissions are in order, a line each."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TextIO

import aiohttp
import discord

from bot.client import PERMISSIONS
from bot.settings import Settings
from db.engine import Database
from db.errors import DatabaseUnavailable


async def check(settings: Settings, out: TextIO) -> bool:
    """Look at everything, tell it, and return whether the bot can run."""
    well = True
    async for fine, line in _findings(settings):
        print(f"{'ok  ' if fine else 'FAIL'}  {line}", file=out)
        well = well and fine
    return well


async def _findings(settings: Settings) -> AsyncGenerator[tuple[bool, str]]:
    yield await _database(settings)
    if settings.discord_token is None:
        yield True, "token: none is set, so `python -m bot` opens the local Discord page"
        return
    try:
        async with _logged_in(settings.discord_token.get_secret_value()) as client:
            async for finding in _discord(client):
                yield finding
    except discord.LoginFailure:
        yield False, "token: Discord refuses it; copy it again from the application's Bot page"
    except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
        yield False, f"token: Discord can't be reached to check it ({type(error).__name__})"


async def _database(settings: Settings) -> tuple[bool, str]:
    try:
        database = await Database.open(settings.database_url.get_secret_value())
    except DatabaseUnavailable as error:
        return False, f"database: {error}"
    try:
        return True, f"database: reachable, schema {await database.revision()}"
    finally:
        await database.close()


@asynccontextmanager
async def _logged_in(token: str) -> AsyncGenerator[discord.Client]:
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        yield client


async def _discord(client: discord.Client) -> AsyncGenerator[tuple[bool, str]]:
    application = await client.application_info()
    yield True, f"token: belongs to {application.name}"
    invite = discord.utils.oauth_url(
        application.id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
    emojis = await client.fetch_application_emojis()
    yield True, f"emojis: the application has {len(emojis)}; cards are written as text without them"
    servers = 0
    async for guild in client.fetch_guilds(limit=200):
        servers += 1
        yield await _permissions(client, await client.fetch_guild(guild.id))
    if not servers:
        yield True, f"servers: none yet; invite the bot with {invite}"


async def _permissions(client: discord.Client, guild: discord.Guild) -> tuple[bool, str]:
    assert client.user is not None
    granted = (await guild.fetch_member(client.user.id)).guild_permissions
    missing = [name for name, wanted in PERMISSIONS if wanted and not getattr(granted, name)]
    if missing:
        return False, f"server {guild.name}: the bot's role lacks {', '.join(missing)}"
    return True, f"server {guild.name}: permissions are in order"
