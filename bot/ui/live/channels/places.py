"""Asking Discord whether a channel, thread or server is really gone, before anything ends by it."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.ui.live.channels.trouble import Trouble, judge


async def any_gone(client: discord.Client, guild: int, places: Iterable[int]) -> bool:
    """Find out whether a server, or one of these channels or threads of it, doesn't exist any more.

    One that the bot may not see isn't gone.

    Raises what asking Discord raises when it is in trouble, or can't be reached.
    """
    if client.get_guild(guild) is None and await server_is_gone(client, guild):
        return True
    for place in places:
        try:
            await client.fetch_channel(place)
        except discord.HTTPException as error:
            match judge(error):
                case Trouble.MISSING:
                    return True
                case Trouble.PASSING:
                    raise
                case _:
                    continue
        except discord.InvalidData:
            # Of a kind that discord.py doesn't know: it is there all the same.
            continue
    return False


async def server_is_gone(client: discord.Client, guild: int) -> bool:
    """Ask Discord itself: after an outage a server may be missing among those that it lists.

    Raises what asking Discord raises when it is in trouble, or can't be reached.
    """
    try:
        await client.fetch_guild(guild, with_counts=False)
    except (discord.NotFound, discord.Forbidden):
        return True
    return False


def around(client: discord.Client, guild: int, places: Iterable[int]) -> frozenset[int] | None:
    """These channels and threads, and the threads' channels; None where one isn't known."""
    found, server = set(places), client.get_guild(guild)
    for place in tuple(found):
        known = server.get_channel_or_thread(place) if server else None
        if known is None:
            return None
        if isinstance(known, discord.Thread):
            found.add(known.parent_id)
    return frozenset(found)
