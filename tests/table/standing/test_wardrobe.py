"""Choosing the face and the back of one's cards."""

from __future__ import annotations

import pytest

from bot.table.standing.career import Career
from bot.table.standing.wardrobe import Cards, Wardrobe
from bot.table.table import Refused
from db import players
from db.engine import Database
from tests.table.standing.stored import NOW, people


async def with_career(database: Database, user: int, career: Career) -> None:
    await people(database, user)
    async with database.write() as connection:
        await players.set_careers(connection, {user: career.model_dump_json()})


async def test_a_stranger_may_choose_what_is_for_everybody(database: Database) -> None:
    wardrobe = Wardrobe(database)
    assert await wardrobe.of([1]) == {1: Cards()}
    closet = await wardrobe.closet(1)
    assert (closet.chosen, closet.level, closet.prestige) == (Cards(), 1, 0)
    assert closet.backs == {"lattice", "fans"}
    assert await wardrobe.choose(1, "Ann", NOW, back="fans") == Cards("", "fans")
    assert await wardrobe.of([1]) == {1: Cards("", "fans")}
    async with database.read() as connection:
        row = await players.load(connection, 1)
    assert row is not None
    assert (row.name, row.face, row.back) == ("Ann", "", "fans")


async def test_one_choice_leaves_the_other_as_it_is(database: Database) -> None:
    wardrobe = Wardrobe(database)
    await wardrobe.choose(1, "Ann", NOW, face="four-colours", back="fans")
    assert await wardrobe.choose(1, "Ann", NOW, face="large-print") == Cards("large-print", "fans")
    assert await wardrobe.choose(1, "Ann", NOW, back="lattice") == Cards("large-print", "lattice")
    assert (await wardrobe.closet(1)).chosen == Cards("large-print", "lattice")
    assert await Wardrobe(database).of([1, 2]) == {1: Cards("large-print", "lattice"), 2: Cards()}


async def test_what_is_locked_can_not_be_chosen_and_says_what_it_takes(database: Database) -> None:
    wardrobe = Wardrobe(database)
    await with_career(database, 1, Career(xp=260, prestige=4))
    for choice, told in [
        ({"face": "midnight"}, "That face is locked: it takes level 10."),
        ({"back": "tartan"}, "That back is locked: it takes prestige 5."),
        ({"back": "twenty-nine"}, "That back is locked: it takes the feat “Twenty-nine”."),
        ({"face": "no such face"}, "That face is locked: it takes something unknown."),
        ({"face": "classic", "back": "ivy"}, "That back is locked"),
    ]:
        with pytest.raises(Refused, match=told):
            await wardrobe.choose(1, "Ann", NOW, **choice)
    assert await wardrobe.of([1]) == {1: Cards()}
    await with_career(database, 1, Career(xp=300, prestige=5))
    assert await wardrobe.choose(1, "Ann", NOW, face="ink", back="tartan") == Cards("ink", "tartan")
    closet = await wardrobe.closet(1)
    assert (closet.level, closet.prestige) == (3, 5)


async def test_it_remembers_some_and_forgets_when_told(database: Database) -> None:
    wardrobe, other = Wardrobe(database, most=2), Wardrobe(database)
    assert await wardrobe.of([1]) == {1: Cards()}
    await other.choose(1, "Ann", NOW, back="fans")
    assert await wardrobe.of([1]) == {1: Cards()}, "it is known, and so not read again"
    wardrobe.forget(1)
    assert await wardrobe.of([1]) == {1: Cards("", "fans")}
    wardrobe.forget(7)  # nobody it knows
    await wardrobe.of([2])
    await other.choose(1, "Ann", NOW, back="lattice")
    assert await wardrobe.of([1]) == {1: Cards("", "fans")}, "two are kept"
    await wardrobe.of([3])
    assert await wardrobe.of([1]) == {1: Cards("", "lattice")}, "the one asked for longest ago is not"
