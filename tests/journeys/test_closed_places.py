"""Channels that can't be reached: tried again until they can, at once when they change, and not for ever."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import discord
import pytest
import structlog

from bot.table import endings, moves
from db.errors import DatabaseUnavailable
from tests.journeys.company import backend, surrender, wait
from tests.journeys.refusing import is_public, refusing
from tests.room import Person, Room, open_room

DAY = 24 * 3600
POSTS = "/channels/*/messages"
EDITS = "/channels/*/messages/*"
ANY = [(403, 50001), (403, 50013), (404, 0), (404, 10015), (429, 0), (500, 0)]


@pytest.fixture
async def room(tmp_path: Path) -> AsyncGenerator[Room]:
    """A room in which retries, from five seconds on, wait for time to be advanced."""
    async with open_room(f"sqlite:///{tmp_path / 'room.sqlite3'}", settle_timeout=3.0) as room:
        yield room


async def at_play(room: Room, **options: object) -> tuple[Person, Person]:
    ann, bob = room.people("Ann", "Bob")
    await room.no_hurry()
    await room.start(ann, bob, variant="short", **options)
    await room.skip(lambda game: game.phase == "play")
    return ann, bob


async def one_card(room: Room) -> None:
    """Whoever is to play plays a card, without pressing anything."""
    async with room.backstage() as tables:
        table = (await tables.get(1)).table
        seat = table.game.awaited()[0]
        await tables.act(
            1, table.seats[seat].person.user, moves.play, table.turn_seq, table.game.playable(seat)[0]
        )


async def published(room: Room, number: int = 1) -> bool:
    """Whether the channel is known to show the newest state."""
    async with room.backstage() as tables:
        await tables.write_published()
    return number not in await room.bot.tables.store.unpublished()


@pytest.mark.parametrize(("status", "code"), ANY)
async def test_the_first_table_message_is_refused_once(room: Room, status: int, code: int) -> None:
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start")
    # A picture may be what is refused: then it is tried without, at once.
    room.env.inject_error("POST", POSTS, status=status, code=code, times=2 if code == 50013 else 1)
    await bob.press(room.lobby, "Join")
    assert room.tables == []
    assert not await published(room)
    await wait(room, 6)
    assert "deal 1" in room.table.text
    assert await published(room)


@pytest.mark.parametrize(("status", "code"), ANY)
async def test_the_lobby_can_not_be_edited_once(room: Room, status: int, code: int) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await ann.slash("cribbage start", players=3)
    room.env.inject_error("PATCH", EDITS, status=status, code=code)
    await bob.press(room.lobby, "Join")
    await wait(room, 6)
    assert "2\\. **Bob**" in room.lobby.text
    await cy.press(room.lobby, "Join")
    assert "deal 1" in room.table.text


@pytest.mark.parametrize(("status", "code"), ANY)
async def test_the_show_is_refused_once(room: Room, status: int, code: int) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.no_hurry()
    await room.start(ann, bob, variant="short")
    await room.skip(lambda game: game.phase == "play" and sum(map(len, game.hands)) == 1)
    room.env.inject_error("POST", POSTS, status=status, code=code, times=2 if code == 50013 else 1)
    await room.skip(lambda game: game.deal == 2)
    assert not any("### Show" in text for text in room.texts())
    await wait(room, 6)
    assert ["### Show, deal 1" in text for text in room.texts()] == [False, False, True, False]
    assert "deal 2" in room.table.text


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10015), (404, 10003), (429, 0), (500, 0)])
async def test_the_thread_can_not_be_opened_at_first(room: Room, status: int, code: int) -> None:
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start", thread=True)
    room.env.inject_error("POST", "/channels/*/messages/*/threads", status=status, code=code)
    await bob.press(room.lobby, "Join")
    await wait(room, 6)
    (thread,) = room.channel.threads
    with room.inside(thread):
        assert "deal 1" in room.table.text


# --- at once when something changes there


async def locked_out(room: Room) -> None:
    """A card is played while the channel is closed, and for hours after it. Then it is open, unnoticed."""
    room.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)
    await one_card(room)
    await wait(room, 3 * 3600)
    room.env.backend.faults.clear()
    assert not await published(room)


async def role(room: Room) -> None:
    everyone = room.guild.id
    await backend(
        room, "edit_role", room.guild.id, everyone, {"permissions": discord.Permissions.all().value}
    )


async def channel(room: Room) -> None:
    await backend(room, "announce_channel_update", room.channel.id)


async def member(room: Room) -> None:
    me = server(room).me
    await happens(room, "member_update", me, me)


async def available(room: Room) -> None:
    await happens(room, "guild_available", server(room))


async def joined(room: Room) -> None:
    await happens(room, "guild_join", server(room))


async def happens(room: Room, event: str, *arguments: object) -> None:
    """The gateway tells the bot of something."""
    with room.env._bot_scope():
        room.bot.dispatch(event, *arguments)
    await room.env.settle()


def server(room: Room) -> discord.Guild:
    """The server as the bot knows it."""
    found = room.bot.get_guild(room.guild.id)
    assert found is not None
    return found


@pytest.mark.parametrize("change", [role, channel, member, available, joined])
async def test_a_change_there_is_noticed_at_once(
    room: Room, change: Callable[[Room], Awaitable[None]]
) -> None:
    await at_play(room)
    await locked_out(room)
    await change(room)
    assert await published(room)
    assert len(room.tables) == 1


@pytest.mark.parametrize("parent", [False, True])
async def test_a_change_at_a_thread_or_above_it(room: Room, parent: bool) -> None:
    await at_play(room, thread=True)
    (thread,) = room.channel.threads
    await locked_out(room)
    await backend(room, "announce_channel_update", room.channel.id if parent else thread.id)
    assert await published(room)


async def test_a_change_elsewhere_is_none_here(room: Room) -> None:
    await at_play(room)
    elsewhere = room.guild.create_text_channel("elsewhere")
    await locked_out(room)
    room.requests()
    await backend(room, "announce_channel_update", elsewhere.id)
    everyone = server(room).default_role
    await happens(room, "guild_role_update", everyone, everyone)  # it has another name, say
    (somebody,) = room.people("Somebody")
    member = discord.Object(somebody.id)
    member.guild = server(room)
    await happens(room, "member_update", member, member)
    assert room.requests() == []
    await wait(room, 3600)  # but an hour later all the same
    assert await published(room)


# --- not for ever


async def over(room: Room, bob: Person) -> None:
    """After Ann has given up, Bob doesn't play on, and the channel is shown nothing of it."""
    async with room.backstage() as tables:
        await tables.act(1, bob.id, endings.stop)


