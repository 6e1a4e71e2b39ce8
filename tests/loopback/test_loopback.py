"""The real bot on the stand-in: `python -m bot` connects, people play, and what goes wrong comes right again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest
from aiohttp import web

from bot.table.patience import Pace
from bot.table.results import results_of
from bot.table.store import Store
from db import results
from db.engine import Database
from tests.loopback.bot_side import Life
from tests.loopback.nursery import Nursery
from tests.loopback.people import Person, Place, Shown, Unanswered, people, take_turns
from tests.loopback.service import PATIENCE, Loopback, Stage, until
from tests.loopback.world import Refusal
from tests.told import timeless, told


@asynccontextmanager
async def bot_on(
    loopback: Loopback, nursery: Nursery, url: str, folder: Path, pause: float = 300
) -> AsyncGenerator[None]:
    """A bot that is connected while the block runs, and is then stopped in order."""
    await nursery.begin(Life(loopback.rest_port, loopback.gateway_port, url, str(folder), pause=pause))
    try:
        async with asyncio.timeout(PATIENCE):
            await loopback.connected()
        yield
    finally:
        code = await nursery.stop()
    assert code == 0
    assert "Traceback" not in (folder / "log").read_text()


async def deal(place: Place, *players: Person, **options: object) -> None:
    """Open a short game and fill the table, until the cards are dealt."""
    host, *guests = players
    await host.slash("cribbage start", variant="short", **options)
    for guest in guests:
        await guest.press(place.lobby, "Join")
    await until(lambda: place.offering("My hand"))


async def all_there_is(url: str, place: Place, number: int = 1) -> tuple[list[str], list[str]]:
    """What a channel shows, and what there is to see of a table in it."""
    database = await Database.open(url)
    try:
        store = Store(database, discord.utils.utcnow, Pace())
        record = await store.load(number)
        assert record is not None
        log = await store.log(number)
    finally:
        await database.close()
    seen = [timeless(view.text) for view in place.public()]
    return seen, told(record, log, seen)


async def shows_all(url: str, place: Place, number: int = 1) -> bool:
    """Whether a channel shows all that there is to see of a table, each message once."""
    seen, wanted = await all_there_is(url, place, number)
    return seen == wanted


async def until_all_is_shown(url: str, place: Place) -> None:
    """Wait until a channel shows its first table as it is; when it never does, both are told."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not await shows_all(url, place):  # noqa: ASYNC110 - see `until`
                await asyncio.sleep(0.02)
    except TimeoutError:
        seen, wanted = await all_there_is(url, place)
        assert seen == wanted
        raise


async def play_a_deal(*players: Person) -> None:
    """Let people play until there is another deal."""
    place = players[0].place
    await until(lambda: place.offering("My hand"))
    before = deals(place)
    await take_turns(list(players), random.Random(5), until=lambda: deals(place) > before)


def deals(place: Place) -> int:
    """How many deals a channel shows."""
    return sum(" · deal " in view.text for view in place.public())


async def test_a_whole_game(
    loopback: Loopback, place: Place, nursery: Nursery, url: str, tmp_path: Path
) -> None:
    """Two people play to the end by their buttons, see all of it, and are paid."""
    ann, bob = people(loopback, place, "Ann", "Bob")
    async with bot_on(loopback, nursery, url, tmp_path):
        await deal(place, ann, bob)
        await take_turns([ann, bob], random.Random(3))
        await until_all_is_shown(url, place)
    assert {command["name"] for command in loopback.world.commands} >= {"cribbage", "profile", "privacy"}
    database = await Database.open(url)
    record = await Store(database, discord.utils.utcnow, Pace()).load(1)
    async with database.read() as connection:
        paid = await results.of_table(connection, 1)
    await database.close()
    assert record is not None
    assert [(row.player_id, row.outcome, row.score) for row in paid] == [
        (result.user, result.outcome, result.score) for result in results_of(record.table)
    ]
    assert sorted(row.outcome for row in paid) == ["lost", "won"]


async def test_private_messages_are_seen_by_their_owner_alone(
    loopback: Loopback, place: Place, nursery: Nursery, url: str, tmp_path: Path
) -> None:
    ann, bob = people(loopback, place, "Ann", "Bob")
    async with bot_on(loopback, nursery, url, tmp_path):
        await deal(place, ann, bob)
        assert bob.hand is not None
        assert bob.hand.ephemeral
        assert len(bob.hand.cards()) == 6
        assert ann.hand is None
        assert not any(view.is_hand and view.cards() for view in place.public())
        # A card is chosen by an edit in place, with its picture.
        before = bob.hand
        heard = await bob.press(before, before.labels()[0])
        assert heard.in_place
        assert bob.hand.id == before.id
        assert bob.hand.files == ("hand.png",)


async def test_a_deleted_message_comes_back_and_a_thread_is_played_in(
    loopback: Loopback, place: Place, nursery: Nursery, url: str, tmp_path: Path
) -> None:
    ann, bob = people(loopback, place, "Ann", "Bob")
    async with bot_on(loopback, nursery, url, tmp_path):
        await ann.slash("cribbage start", thread=True, opponent=bob.user)
        assert "you are invited" in place.lobby.text
        await bob.press(place.lobby, "Join")
        await until(lambda: place.offering("My hand"))
        (thread,) = loopback.world.threads_of(place.channel.id)
        table = place.table
        assert table.channel == thread.id
        loopback.world.delete(loopback.world.messages[table.id])
        await until(lambda: place.offering("My hand"))
        assert place.table.id > table.id
        loopback.world.delete_channel(thread)
        await until(lambda: any("gone" in view.text for view in place.public()))


