"""Channels, threads and servers that go away: each table ends, nobody is to blame, and nothing stays stuck."""

from __future__ import annotations

import random
from collections.abc import Generator
from contextlib import contextmanager

import pytest
import structlog

from bot.table.table import Table
from tests.journeys.company import backend, open_table, outcomes, surrender, wait
from tests.room import Person, Room

GONE = {"Ann": "stopped", "Bob": "stopped"}


async def at_play(room: Room, **options: object) -> tuple[Person, Person]:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short", **options)
    await room.skip(lambda game: game.phase == "play")
    return ann, bob


async def ended(room: Room, number: int = 1) -> Table:
    """A table that has ended because its place is gone, with nothing left to show of it."""
    table = await room.record(number)
    assert table.stopped == "channel_gone"
    assert await room.bot.tables.store.unpublished() == []
    for result in await room.results(number):
        assert (result.skunks_given, result.double_skunks_given, result.skunk_taken) == (0, 0, 0)
    return table


async def test_the_channel_is_deleted(room: Room) -> None:
    ann, bob = await at_play(room)
    (cy,) = room.people("Cy")
    await cy.slash("cribbage start")
    elsewhere = room.guild.create_text_channel("elsewhere")
    with structlog.testing.capture_logs() as log:
        await backend(room, "delete_channel", room.channel.id)
        await wait(room, 3600)
        await room.restart()
    assert [entry for entry in log if entry["log_level"] in ("warning", "error")] == []
    await ended(room)
    assert await outcomes(room) == GONE
    assert (await room.record(2)).closed == "channel_gone"
    with room.inside(elsewhere):
        assert "Nobody is on it yet" in (await ann.slash("leaderboard")).text
        assert "where it had to be" in (await bob.slash("cribbage verify", number=1)).text
        await room.start(ann, bob)
        assert "Table 3" in room.table.text


@pytest.mark.parametrize("stored", [False, True])
async def test_the_channel_was_deleted_while_the_bot_was_away(room: Room, stored: bool) -> None:
    """The first thing that can't be said ends the table: the newest state, or else the reminder."""
    ann, bob = await at_play(room)
    if stored:
        async with room.backstage() as tables:
            await tables.write_published()
    elsewhere = room.guild.create_text_channel("elsewhere")
    with unheard(room):
        await backend(room, "delete_channel", room.channel.id)
    await room.restart()
    assert (await room.record()).status == ("playing" if stored else "finished")
    await wait(room, 100)
    await ended(room)
    assert await outcomes(room) == GONE
    with room.inside(elsewhere):
        await room.start(ann, bob)
        assert "Table 2" in room.table.text


async def test_the_tables_own_thread_is_deleted(room: Room) -> None:
    """The channel is told, since it is still there."""
    await at_play(room, thread=True)
    (thread,) = room.channel.threads
    await backend(room, "delete_channel", thread.id)
    await ended(room)
    end = room.texts()[-1]
    assert "### Stopped at " in end
    assert "Its channel or thread is gone: no win and no loss for anybody at the table." in end
    assert "Seed revealed" in end
    assert await outcomes(room) == GONE


async def test_the_thread_in_which_a_table_was_opened_is_deleted(room: Room) -> None:
    thread = room.thread("Friday evening")
    with room.inside(thread):
        await at_play(room)
    await backend(room, "delete_channel", thread.id)
    await ended(room)
    assert await outcomes(room) == GONE
    assert not any("Stopped" in text for text in room.texts())


async def test_another_thread_is_deleted(room: Room) -> None:
    await at_play(room, thread=True)
    other = room.thread("Something else")
    await backend(room, "delete_channel", other.id)
    assert (await room.record()).status == "playing"


@pytest.mark.parametrize("away", [False, True])
async def test_the_bot_is_removed_from_the_server(room: Room, away: bool) -> None:
    await at_play(room)
    (cy,) = room.people("Cy")
    await cy.slash("cribbage start")
    if away:
        with unheard(room):
            await backend(room, "remove_guild", room.guild.id)
        await room.restart()
    else:
        await backend(room, "remove_guild", room.guild.id)
    await ended(room)
    assert await outcomes(room) == GONE
    assert (await room.record(2)).closed == "channel_gone"
    assert await room.bot.tables.store.guilds() == []


async def test_who_had_given_up_or_left_before_is_still_on_record(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await room.start(ann, bob, cy, players=3, thread=True)
    (thread,) = room.channel.threads
    with room.inside(thread):
        await surrender(room, cy)
    await backend(room, "delete_channel", thread.id)
    await ended(room)
    assert "no win and no loss for anybody at the table.\nCy had surrendered: a loss." in room.texts()[-1]
    assert await outcomes(room) == {**GONE, "Cy": "surrendered"}


async def test_house_players_stop_as_well(room: Room) -> None:
    (ann,) = room.people("Ann")
    await open_table(room, 3, [ann])
    await ann.open_hand()
    await ann.press(ann.hand, ann.next_press(random.Random(1)))
    await backend(room, "delete_channel", room.channel.id)
    seq = (await ended(room)).seq
    await wait(room, 600)
    assert (await room.record()).seq == seq


@contextmanager
def unheard(room: Room) -> Generator[None]:
    """The bot isn't connected, and hears of nothing."""
    feeds = list(room.env.backend.subscribers)
    room.env.backend.subscribers.clear()
    yield
    room.env.backend.subscribers.extend(feeds)
