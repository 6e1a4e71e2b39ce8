"""A card room for journeys: the whole bot in a simulated Discord, played through its buttons.

    async with open_room(database_url) as room:
        ann, bob = room.people("ann", "bob")
        ...

People see what Discord would show them: `person.hand` is their newest private hand, `room.table` the live
table message. Nothing in here looks into the bot.
"""

from __future__ import annotations

import json
import random
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

import discord
import simcord
from simcord import actors
from simcord.backend.models import Message
from simcord.enums import ComponentType
from simcord.http.client import FakeHTTPClient
from simcord.results import InteractionResult, ResponseMessage

from bot.client import CribbageBot
from bot.cribbage.cards import Card
from bot.cribbage.events import Scored
from bot.cribbage.game import IllegalAction
from bot.cribbage.state import GameState
from bot.table import lobby, moves, settings
from bot.table.moves import house_move
from bot.table.patience import Pace
from bot.table.table import Refused, Table
from bot.table.tables import Tables
from bot.ui.live.answers.command_errors import told
from bot.ui.live.answers.failures import cause_of
from bot.ui.presses.tempo import Tempo
from db import results
from db.engine import Database
from db.rows import ResultRow
from tests import settling as settling
from tests.games import at_random
from tests.views import CARD as CARD
from tests.views import View, read

_simulated_request = FakeHTTPClient.request


async def _request(self: FakeHTTPClient, route: discord.http.Route, **options: Any) -> Any:
    """Discord's `enforce_nonce`: who sends the same nonce again gets the message that is there already."""
    # With files, the body is a part of a form.
    parts = {part["name"]: part.get("value") for part in options.get("form") or []}
    body = options.get("json") or json.loads(parts.get("payload_json") or "{}")
    if route.method != "POST" or not body.get("enforce_nonce"):
        return await _simulated_request(self, route, **options)
    assert len(body["nonce"]) <= 25
    answers = vars(self.backend).setdefault("_answers_by_nonce", {})
    if body["nonce"] not in answers:
        answers[body["nonce"]] = await _simulated_request(self, route, **options)
    return answers[body["nonce"]]


FakeHTTPClient.request = _request


class Killed(BaseException):
    """The bot's process ends here: nothing in it may catch this."""


@dataclass(frozen=True)
class Shown(View):
    """A message as somebody sees it."""

    message: ResponseMessage

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return self.message.flags.ephemeral


def _joins(view: Shown) -> list[str]:
    return [label for label in view.labels() if label.startswith("Join")]


def shown(message: ResponseMessage) -> Shown:
    """A message's text and buttons, in the order of the page."""
    return Shown(*read(message.components), message)


