"""Discord's weather: what it refuses, forgets or can't deliver. The play is saved, the table recovers."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import structlog

from db.errors import DatabaseUnavailable
from tests.room import Person, Room, open_room, take_turns

TABLE = "/channels/*/messages/*"
POSTS = "/channels/*/messages"
ANSWERS = "/interactions/*/callback"
HANDS = "/webhooks/*/messages/@original"
LOCKED = DatabaseUnavailable("The database is locked by another process.")


@pytest.fixture
async def room(tmp_path: Path) -> AsyncGenerator[Room]:
    """A room in which retries, from five seconds on, wait for time to be advanced."""
    async with open_room(f"sqlite:///{tmp_path / 'room.sqlite3'}", settle_timeout=3.0) as room:
        yield room


@pytest.fixture
def log() -> Generator[list[dict[str, Any]]]:
    with structlog.testing.capture_logs() as entries:
        yield entries


def events(log: list[dict[str, Any]], *, level: str | None = None) -> list[str]:
    return [entry["event"] for entry in log if level in (None, entry["log_level"])]


@contextmanager
def failing_commits(room: Room, error: Exception) -> Generator[None]:
    """No move can be stored."""

    async def fails(*_arguments: Any) -> None:
        raise error

    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(room.bot.tables.store, "commit", fails)
        yield


async def at_play(room: Room) -> tuple[Person, Person]:
    """A game in which somebody is to play: that person, with an open hand, and the other, with another."""
    ann, bob = room.people("Ann", "Bob")
    await room.no_hurry()
    await room.start(ann, bob, variant="short")
    await room.skip(lambda game: game.phase == "play")
    for person in (ann, bob):
        await person.open_hand()
    return (ann, bob) if "Your move" in ann.hand.text else (bob, ann)


async def plays(room: Room, person: Person) -> str:
    """Play a card without looking at the answer. Returns the card."""
    card = person.hand.labels()[0]
    await person.actor.click(person.hand.message, label=card)
    return card


async def is_shown(room: Room, *cards: str) -> bool:
    """Whether the one live table message tells of these cards, and of the newest score."""
    (table,) = room.tables
    scores = [str(score) for score in (await room.record()).game.scores]
    return all(part in table.text for part in (*cards, *scores))


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (404, 10015), (401, 50027), (404, 10008)])
async def test_the_answer_comes_too_late(
    room: Room, log: list[dict[str, Any]], status: int, code: int
) -> None:
    """The card is played, the table shows it; the hand is shown anew at the next press."""
    mover, other = await at_play(room)
    room.env.inject_error("POST", ANSWERS, status=status, code=code)
    old = mover.hand
    card = await plays(room, mover)
    assert await is_shown(room, card)
    assert "Your move" in other.hand.text or "says go" in room.table.text
    assert {
        "event": "press not answered",
        "log_level": "info",
        "user": mover.id,
        "status": status,
        "code": code,
    } in log
    view = await mover.press_late(old, card)
    assert "Play has moved on" in view.text
    assert card not in view.labels(enabled=False)
    assert events(log, level="error") == []


@pytest.mark.parametrize(("status", "code"), [(404, 10015), (401, 50027), (500, 0), (403, 50001)])
async def test_the_open_hand_of_the_other_can_not_be_refreshed(
    room: Room, log: list[dict[str, Any]], status: int, code: int
) -> None:
    mover, other = await at_play(room)
    room.env.inject_error("PATCH", HANDS, status=status, code=code)
    room.requests()
    card = await plays(room, mover)
    assert room.requests().count("PATCH hand") == 1  # not tried again
    assert await is_shown(room, card)
    if "Your move" not in other.hand.text:
        await other.open_hand()
    await take_turns(room, [mover, other], random.Random(1), until=lambda: "deal 2" in room.table.text)
    assert events(log, level="error") == []


async def test_an_hour_later_no_token_is_used_any_more(room: Room, log: list[dict[str, Any]]) -> None:
    mover, other = await at_play(room)
    await room.env.advance_time(3600)
    room.requests()
    card = await plays(room, mover)
    assert "PATCH hand" not in room.requests()
    assert await is_shown(room, card)
    assert card not in mover.hand.labels(enabled=False)
    await other.open_hand()
    assert card in other.hand.text or "says go" in room.table.text
    assert events(log) == []


async def test_the_table_message_is_deleted(room: Room) -> None:
    mover, other = await at_play(room)
    old = room.table
    moderator = room.guild.add_member(
        room.env.create_user("mod"),
        roles=[room.guild.create_role("mod", permissions=discord.Permissions(manage_messages=True))],
    )
    await moderator.delete(old.message)
    assert room.table.message.id != old.message.id
    assert room.table.text == old.text
    card = await plays(room, mover)
    assert await is_shown(room, card)
    await moderator.delete(room.table.message)  # and again
    assert await is_shown(room, card)
    await take_turns(room, [mover, other], random.Random(1), until=lambda: "deal 2" in room.table.text)


async def test_everything_is_purged(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await purge(room)
    assert [view.labels() for view in room.public()] == [["My hand", "Rules", "Surrender"]]


async def purge(room: Room) -> None:
    with room.env._bot_scope():
        room.env.backend.bulk_delete_messages(room.channel.id, [message.id for message in room.stored()])
    await room.env.settle()


async def test_the_lobby_is_deleted(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start", opponent=bob.actor)
    assert room.stored()[0].ping_user_ids == [bob.id]
    await purge(room)
    assert room.stored()[0].ping_user_ids == []  # they have been told once
    await bob.press(room.lobby, "Join")
    assert "deal 1" in room.table.text


async def test_a_message_is_deleted_right_after_a_restart(room: Room) -> None:
    mover, _ = await at_play(room)
    await room.restart()
    await purge(room)
    await mover.open_hand()
    assert "Your move" in mover.hand.text


async def test_a_message_is_deleted_while_the_bot_is_away(room: Room) -> None:
    """`/cribbage hand` brings it back."""
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start")
    room.env.backend.messages[room.channel.id].clear()
    await room.restart()
    await ann.slash("cribbage hand")
    await bob.press(room.lobby, "Join")
    room.env.backend.messages[room.channel.id].clear()
    await room.restart()
    await bob.slash("cribbage hand")
    assert "deal 1" in room.table.text


async def test_the_message_is_too_old_to_edit(room: Room, log: list[dict[str, Any]]) -> None:
    """A new one takes its place at the bottom, and the old one goes."""
    mover, _ = await at_play(room)
    old = room.table.message.id
    room.env.inject_error("PATCH", TABLE, status=400, code=30046)
    card = await plays(room, mover)
    assert room.table.message.id != old
    assert await is_shown(room, card)
    assert "message can't be edited" in events(log)


async def test_the_thread_has_been_archived(room: Room) -> None:
    mover, _ = await at_play(room)
    room.env.inject_error("PATCH", TABLE, status=400, code=50083)
    card = await plays(room, mover)
    assert await is_shown(room, card)


@pytest.mark.parametrize("code", [30046, 50083])
async def test_the_last_word_on_a_deal_can_not_be_an_edit(room: Room, code: int) -> None:
    """What remains of the deal has no buttons and tells all that happened, in whichever message."""
    ann, bob = room.people("Ann", "Bob")
    await room.no_hurry()
    await room.start(ann, bob, variant="short")
    await room.skip(lambda game: game.phase == "play" and sum(map(len, game.hands)) == 1)
    for person in (ann, bob):
        await person.open_hand()
    (last,) = [person for person in (ann, bob) if "Your move" in person.hand.text]
    old = room.table.message.id
    room.env.inject_error("PATCH", TABLE, status=400, code=code)
    card = await plays(room, last)
    _, record, show, live = room.public()
    assert old not in [view.message.id for view in room.public()]
    assert "deal 1" in record.text
    assert card in record.text
    assert record.buttons == ()
    assert "### Show, deal 1" in show.text
    assert "deal 2" in live.text


async def test_finished_deals_that_were_deleted_stay_deleted(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short")
    await room.skip(lambda game: game.phase == "play" and sum(map(len, game.hands)) == 1)
    for person in (ann, bob):
        await person.open_hand()
    (last,) = [person for person in (ann, bob) if "Your move" in person.hand.text]
    del room.env.backend.messages[room.channel.id][room.table.message.id]
    await plays(room, last)
    assert ["Show, deal 1" in text or "deal 2" in text for text in room.texts()[1:]] == [True, True]


async def test_the_lobby_can_not_be_edited_when_the_game_begins(room: Room) -> None:
    """Nobody is asked to join any more, and the thread begins at the message that takes its place."""
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start", thread=True)
    lobby = room.lobby
    room.env.inject_error("PATCH", TABLE, status=400, code=50083)
    await bob.press(lobby, "Join")
    told = [view for view in room.public() if "Cut for deal" in view.text]
    assert [view.labels() for view in told] == [[]]
    assert lobby.message.id not in [view.message.id for view in room.public()]
    (thread,) = room.channel.threads
    assert thread.id == told[0].message.id
    with room.inside(thread):
        assert "deal 1" in room.table.text


async def test_a_whole_deal_while_the_channel_is_out_of_reach(room: Room) -> None:
    """Its show is told when the channel is back."""
    ann, bob = room.people("Ann", "Bob")
    await room.no_hurry()
    await ann.slash("cribbage start", variant="short")
    room.env.inject_error("*", "/channels/*", status=403, code=50013, times=None)
    await bob.press(room.lobby, "Join")
    await room.skip(lambda game: game.deal == 2)
    room.env.backend.faults.clear()
    await bob.slash("cribbage hand")
    _, show, live = room.public()
    assert "### Show, deal 1" in show.text
    assert "deal 2" in live.text


async def test_the_channel_is_deleted(room: Room, log: list[dict[str, Any]]) -> None:
    """The table ends at the first message that can't be shown, and nothing is tried again and again."""
    mover, _ = await at_play(room)
    seq = (await room.record()).seq
    room.env.inject_error("*", "/channels/*", status=404, code=10003, times=None)
    room.requests()
    card = await plays(room, mover)
    table = await room.record()
    assert table.seq > seq
    assert card in [played.card.symbol for played in table.game.series]
    assert (table.status, table.stopped) == ("finished", "channel_gone")
    assert {result.outcome for result in await room.results()} == {"stopped"}
    assert events(log) == ["table ended, its place is gone"]
    await room.env.advance_time(7200)
    assert len([request for request in room.requests() if "message" in request]) == 1
    assert events(log, level="error") == []


