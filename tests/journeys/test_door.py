"""In time or not: every press and command is answered, and what the person is told is true.

Every second of Discord's patience, and of the door's, is stretched here to minutes: they run out when time is
advanced, and never by themselves.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Generator
from typing import Any

import discord
import pytest

from bot.ui.presses import door
from db.storing import committing
from tests.room import Person, Room

STRETCH = 150
PATIENCE = 3.0 * STRETCH
BUDGET, GRACE, AGES = door.BUDGET * STRETCH, door.GRACE * STRETCH, 10_000.0


@pytest.fixture(autouse=True)
def stretched(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("BUDGET", BUDGET), ("GRACE", GRACE), ("LONGEST", AGES)):
        monkeypatch.setattr(door, name, seconds)
    after = room.env.backend.iso_after
    monkeypatch.setattr(room.env.backend, "iso_after", lambda seconds: after(seconds * STRETCH))


@pytest.fixture
def weather() -> Generator[pytest.MonkeyPatch]:
    """What breaks while the test runs, and works again when it ends."""
    with pytest.MonkeyPatch.context() as broken:
        yield broken


def asleep(seconds: float, then: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Something that takes so long before it does what it should."""

    async def sleeps(*arguments: Any, **options: Any) -> Any:
        await asyncio.sleep(seconds)
        return await then(*arguments, **options) if then is not None else None

    return sleeps


def stalled(commit: Callable[..., Any], seconds: float, error: Exception | None = None) -> Callable[..., Any]:
    """A commit that takes so long, and then succeeds unless there is an error."""

    async def stalls(*arguments: Any, **options: Any) -> Any:
        with committing():
            await asyncio.sleep(seconds)
            if error is not None:
                raise error
        return await commit(*arguments, **options)

    return stalls


async def at_play(room: Room) -> tuple[Person, Person]:
    """Who is to play, and the other; both with an open hand."""
    ann, bob = room.people("Ann", "Bob")
    await room.no_hurry()
    await room.start(ann, bob)
    await room.skip(lambda game: game.phase == "play")
    for person in (ann, bob):
        await person.open_hand()
    return (ann, bob) if "Your move" in ann.hand.text else (bob, ann)


async def presses(person: Person, label: str) -> None:
    """Press a button of the open hand, without an answer yet."""
    person.last = await person.actor.click(person.hand.message, custom_id=person.hand.custom_id(label))


def leaderboard() -> Any:
    """The extension as the bot has loaded it, which is not what an import before that has got."""
    return sys.modules["cogs.leaderboard"]


def last_said(person: Person) -> str:
    return person.private()[-1].text


async def test_a_move_that_was_not_stored_in_time_does_not_count(
    room: Room, weather: pytest.MonkeyPatch
) -> None:
    mover, _ = await at_play(room)
    card, log, shown = mover.hand.labels()[0], await room.bot.tables.store.log(1), room.texts()
    weather.setattr(room.bot.tables.store, "commit", asleep(AGES))
    await presses(mover, card)
    assert not mover.last.acknowledged
    await room.env.advance_time(BUDGET)
    assert last_said(mover) == (
        "That took too long just now, and nothing was changed: press again in a moment."
    )
    weather.undo()
    await room.env.advance_time(AGES)
    assert await room.bot.tables.store.log(1) == log
    assert room.texts() == shown
    await mover.press(mover.hand, card)
    assert card not in mover.hand.labels(enabled=False)


async def test_a_move_whose_commit_takes_long_counts_and_is_shown_when_it_is_done(
    room: Room, weather: pytest.MonkeyPatch
) -> None:
    mover, _ = await at_play(room)
    card, hand, seq = mover.hand.labels()[0], mover.hand.text, (await room.record()).seq
    weather.setattr(room.bot.tables.store, "commit", stalled(room.bot.tables.store.commit, 3 * BUDGET))
    await presses(mover, card)
    assert not mover.last.acknowledged
    await room.env.advance_time(BUDGET)
    assert mover.last.acknowledged
    assert (await room.record()).seq == seq
    assert mover.hand.text == hand
    assert len(mover.private()) == 1
    await room.env.advance_time(2 * BUDGET)
    assert (await room.record()).seq > seq
    assert card not in mover.hand.labels(enabled=False)
    assert len(mover.private()) == 1
    assert card in room.table.text
    weather.undo()
    await room.env.advance_time(AGES)


