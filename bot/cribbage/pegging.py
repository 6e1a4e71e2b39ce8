"""Points made in the play (rules: "Flow of a game", 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bot.cribbage.cards import Card
from bot.cribbage.counting import ALIKE, AlikeKind

LIMIT: Final = 31
"""The count may not pass this."""

PegKind = AlikeKind | Literal["fifteen", "thirty_one", "run"]


@dataclass(frozen=True, slots=True)
class PegLine:
    """One thing that the last card of a series made: what it is, the cards that make it, its points."""

    kind: PegKind
    cards: tuple[Card, ...]
    points: int


def count_of(series: Sequence[Card]) -> int:
    """The running count of a series: face cards 10, aces 1."""
    return sum(card.value for card in series)


def fits(card: Card, count: int) -> bool:
    """Whether a card may be played on this count."""
    return count + card.value <= LIMIT


def peg(series: Sequence[Card]) -> tuple[PegLine, ...]:
    """What the last card of a series makes: fifteen or thirty-one, cards alike, a run.

    `series` holds the cards since the count was last 0, oldest first. The point for a go or the last
    card is not in here: whether it falls depends on what the others can play.
    """
    lines: list[PegLine] = []
    count = count_of(series)
    if count == 15:
        lines.append(PegLine("fifteen", tuple(series), 2))
    elif count == LIMIT:
        lines.append(PegLine("thirty_one", tuple(series), 2))
    alike = _tail_alike(series)
    if alike > 1:
        kind, points = ALIKE[alike]
        lines.append(PegLine(kind, tuple(series[-alike:]), points))
    length = _tail_run(series)
    if length:
        lines.append(PegLine("run", tuple(series[-length:]), length))
    return tuple(lines)


def _tail_alike(series: Sequence[Card]) -> int:
    number = 0
    for card in reversed(series):
        if card.rank != series[-1].rank:
            break
        number += 1
    return number


def _tail_run(series: Sequence[Card]) -> int:
    """Length of the longest tail that is a run in any order, 0 when there is none of three or more."""
    best = 0
    seen: set[int] = set()
    for length, card in enumerate(reversed(series), start=1):
        if card.rank in seen:
            break
        seen.add(card.rank)
        if length >= 3 and max(seen) - min(seen) == length - 1:
            best = length
    return best