@pytest.mark.parametrize("code", [50013, 50001])
async def test_the_permission_is_taken_away_and_given_back(
    room: Room, log: list[dict[str, Any]], code: int
) -> None:
    mover, other = await at_play(room)
    room.env.inject_error("*", TABLE, status=403, code=code, times=None)
    room.env.inject_error("*", POSTS, status=403, code=code, times=None)
    seq, shown = (await room.record()).seq, room.texts()
    card = await plays(room, mover)
    assert (await room.record()).seq > seq
    assert room.texts() == shown
    assert events(log, level="warning") == ["channel out of reach"]
    assert "went wrong" not in mover.hand.text
    room.env.backend.faults.clear()
    await other.slash("cribbage hand")
    assert await is_shown(room, card)


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_discord_is_in_trouble_for_a_while(room: Room, log: list[dict[str, Any]], status: int) -> None:
    """The table is tried again, ever more rarely, and shows the newest state when Discord is back."""
    mover, other = await at_play(room)
    shown = room.texts()
    for path in (TABLE, POSTS):
        room.env.inject_error("*", path, status=status, times=None)
    room.requests()
    card = await plays(room, mover)
    await room.env.advance_time(600)
    tries = room.requests().count("PATCH message")
    assert 4 <= tries <= 9
    assert events(log, level="warning") == ["table not shown"] * tries
    assert room.texts() == shown
    room.env.backend.faults.clear()
    await room.env.advance_time(400)
    assert await is_shown(room, card)
    room.requests()
    await room.env.advance_time(4000)
    assert room.requests() == []
    # The next trouble is waited for no longer than the first.
    room.env.inject_error("PATCH", TABLE, status=status)
    await other.open_hand()
    (next_mover,) = [person for person in (mover, other) if "Your move" in (await person.open_hand()).text]
    again = await plays(room, next_mover)
    await room.env.advance_time(6)
    assert await is_shown(room, again)


