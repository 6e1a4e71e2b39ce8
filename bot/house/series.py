"""Points in the play by ranks alone, for the thousands of plays that a house player thinks through.

A series is written as a number, four bits a card, the last card lowest; 0 is a series without cards. A
hand is written the same way, its highest rank first, so that the lowest four bits are its lowest rank.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.cribbage.cards import Card

LIMIT: Final = 31
_ALIKE: Final = (0, 0, 2, 6, 12)


def code_of(ranks: Iterable[int]) -> int:
    """Ranks as a number, in the order given."""
    code = 0
    for rank in ranks:
        code = code << 4 | rank
    return code


def hand_code(cards: Iterable[Card]) -> int:
    """A hand as a number."""
    return code_of(sorted((card.rank for card in cards), reverse=True))


def rest_of(hand: int, rank: int) -> int:
    """A hand without one card of a rank that it holds."""
    shift = 0
    while (hand >> shift) & 15 != rank:
        shift += 4
    return hand >> (shift + 4) << shift | hand & ((1 << shift) - 1)


def with_rank(hand: int, rank: int) -> int:
    """A hand and one more card."""
    shift = 0
    while hand >> shift and (hand >> shift) & 15 < rank:
        shift += 4
    return (hand >> shift << 4 | rank) << shift | hand & ((1 << shift) - 1)


def peg_points(series: int, count: int) -> int:
    """What the last card of a series makes, the count being `count` with it (go and last card apart)."""
    points = 2 if count in {15, LIMIT} else 0
    last = series & 15
    below = series >> 4
    if not below:
        return points
    if below & 15 == last:
        alike = 2
        below >>= 4
        while below & 15 == last and alike < 4:
            alike += 1
            below >>= 4
        return points + _ALIKE[alike]
    seen = 1 << last
    low = high = last
    length, best = 1, 0
    while rank := below & 15:
        if seen >> rank & 1:
            break
        seen |= 1 << rank
        length += 1
        if rank < low:
            low = rank
        elif rank > high:
            high = rank
        if high - low == length - 1 and length >= 3:
            best = length
        below >>= 4
    return points + best
