"""A card room for journeys: the whole bot in a simulated Discord, played through its buttons.

    async with open_room(database_url) as room:
        ann, bob = room.people("ann", "bob")
        ...

People see what Discord would show them: `person.hand` is their newest private hand, `room.table` the live
table message. Nothing in here looks into the bot.
"""

from __future__ import annotations

import random
import re
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import discord
import simcord
from simcord.results import InteractionResult, ResponseMessage

from bot.client import CribbageBot
from bot.cribbage.cards import Card, parse_card
from bot.cribbage.game import IllegalAction
from bot.table.table import Refused
from db.engine import Database

# Settling waits this long whenever a timer is parked; the default makes every press cost 50 ms.
simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.001

AnyMessage = discord.Message | ResponseMessage
CARD = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]")


@dataclass(frozen=True)
class Shown:
    """A message as somebody sees it."""

    message: AnyMessage
    text: str
    buttons: tuple[dict[str, Any], ...]

    def labels(self, *, enabled: bool = True) -> list[str]:
        """What the buttons say: of those that can be pressed, or of all."""
        return [button["label"] for button in self.buttons if not (enabled and button.get("disabled"))]

    def cards(self, *, enabled: bool = True) -> list[Card]:
        """The cards among the buttons."""
        return [parse_card(label) for label in self.labels(enabled=enabled) if CARD.match(label)]

    def button(self, label: str) -> dict[str, Any]:
        """The button with this label; a card may be written `5H`."""
        wanted = {label, _symbol(label)}
        for button in self.buttons:
            if button["label"] in wanted:
                return button
        raise AssertionError(f"no button {label!r} among {self.labels(enabled=False)} in {self.text!r}")

    def custom_id(self, label: str) -> str:
        """The custom id of the button with this label."""
        return str(self.button(label)["custom_id"])


def _symbol(label: str) -> str:
    try:
        return parse_card(label).symbol
    except ValueError:
        return label


def shown(message: AnyMessage) -> Shown:
    """A message's text and buttons, in the order of the page."""
    parts = list(_walk([_as_dict(component) for component in message.components]))
    text = "\n".join(part["content"] for part in parts if part.get("type") == 10)
    return Shown(message, text, tuple(part for part in parts if part.get("type") == 2))


def _as_dict(component: Any) -> dict[str, Any]:
    return component if isinstance(component, dict) else component.to_dict()


def _walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])


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

    async def press(self, message: AnyMessage | Shown, label: str) -> Shown | None:
        """Press a button; returns the answer that is a message of its own, if there is one."""
        view = message if isinstance(message, Shown) else shown(message)
        return await self.press_id(view.message, view.custom_id(label))

    async def press_id(self, message: AnyMessage, custom_id: str) -> Shown | None:
        """Press a button by its custom id."""
        self.last = await self.actor.click(message, custom_id=custom_id)
        response = self.last.response
        return None if response is None else shown(response)

    @property
    def answer(self) -> Shown:
        """The answer to the last thing they did."""
        assert self.last is not None
        assert self.last.response is not None, f"no answer: {self.last!r}"
        return shown(self.last.response)

    def sees(self) -> list[Shown]:
        """All messages that this person sees, oldest first."""
        return [shown(message) for message in self.room.channel.history(viewer=self.actor)]

    def private(self) -> list[Shown]:
        """The messages that only this person sees, oldest first."""
        return [view for view in self.sees() if view.message.flags.ephemeral]

    @property
    def hand(self) -> Shown:
        """Their newest private hand."""
        hands = [view for view in self.private() if "Table " in view.text and " · deal " in view.text]
        assert hands, "no open hand"
        return hands[-1]

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

    def __init__(self, env: simcord.Env, databases: list[Database], url: str) -> None:
        self.env = env
        self.url = url
        self.databases = databases
        self.guild = env.create_guild("The card room")
        self.channel = self.guild.create_text_channel("cribbage")

    @property
    def bot(self) -> CribbageBot:
        """The running bot (for setting up and measuring, not for looking at cards)."""
        assert isinstance(self.env.bot, CribbageBot)
        return self.env.bot

    def people(self, *names: str) -> list[Person]:
        """New members of the server."""
        members = [self.guild.add_member(self.env.create_user(name.lower(), global_name=name)) for name in names]
        return [Person(self, member) for member in members]

    def public(self) -> list[Shown]:
        """All public messages, oldest first."""
        return [shown(message) for message in self.channel.history() if not message.flags.ephemeral]

    @property
    def lobby(self) -> Shown:
        """The newest lobby."""
        return [view for view in self.public() if "Join" in view.labels()][-1]

    @property
    def table(self) -> Shown:
        """The live table message."""
        live = [view for view in self.public() if "My hand" in view.labels()]
        assert live, f"no live table; the last messages are {[view.text for view in self.public()[-3:]]}"
        return live[-1]

    @property
    def over(self) -> bool:
        """Whether no table is being played."""
        return not any("My hand" in view.labels() for view in self.public())

    async def restart(self) -> None:
        """Start the bot anew on the same database, as after a crash."""
        database = await Database.open(self.url)
        await self.env.restart_bot(CribbageBot(database))
        await self.databases.pop().close()
        self.databases.append(database)

    async def start(self, host: Person, *guests: Person, **options: Any) -> None:
        """Open a table and fill it."""
        await host.slash("cribbage start", **options)
        for guest in guests:
            await guest.press(self.lobby, "Join")


@asynccontextmanager
async def open_room(url: str, **options: Any) -> AsyncGenerator[Room]:
    """A room whose bot keeps its records at a database URL (a file, if it is to restart).

    At the end nothing may have gone wrong in the bot but what people were told is not allowed.
    """
    databases = [await Database.open(url)]
    env = simcord.Env(CribbageBot(databases[0]), **options)
    await env.start()
    try:
        yield Room(env, databases, url)
    finally:
        await env.shutdown()
        for database in databases:
            await database.close()
    unexpected = [error for error in map(_cause, env.errors) if not isinstance(error, Refused | IllegalAction)]
    if unexpected:
        raise ExceptionGroup("the bot failed", unexpected)


def _cause(error: BaseException) -> Exception:
    cause = getattr(error, "original", error)
    assert isinstance(cause, Exception)
    return cause


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
    moves = 0
    while not room.over and not (until and until()):
        moved = 0
        for person in people:
            if room.over or (until and until()):
                break
            moved += await _move(person, rng)
        assert moved, f"nobody can move: {room.table.text}"
        moves += moved
        assert moves < most, "the game doesn't end"
    return moves


async def _move(person: Person, rng: random.Random) -> int:
    hand = await person.open_hand()
    if any(label.startswith("Give") for label in hand.labels(enabled=False)):
        owed = 2 if "choose two cards" in hand.text else 1
        await person.give(*rng.sample(hand.cards(), owed))
        return 1
    if hand.cards():
        await person.play(rng.choice(hand.cards()))
        return 1
    return 0
