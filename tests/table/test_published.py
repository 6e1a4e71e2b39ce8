"""What a channel shows is noted: new messages at once, edits of old ones when there is something to store anyway."""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator

import pytest

from bot.table import moves
from bot.table.table import Table
from bot.table.tables import Tables
from db.engine import Database
from tests.table.played import play, seated, tables_on


@pytest.fixture
async def tables() -> AsyncGenerator[Tables]:
    database = await Database.open("sqlite://")
    yield tables_on(database)
    await database.close()


async def stored(tables: Tables, number: int = 1) -> tuple[str, int]:
    record = await tables.store.load(number)
    assert record is not None
    return record.messages, record.published_seq


async def game(tables: Tables) -> Table:
    table = await seated(tables, {10: "Ann", 11: "Bob"})
    await tables.published(1, '{"deal": 1}', table.seq)
    assert await stored(tables) == ('{"deal": 1}', table.seq)
    return table


async def discard(tables: Tables, table: Table, seat: int) -> Table:
    assert table.game is not None
    cards = table.game.hands[seat][:2]
    return (await tables.act(1, 10 + seat, moves.discard, table.turn_seq, cards)).after


async def test_an_edit_is_stored_with_the_next_commit(tables: Tables) -> None:
    before = await game(tables)
    table = await discard(tables, before, 0)
    await tables.published(1, '{"deal": 1}', table.seq)
    assert (await tables.get(1)).published_seq == table.seq
    assert await stored(tables) == ('{"deal": 1}', before.seq)
    assert await tables.store.unpublished() == [1]  # after a crash it would be shown once more
    await discard(tables, table, 1)
    assert await stored(tables) == ('{"deal": 1}', table.seq)


async def test_or_by_itself_a_little_later(tables: Tables) -> None:
    table = await discard(tables, await game(tables), 0)
    await tables.published(1, '{"deal": 1}', table.seq)
    await tables.write_published()
    assert await stored(tables) == ('{"deal": 1}', table.seq)
    assert await tables.store.unpublished() == []
    await tables.write_published()  # nothing is left to do


async def test_new_messages_are_stored_at_once(tables: Tables) -> None:
    table = await discard(tables, await game(tables), 0)
    await tables.published(1, '{"deal": 1, "reminder": 7}', table.seq)
    assert await stored(tables) == ('{"deal": 1, "reminder": 7}', table.seq)


async def test_what_is_known_to_be_newer_stays(tables: Tables) -> None:
    table = await discard(tables, await game(tables), 0)
    await tables.published(1, '{"deal": 1}', table.seq)
    await tables.published(1, '{"deal": 1}', table.seq - 1)
    assert (await tables.get(1)).published_seq == table.seq
    await tables.restart_clocks()  # memory is emptied
    await tables.write_published()
    assert await stored(tables) == ('{"deal": 1}', table.seq)


async def test_what_is_shown_is_known_though_memory_was_emptied_before_it_was_stored(tables: Tables) -> None:
    """Otherwise the table would take its question for unseen, and its clock would be held."""
    table = await discard(tables, await game(tables), 0)
    await tables.published(1, '{"deal": 1}', table.seq)
    await tables.restart_clocks()
    assert (await tables.get(1)).published_seq == table.seq
    await tables.write_published()
    assert (await tables.get(1)).published_seq == table.seq


async def test_what_is_shown_is_known_while_it_is_being_stored(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await discard(tables, await game(tables), 0)
    await tables.published(1, '{"deal": 1}', table.seq)
    store, loaded = tables.store.set_published, []

    async def meanwhile(seqs: dict[int, int]) -> None:
        await tables.restart_clocks()
        loaded.append((await tables.get(1)).published_seq)
        await store(seqs)

    monkeypatch.setattr(tables.store, "set_published", meanwhile)
    await tables.write_published()
    assert loaded == [table.seq]
    assert tables._unwritten == {}


async def test_it_is_kept_while_the_database_is_away(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await discard(tables, await game(tables), 0)
    await tables.published(1, '{"deal": 1}', table.seq)
    with monkeypatch.context() as patched:
        patched.setattr(tables.store, "set_published", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await tables.write_published()
    await tables.write_published()
    assert await stored(tables) == ('{"deal": 1}', table.seq)


async def test_an_end_that_was_not_shown_stays_to_be_shown_after_a_rematch(tables: Tables) -> None:
    """What a rematch adds to the old table is nothing to show, but what happened before it is."""
    for number, shown in ((1, True), (2, False)):
        table = await seated(tables, {10: "Ann", 11: "Bob"}, channel=number, head_start=110)
        table = await play(tables, table.id, random.Random(number))
        assert table.status == "finished"
        if shown:
            await tables.published(number, '{"deal": 1}', table.seq)
        await tables.write_published()
    for number in (1, 2):
        await tables.rematch(number, 10, "Ann", 5, "The card room")
    unpublished = await tables.store.unpublished()
    assert 1 not in unpublished
    assert 2 in unpublished
