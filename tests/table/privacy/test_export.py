"""The copy of somebody's data: complete, in bearable pieces, and without what is secret."""

from __future__ import annotations

import io
import json
import random
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args
from zipfile import ZipFile

import pytest

from bot.table import endings, lobby
from bot.table.events import Event, Reservation, TableEvent
from bot.table.privacy import export as exporting
from bot.table.privacy import parts
from bot.table.privacy.export import export
from bot.table.privacy.logs import log_of
from bot.table.privacy.parts import Part
from bot.table.table import Table
from bot.table.tables import Opening, Tables
from db import appearances, personal
from db import tables as table_rows
from db.engine import Database
from db.errors import DatabaseUnavailable
from db.rows import EventRow, TableRow
from tests.table.played import play, seated, tables_on

pytestmark = pytest.mark.journey

ANN, BOB, CY = 2**60 + 1, 2**60 + 2, 2**60 + 3
NOW = datetime(2026, 3, 4, tzinfo=UTC)


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncGenerator[Tables]:
    database = await Database.open(f"sqlite:///{tmp_path / 'export.sqlite3'}")
    yield tables_on(database)
    await database.close()


async def copy_for(tables: Tables, user: int) -> list[dict[str, Any]]:
    """What somebody is handed, as JSON."""
    found = [part async for part in export(tables.store.database, user, NOW, at_once)]
    return [json.loads(unpacked(part)) for part in found]


async def at_once() -> None:
    """Nobody presses anything meanwhile."""


def unpacked(part: Part) -> bytes:
    if not part.name.endswith(".zip"):
        return part.content
    with ZipFile(io.BytesIO(part.content)) as archive:
        (name,) = archive.namelist()
        assert name == part.name.replace(".zip", ".json")
        return archive.read(name)