async def test_a_handler_that_does_not_stop_at_once_is_acknowledged_meanwhile(
    room: Room, weather: pytest.MonkeyPatch
) -> None:
    """As when another process holds the database, and its lock can't be left alone."""
    mover, _ = await at_play(room)
    card, log = mover.hand.labels()[0], await room.bot.tables.store.log(1)
    weather.setattr(room.bot.tables.store, "commit", slow_to_stop)
    await presses(mover, card)
    await room.env.advance_time(BUDGET)
    assert not mover.last.acknowledged
    await room.env.advance_time(GRACE)
    assert mover.last.acknowledged
    assert "nothing was changed" not in last_said(mover)
    await room.env.advance_time(BUDGET)
    assert "nothing was changed: press again" in last_said(mover)
    assert await room.bot.tables.store.log(1) == log
    assert len(mover.private()) == 2


async def slow_to_stop(*_arguments: Any) -> None:
    try:
        await asyncio.sleep(AGES)
    except asyncio.CancelledError:
        await asyncio.sleep(2 * GRACE)
        raise


def crossing(room: Room, weather: pytest.MonkeyPatch, way: str) -> None:
    """Have the answer by `way` sent off when its acknowledgement is under way already."""
    weather.setattr(room.bot.tables.store, "commit", stalled(room.bot.tables.store.commit, BUDGET + 1))
    ready = getattr(discord.InteractionResponse, way)

    async def unknowing(response: discord.InteractionResponse, **options: Any) -> Any:
        # All that the library knows when the answer is sent off: nothing of the acknowledgement yet.
        response._response_type = None
        return await ready(response, **options)

    weather.setattr(discord.InteractionResponse, "is_done", lambda _: False)
    weather.setattr(discord.InteractionResponse, way, unknowing)


async def test_an_answer_in_the_very_moment_of_the_acknowledgement(
    room: Room, weather: pytest.MonkeyPatch
) -> None:
    """Both are under way to Discord; the acknowledgement arrives first. The hand is shown all the same."""
    mover, _ = await at_play(room)
    card = mover.hand.labels()[0]
    crossing(room, weather, "edit_message")
    await presses(mover, card)
    await room.env.advance_time(BUDGET)
    assert mover.last.acknowledged
    await room.env.advance_time(1)
    weather.undo()
    assert card not in mover.hand.labels(enabled=False)
    assert len(mover.private()) == 1


async def test_a_new_hand_in_the_very_moment_of_the_acknowledgement(
    room: Room, weather: pytest.MonkeyPatch
) -> None:
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start")
    crossing(room, weather, "send_message")
    bob.last = await bob.actor.click(room.lobby.message, label="Join")
    await room.env.advance_time(BUDGET)
    await room.env.advance_time(BUDGET)
    weather.undo()
    assert len(bob.hand.cards()) == 6


async def test_a_command_that_never_ends(room: Room, weather: pytest.MonkeyPatch) -> None:
    (ann,) = room.people("Ann")
    weather.setattr(room.bot.tables.store, "live_in", asleep(AGES))
    ann.last = await ann.actor.slash(room.channel, "cribbage hand")
    assert not ann.last.acknowledged
    await room.env.advance_time(BUDGET)
    assert ann.answer.ephemeral
    assert ann.answer.text == "That took too long just now, and nothing was changed: try again in a moment."


async def test_a_table_that_opens_late_stands_in_the_channel(room: Room, weather: pytest.MonkeyPatch) -> None:
    ann, bob = room.people("Ann", "Bob")
    weather.setattr(room.bot.tables.store, "open", stalled(room.bot.tables.store.open, 2 * BUDGET))
    ann.last = await ann.actor.slash(room.channel, "cribbage start")
    await room.env.advance_time(BUDGET)
    assert ann.last.acknowledged
    await room.env.advance_time(BUDGET)
    weather.undo()
    await room.env.advance_time(BUDGET)
    assert last_said(ann) == "Table 1 is open: its lobby is in the channel."
    assert len([view for view in room.public() if "Join" in view.labels()]) == 1
    await bob.press(room.lobby, "Join")
    assert "deal 1" in room.table.text


