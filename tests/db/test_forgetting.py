"""Whole games on every engine: somebody goes, and nothing of them is left but what belongs to the others."""

import asyncio
import random

import pytest
import sqlalchemy as sa

from bot.table import endings, lobby, moves
from bot.table.history import verify
from bot.table.presses import Presses
from bot.table.privacy import logs
from bot.table.privacy.export import export
from bot.table.standing.board import Query, page
from bot.table.standing.games import games_page
from bot.table.standing.people import profile_of
from bot.table.standing.wardrobe import Wardrobe
from bot.table.table import Refused
from bot.table.tables import Opening
from db import personal, results
from db.errors import Conflict
from db.schema import metadata
from tests.table.played import play, seated, tables_on

pytestmark = pytest.mark.journey

ANN, BOB, CY, DEE = 2**60 + 1, 2**60 + 2, 2**60 + 3, 2**60 + 4
NAMES = {ANN: "Ann Anders", BOB: "Bob Boldt", CY: "Cy Cole", DEE: "Dee Dorn"}


def people(*users):
    return {user: NAMES[user] for user in users}


async def everything(database):
    async with database.read() as connection:
        return {
            table.name: [str(tuple(row)) for row in await connection.execute(sa.select(table))]
            for table in metadata.sorted_tables
        }


async def assert_gone(database, tables, user):
    for name, rows in (await everything(database)).items():
        for row in rows:
            assert str(user) not in row, name
            assert NAMES[user] not in row, name
    assert str(user) not in repr(tables._live)
    assert NAMES[user] not in repr(tables._live)


async def outcomes(database, table_id):
    async with database.read() as connection:
        return {row.player_id: row.outcome for row in await results.of_table(connection, table_id)}


async def test_the_games_of_others_stay_as_they_were(database):
    tables, rng = tables_on(database), random.Random(1)
    for users in ((ANN, BOB), (CY, ANN, DEE), (BOB, CY)):
        table = await seated(tables, people(*users), head_start=90)
        await play(tables, table.id, rng)
    wardrobe = Wardrobe(database)
    await wardrobe.choose(ANN, NAMES[ANN], tables.store._clock(), back="fans")
    before = await everything(database)
    former = await tables.forget(ANN)
    assert former is not None
    assert (former.user, former.name) == (-1, "Former player 1")
    await assert_gone(database, tables, ANN)
    after = await everything(database)
    for name in before:
        # What doesn't name Ann is untouched.
        others = [row for row in before[name] if str(ANN) not in row]
        assert set(others) <= set(after[name]), name
    assert len(after["results"]) == len(before["results"])
    assert len(after["events"]) == len(before["events"])
    for number in (1, 2, 3):
        record = await tables.store.load(number)
        log = await tables.store.log(number)
        assert verify(number, log, record.seed).fair
        assert record.table.status == "finished"
    assert not [row for row in after["standings"] + after["ratings"] + after["feats"] if "(-1" in row]
    # The same person comes again, as somebody new.
    table = await seated(tables, people(ANN, BOB), head_start=110)
    await play(tables, table.id, rng)
    async with database.read() as connection:
        rows = [await personal.rows(connection, name, ANN, limit=9) for name in ("results", "seats")]
    assert [len(each) for each in rows] == [1, 1]
    assert (await tables.forget(ANN)).user == -2


@pytest.mark.parametrize("users", [(ANN, BOB), (ANN, BOB, CY), (ANN, BOB, CY, DEE)])
@pytest.mark.parametrize("moves", [0, 1, 12])
async def test_a_game_in_progress_goes_the_ordinary_way(database, users, moves):
    tables, rng = tables_on(database), random.Random(2)
    table = await seated(tables, people(*users), head_start=100)
    table = await play(tables, table.id, rng, moves)
    heard = []
    tables.listeners.append(heard.append)
    await tables.forget(ANN)
    await assert_gone(database, tables, ANN)
    (change,) = heard
    assert NAMES[ANN] not in repr(change.after)
    assert change.after.seq > table.seq
    assert change.after == (await tables.store.load(table.id)).table
    if len(users) == 2:
        assert change.after.choice == 1
        await tables.act(table.id, BOB, endings.play_on)
    after = await play(tables, table.id, rng)
    assert after.game.winners
    found = await outcomes(database, table.id)
    assert found.pop(-1) == ("abandoned" if len(users) == 4 else "surrendered")
    assert set(found.values()) <= {"won", "lost"}
    await assert_gone(database, tables, ANN)
    assert not [row for row in (await everything(database))["standings"] if "(-1" in row or ", -1," in row]


