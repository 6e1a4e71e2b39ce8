"""Puts the parts together: settings, database, bot."""

from __future__ import annotations

import gc
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import aiohttp
import discord

from bot import health
from bot.client import CribbageBot
from bot.settings import Settings
from bot.table.standing.backfill import Backfilled, backfill
from bot.ui.live.sending import emojis as card_emojis
from db.engine import Database

_REFUSED: Final = "Discord refuses this DISCORD_TOKEN: copy it again from the application's Bot page."


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
        # What has been loaded stays: to look through it again and again would hold up presses.
        gc.collect()
        gc.freeze()
        try:
            await bot.start(settings.discord_token.get_secret_value())
        except discord.LoginFailure as error:
            raise CannotConnect(_REFUSED) from error
        except (discord.HTTPException, discord.GatewayNotFound) as error:
            told = " ".join(str(error).split())[:200].removesuffix(".")
            raise CannotConnect(f"Discord doesn't let the bot in: {told}.") from error
        except aiohttp.ClientConnectionError as error:
            raise CannotConnect("Discord can't be reached: check the network, then start again.") from error


async def backfill_feats(settings: Settings) -> Backfilled:
    """Add the feats that finished games brought and that are missing.

    Raises `db.errors.DatabaseUnavailable` when the database can't be used.
    """
    database = await Database.open(settings.database_url.get_secret_value())
    try:
        return await backfill(database)
    finally:
        await database.close()


async def upload_emojis(settings: Settings) -> int:
    """Give the application the card emojis that it lacks, and return how many that were.

    Raises `CannotConnect` when Discord can't be reached or refuses.
    """
    if settings.discord_token is None:
        raise CannotConnect("DISCORD_TOKEN isn't set: the emojis belong to the application behind the token.")
    try:
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(settings.discord_token.get_secret_value())
            return await card_emojis.upload(client)
    except discord.LoginFailure as error:
        raise CannotConnect(_REFUSED) from error
    except (aiohttp.ClientError, discord.HTTPException) as error:
        raise CannotConnect(
            f"Discord didn't take the emojis ({type(error).__name__}): try again later."
        ) from error