async def test_a_broken_connection_is_resumed(
    loopback: Loopback, place: Place, nursery: Nursery, url: str, tmp_path: Path
) -> None:
    """A press that is made while the bot isn't connected reaches it afterwards."""
    ann, bob = people(loopback, place, "Ann", "Bob")
    async with bot_on(loopback, nursery, url, tmp_path):
        await deal(place, ann, bob)
        (session,) = loopback.gateway.connected
        await loopback.gateway.drop()
        await until(lambda: session.socket is None)
        await play_a_deal(ann, bob)
        await until_all_is_shown(url, place)
        assert list(loopback.gateway.sessions) == [session.id]


async def test_a_lost_session_is_followed_by_a_new_one(
    loopback: Loopback, place: Place, nursery: Nursery, url: str, tmp_path: Path
) -> None:
    """What happened in between is lost, a deletion among others; the game goes on all the same."""
    ann, bob = people(loopback, place, "Ann", "Bob")
    async with bot_on(loopback, nursery, url, tmp_path):
        await deal(place, ann, bob)
        (session,) = loopback.gateway.connected
        await loopback.gateway.drop()
        await until(lambda: session.socket is None)
        loopback.gateway.forget()
        loopback.world.delete(loopback.world.messages[place.table.id])
        with pytest.raises(Unanswered):
            await ann.slash("cribbage hand")
        await until(lambda: (tmp_path / "log").read_text().count("] ready") == 2)
        assert session.id not in loopback.gateway.sessions
        # The command has the table's message looked after, too.
        await ann.slash("cribbage hand")
        await until(lambda: place.offering("My hand"))
        await play_a_deal(ann, bob)
        await until_all_is_shown(url, place)


async def choose(person: Person) -> tuple[Person, Shown, str]:
    """Have a hand opened and its cards for the crib chosen; returns what is left to press."""
    hand = (await person.press(person.place.table, "My hand")).view
    rng = random.Random(1)
    while hand is not None and not (label := hand.next_press(rng)).startswith("Give"):
        hand = (await person.press(hand, label)).view
    assert hand is not None
    return person, hand, label


async def test_an_outage_of_the_api(
    loopback: Loopback, place: Place, nursery: Nursery, url: str, tmp_path: Path
) -> None:
    """Connections are refused while people press: what they did counts, and is shown afterwards."""
    ann, bob = people(loopback, place, "Ann", "Bob")
    async with bot_on(loopback, nursery, url, tmp_path, 0.1):
        await deal(place, ann, bob)
        gives = [await choose(person) for person in (ann, bob)]
        await loopback.refuse()
        presses = [asyncio.create_task(person.press(hand, label)) for person, hand, label in gives]
        # The bot has stored both moves, and has tried in vain to show them.
        await until(lambda: (tmp_path / "log").read_text().count("table not shown") >= 2)
        loopback.world.fail()
        answers = await asyncio.gather(*presses, return_exceptions=True)
        assert all(isinstance(answer, Unanswered) for answer in answers)
        await loopback.answer_again()
        await until_all_is_shown(url, place)
        assert "to lead" in place.table.text
        await play_a_deal(ann, bob)
        await until_all_is_shown(url, place)


async def test_limits_are_kept_to(
    loopback: Loopback, place: Place, nursery: Nursery, url: str, tmp_path: Path
) -> None:
    """With few edits allowed the newest state is shown in the end, and hardly any request is one too many:

    the first ones, of which nothing is known, may be.
    """
    ann, bob = people(loopback, place, "Ann", "Bob")
    loopback.limits.most, loopback.limits.seconds = 2, 0.4
    async with bot_on(loopback, nursery, url, tmp_path):
        await deal(place, ann, bob)
        await play_a_deal(ann, bob)
        await until_all_is_shown(url, place)
    assert loopback.limits.refused <= 2


async def test_too_many_requests(
    loopback: Loopback, place: Place, nursery: Nursery, url: str, tmp_path: Path
) -> None:
    """Every other request is told to come again."""
    ann, bob = people(loopback, place, "Ann", "Bob")
    asked: set[str] = set()

    async def not_yet(request: web.Request, stage: Stage) -> None:
        if stage == "before" and f"{request.method} {request.path}" not in asked:
            asked.add(f"{request.method} {request.path}")
            raise Refusal(429, 0, "You are being rate limited.", 0.01)

    loopback.watchers.append(not_yet)
    async with bot_on(loopback, nursery, url, tmp_path, 0.1):
        await deal(place, ann, bob)
        await play_a_deal(ann, bob)
        await until_all_is_shown(url, place)


async def test_the_same_nonce_is_the_same_message(loopback: Loopback, place: Place) -> None:
    world, channel = loopback.world, place.channel.id
    body = {"content": "once", "nonce": "1.deal1", "enforce_nonce": True}
    first = world.post(channel, body, {})
    assert world.post(channel, body, {}) is first
    assert world.post(channel, {**body, "enforce_nonce": False}, {}) is not first
    assert len(list(world.seen_by(None, channel))) == 2