async def requests_in(room: Room, seconds: float) -> int:
    """How often the bot asks something of Discord about a channel meanwhile."""
    with refusing(room, lambda _: False, 500) as made:
        await wait(room, seconds)
    return sum(is_public(sent) for sent in made)


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (403, 50013), (404, 10062)])
async def test_an_ended_table_that_is_closed_is_given_up_after_a_day(
    room: Room, status: int, code: int
) -> None:
    ann, bob = await at_play(room)
    await surrender(room, ann)
    room.env.inject_error("*", "/channels/*", status=status, code=code, times=None)
    with structlog.testing.capture_logs() as log:
        await over(room, bob)
        assert 20 <= await requests_in(room, DAY) <= 100
        await wait(room, 2 * 3600)
        assert await requests_in(room, DAY) == 0
    warnings = [entry["event"] for entry in log if entry["log_level"] == "warning"]
    assert warnings == ["channel out of reach", "table given up"]
    await room.restart()
    assert await requests_in(room, DAY) == 0
    assert await published(room)


async def test_a_live_table_is_never_given_up(room: Room) -> None:
    await at_play(room)
    room.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)
    await one_card(room)
    assert 30 <= await requests_in(room, 3 * DAY) <= 100
    assert not await published(room)
    room.env.backend.faults.clear()
    await wait(room, 3601)
    assert await published(room)


@pytest.mark.parametrize(("status", "code"), [(400, 0), (400, 50035), (405, 0), (413, 40005)])
async def test_what_is_wrong_is_not_asked_again(room: Room, status: int, code: int) -> None:
    """Until the table changes; then it is another request."""
    await at_play(room)
    room.env.inject_error("*", "/channels/*", status=status, code=code, times=None)
    with structlog.testing.capture_logs() as log:
        await one_card(room)
        assert await requests_in(room, DAY) == 0
    assert [entry["event"] for entry in log if entry["log_level"] == "warning"] == ["table given up"]
    assert not await published(room)
    room.env.backend.faults.clear()
    await one_card(room)
    assert await published(room)


