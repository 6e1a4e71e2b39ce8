"""What belongs to a person: career, cards, ratings, feats."""

import asyncio
from datetime import timedelta

from db import feats, players, ratings
from db.rows import FeatRow, RatingRow


async def test_a_new_player_has_nothing_yet(database, make):
    await make.player(database, 1, "Ann")
    async with database.read() as connection:
        ann = await players.load(connection, 1)
        assert await players.load(connection, 2) is None
    assert (ann.name, ann.career, ann.face, ann.back) == ("Ann", "{}", "", "")


async def test_careers_and_cards_are_kept_through_another_name(database, make):
    for number in (1, 2):
        await make.player(database, number)
    async with database.write() as connection:
        await players.set_careers(connection, {1: '{"xp": 5}', 2: '{"xp": 7}'})
        await players.set_careers(connection, {})
        await players.set_cards(connection, 2, face="ink", back="fans")
    await make.player(database, 2, "Renamed")
    async with database.write() as connection:
        one, two = await players.lock(connection, [2, 1, 3])
    assert (one.id, one.career, one.face) == (1, '{"xp": 5}', "")
    assert (two.name, two.career, two.face, two.back) == ("Renamed", '{"xp": 7}', "ink", "fans")


async def test_ratings_by_guild_and_player(database, make):
    for number in (1, 2):
        await make.player(database, number)
    rows = [RatingRow(0, 1, 25.0, 8.0), RatingRow(9, 1, 26.0, 7.0), RatingRow(9, 2, 20.0, 6.0)]
    async with database.write() as connection:
        await ratings.put(connection, rows)
        await ratings.put(connection, [])
        await ratings.put(connection, [RatingRow(9, 1, 27.5, 6.5)])
    async with database.read() as connection:
        assert set(await ratings.of_players(connection, [1], [0, 9])) == {rows[0], RatingRow(9, 1, 27.5, 6.5)}
        assert await ratings.of_players(connection, [2, 3], [9]) == [rows[2]]
        assert await ratings.of_players(connection, [], [9]) == []


async def test_a_feat_is_achieved_once(database, make):
    await make.player(database, 1)
    one, two = await make.table(database), await make.table(database)
    first, later = make.now, make.now + timedelta(days=1)
    async with database.write() as connection:
        await feats.add(connection, [FeatRow(1, "skunk", one, first)])
        await feats.add(connection, [])
        await feats.add(connection, [FeatRow(1, "skunk", two, later), FeatRow(1, "hand_24", two, later)])
    async with database.read() as connection:
        found = await feats.of_players(connection, [1, 2])
    assert found == [FeatRow(1, "skunk", one, first), FeatRow(1, "hand_24", two, later)]


async def test_no_career_is_lost_when_games_end_at_once(shared, make):
    one, two = shared
    for number in (1, 2, 3):
        await make.player(one, number)

    async def pay(database, *player_ids):
        async with database.write() as connection:
            rows = await players.lock(connection, player_ids)
            await asyncio.sleep(0.002)
            careers = {row.id: str(int(row.career.strip("{}") or 0) + 1) for row in rows}
            await players.set_careers(connection, careers)

    pairs = [(1, 2), (2, 1), (3, 1), (2, 3)] * 5
    await asyncio.gather(*[pay(shared[at % 2], *pair) for at, pair in enumerate(pairs)])
    async with two.read() as connection:
        careers = [(await players.load(connection, number)).career for number in (1, 2, 3)]
    assert careers == ["15", "15", "10"]
