"""What pictures show, as plain data: names are strings, cards that nobody may see are only numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from bot.cribbage.cards import Card
from bot.cribbage.counting import CountLine
from bot.cribbage.variants import STANDARD, Variant

Peg = Literal["red", "blue", "ivory"]
PEGS: Final[tuple[Peg, ...]] = ("red", "blue", "ivory")
"""The colour of each side's pegs."""

CLASSIC: Final = "classic"
"""The face that everybody has from the start."""
LATTICE: Final = "lattice"
"""The back that everybody has from the start."""


@dataclass(frozen=True, slots=True)
class Track:
    """A side on the board: its name, where its two pegs stand, their colour."""

    name: str
    score: int
    back_peg: int
    peg: Peg


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """The board of a variant, with two or three tracks."""

    tracks: tuple[Track, ...]
    variant: Variant = STANDARD


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the table: who sits there, and how many cards they still hold, in which back.

    `awaited` marks those whose move it is, `dealer` the owner of the crib.
    """

    name: str
    side: int
    held: int
    back: str = LATTICE
    dealer: bool = False
    awaited: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table, and the side that played it."""

    card: Card
    side: int


@dataclass(frozen=True, slots=True)
class TablePicture:
    """The table in the middle of a deal.

    `series` is what has been played since the count was last 0, `earlier` the series before it, `crib`
    how many cards lie in the crib. `banner` is a short line in the middle while nothing is being played.
    """

    board: BoardPicture
    places: tuple[Place, ...]
    starter: Card | None = None
    series: tuple[Laid, ...] = ()
    earlier: tuple[tuple[Laid, ...], ...] = ()
    crib: int = 0
    banner: str = ""
    face: str = CLASSIC

    @property
    def count(self) -> int:
        """The running count of the series."""
        return sum(laid.card.value for laid in self.series)


@dataclass(frozen=True, slots=True)
class HandPicture:
    """A player's own cards from left to right in the order of their buttons.

    `marked` are raised (chosen for the crib), `dimmed` can't be played now. With a `starter` it is shown at
    the right, with a `count` (0 to 31) the count too.
    """

    cards: tuple[Card, ...]
    marked: frozenset[Card] = frozenset()
    dimmed: frozenset[Card] = frozenset()
    face: str = CLASSIC
    starter: Card | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand or crib at the show; `lines` are empty for a hand worth nothing.

    `total` is the side's score after it. A hand that was open but not `counted`, because the game was
    over, is shown without points.
    """

    name: str
    cards: tuple[Card, ...]
    lines: tuple[CountLine, ...] = ()
    total: int | None = None
    side: int = 0
    crib: bool = False
    counted: bool = True

    @property
    def points(self) -> int:
        """What the hand is worth."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class ShowPicture:
    """The show of one deal: the hands in the order of counting, the crib last."""

    starter: Card
    hands: tuple[ShownHand, ...]
    face: str = CLASSIC


@dataclass(frozen=True, slots=True)
class ProfilePicture:
    """A player's standing.

    `progress` is the way to the next level, 0 to 1. `ratings` are the ratings after each rated game, oldest
    first, at most a few hundred. `hands` counts how often the player's hands made 0 to 29 points;
    `expected` is the mathematical share of each (they add to 1).
    """

    name: str
    level: int
    progress: float
    progress_text: str
    ratings: tuple[float, ...] = ()
    provisional: bool = False
    hands: tuple[int, ...] = ()
    expected: tuple[float, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """A face or back on a sample sheet; `locked` says what unlocks it, empty when it is open."""

    key: str
    locked: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class CardsSheet:
    """Faces or backs to choose from."""

    kind: Literal["faces", "backs"]
    samples: tuple[Sample, ...]


Picture = BoardPicture | TablePicture | HandPicture | ShowPicture | ProfilePicture | CardsSheet
