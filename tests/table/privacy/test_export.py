"""The copy of somebody's data: complete, in bearable pieces, and without what is secret."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import pytest

from bot.table.events import Event
from bot.table.privacy import export as exporting
from bot.table.privacy.export import export
from bot.table.table import Table
from bot.table.tables import Opening, Tables
from db.engine import Database
from tests.table.played import play, seated, tables_on

ANN, BOB, CY = 2**60 + 1, 2**60 + 2, 2**60 + 3
NOW = datetime(2026, 3, 4, tzinfo=UTC)


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncGenerator[Tables]:
    database = await Database.open(f"sqlite:///{tmp_path / 'export.sqlite3'}")
    yield tables_on(database)
    await database.close()


async def copy_for(tables: Tables, user: int) -> list[dict[str, Any]]:
    return [json.loads(content) async for content in export(tables.store.database, user, NOW)]


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
    await tables.join(opened.id, CY, "Cy", 5)
    await tables.leave(opened.id, CY)
    await tables.join(opened.id, BOB, "Bob", 6)
    return (await tables.join(opened.id, 2**60 + 4, "Dee", 7)).after


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
