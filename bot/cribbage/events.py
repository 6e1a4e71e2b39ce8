"""What can happen in a game. Events are facts: folding all of a game's events gives its state.

Each event's `kind` names it in stored form; see `bot.cribbage.game` for how they follow one another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.cribbage.cards import Card
from bot.cribbage.counting import CountLine
from bot.cribbage.pegging import PegKind
from bot.cribbage.variants import STANDARD

ScoreReason = PegKind | Literal["heels", "go", "last_card", "hand", "crib"]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins: seats 0 to `players` - 1 are taken."""

    players: int
    variant: str = STANDARD.name
    kind: Literal["game_started"] = "game_started"


@dataclass(frozen=True, slots=True)
class CutForDeal:
    """One round of cutting: each seat still in it shows a card. Ties for lowest cut again."""

    cards: tuple[tuple[int, Card], ...]
    kind: Literal["cut_for_deal"] = "cut_for_deal"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal, counted from 1: each seat's cards, and what went straight to the crib."""

    number: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    crib: tuple[Card, ...] = ()
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat has given cards to the crib."""

    seat: int
    cards: tuple[Card, ...]
    kind: Literal["discarded"] = "discarded"


@dataclass(frozen=True, slots=True)
class StarterTurned:
    """The starter is face up; eldest is to lead."""

    card: Card
    kind: Literal["starter_turned"] = "starter_turned"


@dataclass(frozen=True, slots=True)
class Played:
    """A seat has played a card, which brings the count to `count`."""

    seat: int
    card: Card
    count: int
    kind: Literal["played"] = "played"


@dataclass(frozen=True, slots=True)
class SaidGo:
    """A seat that holds cards has none that fits the count."""

    seat: int
    kind: Literal["said_go"] = "said_go"


@dataclass(frozen=True, slots=True)
class SeriesEnded:
    """The count goes back to 0. `lead` is the seat that leads the next series, None after the last card."""

    lead: int | None
    kind: Literal["series_ended"] = "series_ended"


@dataclass(frozen=True, slots=True)
class Scored:
    """A side has scored. `seat` made the points; `cards` are the ones that did."""

    side: int
    seat: int
    points: int
    reason: ScoreReason
    cards: tuple[Card, ...] = ()
    kind: Literal["scored"] = "scored"


@dataclass(frozen=True, slots=True)
class HandCounted:
    """A seat's four cards, or with `crib` the dealer's crib, have been counted with the starter."""

    seat: int
    crib: bool
    cards: tuple[Card, ...]
    starter: Card
    points: int
    lines: tuple[CountLine, ...]
    kind: Literal["hand_counted"] = "hand_counted"


@dataclass(frozen=True, slots=True)
class GameWon:
    """A side has reached the target and the game is over.

    `reached` is that side; `winners` is it alone or, in lowball, every other side.
    """

    reached: int
    winners: tuple[int, ...]
    kind: Literal["game_won"] = "game_won"


GameEvent = (
    GameStarted
    | CutForDeal
    | Dealt
    | Discarded
    | StarterTurned
    | Played
    | SaidGo
    | SeriesEnded
    | Scored
    | HandCounted
    | GameWon
)
