"""People on the stand-in's server: they see what Discord would show them, press buttons and use commands."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from tests.loopback import shapes
from tests.loopback.service import Loopback
from tests.loopback.world import Channel, Message, User
from tests.views import View, read

COMMAND, COMPONENT = 2, 3
_PATIENCE: Final = 300.0
"""Seconds after which an answer is not waited for any more: much longer than Discord would."""
_SUBCOMMAND, _USER, _CHANNEL = 1, 6, 7


class Unanswered(Exception):
    """The bot never answered."""


@dataclass(frozen=True)
class Shown(View):
    """A message as somebody sees it, with its id, its channel, and the names of its files."""

    id: int
    channel: int
    ephemeral: bool
    files: tuple[str, ...]


def shown(message: Message) -> Shown:
    """A message as it is now."""
    text, buttons = read(message.components)
    return Shown(text, buttons, message.id, message.channel, message.viewer is not None, tuple(message.files))


@dataclass(frozen=True)
class Heard:
    """What a press or command led to: Discord's number for the kind of answer, and what is shown, if anything."""

    kind: int
    view: Shown | None

    @property
    def in_place(self) -> bool:
        """Whether the message was changed in which the button is."""
        return self.kind == 7


class Place:
    """A channel and its threads, as people see them."""

    def __init__(self, loopback: Loopback, channel: Channel) -> None:
        self._loopback = loopback
        self.channel = channel

    @property
    def channels(self) -> list[int]:
        """The ids of the channel and of its threads."""
        return [
            self.channel.id,
            *(thread.id for thread in self._loopback.world.threads_of(self.channel.id)),
        ]

    def newest_first(self, viewer: Person | None = None) -> Iterator[Shown]:
        """The messages that a person sees, or with None those that everybody does."""
        messages = self._loopback.world.seen_by(None if viewer is None else viewer.id, *self.channels)
        return map(shown, messages)

    def public(self) -> list[Shown]:
        """All public messages, oldest first."""
        return list(self.newest_first())[::-1]

    def offering(self, label: str) -> Shown | None:
        """The newest public message with such a button that can be pressed."""
        return next((view for view in self.newest_first() if label in view.labels()), None)

    @property
    def table(self) -> Shown:
        """The live table message."""
        table = self.offering("My hand")
        assert table is not None, f"no live table; the last messages are {self.public()[-3:]}"
        return table

    @property
    def lobby(self) -> Shown:
        """The newest lobby."""
        lobby = self.offering("Join")
        assert lobby is not None, "no lobby"
        return lobby

    @property
    def over(self) -> bool:
        """Whether a game has ended here."""
        return self.offering("Rematch") is not None


class Person:
    """Somebody on the server, whose place is one of its channels."""

    def __init__(self, loopback: Loopback, user: User, place: Place) -> None:
        self._loopback = loopback
        self.user = user
        self.place = place

    @property
    def id(self) -> int:
        """Their Discord user id."""
        return self.user.id

    @property
    def name(self) -> str:
        """What they are called."""
        return self.user.name

    # --- what they see

    def private(self) -> Iterator[Shown]:
        """The messages that only they see, newest first."""
        return (view for view in self.place.newest_first(self) if view.ephemeral)

    @property
    def hand(self) -> Shown | None:
        """Their newest private hand, None when there is none."""
        return next((view for view in self.private() if view.is_hand), None)

    @property
    def can_move(self) -> bool:
        """Whether the newest private hand has something to press."""
        hand = self.hand
        return hand is not None and bool(hand.cards())

    # --- what they do

    async def press(self, view: Shown, label: str) -> Heard:
        """Press a button that a message has, or had when it was looked at. Raises `Unanswered`."""
        return await self.press_id(view, view.custom_id(label))

    async def press_id(self, view: Shown, custom_id: str) -> Heard:
        """Press a button with any custom id, as if the message had one. Raises `Unanswered`."""
        data = {"custom_id": custom_id, "component_type": 2, "id": 1}
        message = self._loopback.world.messages.get(view.id)
        if message is None:
            raise Unanswered("the message is gone")
        return await self._use(COMPONENT, view.channel, data, message)

    async def slash(self, command: str, *, channel: int | None = None, **options: Any) -> Heard:
        """Use a slash command, in the channel unless a thread of it is named. Raises `Unanswered`."""
        data = self._command(command.split(), options)
        return await self._use(COMMAND, channel or self.place.channel.id, data, None)

    async def _use(self, kind: int, channel: int, data: dict[str, Any], message: Message | None) -> Heard:
        if not self._loopback.gateway.sessions:
            raise Unanswered("there is no bot")
        interaction = self._loopback.world.begin(kind, self.id, channel, data, message)
        await asyncio.wait([interaction.answer], timeout=_PATIENCE)
        if not interaction.answer.done() or interaction.answer.cancelled():
            raise Unanswered(f"{data.get('custom_id') or data.get('name')}")
        answer = interaction.answer.result()
        return Heard(answer.kind, None if answer.message is None else shown(answer.message))

    def _command(self, words: list[str], options: dict[str, Any]) -> dict[str, Any]:
        """A command's data: what its name and options are, by what the bot has told Discord of them."""
        world = self._loopback.world
        known = {command["name"]: command for command in world.commands}
        assert words[0] in known, f"no command {words[0]} among {sorted(known)}"
        described = known[words[0]]
        resolved: dict[str, dict[str, Any]] = {}
        filled = self._options(described, words[1:], options, resolved)
        data = {"id": described["id"], "name": words[0], "type": 1, "options": filled}
        return {**data, "resolved": resolved} if resolved else data

    def _options(
        self,
        described: dict[str, Any],
        words: list[str],
        options: dict[str, Any],
        resolved: dict[str, dict[str, Any]],
    ) -> list[dict[str, Any]]:
        inside = {option["name"]: option for option in described.get("options") or []}
        if words:
            filled = self._options(inside[words[0]], words[1:], options, resolved)
            return [{"name": words[0], "type": _SUBCOMMAND, "options": filled}]
        return [
            {"name": name, "type": inside[name]["type"], "value": self._value(inside[name], value, resolved)}
            for name, value in options.items()
        ]

    def _value(self, option: dict[str, Any], value: Any, resolved: dict[str, dict[str, Any]]) -> Any:
        if option["type"] == _USER:
            user = self._loopback.world.users[value.id]
            resolved.setdefault("users", {})[str(user.id)] = shapes.user(user)
            about = {key: part for key, part in shapes.member(user).items() if key != "user"}
            resolved.setdefault("members", {})[str(user.id)] = about
            return str(user.id)
        if option["type"] == _CHANNEL:
            resolved.setdefault("channels", {})[str(value.id)] = shapes.channel(value)
            return str(value.id)
        return value


def people(loopback: Loopback, place: Place, *names: str) -> list[Person]:
    """New members of the server, in a place of it."""
    return [Person(loopback, loopback.world.add_user(name), place) for name in names]


async def take_turns(
    players: list[Person], rng: random.Random, *, until: Callable[[], bool] = lambda: False, most: int = 1000
) -> int:
    """Let people play at random through their buttons until the game, or `until`, is over.

    Returns how many presses it took.
    """
    place, presses = players[0].place, 0
    while not place.over and not until():
        before = presses
        for person in players:
            if person.can_move and person.hand is not None:
                await person.press(person.hand, person.hand.next_press(rng))
                presses += 1
        if presses == before:
            # Between two deals there is no table for a moment.
            for person in players:
                if (table := place.offering("My hand")) is not None:
                    await person.press(table, "My hand")
            await asyncio.sleep(0.005)
        assert presses < most, "the game doesn't end"
    return presses
