"""Where tables stand, in which threads they are played, and what a server's managers may set."""

from __future__ import annotations

import random
import re

import discord
import pytest
import simcord
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from bot.table import lobby
from bot.table.tables import Opening
from tests.journeys.company import backend, called_for, surrender, wait
from tests.room import Person, Room, take_turns


async def thread_table(room: Room) -> tuple[Person, Person, simcord.ChannelHandle]:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short", thread=True)
    (thread,) = room.channel.threads
    return ann, bob, thread


async def test_a_thread_of_its_own_keeps_the_channel_quiet(room: Room) -> None:
    ann, bob, thread = await thread_table(room)
    assert thread.name == "Cribbage, table 1"
    with room.inside(thread):
        assert "### Table 1 · deal 1" in room.table.text
        await ann.open_hand()
        await ann.give(*ann.hand.cards()[:2])
        await wait(room, 91)
        assert called_for(room) == [[bob.id]]
        link = f"https://discord.com/channels/{room.guild.id}/{thread.id}/{room.table.message.id}"
        assert f"<@{bob.id}>, it's your move at [table 1]({link})." in room.texts()[-1]
        await room.skip(lambda game: max(game.scores) >= 55)
        await take_turns(room, [ann, bob], random.Random(1))
        assert " wins 61" in room.texts()[-1]
    (opened,) = [text for text in room.texts() if text]
    assert "Cut for deal" in opened


async def test_commands_in_its_thread_mean_the_table_there(room: Room) -> None:
    """Not an older one, somewhere else on the server."""
    ann, bob = room.people("Ann", "Bob")
    with room.inside(room.guild.create_text_channel("elsewhere")):
        await room.start(ann, bob)
    await room.start(ann, bob, thread=True)
    (thread,) = room.channel.threads
    with room.inside(thread):
        assert "Table 2 · deal 1" in (await ann.slash("cribbage hand")).text
        assert "Surrender at table 2?" in (await ann.slash("cribbage surrender")).text
    with room.inside(room.thread("Friday evening")):
        await room.start(ann, bob)
        assert "Table 3 · deal 1" in (await ann.slash("cribbage hand")).text


async def test_a_table_in_a_thread(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    thread = room.thread("Friday evening")
    with room.inside(thread):
        await room.start(ann, bob, variant="short", thread=True)  # a thread can't have threads
        assert "### Table 1 · deal 1" in room.table.text
        await room.skip(lambda _: False)
        assert " wins 61" in room.texts()[-1]
    assert not any("able 1" in text for text in room.texts())


async def test_the_thread_was_archived(room: Room) -> None:
    """What can't be edited any more is posted anew, which brings the thread back."""
    ann, _, thread = await thread_table(room)
    with room.inside(thread):
        await ann.open_hand()
        with room.env._bot_scope():
            room.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
        await room.env.settle()
        await ann.give(*ann.hand.cards()[:2])
        assert "Bob to give" in room.table.text
        assert len(room.tables) == 1


async def test_the_lobby_is_gone_before_the_thread_begins(room: Room) -> None:
    """Then the game is played in the channel."""
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start", thread=True)
    opened = room.lobby
    room.env.backend.messages[room.channel.id].clear()
    async with room.backstage() as tables:
        await tables.act(1, bob.id, lobby.join, "Bob", 7)
    assert room.channel.threads == []
    assert "### Table 1 · deal 1" in room.table.text
    assert opened


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 50024), (400, 160006)])
async def test_a_thread_can_not_be_opened(room: Room, status: int, code: int) -> None:
    """The bot may not, the channel is of a kind without threads, or the server has too many."""
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start", thread=True)
    room.env.inject_error("POST", "/channels/*/messages/*/threads", status=status, code=code, times=None)
    await bob.press(room.lobby, "Join")
    assert "### Table 1 · deal 1" in room.table.text
    await ann.open_hand()
    await ann.give(*ann.hand.cards()[:2])
    assert "Bob to give" in room.table.text


