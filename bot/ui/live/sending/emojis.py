"""The application's own emojis of the cards: uploaded once, used wherever cards are written."""

from __future__ import annotations

import asyncio

import discord

from bot.cribbage.cards import PACK
from bot.ui.live.sending.components import Emojis
from bot.ui.pictures.emojis import emoji_name, emojis


async def fetch(client: discord.Client) -> Emojis:
    """Find which card emojis the application has; those that are missing are written as text.

    Raises what Discord raises.
    """
    by_name = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    found = {card: by_name[emoji_name(card)] for card in PACK if emoji_name(card) in by_name}
    return {card: discord.PartialEmoji(name=emoji.name, id=emoji.id) for card, emoji in found.items()}


async def upload(client: discord.Client) -> int:
    """Give the application the card emojis that it lacks. Returns how many that were.

    Raises what Discord raises.
    """
    had = {emoji.name for emoji in await client.fetch_application_emojis()}
    missing = {name: png for name, png in (await asyncio.to_thread(emojis)).items() if name not in had}
    for name, png in missing.items():
        await client.create_application_emoji(name=name, image=png)
    return len(missing)
