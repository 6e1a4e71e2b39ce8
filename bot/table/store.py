"""Tables in the database: their logs are the truth, their rows a summary of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from bot.cribbage.events import GameStarted
from bot.table.events import Event, SeatLeft, SeatTaken, TableOpened, decode, encode
from bot.table.results import results_of
from bot.table.table import Table, fold
from db import events as event_rows
from db import guilds, players, results, seats, tables
from db.engine import Database
from db.rows import EventRow, ResultRow
from db.tables import TableChanges

Clock = Callable[[], datetime]
"""The present moment, with its time zone."""

SEAT_EVENTS: Final = (SeatTaken, SeatLeft)


@dataclass(frozen=True, slots=True)
class Record:
    """A table as it is stored: with its secret seed, and with what the channel has been shown.

    `messages` is JSON that belongs to whoever posts the messages. `published_seq` is the last event that
    the channel shows.
    """

    table: Table
    seed: bytes = field(repr=False)
    messages: str
    published_seq: int
    started_at: datetime | None = None
    ended_at: datetime | None = None


class Store:
    """Reads and writes records. Every change is one transaction; `db.errors.Conflict` says who came late."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def open(self, opening: TableOpened, host_name: str, guild_name: str, seed: bytes) -> Record:
        """Store a new table with its host in the first seat.

        Raises `db.errors.AlreadySeated` when the host has a seat in this channel.
        """
        now = self._clock()
        log = (opening, SeatTaken(0, opening.host, host_name))
        async with self._database.write() as connection:
            await guilds.upsert(connection, opening.guild, guild_name, now)
            await players.upsert(connection, opening.host, host_name, now)
            table_id = await tables.insert(
                connection,
                guild_id=opening.guild,
                channel_id=opening.channel,
                host_id=opening.host,
                size=opening.players,
                variant=opening.variant,
                seed=seed,
                commitment=opening.commitment,
                now=now,
            )
            await seats.take(connection, table_id, 0, opening.host)
            await event_rows.append(connection, _rows(table_id, 0, log, now))
            await tables.update(connection, table_id, expected_seq=0, seq=len(log))
        return Record(fold(table_id, log), seed, "{}", 0)

    async def load(self, table_id: int) -> Record | None:
        """Read a table, None when there is none with this number."""
        async with self._database.read() as connection:
            row = await tables.load(connection, table_id)
            if row is None or row.seq == 0:
                return None
            log = await event_rows.of_table(connection, table_id)
        return Record(
            table=fold(table_id, (decode(event.body) for event in log)),
            seed=row.seed,
            messages=row.messages,
            published_seq=row.published_seq,
            started_at=row.started_at,
            ended_at=row.ended_at,
        )

    async def log(self, table_id: int) -> list[Event]:
        """Read all events of a table, hidden cards included."""
        async with self._database.read() as connection:
            return [decode(row.body) for row in await event_rows.of_table(connection, table_id)]

    async def commit(self, record: Record, events: Sequence[Event], after: Table) -> Record:
        """Store what an action led to, all of it or nothing; with the last one, the results.

        Raises `db.errors.Conflict` when the table is no longer as in `record`, and `SeatTaken` or
        `AlreadySeated` when a seat can't be had.
        """
        before, now = record.table, self._clock()
        changes: TableChanges = {}
        if after.status != before.status:
            changes["status"] = after.status
        if any(isinstance(event, GameStarted) for event in events):
            changes["started_at"] = now
        if before.live and not after.live:
            changes["ended_at"] = now
        async with self._database.write() as connection:
            await event_rows.append(connection, _rows(before.id, before.seq, events, now))
            await tables.update(connection, before.id, expected_seq=before.seq, seq=after.seq, **changes)
            for event in events:
                match event:
                    case SeatTaken(seat, user, name):
                        await players.upsert(connection, user, name, now)
                        await seats.take(connection, before.id, seat, user)
                    case SeatLeft(_, user):
                        await seats.leave(connection, before.id, user)
                    case _:
                        pass
            if before.live and not after.live:
                await seats.release(connection, before.id)
            if after.status == "finished" and before.status != "finished":
                await results.insert(connection, _result_rows(after, record.started_at or now, now))
        return replace(
            record,
            table=after,
            started_at=changes.get("started_at", record.started_at),
            ended_at=changes.get("ended_at", record.ended_at),
        )

    async def set_messages(self, table_id: int, messages: str, published_seq: int) -> None:
        """Note which messages show a table, and up to which event."""
        async with self._database.write() as connection:
            await tables.set_messages(connection, table_id, messages, published_seq)

    async def forget_messages(self) -> None:
        """Take all messages of live tables for lost, so that they are posted again."""
        async with self._database.write() as connection:
            await tables.forget_messages(connection)

    async def unpublished(self) -> list[int]:
        """Find the tables whose channel hasn't seen their newest state."""
        async with self._database.read() as connection:
            return [row.id for row in await tables.unpublished(connection)]

    async def messages_in(self, guild: int) -> dict[int, str]:
        """Find what messages show the live tables of a server, by table."""
        async with self._database.read() as connection:
            return {row.id: row.messages for row in await tables.live(connection, guild)}

    async def live_in(self, guild: int, user: int) -> list[int]:
        """Find the live tables of a server at which a person sits, oldest first."""
        async with self._database.read() as connection:
            here = {row.id for row in await tables.live(connection, guild)}
            mine = await seats.of_player(connection, user)
        return [seat.table_id for seat in mine if seat.table_id in here]


def _rows(table_id: int, seq: int, events: Sequence[Event], now: datetime) -> list[EventRow]:
    return [
        EventRow(table_id, number, event.kind, encode(event), now)
        for number, event in enumerate(events, start=seq + 1)
    ]


def _result_rows(table: Table, started: datetime, ended: datetime) -> list[ResultRow]:
    assert table.game is not None
    return [
        ResultRow(
            table_id=table.id,
            player_id=result.user,
            guild_id=table.guild,
            seat=result.seat,
            side=result.side,
            size=table.players,
            variant=table.variant_name,
            practice=False,
            outcome=result.outcome,
            score=result.score,
            best_opponent_score=result.best_opponent,
            skunks_given=result.skunks_given,
            double_skunks_given=result.double_skunks_given,
            skunk_taken=result.skunk_taken,
            deals=table.game.deal,
            started_at=started,
            ended_at=ended,
        )
        for result in results_of(table)
    ]
