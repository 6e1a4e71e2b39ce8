"""Puts the parts together: settings, database, bot."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import aiohttp
import discord

from bot import health
from bot.client import CribbageBot
from bot.settings import Settings
from db.engine import Database


class CannotConnect(Exception):
    """Discord refuses the token or can't be reached; the text is one sentence for the operator."""


@asynccontextmanager
async def open_bot(settings: Settings) -> AsyncGenerator[CribbageBot]:
    """A bot on an open database, which is closed afterwards.

    Raises `db.errors.DatabaseUnavailable` when the database can't be used.
    """
    database = await Database.open(settings.database_url.get_secret_value())
    try:
        yield CribbageBot(database)
    finally:
        await database.close()


async def serve(settings: Settings) -> None:
    """Run the bot on Discord until it is stopped. Raises `CannotConnect` when that isn't possible."""
    if settings.discord_token is None:
        raise CannotConnect("DISCORD_TOKEN isn't set.")
    async with open_bot(settings) as bot, bot, health.reporting(bot, settings.health_file):
        try:
            await bot.start(settings.discord_token.get_secret_value())
        except discord.LoginFailure as error:
            raise CannotConnect(
                "Discord refuses this DISCORD_TOKEN: copy it again from the application's Bot page."
            ) from error
        except (discord.HTTPException, discord.GatewayNotFound) as error:
            told = " ".join(str(error).split())[:200].removesuffix(".")
            raise CannotConnect(f"Discord doesn't let the bot in: {told}.") from error
        except aiohttp.ClientConnectionError as error:
            raise CannotConnect("Discord can't be reached: check the network, then start again.") from error
