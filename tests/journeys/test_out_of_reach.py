"""Nothing stops for good, and nobody is blamed, because a channel or a part of Discord can't be reached."""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from pathlib import Path

import discord
import pytest
import structlog

from bot.client import CribbageBot
from db.errors import DatabaseUnavailable
from tests.journeys.company import called_for, name_at, wait
from tests.room import Person, Room, open_room, take_turns

HOUR = 3600


@pytest.fixture
async def room(tmp_path: Path) -> AsyncGenerator[Room]:
    """A room in which retries, from five seconds on, wait for time to be advanced."""
    async with open_room(f"sqlite:///{tmp_path / 'room.sqlite3'}", settle_timeout=3.0) as room:
        yield room


@contextmanager
def locked_out(room: Room, status: int = 403, code: int = 50013) -> Generator[None]:
    """The bot can neither write nor edit in its channels; answers to presses are another matter."""
    before = list(room.env.backend.faults)
    for method, path in (("POST", "/channels/*/messages"), ("*", "/channels/*/messages/*")):
        room.env.inject_error(method, path, status=status, code=code, times=None)
    yield
    room.env.backend.faults[:] = before


async def at_play(room: Room) -> tuple[list[Person], Person]:
    people = room.people("Ann", "Bob")
    await room.start(*people, variant="short")
    await room.skip(lambda game: game.phase == "play")
    table = await room.record()
    return people, next(p for p in people if p.actor.user.global_name == name_at(table, table.game.turn))


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (400, 50083), (500, 0)])
async def test_nobody_is_missing_from_a_place_that_the_bot_is_locked_out_of(
    room: Room, status: int, code: int
) -> None:
    people, mover = await at_play(room)
    with locked_out(room, status, code):
        await wait(room, 6 * HOUR)
    table = await room.record()
    assert table.status == "playing"
    assert table.stage in ("waiting", "reminded")
    await wait(room, HOUR + 300)  # however long the pauses have become
    assert (await room.record()).status in ("playing", "finished")
    assert await room.results() == [] or (await room.record()).stopped == "abandoned"
    assert people
    assert mover


async def test_when_the_channel_is_back_the_reminder_comes_once_and_the_game_goes_on(room: Room) -> None:
    people, mover = await at_play(room)
    with locked_out(room):
        await wait(room, 2 * HOUR)
    assert called_for(room) == []
    await mover.actor.slash(room.channel, "cribbage hand")  # asks for the table to be shown, too
    assert "Your move" in mover.hand.text
    assert called_for(room) == [[mover.id]]
    await wait(room, 80)
    assert (await room.record()).stage == "reminded"
    await mover.play(mover.hand.cards()[0])
    assert called_for(room) == []
    await take_turns(room, people, random.Random(2))
    assert sorted(result.outcome for result in await room.results()) == ["lost", "won"]


async def test_the_database_is_away_when_the_gateway_is_back(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hours later, the database long back, a table that nobody touches is looked after."""
    _, mover = await at_play(room)
    with room.env._bot_scope():
        room.bot.dispatch("disconnect")
    await wait(room, 120)

    async def refused() -> None:
        raise DatabaseUnavailable("away")

    with monkeypatch.context() as away:
        away.setattr(room.bot.tables, "restart_clocks", refused)
        with room.env._bot_scope():
            room.bot.dispatch("resumed")
        await wait(room, 30)
    await wait(room, 60 + 91)
    assert called_for(room) == [[mover.id]]


async def test_commands_are_told_once(room: Room) -> None:
    def told() -> int:
        return sum(
            entry.method == "PUT" and entry.path.endswith("/commands") for entry in room.env.http_requests
        )

    before = told()
    await room.restart()
    assert told() == before
    (ann,) = room.people("Ann")
    assert "Table 1" in (await ann.slash("cribbage start")).text


@pytest.mark.parametrize("what", ["description", "choices", "permissions"])
async def test_changed_commands_are_told(room: Room, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    sync = CribbageBot._sync

    async def changed(bot: CribbageBot) -> None:
        group = bot.tree.get_command("cribbage")
        if what == "description":
            group.description = "Play it here"
        elif what == "choices":
            group.get_command("start")._params["variant"].choices.pop()
        else:
            group.default_permissions = discord.Permissions(manage_guild=True)
        await sync(bot)

    monkeypatch.setattr(CribbageBot, "_sync", changed)
    room.env.http_requests.clear()
    await room.restart()
    assert [entry for entry in room.env.http_requests if entry.method == "PUT"]


async def test_a_sync_that_fails_keeps_nothing_from_starting(room: Room) -> None:
    room.env.inject_error("GET", "/applications/*/commands", status=500, times=1)
    with structlog.testing.capture_logs() as log:
        await room.restart()
    assert [entry["duty"] for entry in log if entry["event"] == "not done yet"] == ["commands"]
    people = room.people("Ann", "Bob")
    await room.start(*people)
    assert "deal 1" in room.table.text
