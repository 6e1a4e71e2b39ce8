"""Rematches: the same seats, one press each, with shuffles that were sealed before any of these presses."""

from __future__ import annotations

import asyncio
import re

import discord
import pytest
import simcord
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from tests.journeys.company import NAMES, open_table, surrender, wait
from tests.room import Person, Room


async def played(room: Room, players: int, **options: object) -> list[Person]:
    """People who have just finished a game."""
    people = room.people(*NAMES[:players])
    await room.start(*people, players=players, variant="short", **options)
    await room.skip(lambda _: False)
    return people


@pytest.mark.parametrize("players", [2, 3, 4, 6])
async def test_the_same_seats_one_press_each(room: Room, players: int) -> None:
    people = await played(room, players)
    old, end = await room.record(), room.public()[-1]
    seal = re.search(r"A rematch's shuffles are sealed: `([0-9a-f]{64})`", end.text)
    assert seal is not None
    last, *others = people[::-1]
    await last.press(end, "Rematch")
    assert "Table 2 is open for a rematch; it begins when all are back." in last.answer.text
    assert "rematch of table 1" in room.lobby.text
    for person in others:
        assert f"<@{person.id}>, press **Join** to play again" in room.lobby.text
    assert sorted(room.stored()[0].ping_user_ids) == sorted(person.id for person in others)
    # Pressed in the old message or in the new lobby, and in any order.
    for number, person in enumerate(others):
        if number % 2:
            await person.press(room.lobby, "Join")
        else:
            await person.press(end, "Rematch")
    assert "deal 1" in room.table.text
    new = await room.record(2)
    assert [seat.person.user for seat in new.seats] == [seat.person.user for seat in old.seats]
    assert new.commitment == seal[1]
    assert new.opening.variant == "short"
    assert len(new.presses) == players  # every press for it counts, the first included
    assert "Your hand" in others[-1].hand.text

    await room.skip(lambda _: False, number=2)
    verdict = await last.slash("cribbage verify", number=2)
    assert "every card was where it had to be" in verdict.text
    assert seal[1] in verdict.text


async def test_a_second_press_while_one_is_open(room: Room) -> None:
    ann, bob, _ = await played(room, 3)
    end = room.public()[-1]
    await ann.press(end, "Rematch")
    await ann.press(end, "Rematch")
    assert "You already sit at this table." in ann.answer.text
    await bob.press(end, "Rematch")
    assert await room.logs() == [1, 2]
    assert len((await room.record(2)).free()) == 1
    # The channel shows nothing of that at the old table: there is nothing to catch up on after a start.
    assert 1 not in await room.bot.tables.store.unpublished()


async def test_a_turn_time_set_since_holds_at_the_next_table(room: Room) -> None:
    ann, _ = await played(room, 2)
    (boss,) = room.managers("Boss")
    await boss.slash("cribbage settings", turn_time=600, quiet_reminders=True)
    await ann.press(room.public()[-1], "Rematch")
    old, new = await room.record(1), await room.record(2)
    assert (old.opening.turn_seconds, old.opening.quiet) == (180, False)
    assert (new.opening.turn_seconds, new.opening.quiet) == (600, True)


async def test_two_presses_at_once_open_one_table(room: Room) -> None:
    ann, bob = await played(room, 2)
    async with room.backstage() as tables:
        first, second = await asyncio.gather(
            tables.rematch(1, ann.id, "Ann", 1001, "The card room"),
            tables.rematch(1, bob.id, "Bob", 1002, "The card room"),
        )
    assert first.id == second.id == 2
    assert await room.logs() == [1, 2]
    assert (await room.record(2)).status == "playing"


async def test_nobody_takes_the_seats_of_those_who_played(room: Room) -> None:
    ann, _ = await played(room, 2)
    (eve,) = room.people("Eve")
    end = room.public()[-1]
    await eve.press(end, "Rematch")
    assert "A rematch is for those who played this game." in eve.answer.text
    await ann.press(end, "Rematch")
    await eve.press(room.lobby, "Join")
    assert "That seat is kept for the player of the game before." in eve.answer.text
    await ann.press(room.lobby, "Add a house player")
    await ann.press(ann.answer, "Steady")
    assert "No seat is free for a house player." in ann.answer.text


