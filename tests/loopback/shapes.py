"""How Discord writes things: the JSON of users, servers, channels, messages and presses."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, Final

import discord
from aiohttp import web

from tests.app import discord_api
from tests.loopback.world import BOT, EPOCH, THREAD, Channel, Interaction, Message, Refusal, User, World

ALL: Final = str(discord.Permissions.all().value)
JOINED: Final = "2026-01-01T00:00:00+00:00"


def response(content: Any, status: int = 200) -> web.Response:
    """An answer in JSON. discord.py reads it as such only if its type is named without a character set."""
    return web.Response(
        body=json.dumps(content).encode(), status=status, headers={"Content-Type": "application/json"}
    )


def refusal(why: Refusal) -> web.Response:
    """An answer that says no; if it says not yet, it names Discord's servers, or discord.py feels banned."""
    told: dict[str, Any] = {"code": why.code, "message": why.message}
    if why.retry_after is None:
        return response(told, why.status)
    refused = response({**told, "retry_after": why.retry_after, "global": False}, why.status)
    refused.headers.update({"Via": "1.1 loopback", "Retry-After": str(why.retry_after)})
    return refused


def moment(snowflake: int) -> str:
    """When an id was given."""
    return datetime.fromtimestamp(((snowflake >> 22) + EPOCH) / 1000, UTC).isoformat()


def user(somebody: User) -> dict[str, Any]:
    """A person."""
    return {
        "id": str(somebody.id),
        "username": f"user{somebody.id}",
        "global_name": somebody.name,
        "discriminator": "0",
        "avatar": None,
        "bot": False,
    }


def member(somebody: User) -> dict[str, Any]:
    """A person as a member of the server."""
    return {
        "user": user(somebody),
        "roles": [],
        "joined_at": JOINED,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "nick": None,
        "avatar": None,
        "permissions": ALL,
    }


def channel(place: Channel) -> dict[str, Any]:
    """A channel or thread."""
    shape: dict[str, Any] = {
        "id": str(place.id),
        "guild_id": str(place.guild),
        "type": 0 if place.parent is None else THREAD,
        "name": place.name,
        "last_message_id": None,
        "permissions": ALL,
    }
    if place.parent is None:
        return {
            **shape,
            "position": 0,
            "parent_id": None,
            "topic": None,
            "nsfw": False,
            "permission_overwrites": [],
        }
    return {
        **shape,
        "parent_id": str(place.parent),
        "owner_id": str(BOT),
        "member_count": 1,
        "message_count": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 1440,
            "archive_timestamp": moment(place.id),
            "locked": False,
            "create_timestamp": moment(place.id),
        },
    }


def guild(world: World, number: int, *, whole: bool = False) -> dict[str, Any]:
    """A server, or with `whole` all that the gateway tells of it."""
    permissions = discord.Permissions.all().value
    about = discord_api.guild(str(number), permissions)
    shape = {**about[f"/guilds/{number}"][1], "name": world.guilds[number]}
    if not whole:
        return shape
    here = [place for place in world.channels.values() if place.guild == number]
    return {
        **shape,
        "joined_at": JOINED,
        "large": False,
        "unavailable": False,
        "member_count": len(world.users) + 1,
        "members": [about[f"/guilds/{number}/members/{BOT}"][1]],
        "channels": [channel(place) for place in here if place.parent is None],
        "threads": [channel(place) for place in here if place.parent is not None],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
    }


def message(what: Message) -> dict[str, Any]:
    """A message. Where components make it up, responses list no attachments."""
    return {
        "id": str(what.id),
        "channel_id": str(what.channel),
        "author": discord_api.USER,
        "content": what.content,
        "timestamp": moment(what.id),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": what.flags,
        "components": what.components,
        **({} if what.nonce is None else {"nonce": what.nonce}),
    }


def interaction(world: World, what: Interaction, kind: int, data: dict[str, Any]) -> dict[str, Any]:
    """A press or a command, as the bot is told of it."""
    shape: dict[str, Any] = {
        "id": str(what.id),
        "application_id": str(BOT),
        "type": kind,
        "token": what.token,
        "version": 1,
        "guild_id": str(what.guild),
        "guild": {"id": str(what.guild), "locale": "en-GB", "features": []},
        "channel_id": str(what.channel),
        "channel": channel(world.channels[what.channel]),
        "member": member(world.users[what.user]),
        "app_permissions": ALL,
        "locale": "en-GB",
        "guild_locale": "en-GB",
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(what.guild)},
        "context": 0,
        "attachment_size_limit": 10 * 2**20,
        "data": data,
    }
    if what.message is not None:
        shape["message"] = message(what.message)
    return shape
