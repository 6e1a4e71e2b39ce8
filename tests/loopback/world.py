"""What the stand-in for Discord knows: a server, its channels and messages, and presses that wait for answers."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from tests.views import walk

EPOCH: Final = 1_420_070_400_000
"""The millisecond from which Discord counts."""
EPHEMERAL: Final = 1 << 6
TEXT_CHANNEL: Final = 0
THREAD: Final = 11
BOT: Final = 77

Listener = Callable[[str, int, dict[str, Any]], None]
"""Is told of every event: its name, the server that it belongs to, its data."""


class Refusal(Exception):
    """What Discord answers to a request that can't be done, or with `retry_after` not for so many seconds."""

    def __init__(self, status: int, code: int, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.retry_after = status, code, message, retry_after


UNKNOWN_CHANNEL: Final = 404, 10003, "Unknown Channel"
UNKNOWN_GUILD: Final = 404, 10004, "Unknown Guild"
UNKNOWN_MESSAGE: Final = 404, 10008, "Unknown Message"
UNKNOWN_INTERACTION: Final = 404, 10062, "Unknown interaction"
UNKNOWN_WEBHOOK: Final = 404, 10015, "Unknown Webhook"
EXPIRED_TOKEN: Final = 401, 50027, "Invalid Webhook Token"
ANSWERED_ALREADY: Final = 400, 40060, "Interaction has already been acknowledged."
THREAD_EXISTS: Final = 400, 160004, "A thread has already been created for this message"

TOKEN_LIFE: Final = 900.0
"""Seconds for which an interaction's token is good."""


@dataclass(slots=True)
class User:
    """Somebody on the server."""

    id: int
    name: str


@dataclass(slots=True)
class Channel:
    """A text channel, or with a `parent` a thread of one, and its messages by their ids."""

    id: int
    guild: int
    name: str
    parent: int | None = None
    messages: dict[int, Message] = field(default_factory=dict)


@dataclass(slots=True)
class Message:
    """A message of the bot. `viewer` is the only person who sees it, None: everybody does.

    `files` holds the size of each file by its name. A message is `thinking` between a deferred answer and
    the answer itself.
    """

    id: int
    channel: int
    components: list[dict[str, Any]]
    flags: int = 0
    content: str = ""
    nonce: str | None = None
    viewer: int | None = None
    files: dict[str, int] = field(default_factory=dict)
    notified: tuple[int, ...] = ()
    thinking: bool = False
    edits: int = 0


@dataclass(slots=True)
class Answer:
    """How an interaction was answered: Discord's number for the kind, and the message that came or changed."""

    kind: int
    message: Message | None


@dataclass(slots=True)
class Interaction:
    """A press of a button, or a slash command, that waits for its answer."""

    id: int
    token: str
    user: int
    channel: int
    guild: int
    message: Message | None
    at: float
    answer: asyncio.Future[Answer]
    kind: int | None = None
    original: Message | None = None


class World:
    """One server and all that is in it. What the bot may do raises `Refusal`."""

    def __init__(self) -> None:
        self.listeners: list[Listener] = []
        self.users: dict[int, User] = {}
        self.guilds: dict[int, str] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.commands: list[dict[str, Any]] = []
        self.emojis: list[dict[str, Any]] = []
        self._interactions: dict[str, Interaction] = {}
        self._by_nonce: dict[tuple[int, str], Message] = {}
        self._last = 0

    # --- what there is

    def snowflake(self) -> int:
        """A new id: later ones are higher."""
        self._last = max(self._last + 1, (int(time.time() * 1000) - EPOCH) << 22)
        return self._last

    def add_user(self, name: str) -> User:
        """A new member of all servers."""
        user = User(self.snowflake(), name)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str) -> int:
        """A new server, which the bot is on."""
        number = self.snowflake()
        self.guilds[number] = name
        return number

    def add_channel(self, guild: int, name: str) -> Channel:
        """A new text channel."""
        channel = Channel(self.snowflake(), guild, name)
        self.channels[channel.id] = channel
        return channel

    def channel(self, number: int) -> Channel:
        """A channel or thread that exists."""
        if number not in self.channels:
            raise Refusal(*UNKNOWN_CHANNEL)
        return self.channels[number]

    def message(self, channel: int, number: int) -> Message:
        """A public message that exists."""
        self.channel(channel)
        found = self.messages.get(number)
        if found is None or found.channel != channel or found.viewer is not None:
            raise Refusal(*UNKNOWN_MESSAGE)
        return found

    def seen_by(self, viewer: int | None, *channels: int) -> Iterator[Message]:
        """The messages that a person sees in channels, newest first; None: those that everybody sees."""
        there = itertools.chain.from_iterable(self.channels[each].messages.values() for each in channels)
        for message in sorted(there, key=lambda message: message.id, reverse=True):
            if message.viewer in (None, viewer) and not message.thinking:
                yield message

    def threads_of(self, channel: int) -> list[Channel]:
        """The threads of a channel."""
        return [thread for thread in self.channels.values() if thread.parent == channel]

    # --- messages

    def post(self, channel: int, body: dict[str, Any], files: dict[str, int]) -> Message:
        """Post publicly. With `enforce_nonce` a message that is there already is not posted again."""
        self.channel(channel)
        nonce = str(body["nonce"]) if body.get("nonce") is not None else None
        if nonce is not None and body.get("enforce_nonce"):
            earlier = self._by_nonce.get((channel, nonce))
            if earlier is not None and earlier.id in self.messages:
                return earlier
        return self._add(channel, body, files, nonce=nonce)

    def _add(
        self,
        channel: int,
        body: dict[str, Any],
        files: dict[str, int],
        *,
        nonce: str | None = None,
        viewer: int | None = None,
    ) -> Message:
        message = Message(self.snowflake(), channel, [], nonce=nonce, viewer=viewer)
        self._fill(message, body, files)
        self.messages[message.id] = self.channels[channel].messages[message.id] = message
        if nonce is not None:
            self._by_nonce[channel, nonce] = message
        if viewer is None:
            self._tell("MESSAGE_CREATE", message)
        return message

    def edit(self, message: Message, body: dict[str, Any], files: dict[str, int]) -> None:
        """Change a message: what the body doesn't name stays."""
        self._fill(message, body, files)
        message.edits += 1
        if message.viewer is None:
            self._tell("MESSAGE_UPDATE", message)

    def _fill(self, message: Message, body: dict[str, Any], files: dict[str, int]) -> None:
        if "components" in body:
            message.components = _numbered(body["components"] or [])
        if body.get("content") is not None:
            message.content = body["content"]
        if files or "attachments" in body:
            message.files = files
        if body.get("flags"):
            message.flags |= body["flags"]
        allowed = (body.get("allowed_mentions") or {}).get("users") or []
        message.notified = tuple(int(user) for user in allowed)
        message.thinking = False

    def delete(self, message: Message) -> None:
        """Take a message away, whoever does it."""
        channel = self.channels[message.channel]
        channel.messages.pop(message.id, None)
        if self.messages.pop(message.id, None) is not None and message.viewer is None:
            data = {"id": str(message.id), "channel_id": str(channel.id), "guild_id": str(channel.guild)}
            self._emit("MESSAGE_DELETE", channel.guild, data)

    def _tell(self, event: str, message: Message) -> None:
        self._emit(event, self.channels[message.channel].guild, {"message": message})

    def _emit(self, event: str, guild: int, data: dict[str, Any]) -> None:
        for listener in self.listeners:
            listener(event, guild, data)

    # --- channels and threads

    def start_thread(self, message: Message, name: str) -> Channel:
        """Start a thread at a message. It has the message's id."""
        if message.id in self.channels:
            raise Refusal(*THREAD_EXISTS)
        above = self.channels[message.channel]
        thread = Channel(message.id, above.guild, name, parent=above.id)
        self.channels[thread.id] = thread
        self._emit("THREAD_CREATE", thread.guild, {"channel": thread})
        return thread

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread."""
        for gone in (*self.threads_of(channel.id), channel):
            del self.channels[gone.id]
            for message in gone.messages:
                del self.messages[message]
            event = "CHANNEL_DELETE" if gone.parent is None else "THREAD_DELETE"
            self._emit(event, gone.guild, {"channel": gone})

    # --- interactions

    def begin(
        self, kind: int, user: int, channel: int, data: dict[str, Any], message: Message | None
    ) -> Interaction:
        """Somebody presses a button or uses a command: the bot is told."""
        place = self.channel(channel)
        interaction = Interaction(
            self.snowflake(),
            secrets.token_urlsafe(24),
            user,
            channel,
            place.guild,
            message,
            time.monotonic(),
            asyncio.get_running_loop().create_future(),
        )
        self._forget_old()
        self._interactions[interaction.token] = interaction
        self._emit(
            "INTERACTION_CREATE", place.guild, {"interaction": interaction, "type": kind, "data": data}
        )
        return interaction

    def _forget_old(self) -> None:
        now = time.monotonic()
        for token, oldest in list(itertools.islice(self._interactions.items(), 2)):
            if now - oldest.at > TOKEN_LIFE + 60:
                del self._interactions[token]

    def fail(self) -> None:
        """Tell everybody who waits for an answer that none will come: the bot is gone."""
        for interaction in self._interactions.values():
            interaction.answer.cancel()

    def interaction(self, token: str) -> Interaction:
        """The interaction to which a token belongs, if it is still good."""
        found = self._interactions.get(token)
        if found is None:
            raise Refusal(*UNKNOWN_WEBHOOK)
        if time.monotonic() - found.at > TOKEN_LIFE:
            raise Refusal(*EXPIRED_TOKEN)
        return found

    def answer(
        self, number: int, token: str, kind: int, body: dict[str, Any], files: dict[str, int]
    ) -> Interaction:
        """The bot's first answer: 4 a message, 5 a message later, 6 an edit later or never, 7 an edit."""
        interaction = self._interactions.get(token)
        if interaction is None or interaction.id != number:
            raise Refusal(*UNKNOWN_INTERACTION)
        if interaction.kind is not None:
            raise Refusal(*ANSWERED_ALREADY)
        if kind in (6, 7) and (interaction.message is None or interaction.message.id not in self.messages):
            raise Refusal(*UNKNOWN_INTERACTION)
        interaction.kind = kind
        if kind in (4, 5):
            viewer = interaction.user if body.get("flags", 0) & EPHEMERAL else None
            interaction.original = self._add(interaction.channel, body, files, viewer=viewer)
            interaction.original.thinking = kind == 5
        else:
            interaction.original = interaction.message
            if kind == 7 and interaction.message is not None:
                self.edit(interaction.message, body, files)
        if kind != 5:
            self._answered(interaction, interaction.original if kind != 6 else None)
        return interaction

    def _answered(self, interaction: Interaction, message: Message | None) -> None:
        if not interaction.answer.done():
            interaction.answer.set_result(Answer(interaction.kind or 0, message))

    def original(self, token: str) -> tuple[Interaction, Message]:
        """The message that answered an interaction first, or whose button was pressed."""
        interaction = self.interaction(token)
        if interaction.original is None or interaction.original.id not in self.messages:
            raise Refusal(*UNKNOWN_MESSAGE)
        return interaction, interaction.original

    def edit_original(self, token: str, body: dict[str, Any], files: dict[str, int]) -> Message:
        """Change the first answer, or give it when it was deferred."""
        interaction, message = self.original(token)
        self.edit(message, body, files)
        self._answered(interaction, message)
        return message

    def follow_up(self, token: str, body: dict[str, Any], files: dict[str, int]) -> Message:
        """A further answer; the first one, where that was deferred."""
        interaction = self.interaction(token)
        original = interaction.original
        if original is not None and original.thinking:
            return self.edit_original(token, body, files)
        viewer = interaction.user if body.get("flags", 0) & EPHEMERAL else None
        return self._add(interaction.channel, body, files, viewer=viewer)


def _numbered(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Components as Discord returns them: each has a number."""
    for number, part in enumerate(walk(components), start=1):
        part.setdefault("id", number)
    return components
