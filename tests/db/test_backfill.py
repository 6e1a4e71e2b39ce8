"""Feats derived again from the logs of games: on every engine the same as were given when the games ended."""

import random
from contextlib import asynccontextmanager

import pytest
import sqlalchemy as sa

from bot.table.standing import backfill as backfilling
from bot.table.standing import feats as known
from bot.table.standing.backfill import backfill
from db.schema import feats
from tests.table.played import play, seated, tables_on

pytestmark = pytest.mark.journey

PEOPLE = {11: "Ann", 12: "Bob", 13: "Cy"}


async def stored(database):
    async with database.read() as connection:
        return sorted(map(tuple, await connection.execute(sa.select(feats))))


async def evening(database, games):
    """Games of Ann with the others, one after the other."""
    tables, rng = tables_on(database), random.Random(3)
    for number in range(games):
        users = (11, 12) if number % 3 else (13, 11, 12)
        table = await seated(
            tables, {user: PEOPLE[user] for user in users}, head_start=50 + 10 * (number % 6)
        )
        await play(tables, table.id, rng)
    return tables


async def remove(database, *conditions):
    async with database.write() as connection:
        await connection.execute(sa.delete(feats).where(*conditions))


async def test_what_is_missing_comes_back_as_it_was(database, monkeypatch):
    monkeypatch.setattr(backfilling, "_AT_ONCE", 4)
    await evening(database, 11)
    before = await stored(database)
    assert {row[1] for row in before} >= {"first_win", "games_10", "against_deal", "nineteen"}
    done = await backfill(database)
    assert (done.games, done.added) == (11, {})
    await remove(database, feats.c.player_id != 12)
    assert len(await stored(database)) < len(before)
    done = await backfill(database)
    assert done.games == 11
    assert done.added.total() == sum(row[0] != 12 for row in before)
    assert await stored(database) == before
    await remove(database)
    done = await backfill(database)
    assert done.added.total() == len(before)
    assert await stored(database) == before
    assert (await backfill(database)).added == {}


async def test_a_feat_thought_of_later_is_found_in_old_games(database, monkeypatch):
    await evening(database, 3)
    before = await stored(database)
    played = known.Feat("played_three", "Third time", "Finish three", lambda game: game.career.completed >= 3)
    monkeypatch.setattr(known, "FEATS", (*known.FEATS, played))
    done = await backfill(database)
    after = await stored(database)
    new = [row for row in after if row not in before]
    assert done.added == {"played_three": 2}
    assert [(row[0], row[1], row[2]) for row in new] == [(11, "played_three", 3), (12, "played_three", 3)]
    assert len(after) == len(before) + 2


async def test_former_players_get_none(database):
    tables = await evening(database, 3)
    await tables.forget(11)
    await remove(database)
    await backfill(database)
    assert {row[0] for row in await stored(database)} <= {12, 13}


@pytest.mark.parametrize("back", [False, True])
async def test_whose_data_is_deleted_meanwhile_gets_none(database, monkeypatch, back):
    tables = await evening(database, 2)
    await remove(database)
    write, deleted = database.write, []

    @asynccontextmanager
    async def after_a_deletion():
        if not deleted:
            deleted.append(11)
            await tables.forget(11)
            if back:
                await seated(tables, {11: "Ann", 12: "Bob"})
        async with write() as connection:
            yield connection

    monkeypatch.setattr(database, "write", after_a_deletion)
    done = await backfill(database)
    assert done.added.total() == len(await stored(database)) > 0
    assert {row[0] for row in await stored(database)} <= {12, 13}


async def test_games_that_are_not_over_and_practice_bring_none(database):
    tables = tables_on(database)
    await seated(tables, PEOPLE)
    assert (await backfill(database)).games == 0
    assert await stored(database) == []