async def test_the_thread_is_there_already(room: Room) -> None:
    """Somebody was faster, or the bot died right after it had opened it."""
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start", thread=True)
    opened = room.lobby
    with room.env._bot_scope():
        room.env.backend.create_thread(
            room.channel.id, "Ours", room.guild.owner.id, message_id=opened.message.id
        )
    room.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160004)
    await bob.press(room.lobby, "Join")
    (thread,) = room.channel.threads
    with room.inside(thread):
        assert "### Table 1 · deal 1" in room.table.text


async def test_many_tables_in_a_channel_one_seat_each(room: Room) -> None:
    ann, bob, cy, dee = room.people("Ann", "Bob", "Cy", "Dee")
    await room.start(ann, bob)
    await room.start(cy, dee)
    assert len(room.tables) == 2
    await ann.slash("cribbage start")
    assert "You already sit at table 1 in this channel" in ann.answer.text
    with room.inside(room.guild.create_text_channel("another")):
        await ann.slash("cribbage start")
        assert "Table 3" in room.lobby.text


async def test_open_tables_with_links(room: Room) -> None:
    ann, bob, cy, dee = room.people("Ann", "Bob", "Cy", "Dee")
    assert "No table is open on this server." in (await dee.slash("cribbage tables")).text
    await room.start(ann, bob)
    await cy.slash("cribbage start", players=4)
    opened, table = room.lobby, room.table
    answer = await dee.slash("cribbage tables")
    assert answer.ephemeral
    first, second = answer.text.splitlines()[1:]
    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/"
    assert first.startswith(f"[Table 2]({link}{opened.message.id}) · <#{room.channel.id}>")
    assert "four players · to 121 · Cy · 3 seats free" in first
    assert second == f"[Table 1]({link}{table.message.id}) · <#{room.channel.id}> · **Ann** 0 · **Bob** 0"
    await surrender(room, ann)
    await bob.press(room.table_to_decide, "Stop")
    assert "Table 1" not in (await dee.slash("cribbage tables")).text


async def test_tables_in_channels_that_one_can_not_see_are_not_listed(room: Room) -> None:
    ann, bob, dee = room.people("Ann", "Bob", "Dee")
    hidden = room.guild.create_text_channel("secret")
    with room.inside(hidden):
        await room.start(ann, bob)
    deny(room, hidden, discord.Permissions(view_channel=True), dee)
    await room.env.settle()
    assert "No table is open" in (await dee.slash("cribbage tables")).text
    assert "Table 1" in (await ann.slash("cribbage tables")).text


async def test_forty_tables_fit_the_list(room: Room) -> None:
    """Names as long as Discord allows, all of them escaped."""
    async with room.backstage() as tables:
        for number in range(40):
            await tables.open(
                Opening(
                    guild=room.guild.id,
                    guild_name="The card room",
                    channel=room.channel.id,
                    host=10_000 + number,
                    host_name="_*" * 16,
                    players=6,
                )
            )
    (ann,) = room.people("Ann")
    answer = await ann.slash("cribbage tables")
    assert "Table 40 " in answer.text
    assert answer.text.endswith("-# and others")
    assert len(answer.text) < 4000


# --- settings


@pytest.fixture
async def boss(room: Room) -> Person:
    return room.managers("Boss")[0]


async def settings(person: Person, **options: object) -> str:
    return (await person.slash("cribbage settings", **options)).text


async def test_only_managers_change_settings(room: Room, boss: Person) -> None:
    (ann,) = room.people("Ann")
    assert "Only those who may manage the server can change its settings." in await settings(ann)
    text = await settings(boss)
    for line in (
        "Turn time: **3 minutes**",
        "Tables may stand in: **all channels**",
        "House players: **allowed**",
        "A thread for every table: **only when asked for**",
        "Reminders: **with a notification**",
    ):
        assert line in text


@pytest.mark.parametrize("seconds", [60, 180, 300, 600, 86400])
async def test_the_turn_time(room: Room, boss: Person, seconds: int) -> None:
    await settings(boss, turn_time=seconds)
    await room.restart()
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    assert (await room.record()).opening.turn_seconds == seconds
    until = re.search(r"<t:(\d+):R>", room.table.text)
    assert until is not None
    assert abs(int(until[1]) - room.env.now().timestamp() - seconds) < 3