async def test_who_alone_was_to_decide_ends_the_game(database):
    tables = tables_on(database)
    table = await seated(tables, people(ANN, BOB))
    await tables.act(table.id, ANN, endings.surrender)
    await tables.forget(BOB)
    assert await outcomes(database, table.id) == {ANN: "surrendered", -1: "stopped"}
    await assert_gone(database, tables, BOB)


async def test_a_partner_decides_alone(database):
    tables = tables_on(database)
    table = await seated(tables, people(ANN, BOB, CY, DEE))
    await tables.act(table.id, BOB, endings.surrender)
    await tables.act(table.id, DEE, endings.surrender)
    assert (await tables.get(table.id)).table.choice == 0
    await tables.forget(ANN)
    await tables.act(table.id, CY, endings.play_on)
    after = (await tables.get(table.id)).table
    assert [seat.house is not None for seat in after.seats] == [True, True, False, True]


async def test_a_partner_who_has_offered_is_taken_at_their_word(database):
    tables = tables_on(database)
    table = await seated(tables, people(ANN, BOB, CY, DEE))
    await tables.act(table.id, CY, endings.surrender)
    await tables.forget(ANN)
    assert (await tables.get(table.id)).table.given_up(0)


async def test_who_is_missing_can_not_come_back(database):
    tables = tables_on(database)
    table = await seated(tables, people(ANN, BOB, CY))
    await tables.forget(ANN)
    with pytest.raises(Refused):
        await tables.act(table.id, ANN, endings.come_back)
    assert (await tables.store.live_in(1, ANN)) == []


async def test_nothing_is_left_of_who_was_nowhere(database):
    tables = tables_on(database)
    assert await tables.forget(ANN) is None
    await Wardrobe(database).choose(ANN, NAMES[ANN], tables.store._clock(), face="classic")
    assert await tables.forget(ANN) is None
    await assert_gone(database, tables, ANN)
    assert (await everything(database))["players"] == []


async def test_all_or_nothing(database, monkeypatch):
    tables = tables_on(database)
    table = await seated(tables, people(ANN, BOB))
    before = await everything(database)

    async def broken(*_):
        raise KeyError("power cut")

    monkeypatch.setattr(personal, "remove", broken)
    with pytest.raises(KeyError):
        await tables.forget(ANN)
    assert await everything(database) == before
    assert (await tables.get(table.id)).table == table


async def test_moves_and_deletions_at_once(shared):
    """Two processes, one of which knows nothing of the other's deletion."""
    here, there = (tables_on(database, seed) for seed, database in enumerate(shared))
    first = await seated(here, people(ANN, BOB), channel=2)
    second = await seated(here, people(CY, ANN), channel=3)
    await there.get(first.id)
    outcome = await asyncio.gather(
        here.forget(ANN),
        there.act(first.id, BOB, moves.discard, first.turn_seq, first.game.hands[1][:2]),
        there.forget(CY),
        here.act(second.id, DEE, lobby.join, NAMES[DEE], 5),
        return_exceptions=True,
    )
    assert all(not isinstance(each, Exception) or isinstance(each, Refused) for each in outcome), outcome
    for tables, user in ((here, ANN), (here, CY)):
        await tables.forget(user)
        await assert_gone(shared[0], here, user)
    await there.change(first.id, lambda _: [])
    with pytest.raises(Refused):
        await there.act(first.id, ANN, endings.play_on)


async def test_nothing_stays_in_memory_of_whom_another_process_forgot(shared):
    here, there = (tables_on(database, seed) for seed, database in enumerate(shared))
    table = await seated(here, people(ANN, BOB))
    await there.forget(ANN)
    assert NAMES[ANN] in repr(here._live)
    await here.forget(ANN)
    await assert_gone(shared[0], here, ANN)
    assert (await here.get(table.id)).table.choice == 1


async def test_a_table_joined_meanwhile_is_not_forgotten(database, monkeypatch):
    tables = tables_on(database)
    await seated(tables, people(ANN, BOB), channel=2)
    live_naming, tries = tables.store.live_naming, []

    async def late(user):
        found = await live_naming(user)
        if not tries:
            await seated(tables, people(CY, ANN), channel=3)
        tries.append(found)
        return found

    monkeypatch.setattr(tables.store, "live_naming", late)
    await tables.forget(ANN)
    assert tries == [[1], [1, 2]]
    await assert_gone(database, tables, ANN)


