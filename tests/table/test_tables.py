"""The one door to all tables: between processes, and in the order of things."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.table import endings, lobby, moves
from bot.table.events import GameStopped, SurrenderOffered, TableClosed
from bot.table.patience import Pace
from bot.table.seats import House, Person, Seat
from bot.table.store import Store
from bot.table.table import Refused, Table
from bot.table.tables import Opening, Tables
from db.engine import Database

ANN, BOB, CY = 10, 11, 12


def tables_on(database: Database) -> Tables:
    return Tables(Store(database, lambda: datetime.now(UTC), Pace()))


@pytest.fixture
async def two(tmp_path: Path) -> AsyncGenerator[tuple[Tables, Tables]]:
    """The tables of two processes on one database."""
    url = f"sqlite:///{tmp_path / 'two.sqlite3'}"
    databases = [await Database.open(url), await Database.open(url)]
    yield tables_on(databases[0]), tables_on(databases[1])
    for database in databases:
        await database.close()


async def open_table(tables: Tables, channel: int = 2, host: int = ANN) -> Table:
    return await tables.open(Opening(1, "The card room", channel, host, "Ann", variant="short"))


async def test_the_slower_process_is_told_that_play_has_moved_on(two: tuple[Tables, Tables]) -> None:
    first, second = two
    table = await open_table(first)
    table = (await first.act(table.id, BOB, lobby.join, "Bob", 1)).after
    assert (await second.get(table.id)).table == table
    game = table.game
    assert game is not None
    await first.act(1, ANN, moves.discard, table.turn_seq, game.hands[0][:2])
    with pytest.raises(Refused, match="Play has moved on"):
        await second.act(1, ANN, moves.discard, table.turn_seq, game.hands[0][2:4])
    # It has loaded the table anew, and goes on from there.
    seen = (await second.get(1)).table.game
    assert seen is not None
    assert seen.discards[0] == game.hands[0][:2]
    await second.act(1, BOB, moves.discard, table.turn_seq, game.hands[1][:2])
    assert (await first.store.load(1)).table.game.phase == "play"


async def test_one_of_many_at_once_is_accepted(two: tuple[Tables, Tables]) -> None:
    first, second = two
    table = await open_table(first)
    table = (await first.act(table.id, BOB, lobby.join, "Bob", 1)).after
    await second.get(table.id)
    hand = table.game.hands[0]
    outcomes = await asyncio.gather(
        *(
            tables.act(1, ANN, moves.discard, table.turn_seq, hand[at : at + 2])
            for at in range(4)
            for tables in (first, second)
        ),
        return_exceptions=True,
    )
    assert sum(not isinstance(outcome, Exception) for outcome in outcomes) == 1
    log = await first.store.log(1)
    assert sum(event.kind == "discarded" for event in log) == 1


async def test_a_refusal_changes_nothing(two: tuple[Tables, Tables]) -> None:
    tables, _ = two
    await open_table(tables)
    heard: list = []
    tables.listeners.append(heard.append)
    before = await tables.store.load(1)
    for refused in (
        tables.act(1, CY, lobby.leave),
        tables.act(1, CY, lobby.cancel),
        tables.act(1, ANN, endings.surrender),
        tables.act(1, ANN, endings.stop),
    ):
        with pytest.raises(Refused):
            await refused
    assert await tables.store.load(1) == before
    assert heard == []


async def test_there_is_no_such_table(two: tuple[Tables, Tables]) -> None:
    with pytest.raises(Refused, match=r"There is no table 9\."):
        await two[0].get(9)
    with pytest.raises(Refused, match=r"There is no table 9\."):
        await two[0].act(9, ANN, lobby.join, "Ann", 1)


async def test_what_the_channel_shows_never_goes_backwards(two: tuple[Tables, Tables]) -> None:
    first, second = two
    table = await open_table(first)
    seq = (await first.act(table.id, BOB, lobby.join, "Bob", 1)).after.seq
    await second.published(1, '{"lobby": 8}', seq)
    await first.published(1, '{"lobby": 3}', 3)
    stored = await first.store.load(1)
    assert (stored.messages, stored.published_seq) == ('{"lobby": 8}', seq)


async def test_names_in_refusals_are_for_whoever_shows_them_to_make_safe() -> None:
    ann, bob = Seat(Person(1, "*{Ann}*")), Seat(house=House("steady", "Bob"))

    def name(seat: Seat) -> str:
        return seat.person.name.replace("*", "") if seat.person else "the house"

    assert Refused("It is {player}'s turn.", player=[ann]).told(name) == "It is {Ann}'s turn."
    assert Refused("For {names}.", names=[ann, bob]).told(name) == "For {Ann} or the house."
    assert Refused("Braces {stay}.").told(name) == "Braces {stay}."


async def test_which_tables_are_where_and_who_sits_at_them(two: tuple[Tables, Tables]) -> None:
    """Of all servers, of one, and of one of its channels; those that have closed are nowhere."""
    tables, _ = two
    opened = [(1, 2, ANN), (1, 3, ANN), (1, 3, BOB), (4, 5, ANN), (4, 5, CY)]
    for server, channel, host in opened:
        await tables.open(Opening(server, "A server", channel, host, "Host"))
    await tables.act(5, CY, lobby.cancel)
    store = tables.store
    assert await store.guilds() == [1, 4]
    assert (await store.live_at(1), await store.live_at(4), await store.live_at(9)) == ([1, 2, 3], [4], [])
    assert (await store.live_at(1, 3), await store.live_at(1, 5)) == ([2, 3], [])
    assert (await store.live_in(1, ANN), await store.live_in(4, ANN), await store.live_in(4, CY)) == (
        [1, 2],
        [4],
        [],
    )
    assert (await store.seats_of(ANN), await store.seats_of(CY)) == ([1, 2, 4], [])
    assert (await store.knows(CY), await store.knows(99)) == (True, False)
    assert list(await store.live_messages()) == [1, 2, 3, 4]


async def test_nothing_happens_at_a_table_that_is_over(two: tuple[Tables, Tables]) -> None:
    """Whatever would: the log of a table that is closed or finished is complete."""
    tables, _ = two
    for ending in ([TableClosed("cancelled")], [GameStopped("abandoned")]):
        number = (await open_table(tables)).id
        if isinstance(ending[0], GameStopped):
            await tables.act(number, BOB, lobby.join, "Bob", 1)
        over = (await tables.change(number, lambda _, ending=ending: ending)).after
        with pytest.raises(Refused, match="This game is over"):
            await tables.change(number, lambda _: [SurrenderOffered(0)], by=ANN)
        assert (await tables.store.load(number)).table == over


async def test_what_leads_to_nothing_is_neither_stored_nor_told(two: tuple[Tables, Tables]) -> None:
    tables, _ = two
    await open_table(tables)
    heard: list = []
    tables.listeners.append(heard.append)
    before = await tables.store.load(1)
    change = await tables.act(1, ANN, endings.withdraw)
    assert (change.events, change.before, change.after) == ((), before.table, before.table)
    assert await tables.store.load(1) == before
    assert heard == []
