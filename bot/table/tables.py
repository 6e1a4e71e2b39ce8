"""All tables of the bot: the one door through which they change.

A change is load, decide, commit, under the table's lock; then whoever listens is told. The lock is never
held across a call to Discord.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from bot.cribbage.cards import Card
from bot.cribbage.shuffle import SEED_BYTES, commitment
from bot.cribbage.variants import VariantName
from bot.table import lobby, moves
from bot.table.events import Event, TableOpened
from bot.table.store import Record, Store
from bot.table.table import Refused, Table, evolve
from db.errors import AlreadySeated, Conflict, SeatTaken


@dataclass(frozen=True, slots=True)
class Change:
    """An accepted action: the table before and after it, what happened, and the person who did it."""

    before: Table
    after: Table
    events: tuple[Event, ...]
    by: int | None


Decide = Callable[[Table], Sequence[Event]]
Listener = Callable[[Change], None]


class Tables:
    """The tables, live ones kept in memory. `entropy` draws the seeds of the shuffles."""

    def __init__(self, store: Store, entropy: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self.store = store
        self.listeners: list[Listener] = []
        self._entropy = entropy
        self._live: dict[int, Record] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def open(
        self,
        *,
        guild: int,
        guild_name: str,
        channel: int,
        host: int,
        host_name: str,
        players: int,
        variant: VariantName,
        invited: int | None = None,
    ) -> Table:
        """Open a table with its host in the first seat, its shuffles sealed.

        Raises `Refused` when the host already sits at a table in this channel.
        """
        seed = self._entropy(SEED_BYTES)
        opening = TableOpened(guild, channel, host, players, variant, commitment(seed), invited)
        try:
            record = await self.store.open(opening, host_name, guild_name, seed)
        except AlreadySeated as error:
            raise _seated_elsewhere(error) from error
        self._live[record.table.id] = record
        return record.table

    async def get(self, table_id: int) -> Record:
        """The table with this number. Raises `Refused` when there is none."""
        if record := self._live.get(table_id):
            return record
        async with self._lock(table_id):
            return await self._load(table_id)

    def in_memory(self) -> list[Record]:
        """The live tables that have been used since the start."""
        return list(self._live.values())

    async def join(self, table_id: int, user: int, name: str, press: int) -> Change:
        """Take a seat; with the last one the game begins. Raises `Refused`."""
        return await self.act(table_id, lambda table: lobby.join(table, user, name, press), by=user)

    async def leave(self, table_id: int, user: int) -> Change:
        """Get up before the game. Raises `Refused`."""
        return await self.act(table_id, lambda table: lobby.leave(table, user), by=user)

    async def cancel(self, table_id: int, user: int) -> Change:
        """Close the table before the game. Raises `Refused`."""
        return await self.act(table_id, lambda table: lobby.cancel(table, user), by=user)

    async def discard(self, table_id: int, user: int, turn_seq: int, cards: tuple[Card, ...]) -> Change:
        """Give cards to the crib. Raises `Refused` or `IllegalAction`."""
        return await self.act(table_id, lambda table: moves.discard(table, user, turn_seq, cards), by=user)

    async def play(self, table_id: int, user: int, turn_seq: int, card: Card) -> Change:
        """Play a card. Raises `Refused` or `IllegalAction`."""
        return await self.act(table_id, lambda table: moves.play(table, user, turn_seq, card), by=user)

    async def surrender(self, table_id: int, user: int) -> Change:
        """Give up the game. Raises `Refused`."""
        return await self.act(table_id, lambda table: moves.surrender(table, user), by=user)

    async def act(self, table_id: int, decide: Decide, *, by: int | None = None) -> Change:
        """Change a table by what `decide` says, and by the cards that chance then brings.

        Raises `Refused` when there is no such table, when another process was faster, or what `decide`
        raises. Then nothing has changed.
        """
        async with self._lock(table_id):
            record = await self._load(table_id)
            before = record.table
            events = list(decide(before))
            after = _after(before, events)
            chance = moves.settle(after, record.seed)
            events += chance
            after = _after(after, chance)
            # Until the commit is known to have succeeded, memory can't be trusted.
            self._live.pop(table_id, None)
            try:
                record = await self.store.commit(record, events, after)
            except (Conflict, SeatTaken) as error:
                raise Refused(moves.STALE) from error
            except AlreadySeated as error:
                raise _seated_elsewhere(error) from error
            self._keep(record)
            change = Change(before, after, tuple(events), by)
        for listener in self.listeners:
            listener(change)
        return change

    async def published(self, table_id: int, messages: str, seq: int) -> None:
        """Note that the channel shows a table as of event `seq`, in these messages."""
        async with self._lock(table_id):
            await self.store.set_messages(table_id, messages, seq)
            if record := self._live.get(table_id):
                seq = max(seq, record.published_seq)
                self._live[table_id] = replace(record, messages=messages, published_seq=seq)

    async def _load(self, table_id: int) -> Record:
        record = self._live.get(table_id) or await self.store.load(table_id)
        if record is None:
            raise Refused(f"There is no table {table_id}. `/cribbage start` opens one.")
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


def _seated_elsewhere(error: AlreadySeated) -> Refused:
    return Refused(
        f"You already sit at table {error.table_id} in this channel, and one seat in a channel is the limit. "
        "`/cribbage hand` brings you back to it."
    )
