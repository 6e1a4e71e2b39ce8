"""Tables in the database: their logs are the truth, their rows a summary of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.table import hosting
from bot.table.events import Event, RematchOpened, Rewarded, encode
from bot.table.patience import Pace, patience, time_left
from bot.table.privacy import logs
from bot.table.privacy.former import former_player, named_in
from bot.table.seats import Person
from bot.table.standing import book
from bot.table.table import Table, evolve, fold, opened
from db import appearances, guilds, personal, players, seats, tables
from db import events as event_rows
from db.engine import Database
from db.errors import Conflict, legible
from db.rows import EventRow, TableRow
from db.tables import TableChanges

Clock = Callable[[], datetime]
"""The present moment, with its time zone."""

APART = timedelta(seconds=0.1)
"""How much later than the one before each clock ends when all start together: a table's turn costs milliseconds."""


@dataclass(frozen=True, slots=True)
class Record:
    """A table as it is stored: with its secret seed, its clock, and with what the channel has been shown.

    `asked_at` is when the clock began to run for the present question, `deadline` when it does what comes
    next (None: it stands), `until` when the time of people who are waited for is up. `messages` is JSON that
    belongs to whoever posts the messages. `published_seq` is the last event that the channel shows.
    """

    table: Table
    seed: bytes = field(repr=False)
    messages: str
    published_seq: int
    asked_at: datetime
    deadline: datetime | None
    until: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None


Parted = tuple[Record, Sequence[Event], Table]
"""A table, what somebody's going leads to, and the table after that."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Whoever stands in for a person, None if nothing names them; and the tables that were live, as they are now."""

    former: Person | None
    records: tuple[Record, ...]


