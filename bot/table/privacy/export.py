"""All that is stored about a person, as JSON documents for them to keep.

What is secret stays out of them: what others hold in games that are still on, and the seeds of shuffles that
are still to come. Ids are written as strings, because many programs can't read numbers of that size.

Somebody may have thousands of games. They are read and written a few at a time, each time in a transaction of
its own; what is done to them on the event loop is little, and the rest of it isn't done there.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, cast, get_args

from bot.cribbage.events import GameEvent
from bot.table.privacy.former import NAMING
from bot.table.privacy.logs import logs_of
from bot.table.privacy.parts import Part, Writer
from bot.table.standing.feats import BY_KEY
from db import appearances, personal, tables
from db.engine import Database
from db.errors import legible
from db.rows import EventRow, TableRow

LARGEST: Final = 8_000_000
"""Bytes of a file after which the next one begins: some less than Discord takes (10 MiB)."""
GAMES: Final = 4
"""Games that are read at once: some 1,300 events, which hold the event loop up for a few milliseconds."""
ROWS: Final = 200
"""Other rows that are read at once."""

_EXACT: Final = 2**53  # from here on, programs that know floating-point numbers only are wrong about ids
_NOTE: Final = (
    "Everything that the bot has stored about you. 'appearances' are the tables whose records name you, and "
    "'games' are those records: as a whole where you had a seat in the game, and otherwise only what names "
    "you. Cards that others hold in games still being played are left out, and so are seeds that are secret."
)

Body = dict[str, Any]
_Hide = Callable[[Body, int], Body]


def _others_hands(body: Body, seat: int) -> Body:
    hands = [hand if number == seat else None for number, hand in enumerate(body["hands"])]
    return {**body, "hands": hands, "crib": None}


def _others_discard(body: Body, seat: int) -> Body:
    return body if body["seat"] == seat else {**body, "cards": None}


_SHOWN_TO_ALL: Final = (
    *("table_opened", "seat_taken", "seat_left", "house_seated", "table_closed"),
    *("reminded", "called", "went_missing", "returned", "surrender_offered", "offer_withdrawn"),
    *(
        "surrendered",
        "choice_given",
        "played_on",
        "game_stopped",
        "seed_revealed",
        "rewarded",
        "rematch_opened",
    ),
    *("person_forgotten", "game_started", "cut_for_deal", "starter_turned", "played", "said_go"),
    *("series_ended", "scored", "hand_counted", "game_won"),
)
_WHILE_LIVE: Final[Mapping[str, _Hide | None]] = {
    **dict.fromkeys(_SHOWN_TO_ALL, None),
    "dealt": _others_hands,
    "discarded": _others_discard,
}
"""What is hidden from a person of an event of a game that is on, by kind. What isn't in here is left out."""
_AS_STORED: Final = frozenset(str(kind.__dataclass_fields__["kind"].default) for kind in get_args(GameEvent))
"""The kinds of events that hold nothing but seats, cards and points: neither ids nor secrets that outlast a game."""


async def export(
    database: Database, user: int, now: datetime, pause: Callable[[], Awaitable[None]]
) -> AsyncGenerator[Part]:
    """The documents, each by itself complete and a file of a bearable size; none when nothing is stored.

    The first holds all but games, which then fill as many as they need, oldest first. Before each step
    `pause` is awaited.
    """
    async with database.read() as connection:
        if not await personal.knows(connection, user):
            return
        named = await appearances.of_player(connection, user)
    copy = _Copy(user, now)
    for name in personal.TABLES:
        last: Body | None = None
        while True:
            await pause()
            async with database.read() as connection:
                rows = await personal.rows(connection, name, user, after=last, limit=ROWS)
            await asyncio.to_thread(copy.add_rows, name, rows)
            if len(rows) < ROWS:
                break
            last = rows[-1]
    for first in range(0, len(named), GAMES):
        await pause()
        some = named[first : first + GAMES]
        async with database.read() as connection:
            games = await tables.load_all(connection, some)
            logs = await logs_of(connection, some)
        for part in await asyncio.to_thread(copy.add_games, games, logs):
            yield part
    yield await asyncio.to_thread(copy.finish)