async def test_one_who_sits_elsewhere_in_the_channel_is_told(room: Room) -> None:
    ann, _ = await played(room, 2)
    end = room.public()[-1]
    await ann.slash("cribbage start")
    await ann.press(end, "Rematch")
    assert "You already sit at table 2 in this channel" in ann.answer.text
    assert await room.logs() == [1, 2]


async def test_it_expires_like_any_lobby(room: Room) -> None:
    ann, bob = await played(room, 2)
    end = room.public()[-1]
    await ann.press(end, "Rematch")
    await wait(room, 901)
    assert (await room.record(2)).closed == "expired"
    await bob.press(end, "Rematch")
    assert "This table was closed." in bob.answer.text


async def test_after_a_restart(room: Room) -> None:
    ann, bob = await played(room, 2)
    end = room.public()[-1]
    await room.restart()
    await bob.press(end, "Rematch")
    await room.restart()
    await ann.press(end, "Rematch")
    assert "Table 2 · deal 1" in room.table.text


async def test_who_had_given_up_is_asked_again(room: Room) -> None:
    """The house player who sat in is no part of the rematch."""
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short")
    await surrender(room, ann)
    await bob.press(room.table_to_decide, "Play on")
    await room.skip(lambda _: False)
    end = room.public()[-1]
    await bob.press(end, "Rematch")
    await ann.press(end, "Rematch")
    again = await room.record(2)
    assert [seat.house for seat in again.seats] == [None, None]
    assert not again.practice


async def test_alone_against_the_house_in_a_thread_again(room: Room) -> None:
    """It begins at once, and the cut is told where a lobby would have stood."""
    (ann,) = room.people("Ann")
    await open_table(room, 2, [ann], variant="short", thread=True)
    await room.skip(lambda _: False)
    (thread,) = room.channel.threads
    with room.inside(thread):
        await ann.press(room.public()[-1], "Rematch")
    assert [text for text in room.texts() if "rematch of table 1" in text and "Cut for deal" in text]
    assert len(room.channel.threads) == 2


@pytest.mark.parametrize("thread", [False, True])
async def test_not_where_tables_may_not_stand_any_more(room: Room, thread: bool) -> None:
    """The same holds as for a table that is opened by command."""
    (boss,) = room.managers("Boss")
    ann, bob, place = await played_in(room, thread=thread)
    cards = room.guild.create_text_channel("cards")
    await boss.slash("cribbage settings", channel=cards)
    with room.inside(place):
        end = room.public()[-1]
        await boss.press(end, "Rematch")
        assert "A rematch is for those who played this game." in boss.answer.text
        await ann.press(end, "Rematch")
        assert f"On this server tables stand in <#{cards.id}>." in ann.answer.text
    assert await room.logs() == [1]
    await boss.slash("cribbage settings", channel=room.channel)
    await ann.press(end, "Rematch")
    # One that is open already may fill.
    await boss.slash("cribbage settings", channel=room.channel)
    await bob.press(end, "Rematch")
    assert (await room.record(2)).status == "playing"


@pytest.mark.parametrize("thread", [False, True])
async def test_not_where_the_bot_may_not_write_any_more(room: Room, thread: bool) -> None:
    ann, _, place = await played_in(room, thread=thread)
    bot = room.env.backend.bot_user.id
    deny = discord.Permissions(send_messages=True).value
    with room.env._bot_scope():
        room.env.backend.set_overwrite(room.channel.id, Overwrite(bot, OverwriteType.MEMBER, deny=deny))
    await room.env.settle()
    with room.inside(place):
        await ann.press(room.public()[-1], "Rematch")
    where = (f"in <#{room.channel.id}>", "there") if thread else ("here", "in this channel")
    assert f"I can't host a table {where[0]}: I lack " in ann.answer.text
    assert f"**Send Messages** {where[1]}." in ann.answer.text
    assert await room.logs() == [1]


async def played_in(room: Room, *, thread: bool) -> tuple[Person, Person, simcord.ChannelHandle]:
    """Two people who have just finished a game, and where they played it."""
    ann, bob = await played(room, 2, thread=thread)
    return ann, bob, room.channel.threads[0] if thread else room.channel
