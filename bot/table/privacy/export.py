"""All that is stored about a person, as JSON documents for them to keep.

What is secret stays out of them: what others hold in games that are still on, and the seeds of shuffles that
are still to come. Ids are written as strings, because many programs can't read numbers of that size.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, cast

from bot.table.privacy.logs import log_of
from bot.table.standing.feats import BY_KEY
from db import appearances, personal, tables
from db.engine import Database
from db.rows import EventRow, TableRow

LARGEST: Final = 6_000_000
"""Bytes of a document: some less than Discord takes in a file."""

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


def _as_it_is(body: Body, _seat: int) -> Body:
    return body


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
_WHILE_LIVE: Final[Mapping[str, _Hide]] = {
    **dict.fromkeys(_SHOWN_TO_ALL, _as_it_is),
    "dealt": _others_hands,
    "discarded": _others_discard,
}
"""What a person may see of an event of a game that is on, by kind. What isn't in here is left out."""


async def export(database: Database, user: int, now: datetime) -> AsyncGenerator[bytes]:
    """The documents, each by itself complete and of a bearable size; none when nothing is stored.

    The first holds all but games, which then fill as many as they need, oldest first.
    """
    async with database.read() as connection:
        rows = await personal.rows(connection, user)
        named = await appearances.of_player(connection, user)
    if not rows:
        return
    stored = {name: _told(name, mine) for name, mine in rows.items()}
    document = _Document({"note": _NOTE, "user": user, "exported_at": now, "part": 1, "stored": stored})
    for table_id in named:
        async with database.read() as connection:
            table = await tables.load(connection, table_id)
            log = await log_of(connection, table_id)
        if table is None:
            continue
        game = await asyncio.to_thread(_game, table, log, user)
        if document.size + len(game) > LARGEST and document.games:
            yield document.encoded()
            document = _Document({"user": user, "exported_at": now, "part": document.part + 1})
        document.add(game)
    yield document.encoded()


class _Document:
    def __init__(self, head: Body) -> None:
        self.part: int = head["part"]
        self.games: list[str] = []
        self._head = json.dumps(_plain(head))
        self.size = len(self._head)

    def add(self, game: str) -> None:
        self.games.append(game)
        self.size += len(game)

    def encoded(self) -> bytes:
        games = ",\n".join(self.games)
        return f'{self._head[:-1]}, "games": [\n{games}\n]}}'.encode()


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


def _told(name: str, rows: list[dict[str, Any]]) -> list[Body]:
    """A person's rows, with their careers read and the names of their feats beside the keys."""
    if name == "players":
        return [{**row, "career": json.loads(row["career"])} for row in rows]
    if name == "feats":
        return [{**row, "name": BY_KEY[row["feat"]].name if row["feat"] in BY_KEY else None} for row in rows]
    return rows


def _game(table: TableRow, log: list[EventRow], user: int) -> str:
    """The record of a table as this person may see it, in ASCII: its characters are bytes."""
    bodies = [(row, _read(row)) for row in log]
    seat = _seat_in_game(bodies, str(user))
    if seat is None:
        bodies = [(row, body) for row, body in bodies if _names(body, str(user))]
    elif table.ended_at is None:
        bodies = [
            (row, hide(body, seat)) for row, body in bodies if (hide := _WHILE_LIVE.get(row.kind)) is not None
        ]
    record = {
        "table": table.id,
        "server": str(table.guild_id),
        "channel": str(table.channel_id),
        "variant": table.variant,
        "status": table.status,
        "your_seat": seat,
        "events": [{"seq": row.seq, "at": row.at.isoformat(), **body} for row, body in bodies],
    }
    return json.dumps(record)


def _read(row: EventRow) -> Body:
    body: Body = json.loads(row.body, parse_int=_number)
    if row.kind == "rematch_sealed":
        del body["seed"]
    return body


def _seat_in_game(bodies: list[tuple[EventRow, Body]], user: str) -> int | None:
    """The seat in which somebody sat when the game began, or sits in the lobby."""
    seat: int | None = None
    for row, body in bodies:
        if row.kind == "seat_taken" and str(body["user"]) == user:
            seat = body["seat"]
        elif row.kind == "seat_left" and body["seat"] == seat:
            seat = None
    return seat


def _names(body: Body, user: str) -> bool:
    """Whether an event names somebody, whose opening of the table is all theirs to see."""
    reserved: list[Body] = body.get("reserved", [])
    return user in map(str, (body.get("user"), body.get("host"), *(kept["user"] for kept in reserved)))
