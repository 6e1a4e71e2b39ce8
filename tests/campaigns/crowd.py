"""People on several servers, what they see, and what they send: presses and commands, also at the same moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import discord
import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models import Interaction, Message
from simcord.enums import InteractionType

from tests.campaigns.world import World

LOOKED_AT: Final = 60
"""How many of a channel's last messages people look at."""
KEPT: Final = 150
"""How many messages of a channel the simulation keeps: the older ones have scrolled away for good."""


@dataclass(frozen=True)
class Seen:
    """A button that somebody sees."""

    message: Message
    custom_id: str
    enabled: bool

    @property
    def parts(self) -> list[str]:
        """Its custom id: table, question, verb and argument."""
        return [*self.custom_id.split(":")[2:], "", "", "", ""][:4]


@dataclass(frozen=True)
class Press:
    """Somebody presses a button, or says that they have."""

    user: int
    message: Message
    custom_id: str


@dataclass(frozen=True)
class Use:
    """Somebody uses a slash command."""

    user: int
    channel: int
    name: str
    options: Sequence[dict[str, Any]] = ()


class Crowd:
    """Servers with channels and people; some people are on more than one."""

    def __init__(self, world: World, servers: int, people: int) -> None:
        self.room = world.room
        self.env = world.room.env
        self.backend = self.env.backend
        first = world.room.guild
        self.guilds = [
            first,
            *(self.env.create_guild(f"Server {number}") for number in range(2, servers + 1)),
        ]
        self.people: list[int] = []
        for number, guild in enumerate(self.guilds):
            for name in ("cards", "games")[: 1 if guild is first else 2]:
                guild.create_text_channel(name)
            manager = guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
            for at in range(people):
                user = self.env.create_user(f"u{number}x{at}", global_name=_NAMES[at % len(_NAMES)])
                guild.add_member(user, roles=[manager] if not at else [])
                if at == 1:
                    # This one is on all servers.
                    for other in self.guilds:
                        if other is not guild:
                            other.add_member(user)
                self.people.append(user.id)

    # --- what is seen

    def at(self, guild_id: int) -> list[int]:
        """The people who are on a server."""
        return [user for user in self.people if user in self.backend.guilds[guild_id].members]

    def channels(self) -> list[Any]:
        """All channels and threads that there are."""
        return [channel for channel in self.backend.channels.values() if channel.guild_id is not None]

    def newest(self, channel: int, user: int | None = None) -> Iterator[Message]:
        """A channel's messages as somebody (or everybody) sees them, the newest first."""
        for message in islice(reversed(self.backend.messages.get(channel, {}).values()), LOOKED_AT):
            if message.visible_to(user):
                yield message

    def buttons(self, channel: int, user: int | None) -> Iterator[Seen]:
        """The buttons that somebody sees in a channel, those of the newest message first."""
        for message in self.newest(channel, user):
            yield from buttons_of(message)

    def scroll(self) -> None:
        """Let messages and interactions that are long past be forgotten by the simulation.

        Messages by which everybody can get at a live table stay, however old they are.
        """
        for messages in self.backend.messages.values():
            for number in list(islice(messages, max(0, len(messages) - KEPT))):
                if messages[number].is_ephemeral or not _is_live(messages[number]):
                    del messages[number]
        interactions_ = self.backend.interactions
        for number in list(islice(interactions_, max(0, len(interactions_) - 2000))):
            self.backend.interaction_tokens.pop(interactions_.pop(number).token, None)

    # --- what is sent

    async def send(self, *acts: Press | Use) -> list[Interaction]:
        """Send these at the same moment, and let everything follow that comes of it."""
        self.env._begin_operation("send")
        try:
            sent = [self._payload(act) for act in acts]
            for _, payload in sent:
                self.backend.emit("INTERACTION_CREATE", payload)
            await self.env._settle_internal(dispatch="INTERACTION_CREATE")
        finally:
            self.env._end_operation()
        return [record for record, _ in sent]

    def _payload(self, act: Press | Use) -> tuple[Interaction, dict[str, Any]]:
        if isinstance(act, Press):
            channel, kind = act.message.channel_id, InteractionType.MESSAGE_COMPONENT
            data: dict[str, Any] = {"custom_id": act.custom_id, "component_type": 2}
        else:
            channel, kind, data = act.channel, InteractionType.APPLICATION_COMMAND, self._command(act)
        record, payload = interactions.base_payload(
            self.backend,
            type=kind,
            channel_id=channel,
            guild_id=self.backend.channels[channel].guild_id,
            user_id=act.user,
            data=data,
        )
        if isinstance(act, Press):
            payload["message"] = dict(serializers.message_payload(self.backend, act.message))
            record.source_message_id = act.message.id
        return record, payload

    def _command(self, use: Use) -> dict[str, Any]:
        name, *nesting = use.name.split()
        root = next(c for c in self.backend.commands.get(None, {}).values() if c["name"] == name)
        guild = self.backend.guilds[self.backend.channels[use.channel].guild_id]
        resolved: dict[str, dict[str, Any]] = {}
        for option in use.options:
            number = int(option["value"]) if option["type"] in (6, 7) else 0
            if option["type"] == 6:
                user = dict(serializers.user_payload(self.backend.users[number]))
                resolved.setdefault("users", {})[str(number)] = user
                if number in guild.members:
                    member = guild.members[number]
                    told = serializers.member_payload(self.backend, guild, member, with_user=False)
                    resolved.setdefault("members", {})[str(number)] = dict(told)
            elif option["type"] == 7 and number in self.backend.channels:
                channel = dict(serializers.channel_payload(self.backend, self.backend.channels[number]))
                channel["permissions"] = str(
                    self.backend.compute_permissions(guild.id, use.user, use.channel)
                )
                resolved.setdefault("channels", {})[str(number)] = channel
        options = interactions.nest_options(root, nesting, list(use.options))
        return {"id": root["id"], "name": name, "type": 1, "options": options, "resolved": resolved}


_NAMES: Final = ("Ann", "Bob", "Cy", "Dee", "Eve", "*Fay*", "Gus (house)", "Steady House", "<@1>", "Jo_Jo")


def buttons_of(message: Message) -> Iterator[Seen]:
    """The buttons of a message."""
    stack = list(reversed(message.components))
    while stack:
        part = stack.pop()
        if part.get("type") == 2 and part.get("custom_id"):
            yield Seen(message, part["custom_id"], not part.get("disabled"))
        stack += reversed(part.get("components") or [])
        if isinstance(part.get("accessory"), dict):
            stack.append(part["accessory"])


def _is_live(message: Message) -> bool:
    """Whether people join by a message, or get their hands there."""
    return any(seen.parts[2] in ("join", "hand", "on") for seen in buttons_of(message))


def text_of(message: Message) -> str:
    """What a message says."""
    texts: list[str] = []
    stack = list(reversed(message.components))
    while stack:
        part = stack.pop()
        texts += [part["content"]] if part.get("content") else []
        stack += reversed(part.get("components") or [])
    return "\n".join(texts)


def handle(env: simcord.Env, user: int) -> Any:
    """A person's name, for messages about them."""
    return env.backend.users[user].global_name