async def test_the_end_is_refused_for_good(room: Room) -> None:
    ann, bob = await at_play(room)
    await surrender(room, ann)
    room.env.inject_error("*", "/channels/*", status=405, times=None)
    with structlog.testing.capture_logs() as log:
        await over(room, bob)
        assert await requests_in(room, DAY) == 0
        await room.restart()
        assert await requests_in(room, DAY) == 0
    assert [entry["event"] for entry in log if entry["log_level"] == "warning"] == ["table given up"]


# --- nothing ends without asking


@pytest.mark.parametrize("method", ["PATCH", "POST"])
async def test_a_channel_that_is_there_after_all(room: Room, method: str) -> None:
    await at_play(room)
    with refusing(room, lambda sent: sent[0] == method and is_public(sent), 404, 10003) as made:
        await one_card(room)
        if method == "POST":
            await room.skip(lambda game: game.deal == 2)
    assert ("GET", f"/channels/{room.channel.id}", 0) in made
    assert (await room.record()).status == "playing"
    await wait(room, 6)
    assert await published(room)


@pytest.mark.parametrize("method", ["PATCH", "POST"])
async def test_a_channel_that_is_there_and_said_to_be_missing_is_asked_ever_more_rarely(
    room: Room, method: str
) -> None:
    await at_play(room)
    with refusing(room, lambda sent: sent[0] == method and is_public(sent), 404, 10003):
        await one_card(room)
        assert await requests_in(room, DAY) < 100
    assert (await room.record()).status == "playing"


async def test_nobody_can_say_whether_the_channel_is_there(room: Room) -> None:
    await at_play(room)
    room.env.inject_error("PATCH", EDITS, status=404, code=10003, times=None)
    room.env.inject_error("GET", "/channels/*", status=503, times=1)
    await one_card(room)
    assert (await room.record()).status == "playing"
    room.env.inject_error("GET", "/channels/*", status=403, code=50001, times=1)
    await wait(room, 6)
    assert (await room.record()).status == "playing"
    room.env.backend.faults.clear()
    await wait(room, 11)
    assert await published(room)


@pytest.mark.parametrize("answer", [(403, 50001), (404, 10003), (404, 10004)])
async def test_the_server_is_gone_and_nobody_has_told(room: Room, answer: tuple[int, int]) -> None:
    await at_play(room)
    status, code = answer
    room.env.inject_error("*", "/channels/*", status=status, code=code, times=None)
    room.env.inject_error("GET", "/guilds/*", status=403, code=50001, times=None)
    room.bot._connection._guilds.pop(room.guild.id)
    await one_card(room)
    assert (await room.record()).stopped == "channel_gone"
    assert await published(room)


async def test_a_server_that_is_only_missing_is_not_gone(room: Room) -> None:
    """After an outage it may not be among those that Discord lists."""
    await at_play(room)
    room.env.inject_error("PATCH", EDITS, status=403, code=50001, times=1)
    found = room.bot._connection._guilds.pop(room.guild.id)
    await one_card(room)
    assert (await room.record()).status == "playing"
    room.bot._connection._guilds[room.guild.id] = found
    await wait(room, 6)
    assert await published(room)


@pytest.mark.parametrize("what", ["channel", "thread", "server"])
async def test_a_place_goes_while_the_database_is_away(
    room: Room, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Discord tells only once: the tables end when the database is back."""
    await at_play(room, thread=what == "thread")
    live_at, away = room.bot.tables.store.live_at, True

    async def look(*place: int) -> list[int]:
        if away:
            raise DatabaseUnavailable("It is away.")
        return await live_at(*place)

    monkeypatch.setattr(room.bot.tables.store, "live_at", look)
    if what == "server":
        await backend(room, "remove_guild", room.guild.id)
    else:
        gone = room.channel.threads[0] if what == "thread" else room.channel
        await backend(room, "delete_channel", gone.id)
    await wait(room, 60)
    assert (await room.record()).status == "playing"
    away = False
    await wait(room, 300)
    assert (await room.record()).stopped == "channel_gone"