async def test_a_move_made_in_the_trouble_is_shown_at_once_when_it_is_over(room: Room) -> None:
    mover, other = await at_play(room)
    room.env.inject_error("PATCH", TABLE, status=500)
    first = await plays(room, mover)
    (next_mover,) = [person for person in (mover, other) if "Your move" in (await person.open_hand()).text]
    second = await plays(room, next_mover)
    assert await is_shown(room, first, second)


@contextmanager
def no_network(room: Room, error: Exception) -> Generator[None]:
    """Nothing that the bot sends arrives anywhere."""
    http, answers = room.bot.http, room.env._webhook_adapter
    before = http.request, answers.request

    async def fails(*_arguments: Any, **_options: Any) -> Any:
        await asyncio.sleep(0)
        raise error

    http.request = answers.request = fails
    try:
        yield
    finally:
        http.request, answers.request = before


@pytest.mark.parametrize("error", [aiohttp.ClientOSError("down"), OSError("down"), TimeoutError("slow")])
async def test_the_network_is_down(room: Room, log: list[dict[str, Any]], error: Exception) -> None:
    mover, other = await at_play(room)
    old = mover.hand
    with no_network(room, error):
        card = await plays(room, mover)
        assert not any("went wrong" in view.text for view in mover.private())
    await room.env.advance_time(6)
    assert await is_shown(room, card)
    assert "Play has moved on" in (await mover.press_late(old, card)).text
    assert "press not answered" in events(log)
    assert events(log, level="error") == []
    for person in (mover, other):
        await person.open_hand()
    await take_turns(room, [mover, other], random.Random(1), until=lambda: "deal 2" in room.table.text)


