"""What can happen at a table, besides what happens in its game.

A table's log holds both kinds of events in one sequence; `encode` and `decode` are their stored form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from bot.cribbage.events import GameEvent
from bot.house import Strength

CloseReason = Literal["cancelled", "emptied", "expired", "channel_gone"]
StopReason = Literal["surrendered", "abandoned", "channel_gone"]


@dataclass(frozen=True, slots=True)
class Reservation:
    """A seat that is kept for somebody: who was invited, or who sat there in the game before."""

    seat: int
    user: int
    name: str


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table stands in a channel. `commitment` seals its shuffles.

    `turn_seconds` is how long a player may take. With `thread` the game is played in a thread of its own.
    `rematch_of` is the table whose game is played again.
    """

    guild: int
    channel: int
    host: int
    players: int
    variant: str
    commitment: str
    turn_seconds: int = 180
    thread: bool = False
    quiet: bool = False
    reserved: tuple[Reservation, ...] = ()
    rematch_of: int | None = None
    kind: Literal["table_opened"] = "table_opened"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person has sat down. `press` is Discord's number for the press that did it.

    None when the seat came with opening the table: that press was made before the shuffles were sealed.
    """

    seat: int
    user: int
    name: str
    press: int | None = None
    kind: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat is free again before the game began: its person, or house player, has got up."""

    seat: int
    kind: Literal["seat_left"] = "seat_left"


@dataclass(frozen=True, slots=True)
class HouseSeated:
    """A house player sits down: in a free seat before the game, or in a person's place during it."""

    seat: int
    strength: Strength
    name: str
    press: int | None = None
    kind: Literal["house_seated"] = "house_seated"


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table was closed before a game began."""

    reason: CloseReason
    kind: Literal["table_closed"] = "table_closed"


@dataclass(frozen=True, slots=True)
class Reminded:
    """The people who are waited for have been reminded."""

    kind: Literal["reminded"] = "reminded"


@dataclass(frozen=True, slots=True)
class Called:
    """Turn time is over: the table calls for the people who are waited for, and gives them a minute more."""

    kind: Literal["called"] = "called"


@dataclass(frozen=True, slots=True)
class WentMissing:
    """A person has not come back when called."""

    seat: int
    kind: Literal["went_missing"] = "went_missing"


@dataclass(frozen=True, slots=True)
class Returned:
    """A missing person has taken their seat back."""

    seat: int
    kind: Literal["returned"] = "returned"


@dataclass(frozen=True, slots=True)
class SurrenderOffered:
    """A person wants to give up, and their partner has yet to agree."""

    seat: int
    kind: Literal["surrender_offered"] = "surrender_offered"


@dataclass(frozen=True, slots=True)
class OfferWithdrawn:
    """A person who wanted to give up plays on."""

    seat: int
    kind: Literal["offer_withdrawn"] = "offer_withdrawn"


@dataclass(frozen=True, slots=True)
class Surrendered:
    """A side has given up; `seat` had the last word."""

    side: int
    seat: int
    kind: Literal["surrendered"] = "surrendered"


@dataclass(frozen=True, slots=True)
class ChoiceGiven:
    """One side with people is left: it may play on against house players, or stop."""

    side: int
    kind: Literal["choice_given"] = "choice_given"


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """The side that is left plays on."""

    side: int
    kind: Literal["played_on"] = "played_on"


@dataclass(frozen=True, slots=True)
class GameStopped:
    """The game ends before anybody reached the target."""

    reason: StopReason
    kind: Literal["game_stopped"] = "game_stopped"


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The game has ended, and the seed of its shuffles is open to everybody."""

    seed: str
    kind: Literal["seed_revealed"] = "seed_revealed"


@dataclass(frozen=True, slots=True)
class Gain:
    """What a game brought to one person.

    XP, prestige, their level before and after it, and by their keys
    the feats they achieved and the faces and backs of cards that this unlocked.
    """

    user: int
    xp: int
    prestige: int
    level_before: int
    level_after: int
    feats: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    backs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rewarded:
    """The game is paid for."""

    gains: tuple[Gain, ...]
    kind: Literal["rewarded"] = "rewarded"


@dataclass(frozen=True, slots=True)
class RematchSealed:
    """The seed of a rematch is drawn and its seal shown, before anybody can ask for one.

    The event holds the secret itself, as deals hold hidden cards.
    """

    commitment: str
    seed: str
    kind: Literal["rematch_sealed"] = "rematch_sealed"


@dataclass(frozen=True, slots=True)
class RematchOpened:
    """The same people play again at another table."""

    table: int
    kind: Literal["rematch_opened"] = "rematch_opened"


@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """Somebody who was at this live table has had their data deleted; the log calls them a former player."""

    kind: Literal["person_forgotten"] = "person_forgotten"


TableEvent = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | HouseSeated
    | TableClosed
    | Reminded
    | Called
    | WentMissing
    | Returned
    | SurrenderOffered
    | OfferWithdrawn
    | Surrendered
    | ChoiceGiven
    | PlayedOn
    | GameStopped
    | SeedRevealed
    | Rewarded
    | RematchSealed
    | RematchOpened
    | PersonForgotten
)
Event = TableEvent | GameEvent

_ADAPTER: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def encode(event: Event) -> str:
    """An event as JSON, cards written as `5H`."""
    return _ADAPTER.dump_json(event).decode()


def decode(body: str) -> Event:
    """The event that `encode` wrote."""
    return _ADAPTER.validate_json(body)