class _Copy:
    """The documents while they are being written."""

    def __init__(self, user: int, now: datetime) -> None:
        self._user = user
        self._now = now
        self._part = 0
        self._games = 0
        self._told = ""
        self._file = self._begin(note=_NOTE)
        self._file.write(', "stored": {')

    def add_rows(self, name: str, rows: list[Body]) -> None:
        """Write some of a person's rows of a table: those of one table after those of another."""
        for row in _told(name, rows):
            before = "," if self._told == name else f'{"], " if self._told else ""}"{name}": ['
            self._told = name
            self._file.write(f"{before}\n{json.dumps(_plain(row))}")

    def add_games(self, games: Sequence[TableRow], logs: Mapping[int, list[EventRow]]) -> list[Part]:
        """Write some games. Returns the documents that are full."""
        full: list[Part] = []
        for table in games:
            if self._games and self._file.size >= LARGEST:
                full.append(self.finish())
                self._file = self._begin()
            self._file.write(",\n" if self._games else self._before_games())
            self._file.write(_game(table, logs[table.id], str(self._user)))
            self._games += 1
        return full

    def finish(self) -> Part:
        """The document that is being written."""
        self._file.write("\n]}" if self._games else f"{self._before_games()}]}}")
        return self._file.finish()

    def _begin(self, **more: object) -> Writer:
        self._part += 1
        self._games = 0
        name = "cribbage-data.json" if self._part == 1 else f"cribbage-data-{self._part}.json"
        head = {**more, "user": self._user, "exported_at": self._now, "part": self._part}
        writer = Writer(name, self._now)
        writer.write(json.dumps(_plain(head))[:-1])
        return writer

    def _before_games(self) -> str:
        rows = "" if self._part > 1 else f"{']' if self._told else ''}}}"
        return f'{rows}, "games": [\n'


def _number(digits: str) -> int | str:
    """A number from JSON, as a string where it is too large for some programs."""
    number = int(digits)
    return digits if abs(number) >= _EXACT else number


def _plain(value: object) -> object:
    """A value as JSON can say it without anybody misreading it. Quick enough for a few thousand rows."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in cast("Sequence[Any]", value)]
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, int) and abs(value) >= _EXACT else value


def _told(name: str, rows: list[Body]) -> list[Body]:
    """A person's rows, with their careers read and the names of their feats beside the keys."""
    if name == "players":
        return [{**row, "career": json.loads(row["career"])} for row in rows]
    if name == "feats":
        return [{**row, "name": BY_KEY[row["feat"]].name if row["feat"] in BY_KEY else None} for row in rows]
    return rows


def _game(table: TableRow, log: list[EventRow], user: str) -> str:
    """The record of a table as this person may see it."""
    with legible(f"The log of table {table.id}"):
        seat = _seat_in_game(log, user)
        if seat is None:
            shown = _naming(log, user)
        elif table.ended_at is None:
            shown = _while_live(log, seat)
        else:
            shown = ((row, _as_stored(row)) for row in log)
        events = ", ".join(
            f'{{"seq": {row.seq}, "at": "{row.at.isoformat()}", {body[1:]}' for row, body in shown
        )
    record = {
        "table": table.id,
        "server": str(table.guild_id),
        "channel": str(table.channel_id),
        "variant": table.variant,
        "status": table.status,
        "your_seat": seat,
    }
    return f'{json.dumps(record)[:-1]}, "events": [{events}]}}'


def _while_live(log: list[EventRow], seat: int) -> Iterator[tuple[EventRow, str]]:
    """The events of a game that is on, without what is hidden from a seat."""
    for row in log:
        if row.kind in _WHILE_LIVE:
            hide = _WHILE_LIVE[row.kind]
            yield row, _as_stored(row) if hide is None else json.dumps(hide(_read(row), seat))


def _naming(log: list[EventRow], user: str) -> Iterator[tuple[EventRow, str]]:
    """The events that name somebody."""
    for row in log:
        if row.kind in NAMING and _names(body := _read(row), user):
            yield row, json.dumps(body)


def _as_stored(row: EventRow) -> str:
    """All of an event, as JSON. Most are events of the game, which are JSON as it should be already."""
    if row.kind not in _AS_STORED:
        return json.dumps(_read(row))
    if not (row.body.startswith("{") and row.body.endswith("}")):
        raise ValueError
    return row.body


def _read(row: EventRow) -> Body:
    body: Body = json.loads(row.body, parse_int=_number)
    if row.kind == "rematch_sealed":
        del body["seed"]
    return body


def _seat_in_game(log: list[EventRow], user: str) -> int | None:
    """The seat in which somebody sat when the game began, or sits in the lobby."""
    seat: int | None = None
    for row in log:
        if row.kind == "seat_taken" and str((body := _read(row))["user"]) == user:
            seat = body["seat"]
        elif row.kind == "seat_left" and _read(row)["seat"] == seat:
            seat = None
    return seat


def _names(body: Body, user: str) -> bool:
    """Whether an event names somebody, whose opening of the table is all theirs to see."""
    reserved: list[Body] = body.get("reserved", [])
    return user in map(str, (body.get("user"), body.get("host"), *(kept["user"] for kept in reserved)))