@pytest.fixture
def one_at_a_time(monkeypatch):
    """Every log is rewritten in a transaction of its own."""
    monkeypatch.setattr(logs, "AT_ONCE", 1)


async def three_games(database):
    tables, rng = tables_on(database), random.Random(1)
    for users in ((ANN, BOB), (CY, ANN, DEE), (BOB, ANN)):
        table = await seated(tables, people(*users), head_start=100)
        await play(tables, table.id, rng)
    return tables


def dying_after(monkeypatch, tables, pieces):
    """The process dies after so many logs are rewritten."""
    rewritten, rename_some = [], tables.store.rename_some

    async def dies():
        if len(rewritten) == pieces:
            raise KeyError("killed")
        rewritten.append(1)
        return await rename_some()

    monkeypatch.setattr(tables.store, "rename_some", dies)


async def shown(database, tables):
    """All that somebody else can see of three games, in any way."""
    found = [[part.content async for part in export(database, BOB, tables.store._clock(), Presses().quiet)]]
    found += [await tables.store.load(number) for number in (1, 2, 3)]
    found += [await tables.store.log(number) for number in (1, 2, 3)]
    found.append(await profile_of(database, 1, ANN))
    found += [await games_page(database, 1, user, 0) for user in (ANN, BOB, CY)]
    found += [await page(database, 1, Query(), 0, tables.store._clock())]
    return repr(found)


@pytest.mark.parametrize("pieces", [0, 1, 2, 3])
async def test_interrupted_after_any_piece_nobody_meets_them(database, monkeypatch, one_at_a_time, pieces):
    tables = await three_games(database)
    assert NAMES[ANN] in await shown(database, tables)
    dying_after(monkeypatch, tables, pieces)
    with pytest.raises(KeyError):
        await tables.forget(ANN)
    seen = await shown(database, tables)
    assert NAMES[ANN] not in seen
    assert str(ANN) not in seen
    assert "Former player 1" in seen
    named = [row for row in (await everything(database))["events"] if NAMES[ANN] in row]
    assert bool(named) == (pieces < 3)
    again = tables_on(database)  # the bot starts anew
    assert await again.store.knows(ANN) == (pieces < 3)
    await again.finish_forgetting()
    await assert_gone(database, again, ANN)
    for number in (1, 2, 3):
        log = await again.store.log(number)
        assert verify(number, log, (await again.store.load(number)).seed).fair


async def test_the_next_deletion_finishes_an_interrupted_one(database, monkeypatch, one_at_a_time):
    tables = await three_games(database)
    dying_after(monkeypatch, tables, 1)
    with pytest.raises(KeyError):
        await tables.forget(ANN)
    again = tables_on(database)
    assert (await again.forget(DEE)).user == -2
    for user in (ANN, DEE):
        await assert_gone(database, again, user)


async def test_who_comes_back_meanwhile_is_somebody_new(database, monkeypatch, one_at_a_time):
    """Also at a table that they had left: what they do there from now on is theirs."""
    tables = await three_games(database)
    waiting = await tables.open(Opening(1, "The card room", 5, BOB, NAMES[BOB], 3))
    await tables.act(waiting.id, ANN, lobby.join, NAMES[ANN], 3)
    dying_after(monkeypatch, tables, 1)
    with pytest.raises(KeyError):
        await tables.forget(ANN)
    again = tables_on(database)
    await again.act(waiting.id, ANN, lobby.join, NAMES[ANN], 4)
    fourth = await seated(again, people(ANN, CY), channel=9, head_start=110)
    await play(again, fourth.id, random.Random(4))
    before = await everything(database)
    await again.finish_forgetting()
    after = await everything(database)
    assert {name for name in after if after[name] != before[name]} == {"events", "renamings"}
    assert after["renamings"] == []
    assert await again.store.live_naming(ANN) == [waiting.id]
    mine = [row for row in after["events"] if NAMES[ANN] in row]
    assert len(mine) == 2
    assert {int(row[1:].partition(",")[0]) for row in mine} == {waiting.id, fourth.id}
    assert (await again.forget(ANN)).user == -2
    await assert_gone(database, again, ANN)


async def test_too_much_at_once_is_said(database, monkeypatch):
    tables = tables_on(database)

    async def conflict(*_):
        raise Conflict("again")

    monkeypatch.setattr(tables.store, "forget", conflict)
    with pytest.raises(Refused, match="Nothing was deleted"):
        await tables.forget(ANN)
