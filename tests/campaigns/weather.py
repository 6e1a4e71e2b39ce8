"""What befalls a server and its bot: permissions, threads, channels, messages, the gateway, the database.

A calamity is done, and mostly undone after a while. simcord knows no locked or archived threads, so what
Discord answers there is said here.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import discord
from simcord.backend import serializers
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from db.errors import DatabaseUnavailable
from tests.campaigns.world import Sent, World

_ARCHIVED: Final = (400, 50083, "Thread is archived")
_LOCKED: Final = (403, 160005, "Thread is locked")
_PERMISSIONS: Final = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files")
_DAYS: Final = (5.0, 40.0, 100.0, 200.0, 400.0, 1000.0, 4000.0, 90_000.0, 260_000.0)

Undo = Callable[[], Awaitable[None]]


class Reply:
    """As much of Discord's answer as errors are made of."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.reason = "by the campaign"
        self.headers: dict[str, str] = {}


def refusal(status: int, code: int, text: str = "refused by the campaign") -> discord.HTTPException:
    """The error that discord.py raises for such an answer."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    return kind(Reply(status), {"code": code, "message": text})


class Weather:
    """The calamities of a world with several servers."""

    def __init__(self, world: World, rng: random.Random) -> None:
        self.world = world
        self.room = world.room
        self.backend = world.room.env.backend
        self.rng = rng
        self.undone: list[tuple[int, Undo]] = []  # what is to be undone, and at which step
        self.provoked = False
        """Whether the database is away, so that people and the log are told of it."""
        self.connected = True
        self.away: set[int] = set()
        """Servers that the bot has left, or that are in an outage."""
        self._trouble = False
        world.wire.ahead.append(self._judge)

    async def _judge(self, sent: Sent) -> None:
        """What Discord says about threads that are locked or archived, and when it is in trouble."""
        parts = sent.path.strip("/").split("/")
        if parts[0] != "channels":
            return
        if self._trouble and self.rng.random() < 0.5:
            raise refusal(*self.rng.choice(((500, 0), (503, 0), (429, 0))))
        channel = self.backend.channels.get(int(parts[1]))
        thread = channel.thread_metadata if channel is not None else None
        if thread is None or len(parts) < 3:
            return
        if sent.method == "POST" and thread.locked:
            raise refusal(*_LOCKED)
        if sent.method == "POST":
            thread.archived = False
        elif thread.archived and sent.method in ("PATCH", "DELETE"):
            raise refusal(*_ARCHIVED)

    # --- what is there

    def channels(self) -> list[Any]:
        """The text channels and threads that exist where the bot is."""
        return [
            c
            for c in self.backend.channels.values()
            if c.guild_id is not None and c.guild_id not in self.away
        ]

    def reachable(self, channel_id: int) -> bool:
        """Whether the bot can show something in a channel or thread."""
        channel = self.backend.channels.get(channel_id)
        if channel is None or channel.guild_id in self.away or self._trouble:
            return False
        if channel.thread_metadata is not None and (
            channel.thread_metadata.locked or channel.thread_metadata.archived
        ):
            return False
        granted = discord.Permissions(
            self.backend.compute_permissions(channel.guild_id, self.backend.bot_user.id, channel_id)
        )
        return all(getattr(granted, name) for name in _PERMISSIONS)

    # --- what happens

    async def strike(self, step: int) -> str:
        """Let something happen. Returns what it was."""
        kinds = (
            *(self.deny, self.deny, self.lock, self.archive, self.archive, self.purge, self.purge),
            *(self.later, self.later, self.later, self.later, self.restart, self.lose_database, self.trouble),
            *(self.disconnect, self.outage, self.quit, self.delete_thread, self.delete_channel, self.depart),
        )
        what = self.rng.choice(kinds)
        undo = await what()
        if undo is not None:
            self.undone.append((step + self.rng.choice((3, 10, 40, 150)), undo))
        return what.__name__

    async def mend(self, step: int | None = None) -> None:
        """Undo what is due by now, or all."""
        due = [entry for entry in self.undone if step is None or entry[0] <= step]
        for entry in due:
            self.undone.remove(entry)
            await entry[1]()

    @asynccontextmanager
    async def _outside(self) -> Any:
        with self.room.env._bot_scope():
            yield
        await self.room.env.settle()

    async def deny(self) -> Undo | None:
        """The bot loses a permission in a channel."""
        channels = [channel for channel in self.channels() if not channel.is_thread]
        if not channels:
            return None
        channel, bot = self.rng.choice(channels), self.backend.bot_user.id
        flag = getattr(discord.Permissions, self.rng.choice(_PERMISSIONS)).flag
        async with self._outside():
            self.backend.set_overwrite(channel.id, Overwrite(bot, OverwriteType.MEMBER, deny=flag))

        async def undo() -> None:
            if channel.id in self.backend.channels:
                async with self._outside():
                    self.backend.delete_overwrite(channel.id, bot)

        return undo

    async def _thread(self, **changes: bool) -> Undo | None:
        threads = [channel for channel in self.channels() if channel.is_thread]
        if not threads:
            return None
        thread = self.rng.choice(threads)
        async with self._outside():
            self.backend.edit_channel(thread.id, {}, thread_metadata=changes)

        async def undo() -> None:
            if thread.id in self.backend.channels:
                async with self._outside():
                    back = dict.fromkeys(changes, False)
                    self.backend.edit_channel(thread.id, {}, thread_metadata=back)

        return undo

    async def lock(self) -> Undo | None:
        """A thread is locked."""
        return await self._thread(locked=True)

    async def archive(self) -> Undo | None:
        """A thread is archived."""
        return await self._thread(archived=True)

    async def purge(self) -> None:
        """Messages of a channel are deleted, many at once."""
        full = [channel for channel in self.channels() if self.backend.messages.get(channel.id)]
        if not full:
            return
        channel = self.rng.choice(full)
        public = [m.id for m in self.backend.messages[channel.id].values() if not m.is_ephemeral]
        async with self._outside():
            self.backend.bulk_delete_messages(channel.id, public[-self.rng.choice((1, 3, 20)) :])

    async def later(self) -> None:
        """Time goes by: seconds to days."""
        # While the database is away the clock asks for it every few seconds.
        await self.room.env.advance_time(self.rng.choice(_DAYS[:5] if self.provoked else _DAYS))

    async def restart(self) -> None:
        """The bot is started anew."""
        if self.provoked:
            return
        self.connected = True
        await self.room.restart()

    async def lose_database(self) -> Undo | None:
        """The database is locked for a moment."""
        if self.provoked:
            return None
        database = self.room.bot.database
        locked = DatabaseUnavailable("The database is locked by another process.")

        @asynccontextmanager
        async def away() -> Any:
            raise locked
            yield

        before = database.read, database.write
        database.read = database.write = away
        self.provoked = True

        async def undo() -> None:
            database.read, database.write = before
            self.provoked = False

        return undo

    async def trouble(self) -> Undo | None:
        """Discord is in trouble."""
        if self._trouble:
            return None
        self._trouble = True

        async def undo() -> None:
            self._trouble = False

        return undo

    async def disconnect(self) -> Undo | None:
        """The gateway's connection breaks, and is resumed."""
        if not self.connected:
            return None
        self.connected = False
        async with self._outside():
            self.room.bot.dispatch("disconnect")

        async def undo() -> None:
            if not self.connected:
                self.connected = True
                async with self._outside():
                    self.room.bot.dispatch("resumed")

        return undo

    async def outage(self) -> Undo | None:
        """A server isn't available for a while, and then is."""
        return await self._without_guild(unavailable=True)

    async def quit(self) -> Undo | None:
        """The bot is removed from a server, and let in again."""
        return await self._without_guild()

    async def _without_guild(self, **how: bool) -> Undo | None:
        backend, there = self.backend, [g for g in self.backend.guilds if g not in self.away]
        if len(there) < 2:
            return None
        number = self.rng.choice(there)
        guild = backend.guilds[number]
        self.away.add(number)
        async with self._outside():
            backend.emit("GUILD_DELETE", {"id": str(number), **how})

        async def undo() -> None:
            self.away.discard(number)
            async with self._outside():
                backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, guild))

        return undo

    async def delete_thread(self) -> None:
        """A thread is deleted."""
        threads = [channel for channel in self.channels() if channel.is_thread]
        if threads:
            async with self._outside():
                self.backend.delete_channel(self.rng.choice(threads).id)

    async def delete_channel(self) -> None:
        """A channel is deleted, and another made."""
        channels = [channel for channel in self.channels() if not channel.is_thread]
        if not channels or self.rng.random() < 0.5:
            return
        channel = self.rng.choice(channels)
        async with self._outside():
            for thread in [c for c in self.channels() if c.parent_id == channel.id]:
                self.backend.delete_channel(thread.id)
            self.backend.delete_channel(channel.id)
            self.backend.create_channel(channel.guild_id, channel.name)

    async def depart(self) -> Undo | None:
        """A person leaves a server, and comes back."""
        guild = self.backend.guilds[self.rng.choice([g for g in self.backend.guilds if g not in self.away])]
        people = [user for user in guild.members if user not in (guild.owner_id, self.backend.bot_user.id)]
        user = self.rng.choice(people)
        async with self._outside():
            self.backend.remove_member(guild.id, user)

        async def undo() -> None:
            if user not in guild.members:
                async with self._outside():
                    self.backend.add_member(guild.id, user, announce=guild.id not in self.away)

        return undo
