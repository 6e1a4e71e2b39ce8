"""A table at one moment, folded from its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.cribbage.events import Dealt, Discarded, GameEvent, GameStarted
from bot.cribbage.game import evolve as evolve_game
from bot.cribbage.game import start
from bot.cribbage.seating import seats_of, side_of
from bot.cribbage.state import GameState
from bot.cribbage.variants import VARIANTS, Variant
from bot.table.events import (
    Called,
    ChoiceGiven,
    CloseReason,
    Event,
    Gain,
    GameStopped,
    HouseSeated,
    OfferWithdrawn,
    PersonForgotten,
    PlayedOn,
    RematchOpened,
    RematchSealed,
    Reminded,
    Reservation,
    Returned,
    Rewarded,
    SeatLeft,
    SeatTaken,
    SeedRevealed,
    StopReason,
    Surrendered,
    SurrenderOffered,
    TableClosed,
    TableEvent,
    TableOpened,
    WentMissing,
)
from bot.table.seats import House, Person, Seat, is_former

Status = Literal["lobby", "playing", "finished", "closed"]
Stage = Literal["waiting", "reminded", "called"]


class Refused(Exception):
    """Something that can't be done at this table now. Its text is a sentence for the person who tried.

    `seats` are those whose players are named in it as `{…}`, any of several: whoever shows the sentence
    knows how to name them.
    """

    def __init__(self, text: str, **seats: Sequence[Seat]) -> None:
        self._text = text
        self._seats = seats
        super().__init__(text)

    def told(self, name: Callable[[Seat], str]) -> str:
        """The sentence, with every player as `name` calls whoever plays in a seat."""
        if not self._seats:
            return self._text
        return self._text.format(**{key: " or ".join(map(name, seats)) for key, seats in self._seats.items()})


@dataclass(frozen=True, slots=True)
class Table:
    """Everything about a table, hidden cards included.

    `seq` is the number of the last event. `turn_seq` is the number of the event that put the present
    question (which cards for the crib? which card to play?): an answer given to an earlier one is stale.
    `asked_seq` is the number of the event from which the clock runs, and `stage` what it has done since.
    `presses` is the public list that goes into the shuffles. `deal_log` holds the game's events since the
    last deal. `yielding` are the seats that want to surrender, `choice` the side that may play on or stop.
    `seed` is open when the game is over; `rematch_seed` stays secret behind `rematch_seal`.
    """

    id: int
    opening: TableOpened
    seats: tuple[Seat, ...]
    status: Status = "lobby"
    seq: int = 1
    turn_seq: int = 1
    asked_seq: int = 1
    stage: Stage = "waiting"
    presses: tuple[int, ...] = ()
    game: GameState | None = None
    deal_log: tuple[GameEvent, ...] = ()
    practice: bool = False
    yielding: tuple[int, ...] = ()
    choice: int | None = None
    closed: CloseReason | None = None
    stopped: StopReason | None = None
    seed: str | None = None
    rematch_seal: str | None = None
    rematch_seed: str | None = field(default=None, repr=False)
    rematch: int | None = None
    gains: tuple[Gain, ...] = ()

    @property
    def guild(self) -> int:
        """The server's id."""
        return self.opening.guild

    @property
    def channel(self) -> int:
        """The id of the channel where the table was opened."""
        return self.opening.channel

    @property
    def host(self) -> int:
        """The user id of the person who opened the table."""
        return self.opening.host

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.opening.players

    @property
    def commitment(self) -> str:
        """The seal of the shuffles."""
        return self.opening.commitment

    @property
    def variant(self) -> Variant:
        """The game that is played here."""
        return VARIANTS[self.variant_name]

    @property
    def variant_name(self) -> str:
        """The name of the game that is played here."""
        return self.opening.variant

    @property
    def the_game(self) -> GameState:
        """The game, once it has begun. Raises `ValueError` before."""
        if self.game is None:
            raise ValueError(f"no game has begun at table {self.id}")
        return self.game

    @property
    def live(self) -> bool:
        """Whether people sit here, waiting or playing."""
        return self.status in ("lobby", "playing")

    def seat_of(self, user: int) -> int | None:
        """The seat of a person, even while a house player plays it; None when they have none."""
        for number, seat in enumerate(self.seats):
            if seat.person is not None and seat.person.user == user:
                return number
        return None

    def side(self, seat: int) -> int:
        """The side that a seat plays for."""
        return side_of(seat, self.players)

    def free(self) -> list[int]:
        """The seats in which nobody sits."""
        return [number for number, seat in enumerate(self.seats) if seat.free]

    def people_of(self, side: int) -> list[int]:
        """The seats of a side in which a person plays."""
        return [seat for seat in seats_of(side, self.players) if self.seats[seat].present]

    def sides_with_people(self) -> list[int]:
        """The sides for which a person plays."""
        sides = {self.side(number) for number, seat in enumerate(self.seats) if seat.present}
        return sorted(sides)

    def given_up(self, side: int) -> bool:
        """Whether a side has surrendered."""
        return any(self.seats[seat].gone == "surrendered" for seat in seats_of(side, self.players))

    def kept_for(self, seat: int) -> Reservation | None:
        """The reservation of a free seat, unless the person for whom it is kept sits in another.

        Nothing is kept for former players, who can't come.
        """
        if not self.seats[seat].free:
            return None
        kept = next((kept for kept in self.opening.reserved if kept.seat == seat), None)
        if kept is None or is_former(kept.user):
            return None
        return kept if self.seat_of(kept.user) is None else None

    def awaited_people(self) -> list[int]:
        """The seats whose person is to move."""
        return [seat for seat in self._awaited() if self.seats[seat].present]

    def awaited_house(self) -> list[int]:
        """The seats whose house player is to move."""
        return [seat for seat in self._awaited() if self.seats[seat].house]

    def _awaited(self) -> tuple[int, ...]:
        if self.status != "playing" or self.game is None or self.choice is not None:
            return ()
        return self.game.awaited()


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
    return Table(id=table_id, opening=event, seats=(Seat(),) * event.players)