class Person:
    """Somebody in the room."""

    def __init__(self, room: Room, actor: simcord.MemberActor) -> None:
        self.room = room
        self.actor = actor
        self.last: InteractionResult | None = None

    @property
    def id(self) -> int:
        """Their Discord user id."""
        return self.actor.id

    async def slash(self, command: str, **options: Any) -> Shown:
        """Use a slash command, and see the answer."""
        self.last = await self.actor.slash(self.room.channel, command, **options)
        return self.answer

    async def press(self, view: Shown, label: str) -> Shown | None:
        """Press a button; returns the answer that is a message of its own, if there is one."""
        self.last = await self.actor.click(view.message, custom_id=view.custom_id(label))
        response = self.last.response
        return None if response is None else shown(response)

    async def press_late(self, view: Shown, label: str) -> Shown:
        """Press a button that the message had when it was looked at, whatever it has now.

        Returns what the person is shown: a message of its own, or the changed message.
        """
        return await self.press_id(view, view.custom_id(label))

    async def press_id(self, view: Shown, custom_id: str) -> Shown:
        """Press a button with any custom id, as if the message had one; returns what is shown."""
        env = self.room.env
        stored = env.backend.get_message(view.message.channel_id, view.message.id)
        data = {"custom_id": custom_id, "component_type": ComponentType.BUTTON}
        env._begin_operation("click")
        try:
            self.last = await actors._component_interaction(self.actor, stored, data)
        finally:
            env._end_operation()
        assert self.last.acknowledged, f"{custom_id} was never answered"
        return shown(self.last.response or view.message)

    @property
    def answer(self) -> Shown:
        """The answer to the last thing they did."""
        assert self.last is not None
        assert self.last.response is not None, f"no answer: {self.last!r}"
        return shown(self.last.response)

    def sees(self) -> list[Shown]:
        """All messages that this person sees, oldest first."""
        return list(self.room.newest_first(self))[::-1]

    def private(self) -> list[Shown]:
        """The messages that only this person sees, oldest first."""
        return [view for view in self.sees() if view.ephemeral]

    @property
    def hand(self) -> Shown:
        """Their newest private hand."""
        hand = self._hand()
        assert hand is not None, "no open hand"
        return hand

    def _hand(self) -> Shown | None:
        for stored in self.room.stored():
            # Looking at a message takes longer than everything else here.
            if stored.is_ephemeral and stored.visible_to(self.id):
                view = shown(ResponseMessage(self.room.env, stored))
                if view.is_hand:
                    return view
        return None

    @property
    def can_move(self) -> bool:
        """Whether the newest private hand has something to press."""
        hand = self._hand()
        return hand is not None and bool(hand.cards())

    @property
    def choosing(self) -> bool:
        """Whether they have still to give cards to the crib."""
        hand = self._hand()
        return hand is not None and hand.choosing

    def next_press(self, rng: random.Random) -> str:
        """What to press next in the open hand, at random: a card, or **Give** when enough are chosen."""
        return self.hand.next_press(rng)

    async def open_hand(self) -> Shown:
        """Press **My hand** on the live table message."""
        await self.press(self.room.table, "My hand")
        return self.answer

    async def give(self, *cards: Card | str) -> None:
        """Mark cards and give them to the crib."""
        for card in cards:
            await self.press(self.hand, str(card))
        (give,) = [label for label in self.hand.labels() if label.startswith("Give")]
        await self.press(self.hand, give)

    async def play(self, card: Card | str) -> None:
        """Play a card from the open hand."""
        await self.press(self.hand, str(card))


