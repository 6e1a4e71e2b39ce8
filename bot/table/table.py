"""A table at one moment, folded from its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from bot.cribbage.events import Dealt, Discarded, GameEvent, GameStarted
from bot.cribbage.game import evolve as evolve_game
from bot.cribbage.game import start
from bot.cribbage.seating import seats_of
from bot.cribbage.state import GameState
from bot.cribbage.variants import VARIANTS, Variant, VariantName
from bot.table.events import (
    Event,
    SeatLeft,
    SeatTaken,
    SeedRevealed,
    Surrendered,
    TableClosed,
    TableOpened,
)

Status = Literal["lobby", "playing", "finished", "closed"]


class Refused(Exception):
    """Something that can't be done at this table now. Its text is a sentence for the person who tried.

    `names` are people's names that stand in it as `{…}`: whoever shows the sentence makes them safe.
    """

    def __init__(self, text: str, **names: str) -> None:
        super().__init__(text.format(**names) if names else text)
        self._text = text
        self._names = names

    def told(self, safe: Callable[[str], str]) -> str:
        """The sentence, with every name as `safe` writes it."""
        if not self._names:
            return self._text
        return self._text.format(**{key: safe(name) for key, name in self._names.items()})


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a seat: their Discord user id, and their name when they sat down."""

    user: int
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """Everything about a table, hidden cards included.

    `seq` is the number of the last event. `turn_seq` is the number of the event that put the present
    question (which cards for the crib? which card to play?): an answer given to an earlier one is stale.
    `presses` is the public list that goes into the shuffles. `deal_log` holds the game's events since the
    last deal.
    """

    id: int
    guild: int
    channel: int
    host: int
    players: int
    variant_name: VariantName
    commitment: str
    seats: tuple[Person | None, ...]
    invited: int | None = None
    status: Status = "lobby"
    seq: int = 0
    turn_seq: int = 0
    presses: tuple[int, ...] = ()
    game: GameState | None = None
    deal_log: tuple[GameEvent, ...] = ()
    surrendered: int | None = None
    seed: str | None = None

    @property
    def variant(self) -> Variant:
        """The game that is played here."""
        return VARIANTS[self.variant_name]

    @property
    def live(self) -> bool:
        """Whether people sit here, waiting or playing."""
        return self.status in ("lobby", "playing")

    def seat_of(self, user: int) -> int | None:
        """The seat of a person, None when they have none."""
        for seat, person in enumerate(self.seats):
            if person is not None and person.user == user:
                return seat
        return None

    def name(self, seat: int) -> str:
        """The name of the person in a seat, as it was when they sat down."""
        person = self.seats[seat]
        return f"Seat {seat + 1}" if person is None else person.name

    def side_name(self, side: int) -> str:
        """The names of the people of a side."""
        return " & ".join(self.name(seat) for seat in seats_of(side, self.players))


def fold(table_id: int, events: Iterable[Event]) -> Table:
    """The table that a log leads to. Raises `ValueError` unless the log begins with `TableOpened`."""
    table: Table | None = None
    for event in events:
        table = opened(table_id, event) if table is None else evolve(table, event)
    if table is None:
        raise ValueError(f"table {table_id} has no events")
    return table


def opened(table_id: int, event: Event) -> Table:
    """The table after its first event. Raises `ValueError` when that isn't `TableOpened`."""
    if not isinstance(event, TableOpened):
        raise ValueError(f"a table begins with table_opened, not {event.kind}")
    return Table(
        id=table_id,
        guild=event.guild,
        channel=event.channel,
        host=event.host,
        players=event.players,
        variant_name=event.variant,
        commitment=event.commitment,
        seats=(None,) * event.players,
        invited=event.invited,
        seq=1,
        turn_seq=1,
    )


def evolve(table: Table, event: Event) -> Table:
    """The table after an event. Events are facts: they are not checked again."""
    table = replace(table, seq=table.seq + 1)
    match event:
        case TableOpened():
            raise ValueError("a table opens only once")
        case SeatTaken(seat, user, name, press):
            presses = table.presses if press is None else (*table.presses, press)
            return replace(table, seats=_seat(table, seat, Person(user, name)), presses=presses)
        case SeatLeft(seat):
            return replace(table, seats=_seat(table, seat, None))
        case TableClosed():
            return replace(table, status="closed")
        case Surrendered(side):
            return replace(table, status="finished", surrendered=side)
        case SeedRevealed(seed):
            return replace(table, seed=seed)
        case GameStarted():
            return replace(table, status="playing", game=start(event), turn_seq=table.seq)
        case _:
            return _evolve_game(table, event)


def _evolve_game(table: Table, event: GameEvent) -> Table:
    if table.game is None:
        raise ValueError(f"{event.kind} before the game began")
    game = evolve_game(table.game, event)
    return replace(
        table,
        game=game,
        status="finished" if game.phase == "over" else table.status,
        # Others may discard while you choose: that doesn't change your question.
        turn_seq=table.turn_seq if isinstance(event, Discarded) else table.seq,
        deal_log=(event,) if isinstance(event, Dealt) else (*table.deal_log, event),
    )


def _seat(table: Table, seat: int, person: Person | None) -> tuple[Person | None, ...]:
    return (*table.seats[:seat], person, *table.seats[seat + 1 :])
