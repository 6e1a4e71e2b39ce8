"""What a profile knows of one person, and what is known of two against each other."""

from __future__ import annotations

from datetime import timedelta

from bot.table.standing.career import Career
from bot.table.standing.games import PAGE_SIZE, GamesPage, games_page
from bot.table.standing.people import RECENT, Profile, Sums, encounter, feats_of, profile_of
from bot.table.standing.ratings import Rating
from bot.table.standing.xp import level_of
from db import feats, players, ratings
from db.engine import Database
from db.rows import FeatRow, RatingRow
from tests.table.standing.stored import NOW, SERVER, game, people, sums

ANN, BOB, CY, DEE = 1, 2, 3, 4
WON = {"outcome": "won", "score": 121, "best_opponent_score": 100}


async def test_nobody_is_known_who_has_never_played(database: Database) -> None:
    assert await profile_of(database, SERVER, ANN) is None
    assert await feats_of(database, ANN) is None
    page = await games_page(database, SERVER, ANN, 3)
    assert (page.number, page.lines, page.games, page.pages) == (1, (), 0, 1)


async def test_a_profile(database: Database) -> None:
    await sums(
        database, ANN, wins=3, losses=2, skunks=2, double_skunks=1, skunks_taken=4, double_skunks_taken=5
    )
    await sums(database, ANN, size=2, wins=3, losses=1, xp=5)
    await sums(database, ANN, size=3, losses=1)
    await sums(database, ANN, size=4, xp=25)  # practice alone
    await sums(database, ANN, server=SERVER + 1, size=6, wins=9)
    tables = [
        await game(database, {"player_id": ANN, "rating": rating}, {"player_id": BOB}, hours=hours)
        for hours, rating in ((2, 1010), (1, 990), (3, None))
    ]
    async with database.write() as connection:
        career = Career(xp=750, prestige=5)
        await players.set_careers(connection, {ANN: career.model_dump_json()})
        await ratings.put(connection, [RatingRow(SERVER, ANN, 28.0, 4.0), RatingRow(0, ANN, 20.0, 8.0)])
        later = NOW + timedelta(hours=1)
        await feats.add(
            connection,
            [FeatRow(ANN, "games_10", tables[0], later), FeatRow(ANN, "first_win", tables[1], NOW)],
        )
    profile = await profile_of(database, SERVER, ANN)
    assert profile is not None
    assert profile.career == career
    assert profile.sums == (Sums(0, 3, 2, 2, 1, 4, 5), Sums(2, 3, 1, 0, 0, 0, 0), Sums(3, 0, 1, 0, 0, 0, 0))
    assert profile.rating == Rating(28.0, 4.0)
    assert profile.curve == (990, 1010)
    assert profile.feats == (("games_10", later), ("first_win", NOW))
    assert await feats_of(database, ANN) == ("P1", {"games_10": later, "first_win": NOW})
    assert profile.faces == 4  # three for everybody, and ink
    assert profile.backs == 5  # two for everybody, two for prestige, and the compass
    assert [line.table for line in profile.recent] == [tables[2], tables[0], tables[1]]
    stranger = await profile_of(database, SERVER, BOB)
    assert stranger is not None
    assert (stranger.sums, stranger.rating, stranger.curve, stranger.feats) == ((), None, (), ())


def test_how_far_into_the_level() -> None:
    def into(xp: int) -> tuple[int, tuple[int, int]]:
        profile = Profile(Career(xp=xp), (), None, (), (), 0, 0, ())
        return profile.level, profile.into_level

    assert [into(xp) for xp in (0, 99, 100, 299, 300, 310)] == [
        (1, (0, 100)), (1, (99, 100)), (2, (0, 200)), (2, (199, 200)), (3, (0, 300)), (3, (10, 300)),
    ]  # fmt: skip
    assert level_of(0) == 1


async def test_games_a_page_at_a_time(database: Database) -> None:
    tables = [
        await game(database, {"player_id": ANN}, {"player_id": BOB}, hours=hours)
        for hours in range(PAGE_SIZE + 2)
    ][::-1]
    pages = {number: await games_page(database, SERVER, ANN, number) for number in (-1, 1, 2, 9)}
    assert {number: page.number for number, page in pages.items()} == {-1: 1, 1: 1, 2: 2, 9: 2}
    assert [line.table for line in pages[1].lines] == tables[:PAGE_SIZE]
    assert [line.table for line in pages[2].lines] == tables[PAGE_SIZE:]
    assert [GamesPage(1, (), games).pages for games in (0, 1, 10, 11)] == [1, 1, 1, 2]