class Room:
    """A server with one channel, the bot in it, and some people."""

    def __init__(
        self, env: simcord.Env, databases: list[Database], url: str, seeds: random.Random, pace: Pace
    ) -> None:
        self.env = env
        self.pace = pace
        self.seeds = seeds
        self.url = url
        self.databases = databases
        self.guild = env.create_guild("The card room")
        self.channel = self.guild.create_text_channel("cribbage")
        self._seen_requests = 0
        self._users = 0

    @property
    def bot(self) -> CribbageBot:
        """The running bot (for setting up and measuring, not for looking at cards)."""
        assert isinstance(self.env.bot, CribbageBot)
        return self.env.bot

    def people(self, *names: str) -> list[Person]:
        """New members of the server."""
        return [Person(self, self.guild.add_member(self._user(name))) for name in names]

    def managers(self, *names: str) -> list[Person]:
        """New members who may manage the server."""
        role = self.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        return [Person(self, self.guild.add_member(self._user(name), roles=[role])) for name in names]

    def _user(self, name: str) -> simcord.UserHandle:
        self._users += 1
        return self.env.create_user(f"user{self._users}", global_name=name)

    # --- what is seen

    def newest_first(self, viewer: Person | None = None) -> Iterator[Shown]:
        """The messages that a person sees, or with None those that everybody does."""
        for stored in self.stored():
            if not stored.is_ephemeral or (viewer is not None and stored.visible_to(viewer.id)):
                yield shown(ResponseMessage(self.env, stored))

    def stored(self) -> list[Message]:
        """The channel's messages as the simulation keeps them, newest first."""
        messages = self.env.backend.messages.get(self.channel.id, {})
        return sorted(messages.values(), key=lambda message: message.id, reverse=True)

    def public(self) -> list[Shown]:
        """All public messages, oldest first."""
        return list(self.newest_first())[::-1]

    @contextmanager
    def inside(self, channel: simcord.ChannelHandle) -> Generator[None]:
        """Let everything happen, and be looked at, in another channel or thread."""
        before, self.channel = self.channel, channel
        try:
            yield
        finally:
            self.channel = before

    def thread(self, name: str) -> simcord.ChannelHandle:
        """A new thread of the channel, started by its owner."""
        with self.env._bot_scope():
            made = self.env.backend.create_thread(self.channel.id, name, self.guild.owner.id)
        return next(thread for thread in self.channel.threads if thread.id == made.id)

    def texts(self) -> list[str]:
        """What all public messages say, oldest first."""
        return [view.text for view in self.public()]

    @property
    def lobby(self) -> Shown:
        """The newest lobby."""
        return next(view for view in self.newest_first() if _joins(view))

    @property
    def tables(self) -> list[Shown]:
        """The table messages with buttons, newest first."""
        return [view for view in self.newest_first() if "My hand" in view.labels()]

    @property
    def table(self) -> Shown:
        """The live table message."""
        live = next((view for view in self.newest_first() if "My hand" in view.labels()), None)
        assert live is not None, f"no live table; the last messages are {self.texts()[-3:]}"
        return live

    @property
    def table_to_decide(self) -> Shown:
        """The message of a table whose last side may play on or stop."""
        return next(view for view in self.newest_first() if "Play on" in view.labels())

    @property
    def over(self) -> bool:
        """Whether no table is being played."""
        return not any("My hand" in view.labels() for view in self.newest_first())

    def requests(self) -> list[str]:
        """What the bot has asked of Discord since the last call, as `PATCH message`."""
        log = self.env.http_requests
        new, self._seen_requests = log[self._seen_requests :], len(log)
        return [f"{entry.method} {_endpoint(entry.path)}" for entry in new]

    # --- what is set up

    async def restart(self) -> None:
        """Start the bot anew on the same database, as after a crash."""
        database = await Database.open(self.url)
        await self.env.restart_bot(_bot(database, self.seeds, self.pace))
        await self.databases.pop().close()
        self.databases.append(database)

    async def start(self, host: Person, *guests: Person, **options: Any) -> None:
        """Open a table and fill it, sides of partners one after the other."""
        await host.slash("cribbage start", **options)
        for guest in guests:
            await guest.press(self.lobby, _joins(self.lobby)[0])

    @asynccontextmanager
    async def backstage(self) -> AsyncGenerator[Tables]:
        """Use the bot's tables without Discord; afterwards what the bot does about it has been done."""
        with self.env._bot_scope():
            yield self.bot.tables
        await self.env.settle()

    async def start_at(self, scores: Sequence[int], *people: Person, **options: Any) -> None:
        """Open a table and fill it, with a score for every side to start from."""
        await self.start(*people[:-1], **options)
        guest, table_id = people[-1], (await self.logs())[-1]
        head_start = [Scored(side, side, points, "hand") for side, points in enumerate(scores) if points]
        async with self.backstage() as tables:
            await tables.change(
                table_id,
                lambda table: [*lobby.join(table, guest.id, guest.actor.user.global_name, 1), *head_start],
                by=guest.id,
            )

    async def skip(
        self,
        until: Callable[[GameState], bool],
        *,
        rng: random.Random | None = None,
        number: int = 1,
    ) -> GameState:
        """Let the players move at random, without their buttons, until the game is as wanted (or over)."""
        rng = rng or random.Random(6)
        async with self.backstage() as tables:
            # The channel is shown the outcome only: that is faster.
            tables.listeners.remove(self.bot.publisher.changed)
            try:
                return await self._skip(until, rng, number)
            finally:
                tables.listeners.append(self.bot.publisher.changed)
                self.bot.publisher.request(number)

    async def _skip(self, until: Callable[[GameState], bool], rng: random.Random, number: int) -> GameState:
        tables = self.bot.tables
        while True:
            table = (await tables.get(number)).table
            game = table.game
            assert game is not None
            if until(game) or table.status != "playing":
                return game
            seat = game.awaited()[0]
            person = table.seats[seat].present
            if person is None:
                await self._skip_house(table, rng)
            elif owed := game.owes_discard(seat):
                cards = tuple(rng.sample(game.hands[seat], owed))
                await tables.act(number, person.user, moves.discard, table.turn_seq, cards)
            else:
                await tables.act(
                    number, person.user, moves.play, table.turn_seq, rng.choice(game.playable(seat))
                )

    async def no_hurry(self) -> None:
        """From now on tables give players a day for a move."""
        rules = settings.GuildSettings(turn_seconds=settings.NO_HURRY)
        await settings.write(self.bot.database, self.guild.id, "The card room", rules, self.env.now())

    async def _skip_house(self, table: Table, rng: random.Random) -> None:
        command = at_random(rng)(table.game) if table.game else None
        if command is not None and command.seat in table.awaited_house():
            # The house player may have moved by itself meanwhile.
            with suppress(Refused):
                await self.bot.tables.change(table.id, lambda now: house_move(now, table.turn_seq, command))

    # --- what is on record

    async def logs(self) -> list[int]:
        """The numbers of all tables."""
        numbers, number = [], 1
        while await self.bot.tables.store.load(number):
            numbers.append(number)
            number += 1
        return numbers

    async def record(self, number: int = 1) -> Table:
        """A table as its stored log has it."""
        record = await self.bot.tables.store.load(number)
        assert record is not None
        return record.table

    async def results(self, number: int = 1) -> list[ResultRow]:
        """The stored results of a table."""
        async with self.bot.database.read() as connection:
            return await results.of_table(connection, number)