def cards_in(events: list[dict[str, Any]]) -> set[str]:
    """Everything in events that is a card."""
    text = json.dumps(events)
    return {f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS" if f'"{rank}{suit}"' in text}


def test_of_every_kind_of_event_it_is_known_what_may_be_seen() -> None:
    kinds = {str(kind.__dataclass_fields__["kind"].default) for kind in get_args(Event)}
    # The seal of a rematch comes when the game is over; its seed never.
    assert kinds - exporting._WHILE_LIVE.keys() == {"rematch_sealed"}
    assert not exporting._WHILE_LIVE.keys() - kinds


async def test_nothing_for_a_stranger(tables: Tables) -> None:
    assert await copy_for(tables, ANN) == []


@pytest.mark.parametrize("moves", range(0, 16, 3))
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_game_that_is_on_shows_what_its_player_knows(
    tables: Tables, players: int, moves: int
) -> None:
    people = {ANN: "Ann", BOB: "Bob", CY: "Cy", 2**60 + 4: "Dee"}
    opened = await seated(tables, dict(list(people.items())[:players]))
    table = await play(tables, opened.id, random.Random(moves), moves)
    game = table.game
    assert game is not None
    ((game_copy,),) = [document["games"] for document in await copy_for(tables, ANN)]
    events: list[dict[str, Any]] = game_copy["events"]
    log = await tables.store.log(table.id)
    assert [event["kind"] for event in events] == [event.kind for event in log]
    assert [event["seq"] for event in events] == list(range(1, len(log) + 1))
    seat = table.seat_of(ANN)
    assert game_copy["your_seat"] == seat == 0
    start = next(at for at, event in enumerate(events) if event["kind"] == "dealt")
    if not moves or game.deal == 1:
        hidden = {
            str(card)
            for other in range(players)
            if other != seat
            for card in (*game.hands[other], *(game.discards[other] if game.discards else ()))
        }
        assert hidden
        assert not hidden & cards_in(events[start:])
        mine = {str(card) for card in game.hands[0]}
        assert mine <= cards_in(events[start:])
    seed = (await tables.store.load(table.id)).seed
    assert seed.hex() not in json.dumps(game_copy)


async def test_a_game_that_is_over_is_there_as_a_whole(tables: Tables) -> None:
    table = await seated(tables, {ANN: "Ann", BOB: "Bob"}, head_start=100)
    await play(tables, table.id, random.Random(1))
    (document,) = await copy_for(tables, BOB)
    (game,) = document["games"]
    log = await tables.store.log(table.id)
    assert len(game["events"]) == len(log)
    dealt = [event for event in game["events"] if event["kind"] == "dealt"]
    assert all(len(hand) == 6 for event in dealt for hand in event["hands"])
    sealed = next(event for event in game["events"] if event["kind"] == "rematch_sealed")
    assert sealed.keys() == {"seq", "at", "kind", "commitment"}
    secret = (await tables.store.load(table.id)).table.rematch_seed
    assert secret
    assert secret not in json.dumps(document)
    stored = document["stored"]
    assert stored["players"][0]["id"] == str(BOB)
    assert [row["table_id"] for row in stored["results"]] == [table.id]
    assert stored["players"][0]["career"]["completed"] == 1
    assert all(feat["name"] for feat in stored.get("feats", []))


async def test_of_a_game_without_them_only_their_name(tables: Tables) -> None:
    table = await seated_after_leaving(tables)
    (document,) = await copy_for(tables, CY)
    (game,) = document["games"]
    assert game["your_seat"] is None
    assert [(event["kind"], event.get("name")) for event in game["events"]] == [("seat_taken", "Cy")]
    assert cards_in(game["events"]) == set()
    assert document["stored"].keys() == {"players", "appearances"}
    assert table.status == "playing"


async def seated_after_leaving(tables: Tables) -> Table:
    """A game of three, for which a fourth had sat down and got up again."""
    opened = await tables.open(Opening(1, "The card room", 2, ANN, "Ann", 3))
    await tables.act(opened.id, CY, lobby.join, "Cy", 5)
    await tables.act(opened.id, CY, lobby.leave)
    await tables.act(opened.id, BOB, lobby.join, "Bob", 6)
    return (await tables.act(opened.id, 2**60 + 4, lobby.join, "Dee", 7)).after


async def test_it_comes_in_pieces(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(4)
    for _ in range(3):
        table = await seated(tables, {ANN: "Ann", BOB: "Bob"}, head_start=110)
        await play(tables, table.id, rng)
    (whole,) = await copy_for(tables, ANN)
    monkeypatch.setattr(exporting, "LARGEST", 10)
    pieces = await copy_for(tables, ANN)
    assert [piece["part"] for piece in pieces] == [1, 2, 3]
    assert [game for piece in pieces for game in piece["games"]] == whole["games"]
    assert "stored" in pieces[0]
    assert "stored" not in pieces[1]
    assert all(piece["user"] == str(ANN) for piece in pieces)


async def test_games_of_all_kinds_are_as_they_are_stored(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However they are read and written: compared with the plainest way to say the same."""
    monkeypatch.setattr(exporting, "GAMES", 2)
    monkeypatch.setattr(exporting, "ROWS", 3)
    await some_of_all_kinds(tables)
    database = tables.store.database
    async with database.read() as connection:
        named = await appearances.of_player(connection, ANN)
        stored = [(await table_rows.load(connection, n), await log_of(connection, n)) for n in named]
    assert len(named) == 8
    (document,) = await copy_for(tables, ANN)
    assert document["games"] == [plainly(row, log, str(ANN)) for row, log in stored if row is not None]
    for name, rows in document["stored"].items():
        async with database.read() as connection:
            wanted = await personal.rows(connection, name, ANN, limit=10_000)
        assert [list(row)[: len(wanted[0])] for row in rows] == [list(row) for row in wanted]
    assert document["stored"].keys() == {*personal.TABLES} - {"renamings", "feats"} | (
        document["stored"].keys() & {"feats"}
    )
    assert len(document["stored"]["standings"]) > 3


async def some_of_all_kinds(tables: Tables) -> None:
    """Games that Ann has won, lost, given up and left, is playing and waits for, and only watched begin."""
    rng = random.Random(9)
    for channel, people in enumerate(
        ({ANN: "Ann", BOB: "Bob"}, {ANN: 'A"nn 🂡', BOB: "B", CY: "C", 7: "D"}), 2
    ):
        table = await seated(tables, people, channel, head_start=105)
        await play(tables, table.id, rng)
    again = await tables.rematch(1, ANN, "Ann", 2**60 + 99, "The card room")
    await tables.act(again.id, BOB, lobby.join, "Bob", 2**60 + 100)
    await play(tables, again.id, rng, 5)
    solo = await tables.open(Opening(1, "The card room", 11, ANN, "Ann", variant="short"))
    await tables.act(solo.id, ANN, lobby.seat_house, "gentle", 2**60 + 101)
    await play(tables, solo.id, rng, 9)
    given_up = await seated(tables, {BOB: "Bob", ANN: "Ann"}, channel=12)
    await tables.act(given_up.id, ANN, endings.surrender)
    await tables.act(given_up.id, BOB, endings.stop)
    closed = await tables.open(Opening(1, "The card room", 13, ANN, "Ann"))
    await tables.act(closed.id, ANN, lobby.cancel)
    await tables.open(Opening(1, "The card room", 14, BOB, "Bob", reserved=(Reservation(1, ANN, "Ann"),)))
    left = await tables.open(Opening(1, "The card room", 15, BOB, "Bob", 3))
    await tables.act(left.id, ANN, lobby.join, "Ann", 5)
    await tables.act(left.id, ANN, lobby.leave)


def plainly(table: TableRow, log: list[EventRow], user: str) -> dict[str, Any]:
    """A game as its player may have it."""
    events: list[dict[str, Any]] = []
    seat = None
    for row in log:
        body = in_words(json.loads(row.body))
        if body["kind"] == "seat_taken" and body["user"] == user:
            seat = body["seat"]
        if body["kind"] == "seat_left" and body["seat"] == seat:
            seat = None
        events.append({"seq": row.seq, "at": row.at.isoformat(), **body})
    for event in events:
        if event["kind"] == "rematch_sealed":
            del event["seed"]
        if table.ended_at is None and event["kind"] == "dealt":
            event["hands"] = [hand if at == seat else None for at, hand in enumerate(event["hands"])]
            event["crib"] = None
        if table.ended_at is None and event["kind"] == "discarded" and event["seat"] != seat:
            event["cards"] = None
    if seat is None:
        events = [event for event in events if user in str(event) and event["kind"] != "rewarded"]
    return {
        "table": table.id,
        "server": str(table.guild_id),
        "channel": str(table.channel_id),
        "variant": table.variant,
        "status": table.status,
        "your_seat": seat,
        "events": events,
    }


def in_words(value: Any) -> Any:
    """Numbers that not every program can read as text."""
    if isinstance(value, dict):
        return {key: in_words(each) for key, each in value.items()}
    if isinstance(value, list):
        return [in_words(each) for each in value]
    return str(value) if isinstance(value, int) and abs(value) >= 2**53 else value


async def test_a_large_copy_is_packed(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(4)
    for _ in range(3):
        table = await seated(tables, {ANN: "Ann", BOB: "Bob"}, head_start=100)
        await play(tables, table.id, rng)
    (whole,) = await copy_for(tables, ANN)
    monkeypatch.setattr(parts, "PLAIN", 10_000)
    (packed,) = [part async for part in export(tables.store.database, ANN, NOW, at_once)]
    assert packed.name == "cribbage-data.zip"
    assert json.loads(unpacked(packed)) == whole
    assert len(packed.content) < len(json.dumps(whole)) / 4
    # What counts is what is sent, not what it will be when it is unpacked.
    monkeypatch.setattr(exporting, "LARGEST", len(packed.content) + 1000)
    assert await copy_for(tables, ANN) == [whole]


async def test_every_step_lets_others_pass_and_holds_nothing(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "GAMES", 1)
    for _ in range(3):
        table = await seated(tables, {ANN: "Ann", BOB: "Bob"}, head_start=110)
        await play(tables, table.id, random.Random(4))
    passed = []

    async def pass_by() -> None:
        # With a transaction open, nobody could be lent a connection here.
        async with tables.store.database.write() as connection:
            passed.append(await table_rows.load(connection, 1))

    assert [part.name async for part in export(tables.store.database, ANN, NOW, pass_by)]
    assert len(passed) == len(personal.TABLES) + 3


def test_events_that_are_left_as_they_are_hold_no_ids_and_no_secrets() -> None:
    table = {str(kind.__dataclass_fields__["kind"].default) for kind in get_args(TableEvent)}
    assert not exporting._AS_STORED & table
    assert {"dealt", "discarded", "played", "hand_counted"} <= exporting._AS_STORED


async def test_a_damaged_log_is_no_copy(tables: Tables) -> None:
    table = await seated(tables, {ANN: "Ann", BOB: "Bob"}, head_start=110)
    await play(tables, table.id, random.Random(4))
    async with tables.store.database.write() as connection:
        await connection.exec_driver_sql("UPDATE events SET body = '5H' WHERE kind = 'played'")
    with pytest.raises(DatabaseUnavailable, match="The log of table 1 can't be read") as told:
        await copy_for(tables, ANN)
    assert "5H" not in str(told.value)


async def test_ids_can_be_read_by_every_program(tables: Tables) -> None:
    table = await seated(tables, {ANN: "Ann", BOB: "Bob"})
    (document,) = await copy_for(tables, ANN)
    text = json.dumps(document)
    for user in (ANN, BOB):
        assert f'"{user}"' in text
        assert f": {user}" not in text
    assert document["games"][0]["table"] == table.id
    assert (document["games"][0]["variant"], document["games"][0]["status"]) == ("standard", "playing")
    assert (document["games"][0]["server"], document["games"][0]["channel"]) == ("1", "2")


@pytest.mark.parametrize("sign", [1, -1])
def test_from_where_on_numbers_are_strings(sign: int) -> None:
    """2**53 is the first whole number of which floating-point numbers can't tell the next."""
    exact, inexact = sign * (2**53 - 1), sign * 2**53
    assert (exporting._number(str(exact)), exporting._number(str(inexact))) == (exact, str(inexact))
    assert exporting._plain([exact, inexact, {"id": inexact}]) == [exact, str(inexact), {"id": str(inexact)}]
