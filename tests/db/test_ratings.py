"""Ratings follow from the results of games, in the order of their ends, and from nothing else."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.table.standing import ratings as rules
from bot.table.standing.ratings import LATELY, Rating, rate
from db import encounters
from db.schema import ratings, results
from tests.table.played import play, seated, tables_on


async def beaten(database, players, since):
    async with database.read() as connection:
        return await encounters.beaten(connection, players, since=since)


async def test_who_has_beaten_whom_in_rated_games_lately(database, make):
    for number in (1, 2, 3):
        await make.player(database, number)

    async def game(winner, *losers, days=0, rating=1000, outcome="lost", guild=1):
        table_id = await make.table(database, guild_id=guild)
        rows = [make.result(table_id, winner, guild_id=guild)]
        rows += [make.result(table_id, loser, outcome, seat=1, guild_id=guild) for loser in losers]
        ended = make.now - timedelta(days=days)
        await make.results(database, *[replace(row, ended_at=ended, rating=rating) for row in rows])

    await game(1, 2)
    await game(1, 2, guild=2)
    await game(2, 1)
    await game(1, 2, 3)
    await game(1, 2, days=91)
    await game(1, 2, rating=None)
    await game(1, 2, outcome="surrendered", rating=None)
    since = make.now - timedelta(days=90)
    assert await beaten(database, [1, 2, 3], since) == {(1, 2): 3, (1, 3): 1, (2, 1): 1}
    assert await beaten(database, [2, 1], since) == {(1, 2): 3, (2, 1): 1}
    assert await beaten(database, [3, 2], since) == {}


async def test_ratings_can_be_derived_again(database, monkeypatch):
    # So that few games show it, wins over the same people count less from the first on.
    monkeypatch.setattr(rules, "_MORE_WINS", 0.0)
    monkeypatch.setattr(rules, "_WINS_FOR_A_LOSS", 0.5)
    tables, rng = tables_on(database), random.Random(4)
    names = {11: "Ann", 12: "Bob", 13: "Cy", 14: "Dee"}
    for users in ((11, 12), (12, 11), (13, 11, 12), (11, 12), (11, 12, 13, 14), (12, 11), (11, 12)):
        table = await seated(tables, {user: names[user] for user in users}, head_start=100)
        await play(tables, table.id, rng)
    async with database.read() as connection:
        stored = {row.player_id: row for row in await connection.execute(sa.select(ratings))}
        rows = list(await connection.execute(sa.select(results).order_by(results.c.ended_at)))
    derived = derive(rows)
    assert set(stored) == set(derived) == set(names)
    for user, rating in derived.items():
        assert (stored[user].mu, stored[user].sigma) == pytest.approx((rating.mu, rating.sigma))
    assert derive(rows, met_counts=False) != derived


def derive(rows, *, met_counts=True):
    """Ratings from the rows of results, oldest first."""
    known, games = {}, {}
    for row in rows:
        games.setdefault(row.table_id, []).append(row)
    before = []
    for game in games.values():
        sides = {}
        for row in sorted(game, key=lambda row: row.seat):
            sides[row.side] = (*sides.get(row.side, ()), row.player_id)
        (winner,) = {row.side for row in game if row.outcome == "won"}
        met = {}
        for past in before:
            for one in past:
                for other in past:
                    lately = one.ended_at > game[0].ended_at - LATELY
                    if lately and (one.outcome, other.outcome) == ("won", "lost"):
                        pair = one.player_id, other.player_id
                        met[pair] = met.get(pair, 0) + 1
        current = {row.player_id: known.get(row.player_id, Rating()) for row in game}
        known |= rate(sides, (winner,), current, met if met_counts else {})
        before.append(game)
    return known