def evolve(table: Table, event: Event) -> Table:
    """The table after an event. Events are facts: they are not checked again."""
    table = replace(table, seq=table.seq + 1)
    if isinstance(event, TableEvent):
        return _evolve_table(table, event)
    if isinstance(event, GameStarted):
        practice = any(seat.house for seat in table.seats)
        return _asked(replace(table, status="playing", game=start(event), practice=practice))
    return _evolve_game(table, event)


def _evolve_game(table: Table, event: GameEvent) -> Table:
    if table.game is None:
        raise ValueError(f"{event.kind} before the game began")
    game = evolve_game(table.game, event)
    dealt = isinstance(event, Dealt)
    after = replace(
        table,
        game=game,
        status="finished" if game.phase == "over" else table.status,
        deal_log=(event,) if dealt else (*table.deal_log, event),
        yielding=() if dealt else table.yielding,
    )
    # Others may discard while you choose: that doesn't change your question.
    return after if isinstance(event, Discarded) else _asked(after)


def _evolve_table(table: Table, event: TableEvent) -> Table:
    match event:
        case SeatTaken() | SeatLeft() | HouseSeated() | WentMissing() | Returned():
            return _evolve_seat(table, event)
        case TableClosed(reason):
            return replace(table, status="closed", closed=reason)
        case Reminded():
            return replace(table, stage="reminded", asked_seq=table.seq)
        case Called():
            return replace(table, stage="called", asked_seq=table.seq)
        case SurrenderOffered(seat):
            return replace(table, yielding=(*table.yielding, seat))
        case OfferWithdrawn(seat):
            return replace(table, yielding=tuple(other for other in table.yielding if other != seat))
        case Surrendered(side):
            return _evolve_surrendered(table, side)
        case ChoiceGiven(side):
            return replace(table, choice=side, asked_seq=table.seq)
        case PlayedOn():
            return replace(table, choice=None, asked_seq=table.seq, stage="waiting")
        case GameStopped(reason):
            return replace(table, status="finished", stopped=reason, choice=None)
        case SeedRevealed() | Rewarded() | RematchSealed() | RematchOpened():
            return _evolve_epilogue(table, event)
        case PersonForgotten():
            return table
        case TableOpened():
            raise ValueError("a table opens only once")


def _evolve_epilogue(table: Table, event: SeedRevealed | Rewarded | RematchSealed | RematchOpened) -> Table:
    match event:
        case SeedRevealed(seed):
            return replace(table, seed=seed)
        case Rewarded(gains):
            return replace(table, gains=gains)
        case RematchSealed(seal, seed):
            return replace(table, rematch_seal=seal, rematch_seed=seed)
        case RematchOpened(other):
            return replace(table, rematch=other)


def _evolve_seat(table: Table, event: SeatTaken | SeatLeft | HouseSeated | WentMissing | Returned) -> Table:
    before = table.seats[event.seat]
    match event:
        case SeatTaken(seat, user, name, press):
            return _pressed(_seat(table, seat, Seat(Person(user, name))), press)
        case SeatLeft(seat):
            return _seat(table, seat, Seat())
        case HouseSeated(seat, strength, name, press):
            return _pressed(_seat(table, seat, replace(before, house=House(strength, name))), press)
        case WentMissing(seat):
            return _seat(table, seat, before.left("away"))
        case Returned(seat):
            back = _seat(table, seat, Seat(before.person))
            return replace(back, asked_seq=table.seq, stage="waiting")


def _evolve_surrendered(table: Table, side: int) -> Table:
    # Somebody who is missing when their partner gives up has not given up: they stay missing.
    for seat in table.people_of(side):
        table = _seat(table, seat, table.seats[seat].left("surrendered"))
    return replace(table, yielding=())


def _asked(table: Table) -> Table:
    """A new question has been put, and the clock runs from now."""
    return replace(table, turn_seq=table.seq, asked_seq=table.seq, stage="waiting")


def _pressed(table: Table, press: int | None) -> Table:
    return table if press is None else replace(table, presses=(*table.presses, press))


def _seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))
