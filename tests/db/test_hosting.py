"""How many tables one person may open, on every engine and at the same moment."""

import asyncio

import pytest

from bot.table import endings, lobby
from bot.table.hosting import LOBBIES, TABLES, TooManyTables
from bot.table.tables import Opening
from db import tables as rows
from tests.table.played import seated, tables_on

ANN, BOB = 2**60 + 1, 2**60 + 2


def opening(channel, *, host=ANN, guild=1):
    return Opening(guild, "The card room", channel, host, "Ann")


async def refusal(tables, channel, **where):
    with pytest.raises(TooManyTables) as told:
        await tables.open(opening(channel, **where))
    return told.value


async def test_so_many_lobbies_on_a_server_and_no_more(database):
    tables = tables_on(database)
    opened = [(await tables.open(opening(channel))).id for channel in range(LOBBIES)]
    surplus = await refusal(tables, 50)
    assert surplus.waiting
    assert list(surplus.tables) == opened
    assert await tables.store.live_at(1) == opened
    # Another person, another server, and after one of them is gone.
    await tables.open(opening(50, host=BOB))
    await tables.open(opening(51, guild=2))
    await tables.act(opened[0], ANN, lobby.cancel)
    await tables.open(opening(52))
    await refusal(tables, 53)


async def test_a_table_that_is_played_is_no_lobby(database):
    tables = tables_on(database)
    for channel in range(LOBBIES + 2):
        await seated(tables, {ANN: "Ann", BOB: "Bob"}, channel)
    await tables.open(opening(50))
    async with database.read() as connection:
        hosted = await rows.hosted(connection, ANN)
    assert [(row.guild_id, row.status) for row in hosted] == [(1, "playing")] * (LOBBIES + 2) + [(1, "lobby")]


async def test_so_many_open_tables_anywhere_and_no_more(database):
    tables = tables_on(database)
    for number in range(TABLES):
        await tables.open(opening(100 + number, guild=1 + number // LOBBIES))
    surplus = await refusal(tables, 50, guild=99)
    assert not surplus.waiting
    assert len(surplus.tables) == TABLES
    await tables.act(surplus.tables[0], ANN, lobby.cancel)
    await tables.open(opening(50, guild=99))


async def test_a_rematch_goes_on_over_the_limit(database):
    tables = tables_on(database)
    over = await seated(tables, {ANN: "Ann", BOB: "Bob"}, channel=40)
    await tables.act(over.id, BOB, endings.surrender)
    await tables.act(over.id, ANN, endings.stop)
    for channel in range(LOBBIES):
        await tables.open(opening(channel))
    again = await tables.rematch(over.id, ANN, "Ann", 77, "The card room")
    assert again.status == "lobby"
    await refusal(tables, 50)
    # What is open already goes on.
    assert (await tables.act(again.id, BOB, lobby.join, "Bob", 78)).after.status == "playing"
    assert (await tables.act(2, BOB, lobby.join, "Bob", 79)).after.status == "playing"


async def test_starts_in_the_same_moment_count(shared):
    here, there = map(tables_on, shared)
    starts = [asyncio.create_task((here, there)[channel % 2].open(opening(channel))) for channel in range(10)]
    await asyncio.wait(starts)
    refused = [start.exception() for start in starts if start.exception() is not None]
    assert [type(error) for error in refused] == [TooManyTables] * (10 - LOBBIES)
    assert len(await here.store.live_at(1)) == LOBBIES