async def test_allowed_channels(room: Room, boss: Person) -> None:
    (ann,) = room.people("Ann")
    cards = room.guild.create_text_channel("cards")
    assert f"Tables may stand in: **<#{cards.id}>**" in await settings(boss, channel=cards)
    await ann.slash("cribbage start")
    assert f"On this server tables stand in <#{cards.id}>." in ann.answer.text
    with room.inside(cards):
        await ann.slash("cribbage start")
        assert "Table 1" in room.lobby.text
    # Naming it again takes it off the list.
    assert "Tables may stand in: **all channels**" in await settings(boss, channel=cards)
    await ann.slash("cribbage start")
    assert "Table 2" in room.lobby.text


async def test_an_allowed_channel_that_was_deleted(room: Room, boss: Person) -> None:
    """Nobody could name it any more, to take it off the list."""
    (ann,) = room.people("Ann")
    cards, den = (room.guild.create_text_channel(name) for name in ("cards", "den"))
    await settings(boss, channel=cards)
    await settings(boss, channel=den)
    await backend(room, "delete_channel", den.id)
    await ann.slash("cribbage start")
    assert f"On this server tables stand in <#{cards.id}>." in ann.answer.text
    assert "A thread for every table: **yes**" in await settings(boss, threads=True)
    await backend(room, "delete_channel", cards.id)
    await ann.slash("cribbage start", thread=False)
    assert "The channels in which tables may stand are gone." in ann.answer.text
    assert "Tables may stand in: **all channels**" in await settings(boss)
    await room.restart()
    await ann.slash("cribbage start", thread=False)
    assert "Table 1" in room.lobby.text


async def test_a_channel_in_which_the_bot_can_not_write_is_refused(room: Room, boss: Person) -> None:
    mute = room.guild.create_text_channel("mute")
    deny(room, mute, discord.Permissions(send_messages=True))
    text = await settings(boss, channel=mute)
    assert (
        f"I can't host tables in <#{mute.id}>: I lack **Attach Files** and **Send Messages** there." in text
    )
    assert "Tables may stand in: **all channels**" in await settings(boss)


async def test_threads_that_the_bot_can_not_open_are_refused(room: Room, boss: Person) -> None:
    cards = room.guild.create_text_channel("cards")
    deny(room, cards, discord.Permissions(create_public_threads=True))
    await settings(boss, channel=cards)
    text = await settings(boss, threads=True)
    assert f"I can't host tables in <#{cards.id}>: I lack **Create Public Threads** there." in text
    assert "A thread for every table: **only when asked for**" in await settings(boss)


async def test_threads_by_default_and_not_this_once(room: Room, boss: Person) -> None:
    ann, bob = room.people("Ann", "Bob")
    assert "A thread for every table: **yes**" in await settings(boss, threads=True)
    await room.start(ann, bob)
    (thread,) = room.channel.threads
    with room.inside(thread):
        assert "### Table 1 · deal 1" in room.table.text
    cy, dee = room.people("Cy", "Dee")
    await room.start(cy, dee, thread=False)
    assert len(room.channel.threads) == 1
    assert "### Table 2 · deal 1" in room.table.text


async def test_a_table_where_the_bot_may_not_write_does_not_open(room: Room) -> None:
    (ann,) = room.people("Ann")
    deny(room, room.channel, discord.Permissions(send_messages=True, create_public_threads=True))
    await ann.slash("cribbage start")
    assert "I can't host a table here: I lack **Send Messages** in this channel." in ann.answer.text
    await ann.slash("cribbage start", thread=True)
    assert "**Create Public Threads**" in ann.answer.text
    assert await room.logs() == []


def deny(
    room: Room, channel: simcord.ChannelHandle, permissions: discord.Permissions, whom: Person | None = None
) -> None:
    """Take permissions away in a channel, from the bot or from a person."""
    member = whom.id if whom else room.env.backend.bot_user.id
    with room.env._bot_scope():
        room.env.backend.set_overwrite(
            channel.id, Overwrite(member, OverwriteType.MEMBER, deny=permissions.value)
        )