def _endpoint(path: str) -> str:
    if path.startswith("/interactions/"):
        return "answer"
    if path.startswith("/webhooks/"):
        return "hand" if path.endswith("@original") else "followup"
    return "message" if "/messages" in path else path


_WAITED_FOR: Final = 1.0
"""Seconds: pauses up to this really pass, and whatever takes longer waits for a test to advance time."""


@asynccontextmanager
async def open_room(url: str, *, pace: Pace | None = None, **options: Any) -> AsyncGenerator[Room]:
    """A room whose bot keeps its records at a database URL (a file, if it is to restart).

    House players move at once, unless another `pace` is wanted.

    At the end nothing may have gone wrong in the bot but what people were told is not allowed.
    """
    options.setdefault("settle_timeout", _WAITED_FOR)
    databases = [await Database.open(url)]
    seeds = random.Random(4)
    pace = pace or Pace(house=0)
    env = simcord.Env(_bot(databases[0], seeds, pace), **options)
    await env.start()
    try:
        yield Room(env, databases, url, seeds, pace)
    finally:
        await env.shutdown()
        for database in databases:
            await database.close()
    unexpected = [
        error
        for error in map(cause_of, env.errors)
        if not isinstance(error, Refused | IllegalAction | Killed) and told(error) is None
    ]
    if unexpected:
        raise BaseExceptionGroup("the bot failed", unexpected)


def _bot(database: Database, seeds: random.Random, pace: Pace) -> CribbageBot:
    bot = CribbageBot(database, pace=pace)
    # The same cards in every run of a test.
    bot.tables._entropy = seeds.randbytes
    # Tests press faster than people: what they meet then has tests of its own.
    bot.door.tempo = Tempo(at_once=1_000_000)
    return bot


async def take_turns(
    room: Room,
    people: list[Person],
    rng: random.Random,
    *,
    until: Callable[[], bool] | None = None,
    most: int = 2000,
) -> int:
    """Let people play at random through their buttons until the game, or `until`, is over.

    Returns how many discards and plays were made.
    """
    made = 0
    while not room.over and not (until and until()):
        moved = 0
        for person in people:
            if room.over or (until and until()):
                return made
            moved += await _move(person, rng)
        if not moved:
            # The bot may have been away, and have forgotten which hands are open.
            for person in people:
                await person.open_hand()
            assert any(person.can_move for person in people), f"nobody can move: {room.table.text}"
        made += moved
        assert made < most, "the game doesn't end"
    return made


async def _move(person: Person, rng: random.Random) -> int:
    if not person.can_move:
        return 0
    while await person.press(person.hand, person.next_press(rng)) is None and person.choosing:
        pass
    return 1
