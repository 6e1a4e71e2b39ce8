"""All tables of the bot: the one door through which they change.

A change is load, decide, commit, under the table's lock; then whoever listens is told. The lock is never
held across a call to Discord.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Concatenate, ParamSpec
from weakref import WeakValueDictionary

from bot.cribbage.shuffle import SEED_BYTES, commitment
from bot.cribbage.variants import STANDARD, VARIANTS
from bot.table import endings, lobby, moves, rematch, settings
from bot.table.events import Event, PersonForgotten, RematchSealed, Reservation, SeatTaken, TableOpened
from bot.table.seats import Person
from bot.table.store import Parted, Record, Store
from bot.table.table import Refused, Table, evolve, fold
from db.errors import AlreadySeated, Conflict, SeatOccupied
from db.tables import NO_MESSAGES

_P = ParamSpec("_P")

_TRIES = 5
"""How often it is tried to do something at several tables while they change."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What somebody wants who opens a table: where, what is played, and how."""

    guild: int
    guild_name: str
    channel: int
    host: int
    host_name: str
    players: int = 2
    variant: str = STANDARD.name
    turn_seconds: int = 180
    thread: bool = False
    quiet: bool = False
    reserved: tuple[Reservation, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """An accepted action: the table before and after it, what happened, and the person who did it.

    `deadline` is when the clock acts next, None when it stands.
    """

    before: Table
    after: Table
    events: tuple[Event, ...]
    by: int | None
    deadline: datetime | None


Decide = Callable[[Table], Sequence[Event]]
Listener = Callable[[Change], None]


class Tables:
    """The tables, live ones kept in memory. `entropy` draws the seeds of the shuffles."""

    def __init__(self, store: Store, entropy: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self.store = store
        self.listeners: list[Listener] = []
        # Told when a channel has been shown what a table asks of its people.
        self.shown: list[Callable[[Record], None]] = []
        self._entropy = entropy
        self._live: dict[int, Record] = {}
        # The last event that each table's channel shows, where that isn't stored yet.
        self._unwritten: dict[int, int] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def open(self, wanted: Opening) -> Table:
        """Open a table with its host in a seat, its shuffles sealed.

        Raises `Refused` when the host already sits at a table in this channel or the game is none of `VARIANTS`,
        and `TooManyTables` when they have as many tables open as one may.
        """
        if wanted.variant not in VARIANTS:
            raise Refused(f"That game isn't played here. Choose one of these: {', '.join(VARIANTS)}.")
        seed = self._entropy(SEED_BYTES)
        opening = TableOpened(
            guild=wanted.guild,
            channel=wanted.channel,
            host=wanted.host,
            players=wanted.players,
            variant=wanted.variant,
            commitment=commitment(seed),
            turn_seconds=wanted.turn_seconds,
            thread=wanted.thread,
            quiet=wanted.quiet,
            reserved=wanted.reserved,
        )
        log: list[Event] = [opening, SeatTaken(0, wanted.host, wanted.host_name)]
        return await self._open(log, seed, wanted.guild_name)

    async def _open(
        self, log: list[Event], seed: bytes, guild_name: str, rematch_of: Record | None = None
    ) -> Table:
        log += moves.chance(fold(0, log), seed)
        try:
            record = await self.store.open(log, guild_name, seed, rematch_of=rematch_of)
        except Conflict as error:
            raise Refused(moves.STALE) from error
        except AlreadySeated as error:
            raise _seated_elsewhere(error) from error
        self._keep(record)
        self._tell(Change(record.table, record.table, tuple(log), record.table.host, record.deadline))
        return record.table

    async def get(self, table_id: int) -> Record:
        """The table with this number. Raises `Refused` when there is none."""
        if record := self._live.get(table_id):
            return record
        async with self._lock(table_id):
            return await self._load(table_id)

    async def act(
        self,
        table_id: int,
        user: int,
        decide: Callable[Concatenate[Table, int, _P], Sequence[Event]],
        *args: _P.args,
        **kwargs: _P.kwargs,
    ) -> Change:
        """Let a person do something at a table: `act(table_id, user, moves.play, turn_seq, card)`.

        Raises what `change` does.
        """
        return await self.change(table_id, lambda table: decide(table, user, *args, **kwargs), by=user)

    async def rematch(self, table_id: int, user: int, name: str, press: int, guild_name: str) -> Table:
        """Play the same game again: opens a table with the same seats, or joins the one that is open.

        Raises `Refused` when this person didn't play, or sits at another table in this channel.
        """
        async with self._lock(table_id):
            old = await self._load(table_id)
            other = old.table.rematch
            if other is None:
                rules = await settings.read(self.store.database, old.table.guild)
                log = rematch.rematch_log(old.table, user, press, rules)
                return await self._open(log, bytes.fromhex(old.table.rematch_seed or ""), guild_name, old)
        rematch.check_played(old.table, user)
        return (await self.act(other, user, lobby.join, name, press)).after

    async def change(self, table_id: int, decide: Decide, *, by: int | None = None) -> Change:
        """Change a table by what `decide` says, and by the cards that chance then brings.

        Raises `Refused` when there is no such table, when another process was faster, or what `decide`
        raises. Then nothing has changed, and neither has anything after a `CancelledError`, or after
        `db.errors.DatabaseUnavailable` unless that says `in_doubt`.

        It may be cancelled at any moment, and ends at once unless the change is just being stored. Then it
        ends as always: with the change told to `listeners` and returned, and the caller is cancelled where it
        waits for something the next time. So by the end of a cancelled call listeners have been told of the
        change if and only if it is stored.
        """
        async with self._lock(table_id):
            record = await self._load(table_id)
            events = list(decide(record.table))
            if not events:
                return Change(record.table, record.table, (), by, record.deadline)
            if not record.table.live:
                raise Refused(moves.OVER)
            change = await self._commit(record, events, by=by)
        self._tell(change)
        return change

    async def forget(self, user: int) -> Person | None:
        """Delete a person's data: they give up their games, and those of others name a former player from now on.

        Returns that player, None when no game names them. Raises `Refused` when too much happens at their
        tables meanwhile. From the first transaction on nobody meets them any more; if what follows is
        interrupted, `finish_forgetting` does the rest, as does the next deletion of anybody's data.
        """
        for _ in range(_TRIES):
            try:
                former, changes = await self._forget(user)
            except Conflict:
                continue
            for change in changes:
                self._tell(change)
            await self.finish_forgetting()
            return former
        raise Refused("Too much is happening at your tables just now. Nothing was deleted: try again.")

    async def finish_forgetting(self) -> None:
        """Take the names of people whose data is deleted out of logs that still hold them, some at a time.

        To be called at the start, in case a deletion was interrupted; it may be interrupted again, and be
        called at any time. Raises `db.errors.DatabaseUnavailable`.
        """
        more = True
        while more:  # between two, others who have waited have their turn
            more = await self.store.rename_some()

    async def _forget(self, user: int) -> tuple[Person | None, list[Change]]:
        async with AsyncExitStack() as locks:
            parted: list[Parted] = []
            for number in await self.store.live_naming(user):
                await locks.enter_async_context(self._lock(number))
                record = await self._load(number)
                if record.table.live:
                    # Until the commit is known to have succeeded, memory can't be trusted.
                    self._live.pop(number, None)
                    events, after = self._lead(record, [PersonForgotten(), *_parting(record.table, user)])
                    parted.append((record, events, after))
            forgotten = await self.store.forget(user, parted)
            # Tables at which another process has put a former player may still name this person in memory.
            self._live.clear()
            for record in forgotten.records:
                self._keep(record)
        changes = [
            Change(before.table, after.table, tuple(events), user, after.deadline)
            for (before, events, _), after in zip(parted, forgotten.records, strict=True)
        ]
        return forgotten.former, changes

    async def _commit(self, record: Record, events: list[Event], *, by: int | None) -> Change:
        before = record.table
        events, after = self._lead(record, events)
        # Until the commit is known to have succeeded, memory can't be trusted.
        self._live.pop(before.id, None)
        try:
            record = await self.store.commit(record, events, after)
        except (Conflict, SeatOccupied) as error:
            raise Refused(moves.STALE) from error
        except AlreadySeated as error:
            raise _seated_elsewhere(error) from error
        self._unwritten.pop(before.id, None)
        self._keep(record)
        return Change(before, record.table, tuple(events), by, record.deadline)

    def _lead(self, record: Record, events: list[Event]) -> tuple[list[Event], Table]:
        """What events lead to: they and what chance brings after them, and the table then."""
        after = _after(record.table, events)
        brought = moves.chance(after, record.seed)
        after = _after(after, brought)
        if record.table.status == "playing" and after.status == "finished":
            brought.append(self._seal_rematch())
            after = evolve(after, brought[-1])
        return [*events, *brought], after

    def _seal_rematch(self) -> RematchSealed:
        seed = self._entropy(SEED_BYTES)
        return RematchSealed(commitment(seed), seed.hex())

    async def published(self, table_id: int, messages: str, seq: int) -> None:
        """Note that the channel shows a table as of event `seq`, in these messages.

        New messages are stored at once. That old ones have been edited is stored with the table's next
        commit, or by `write_published`: if it is lost, they are edited once more after the next start.
        """
        async with self._lock(table_id):
            await self._published(table_id, messages, seq)

    async def first_published(self, table_id: int, messages: str, seq: int) -> None:
        """The same for the first message that shows a table: it changes nothing if one is known."""
        async with self._lock(table_id):
            if (await self._load(table_id)).messages == NO_MESSAGES:
                await self._published(table_id, messages, seq)

    async def _published(self, table_id: int, messages: str, seq: int) -> None:
        record = self._live.get(table_id)
        if record is None or record.messages != messages:
            await self.store.set_messages(table_id, messages, seq)
            self._unwritten.pop(table_id, None)
        elif seq > record.published_seq:
            self._unwritten[table_id] = seq
        if record is not None:
            shown = replace(record, messages=messages, published_seq=max(seq, record.published_seq))
            self._live[table_id] = shown
            if record.published_seq < record.table.asked_seq <= seq:
                for listener in self.shown:
                    listener(shown)

    async def write_published(self) -> None:
        """Store what channels show where that has not been stored yet."""
        written = dict(self._unwritten)
        await self.store.set_published(written)
        # Not before it is stored: a table that is loaded meanwhile needs it.
        self._unwritten = {
            number: seq for number, seq in self._unwritten.items() if written.get(number) != seq
        }

    async def restart_clocks(self) -> dict[int, datetime]:
        """Let every clock start afresh. Returns the deadlines of all live tables by number."""
        deadlines = await self.store.restart_clocks()
        self._live.clear()
        return deadlines

    async def restart_clock(self, table_id: int) -> Record:
        """Let a table's clock start afresh. Raises `Refused` when there is no such table (any more)."""
        async with self._lock(table_id):
            record = await self.store.restart_clock(await self._load(table_id))
            self._keep(record)
            return record

    def _tell(self, change: Change) -> None:
        for listener in self.listeners:
            listener(change)

    async def _load(self, table_id: int) -> Record:
        record = self._live.get(table_id)
        if record is None:
            shown = self._unwritten.get(table_id, 0)
            record = await self.store.load(table_id)
            if record is None:
                raise Refused(f"There is no table {table_id}. `/cribbage start` opens one.")
            if shown > record.published_seq:
                record = replace(record, published_seq=shown)
        self._keep(record)
        return record

    def _keep(self, record: Record) -> None:
        if record.table.live:
            self._live[record.table.id] = record

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())


def _after(table: Table, events: Sequence[Event]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def _parting(table: Table, user: int) -> list[Event]:
    """What happens at a live table when a person goes for good."""
    if table.status == "lobby":
        return lobby.leave(table, user) if table.seat_of(user) is not None else []
    return endings.part(table, user)


def _seated_elsewhere(error: AlreadySeated) -> Refused:
    return Refused(
        f"You already sit at table {error.table_id} in this channel, and one seat in a channel is the limit. "
        "`/cribbage hand` brings you back to it."
    )