async def test_a_game_as_each_of_its_players_sees_it(database: Database) -> None:
    partners = await game(
        database,
        {"player_id": ANN, **WON, "side": 0, "double_skunks_given": 1},
        {"player_id": BOB, "side": 1, "score": 50, "skunk_taken": 2},
        {"player_id": CY, **WON, "side": 0, "skunks_given": 1},
        {"player_id": DEE, "side": 1, "outcome": "abandoned", "score": 50},
    )
    seen = {user: (await games_page(database, SERVER, user, 1)).lines[0] for user in (ANN, BOB, CY, DEE)}
    assert {user: (line.partners, line.opponents) for user, line in seen.items()} == {
        ANN: (("P3",), ("P2", "P4")), BOB: (("P4",), ("P1", "P3")),
        CY: (("P1",), ("P2", "P4")), DEE: (("P2",), ("P1", "P3")),
    }  # fmt: skip
    assert [seen[user].skunks for user in (ANN, BOB, CY, DEE)] == [2, 2, 1, 0]
    assert [seen[user].outcome for user in (ANN, BOB, DEE)] == ["won", "lost", "abandoned"]
    assert (seen[ANN].table, seen[ANN].players, seen[ANN].variant, seen[ANN].practice) == (
        partners,
        4,
        "standard",
        False,
    )
    assert (seen[ANN].score, seen[ANN].best_opponent, seen[BOB].score) == (121, 100, 50)
    assert not seen[ANN].house


async def test_house_players_among_the_opponents(database: Database) -> None:
    await game(database, {"player_id": ANN, **WON}, {}, practice=True)
    assert (await games_page(database, SERVER, ANN, 1)).lines[0].house
    # A house player as one's partner is no opponent.
    sides = {"player_id": ANN, "side": 0}, {"player_id": BOB, "side": 1}, {}, {"player_id": DEE, "side": 1}
    await game(database, *sides, hours=1, practice=True)
    line = (await games_page(database, SERVER, ANN, 1)).lines[0]
    assert (line.house, line.partners) == (False, ())


async def test_two_against_each_other_whoever_asks(database: Database) -> None:
    """The record is the same from both sides, also where one of them has played many games with others."""
    await people(database, ANN, BOB)
    met = [
        await game(
            database,
            {"player_id": ANN, **WON, "skunks_given": 1},
            {"player_id": BOB, "score": 85, "skunk_taken": 1},
            hours=hours,
        )
        for hours in range(RECENT + 1)
    ]
    met.append(
        await game(
            database,
            {"player_id": ANN, "score": 40, "skunk_taken": 2},
            {"player_id": BOB, **WON, "double_skunks_given": 1},
            hours=20,
        )
    )
    met.append(
        await game(
            database,
            {"player_id": ANN, "outcome": "surrendered"},
            {"player_id": BOB, "outcome": "stopped"},
            hours=21,
        )
    )
    for hours in (30, 31):
        await game(database, {"player_id": ANN, **WON}, {"player_id": CY}, hours=hours)
    ann, bob = await encounter(database, SERVER, ANN, BOB), await encounter(database, SERVER, BOB, ANN)
    assert (
        (ann.games, ann.together, ann.won_together)
        == (bob.games, bob.together, bob.won_together)
        == (8, 0, 0)
    )
    assert (ann.wins, ann.skunks, ann.double_skunks, ann.surrenders) == ((6, 1), (6, 0), (0, 1), (1, 0))
    assert ann.points == (6 * 121 + 40 + 100, 6 * 85 + 121 + 100)
    assert [pair[::-1] for pair in (bob.wins, bob.skunks, bob.double_skunks, bob.surrenders, bob.points)] == [
        ann.wins, ann.skunks, ann.double_skunks, ann.surrenders, ann.points,
    ]  # fmt: skip
    newest = met[::-1][:RECENT]
    assert [line.table for line in ann.recent] == [line.table for line in bob.recent] == newest
    assert [line.outcome for line in ann.recent[:2]] == ["surrendered", "lost"]
    assert [line.outcome for line in bob.recent[:2]] == ["stopped", "won"]