async def test_a_lobby_that_only_its_host_was_shown_is_not_the_lobby(
    room: Room, weather: pytest.MonkeyPatch
) -> None:
    """The private acknowledgement crossed with the public answer, and has made it private too."""
    ann, bob = room.people("Ann", "Bob")
    weather.setattr(room.bot.tables.store, "open", stalled(room.bot.tables.store.open, BUDGET + 1))
    weather.setattr(discord.InteractionResponse, "is_done", lambda _: False)
    ready = discord.InteractionResponse.send_message

    async def crossing(response: discord.InteractionResponse, **options: Any) -> Any:
        response._response_type = None
        return await ready(response, **options)

    weather.setattr(discord.InteractionResponse, "send_message", crossing)
    ann.last = await ann.actor.slash(room.channel, "cribbage start")
    await room.env.advance_time(BUDGET)
    await room.env.advance_time(BUDGET)
    weather.undo()
    await room.env.advance_time(BUDGET)
    await bob.press(next(view for view in room.public() if "Join" in view.labels()), "Join")
    assert "deal 1" in room.table.text


async def test_what_may_take_its_time_goes_on(room: Room, weather: pytest.MonkeyPatch) -> None:
    (ann,) = room.people("Ann")

    loaded = leaderboard()
    weather.setattr(loaded, "page", asleep(2 * BUDGET, loaded.page))
    ann.last = await ann.actor.slash(room.channel, "leaderboard")
    await room.env.advance_time(BUDGET)
    assert ann.last.acknowledged
    await room.env.advance_time(BUDGET)
    board = room.public()[-1]
    assert "wins" in board.text.lower()


def test_commands_say_that_they_may_take_their_time(room: Room) -> None:
    slow = {
        command.qualified_name: bool(command.extras.get("public"))
        for command in room.bot.tree.walk_commands()
        if isinstance(command, discord.app_commands.Command) and command.extras.get("slow")
    }
    public = {"leaderboard", "profile", "head-to-head"}
    private = {"history", "privacy export", "privacy delete", "cribbage verify"}
    assert slow == {**dict.fromkeys(public, True), **dict.fromkeys(private, False)}


def test_all_of_it_fits_into_the_patience_of_discord() -> None:
    assert BUDGET + GRACE < 0.95 * PATIENCE


async def test_what_takes_far_too_long_is_stopped_too(room: Room, weather: pytest.MonkeyPatch) -> None:
    (ann,) = room.people("Ann")
    weather.setattr(leaderboard(), "page", asleep(10 * AGES))
    ann.last = await ann.actor.slash(room.channel, "leaderboard")
    await room.env.advance_time(BUDGET)
    await room.env.advance_time(AGES)
    assert "nothing was changed: try again" in ann.answer.text


async def test_what_was_stored_is_said_to_be_when_it_can_not_be_shown(
    room: Room, weather: pytest.MonkeyPatch
) -> None:
    mover, _ = await at_play(room)
    card = mover.hand.labels()[0]
    weather.setattr(room.bot.hands, "update", asleep(10 * AGES))
    await presses(mover, card)
    await room.env.advance_time(BUDGET)
    assert mover.last.acknowledged
    await room.env.advance_time(AGES)
    assert last_said(mover).startswith("That is saved, but showing it took too long.")
    assert card in room.table.text


async def test_a_commit_is_never_broken_off(room: Room, weather: pytest.MonkeyPatch) -> None:
    mover, _ = await at_play(room)
    card = mover.hand.labels()[0]
    weather.setattr(room.bot.tables.store, "commit", stalled(room.bot.tables.store.commit, 2 * AGES))
    await presses(mover, card)
    await room.env.advance_time(3 * AGES)
    weather.undo()
    assert card not in mover.hand.labels(enabled=False)
    assert len(mover.private()) == 1


async def test_a_commit_that_failed_late_is_no_move(room: Room, weather: pytest.MonkeyPatch) -> None:
    mover, _ = await at_play(room)
    card, log = mover.hand.labels()[0], await room.bot.tables.store.log(1)
    weather.setattr(
        room.bot.tables.store,
        "commit",
        stalled(room.bot.tables.store.commit, 2 * BUDGET, ZeroDivisionError()),
    )
    await presses(mover, card)
    await room.env.advance_time(BUDGET)
    assert mover.last.acknowledged
    await room.env.advance_time(BUDGET)
    weather.undo()
    assert "nothing was changed" in last_said(mover)
    assert await room.bot.tables.store.log(1) == log


async def test_a_handler_that_says_nothing(room: Room, weather: pytest.MonkeyPatch) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)

    async def silent(*_arguments: Any) -> None:
        pass

    weather.setitem(room.bot.clicks.handlers, "rules", silent)
    bob.last = await bob.actor.click(room.table.message, label="Rules")
    assert bob.last.acknowledged
    weather.setattr(room.bot.hands, "show", silent)
    assert (await bob.slash("cribbage hand")).text == door.UNSHOWN