class Store:
    """Reads and writes records. Every change is one transaction; `db.errors.Conflict`: somebody was faster."""

    def __init__(self, database: Database, clock: Clock, pace: Pace) -> None:
        self.database = database
        self._clock = clock
        self._pace = pace

    async def open(
        self, log: Sequence[Event], guild_name: str, seed: bytes, *, rematch_of: Record | None = None
    ) -> Record:
        """Store a new table, whose log begins like this, and with `rematch_of` note it there.

        Raises `TooManyTables` when its host has as many open as one may, unless it is for a rematch;
        `db.errors.AlreadySeated` when somebody who sits here has a seat in this channel; and
        `db.errors.Conflict` when the table of `rematch_of` is no longer like that.
        """
        now = self._clock()
        table = fold(0, log)
        host = table.seats[table.seat_of(table.host) or 0].person
        assert host is not None
        async with self.database.write() as connection:
            await guilds.upsert(connection, table.guild, guild_name, now)
            # From here on nobody else can open a table for this person at the same time.
            await players.upsert(connection, host.user, host.name, now)
            if rematch_of is None:
                hosting.check(await tables.hosted(connection, host.user), table.guild)
            table_id = await tables.insert(
                connection,
                guild_id=table.guild,
                channel_id=table.channel,
                host_id=table.host,
                size=table.players,
                variant=table.variant_name,
                seed=seed,
                commitment=table.commitment,
                now=now,
            )
            table = replace(table, id=table_id)
            new = Record(opened(table_id, log[0]), seed, tables.NO_MESSAGES, 0, asked_at=now, deadline=None)
            if rematch_of is not None:
                noted = RematchOpened(table_id)
                before, old = rematch_of.table, evolve(rematch_of.table, noted)
                if rematch_of.published_seq == before.seq:
                    # The channel shows nothing of it, so there is nothing to publish.
                    rematch_of = replace(rematch_of, published_seq=old.seq)
                await self._write(connection, rematch_of, [noted], old, now, seq=before.seq)
            return await self._write(connection, new, log, table, now, seq=0)

    async def load(self, table_id: int) -> Record | None:
        """Read a table, None when there is none with this number.

        Raises `db.errors.DatabaseUnavailable` when its log is damaged, or no database can be reached.
        """
        async with self.database.read() as connection:
            return await self._load(connection, table_id)

    async def _load(self, connection: AsyncConnection, table_id: int) -> Record | None:
        row = await tables.load(connection, table_id)
        if row is None or row.seq == 0:
            return None
        log = await logs.log_of(connection, table_id)
        with legible(f"The log of table {table_id}"):
            if len(log) != row.seq:
                raise ValueError
        table, asked_at = fold(table_id, logs.read(log)), _asked_at(row, log[-1].at)
        return Record(
            table=table,
            seed=row.seed,
            messages=row.messages,
            published_seq=row.published_seq,
            asked_at=asked_at,
            deadline=row.deadline,
            until=self._until(table, asked_at),
            started_at=row.started_at,
            ended_at=row.ended_at,
        )

    def _until(self, table: Table, asked_at: datetime) -> datetime | None:
        left = time_left(table, self._pace)
        return None if left is None else asked_at + left

    async def log(self, table_id: int) -> list[Event]:
        """Read all events of a table, hidden cards included."""
        async with self.database.read() as connection:
            return await self._log(connection, table_id)

    async def _log(self, connection: AsyncConnection, table_id: int) -> list[Event]:
        return logs.read(await logs.log_of(connection, table_id))

    async def commit(self, record: Record, events: Sequence[Event], after: Table) -> Record:
        """Store what an action led to, all of it or nothing; with the last one, the results.

        Raises `db.errors.Conflict` when the table is no longer as in `record`, and `SeatOccupied` or
        `AlreadySeated` when a seat can't be had. Whoever is thrown out by a `CancelledError` has stored
        nothing, and after `db.errors.DatabaseUnavailable` nothing is stored unless it says `in_doubt`.
        """
        async with self.database.write() as connection:
            return await self._write(connection, record, events, after, self._clock(), seq=record.table.seq)

    async def _write(
        self,
        connection: AsyncConnection,
        record: Record,
        events: Sequence[Event],
        after: Table,
        now: datetime,
        *,
        seq: int,
    ) -> Record:
        """Write events behind the one numbered `seq`, and all that follows from them."""
        before = record.table
        if after.status == "finished" and before.status != "finished":
            # The game has to be paid for before its log can say what it brought.
            log = [*(await self._log(connection, before.id)), *events]
            made = await book.settle(connection, after, log, record.started_at or now, now)
            events = [*events, Rewarded(tuple(award.gain for award in made))]
            after = evolve(after, events[-1])
        asked_at = now if after.asked_seq != before.asked_seq else record.asked_at
        waits = patience(after, self._pace)
        changes: TableChanges = {
            "deadline": None if waits is None else asked_at + waits,
            "patience": None if waits is None else waits.total_seconds(),
            "published_seq": record.published_seq,
        }
        if after.status != before.status:
            changes["status"] = after.status
        if before.game is None and after.game is not None:
            changes["started_at"] = now
        if before.live and not after.live:
            changes["ended_at"] = now
        await event_rows.append(connection, _rows(before.id, seq, events, now))
        await appearances.add(connection, before.id, named_in(events))
        await tables.update(connection, before.id, expected_seq=seq, seq=after.seq, **changes)
        if after.seats != before.seats:
            await _reseat(connection, before, after, now)
        if before.live and not after.live:
            await seats.release(connection, before.id)
        return replace(
            record,
            table=after,
            asked_at=asked_at,
            deadline=changes.get("deadline"),
            until=self._until(after, asked_at),
            started_at=changes.get("started_at", record.started_at),
            ended_at=changes.get("ended_at", record.ended_at),
        )

    async def forget(self, user: int, parted: Sequence[Parted]) -> Forgotten:
        """Take a person out of everything that is shown; what is part of others' games goes to a former player.

        From then on nobody meets them anywhere. The logs of ended games name them until `rename_some` has
        rewritten those; meanwhile they are read as if it had. `parted` are the live tables that name them.
        Raises `db.errors.Conflict` when one of those has changed, or when there is another.
        """
        now = self._clock()
        async with self.database.write() as connection:
            await players.lock(connection, [user])
            for record, events, after in parted:
                await self._write(connection, record, events, after, now, seq=record.table.seq)
            numbers = {record.table.id for record, _, _ in parted}
            if not numbers.issuperset(await appearances.of_player(connection, user, live_only=True)):
                raise Conflict(f"Person {user} has come to another table meanwhile.")
            former = await self._replace(connection, user, numbers, now)
            await personal.remove(connection, user)
            records = [await self._load(connection, number) for number in sorted(numbers)]
        return Forgotten(former, tuple(record for record in records if record is not None))

    async def _replace(
        self, connection: AsyncConnection, user: int, live: Collection[int], now: datetime
    ) -> Person | None:
        """Put a former player in the place of a person; None when no log names them.

        The logs of `live` tables are rewritten at once: there the same person may come back as somebody new.
        """
        if not await appearances.of_player(connection, user):
            return None
        former = former_player(await personal.next_former(connection))
        await logs.rename_in(connection, sorted(live), user, former.user)
        await personal.replace(connection, user, former.user, former.name, now, rewritten=live)
        return former

    async def rename_some(self) -> bool:
        """Rewrite some of the logs that name people whose data is deleted; false when none does any more."""
        async with self.database.write() as connection:
            return await logs.rename_some(connection)

    async def knows(self, user: int) -> bool:
        """Whether anything is stored about a person."""
        async with self.database.read() as connection:
            return await personal.knows(connection, user)

    async def live_naming(self, user: int) -> list[int]:
        """Find the live tables whose logs name a person, who may have got up again or never have come."""
        async with self.database.read() as connection:
            return await appearances.of_player(connection, user, live_only=True)

    async def set_messages(self, table_id: int, messages: str, published_seq: int) -> None:
        """Note which messages show a table, and up to which event."""
        async with self.database.write() as connection:
            await tables.set_messages(connection, table_id, messages, published_seq)

    async def set_published(self, seqs: dict[int, int]) -> None:
        """Note up to which events channels show tables, by number."""
        if seqs:
            async with self.database.write() as connection:
                await tables.set_published(connection, seqs)

    async def forget_messages(self) -> None:
        """Take all messages of live tables for lost, so that they are posted again."""
        async with self.database.write() as connection:
            await tables.forget_messages(connection)

    async def unpublished(self) -> list[int]:
        """Find the tables whose channel hasn't seen their newest state."""
        async with self.database.read() as connection:
            return [row.id for row in await tables.unpublished(connection)]

    async def restart_clock(self, record: Record) -> Record:
        """Let the clock of a table start afresh from now."""
        now, waits = self._clock(), patience(record.table, self._pace)
        deadline = None if waits is None else now + waits
        async with self.database.write() as connection:
            await tables.set_deadline(connection, record.table.id, deadline)
        return replace(record, asked_at=now, deadline=deadline, until=self._until(record.table, now))

    async def restart_clocks(self) -> dict[int, datetime]:
        """Let every clock start afresh from now. Returns the deadlines of all live tables by number."""
        async with self.database.write() as connection:
            return await tables.restart_clocks(connection, self._clock(), apart=APART)

    async def live_messages(self) -> dict[int, str]:
        """Find what messages show the live tables of all servers, by table."""
        async with self.database.read() as connection:
            return {row.id: row.messages for row in await tables.live(connection)}

    async def live_in(self, guild: int, user: int) -> list[int]:
        """Find the live tables of a server at which a person sits, oldest first."""
        async with self.database.read() as connection:
            here = {row.id for row in await tables.live(connection, guild)}
            mine = await seats.of_player(connection, user)
        return [seat.table_id for seat in mine if seat.table_id in here]

    async def seats_of(self, user: int) -> list[int]:
        """Find the live tables of all servers at which a person sits, oldest first."""
        async with self.database.read() as connection:
            return [seat.table_id for seat in await seats.of_player(connection, user)]

    async def guilds(self) -> list[int]:
        """Find the servers that have live tables."""
        async with self.database.read() as connection:
            return await tables.live_guilds(connection)

    async def live_at(self, guild: int, place: int | None = None) -> list[int]:
        """Find the live tables of a server, or of one of its channels, oldest first."""
        async with self.database.read() as connection:
            rows = await tables.live(connection, guild)
        return [row.id for row in rows if place in (None, row.channel_id)]


def _asked_at(row: TableRow, last: datetime) -> datetime:
    if row.deadline is None or row.patience is None:
        return last
    return row.deadline - timedelta(seconds=row.patience)


def _rows(table_id: int, seq: int, events: Sequence[Event], now: datetime) -> list[EventRow]:
    return [
        EventRow(table_id, number, event.kind, encode(event), now)
        for number, event in enumerate(events, start=seq + 1)
    ]


async def _reseat(connection: AsyncConnection, before: Table, after: Table, now: datetime) -> None:
    """Store who has sat down or got up. Those whose side has surrendered may sit at another table."""
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.person is not None and new.person != old.person:
            await seats.leave(connection, before.id, old.person.user)
        side = after.side(number)
        if old.person is not None and after.given_up(side) and not before.given_up(side):
            await seats.release(connection, before.id, old.person.user)
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if new.person is not None and new.person != old.person:
            await players.upsert(connection, new.person.user, new.person.name, now)
            await seats.take(connection, before.id, number, new.person.user)
