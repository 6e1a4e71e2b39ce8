"""A finished game is paid for once and wholly, whoever ends it and whatever else ends at the same moment."""

import asyncio
from datetime import UTC, datetime
from itertools import permutations

import pytest

from bot.cribbage.events import GameWon, Scored
from bot.table import lobby
from bot.table.patience import Pace
from bot.table.standing.career import Career
from bot.table.standing.ratings import Rating, rate
from bot.table.store import Store
from bot.table.table import Refused
from bot.table.tables import Opening, Tables
from db import feats, players, ratings, results, standings

NOW = datetime(2026, 2, 3, 12, tzinfo=UTC)
END = [Scored(1, 1, 85, "hand"), Scored(0, 0, 121, "hand"), GameWon(0, (0,))]
"""The first side wins, and the other is skunked."""


def process(database):
    """What one process of the bot has: tables of its own, on a database that others use too."""
    return Tables(Store(database, lambda: NOW, Pace()))


async def game(tables, channel, host, guest):
    """A game of two that has just begun."""
    table = await tables.open(Opening(9, "Server", channel, host, f"P{host}"))
    await tables.act(table.id, guest, lobby.join, f"P{guest}", 1)
    return table.id


async def settled(database, player):
    async with database.read() as connection:
        row = await players.load(connection, player)
        assert row is not None
        sums = await standings.of_player(connection, 9, player)
        everywhere = await standings.of_player(connection, 0, player)
        rated = await ratings.of_players(connection, [player], [9])
    return Career.model_validate_json(row.career), sums, everywhere, rated[0]


async def test_two_processes_end_one_game(shared):
    one, two = map(process, shared)
    number = await game(one, 1, 1, 2)
    await two.get(number)
    outcomes = await asyncio.gather(
        *[tables.change(number, lambda _: END) for tables in (one, two, one, two)], return_exceptions=True
    )
    assert sum(isinstance(outcome, Refused) for outcome in outcomes) >= 1
    assert sum(not isinstance(outcome, BaseException) for outcome in outcomes) >= 1
    log = await one.store.log(number)
    assert [event.kind for event in log].count("rewarded") == 1
    async with shared[0].read() as connection:
        rows = await results.of_table(connection, number)
        achieved = await feats.of_players(connection, [1])
    assert [(row.outcome, row.xp, row.prestige) for row in rows] == [("won", 100, 1), ("lost", 40, 0)]
    assert {feat.feat for feat in achieved} >= {"first_win", "skunk"}
    career, sums, everywhere, _ = await settled(shared[1], 1)
    assert (career.xp, career.prestige, career.completed, career.streak) == (100, 1, 1, 1)
    for total in (sums[0], everywhere[0]):
        assert (total.size, total.wins, total.skunks, total.xp) == (0, 1, 1, 100)
    lost = (await settled(shared[0], 2))[1][0]
    assert (lost.losses, lost.skunks_taken, lost.xp) == (1, 1, 40)


async def test_one_player_ends_many_games_at_once(shared):
    one, two = map(process, shared)
    # The player of all games sits first in one and second in another: nobody may wait for the other way round.
    guests = [2, 3, 4, 2, 3, 4]
    games = [
        await game(one, channel, *((1, guest) if channel % 2 else (guest, 1)))
        for channel, guest in enumerate(guests, start=1)
    ]
    for number in games:
        await two.get(number)
    await asyncio.gather(
        *[(one, two)[at % 2].change(number, lambda _: END) for at, number in enumerate(games)]
    )
    career, sums, everywhere, rated = await settled(shared[0], 1)
    assert (career.completed, career.wins, career.xp) == (6, 3, 3 * 100 + 3 * 40)
    for total in (sums[0], everywhere[0]):
        assert (total.wins, total.losses, total.xp, total.skunks, total.skunks_taken) == (3, 3, 420, 3, 3)
    assert sum(career.wins for career in [(await settled(shared[0], guest))[0] for guest in (2, 3, 4)]) == 3
    assert rated.sigma < 8


async def test_ratings_follow_one_another_when_games_end_at_once(shared):
    one, two = map(process, shared)
    games = [await game(one, channel, 1, guest) for channel, guest in enumerate((2, 3, 4), start=1)]
    for number in games:
        await two.get(number)
    await asyncio.gather(
        *[(one, two)[at % 2].change(number, lambda _: END) for at, number in enumerate(games)]
    )
    *_, rated = await settled(shared[0], 1)
    orders = []
    for order in permutations((2, 3, 4)):
        known = {user: Rating() for user in (1, 2, 3, 4)}
        for guest in order:
            known |= rate({0: (1,), 1: (guest,)}, (0,), known)
        orders.append((known[1].mu, known[1].sigma))
    assert (rated.mu, rated.sigma) in [pytest.approx(order) for order in orders]


async def test_a_game_that_fails_to_be_paid_is_not_over(shared, monkeypatch):
    one, two = map(process, shared)
    number = await game(one, 1, 1, 2)

    async def fail(*_):
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(standings, "add", fail)
        with pytest.raises(OSError, match="full"):
            await one.change(number, lambda _: END)
    assert (await two.get(number)).table.status == "playing"
    async with shared[0].read() as connection:
        assert await results.of_table(connection, number) == []
    await two.change(number, lambda _: END)
    assert (await settled(shared[0], 1))[0].xp == 100