async def test_the_network_is_down_for_the_command_too(room: Room, log: list[dict[str, Any]]) -> None:
    """The table is open, and stands in the channel as soon as anything can be sent."""
    ann, bob = room.people("Ann", "Bob")
    with no_network(room, aiohttp.ClientOSError("down")):
        await ann.actor.slash(room.channel, "cribbage start")
    assert room.texts() == []
    await room.env.advance_time(6)
    await bob.press(room.lobby, "Join")
    assert "deal 1" in room.table.text
    assert events(log, level="error") == []


async def test_a_long_failure_is_no_flood(room: Room) -> None:
    """Many moves while nothing can be shown: one message in the end, no more."""
    ann, bob = room.people("Ann", "Bob")
    await room.no_hurry()
    await room.start(ann, bob, variant="short")
    before = len(room.public())
    for path in (TABLE, POSTS):
        room.env.inject_error("*", path, status=503, times=None)
    await room.skip(lambda game: game.deal == 1 and game.phase == "play" and len(game.series) > 1)
    room.env.backend.faults.clear()
    room.requests()
    await room.env.advance_time(400)
    assert room.requests().count("PATCH message") <= 2
    assert len(room.public()) == before
    assert "Starter" in room.table.text


async def test_the_database_is_away_for_a_moment(room: Room, log: list[dict[str, Any]]) -> None:
    mover, _ = await at_play(room)
    card, before = mover.hand.labels()[0], room.texts()

    with failing_commits(room, LOCKED):
        await mover.press(mover.hand, card)
    assert "Nothing is lost: press again in a moment." in mover.hand.text
    assert room.texts() == before
    await mover.press(mover.hand, card)
    assert card not in mover.hand.labels(enabled=False)
    assert await is_shown(room, card)


async def test_cards_that_could_not_be_given_stay_chosen(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await ann.open_hand()
    for card in ann.hand.cards()[:2]:
        await ann.press(ann.hand, str(card))
    (give,) = [label for label in ann.hand.labels() if label.startswith("Give")]

    with failing_commits(room, LOCKED):
        await ann.press(ann.hand, give)
    assert "Nothing is lost: press again in a moment." in ann.hand.text
    await ann.press(ann.hand, give)
    assert not ann.choosing


async def test_a_fault_of_the_program_has_a_reference(room: Room, log: list[dict[str, Any]]) -> None:
    mover, _ = await at_play(room)
    card, before = mover.hand.labels()[0], room.texts()

    with failing_commits(room, ZeroDivisionError()):
        await mover.press(mover.hand, card)
    (entry,) = [entry for entry in log if entry["log_level"] == "error"]
    assert f"`{entry['reference']}`" in mover.hand.text
    assert card in mover.hand.labels()
    assert room.texts() == before


@contextmanager
def lost_answer(room: Room, nonce: str) -> Generator[list[int]]:
    """The answer to the first post with this nonce never arrives. Yields how many such posts there were."""
    request, posts = room.bot.http.request, []

    async def loses(route: discord.http.Route, **options: Any) -> Any:
        answer = await request(route, **options)
        if isinstance(answer, dict) and nonce in str(options.get("form")):
            posts.append(answer["id"])
            if len(posts) == 1:
                raise aiohttp.ServerDisconnectedError
        return answer

    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(room.bot.http, "request", loses)
        yield posts


async def test_a_post_is_repeated_when_play_has_moved_on(room: Room) -> None:
    """For the same nonce Discord returns the message that is there, which shows an earlier state."""
    ann, bob = await at_play(room)
    with lost_answer(room, "1.deal2") as posts:
        await take_turns(room, [ann, bob], random.Random(1), until=lambda: bool(posts))
        assert len(posts) == 1
        while ann.choosing:
            await ann.press(ann.hand, ann.next_press(random.Random(1)))
    assert len(posts) == 2
    assert posts[0] == posts[1]
    (table,) = [text for text in room.texts() if "### Table 1 · deal 2" in text]
    assert "**Bob to give two cards**" in table
