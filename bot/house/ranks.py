"""Sets of ranks, suits left aside: what hands of four are worth, and in how many ways cards make them.

A set of ranks is written as a tuple in ascending order. Its `key` is the sum of its cards' keys
(`Card.key`), which no other set of as many cards has, up to four.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Final

from bot.cribbage.cards import JACK, PACK, Card
from bot.cribbage.counting import points

RANKS: Final = range(1, 14)
"""Ace to king, as in `Card.rank`."""

VALUE: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""What a rank adds to the count, by rank."""

KEY: Final = (0, *(PACK[(rank - 1) * 4].key for rank in RANKS))
"""A rank's key, by rank."""

PAIRS: Final = tuple(combinations_with_replacement(RANKS, 2))
"""The 91 sets of two ranks."""

TRIPLES: Final = tuple(combinations_with_replacement(RANKS, 3))
"""The 455 sets of three ranks."""

HANDS: Final = tuple(combinations_with_replacement(RANKS, 4))
"""The 1,820 sets of four ranks."""


def key_of(ranks: Iterable[int]) -> int:
    """The key of a set of ranks."""
    return sum(KEY[rank] for rank in ranks)


def left_after(cards: Iterable[Card]) -> list[int]:
    """How many cards of each rank the pack holds without `cards`. The ace is at index 0."""
    left = [4] * 13
    for card in cards:
        left[card.rank - 1] -= 1
    return left


def ways(ranks: Sequence[int], left: Sequence[int]) -> int:
    """In how many ways cards make a set of ranks, when `left` of each rank can be had (ace at index 0)."""
    product = 1
    for rank in set(ranks):
        product *= comb(left[rank - 1], ranks.count(rank))
    return product


def _rows() -> dict[int, bytes]:
    rows: dict[int, bytes] = {}
    for ranks in HANDS:
        # Four different suits, so that there is no flush.
        hand = [PACK[(rank - 1) * 4 + suit] for suit, rank in enumerate(ranks)]
        row = bytearray(13)
        for rank in RANKS:
            starter = next((card for card in PACK[rank * 4 - 4 : rank * 4] if card not in hand), None)
            if starter is not None:
                row[rank - 1] = points(hand, starter) - (starter.jack in hand)
        rows[key_of(ranks)] = bytes(row)
    return rows


ROWS: Final = _rows()
"""Points that four ranks make with a starter, flush and nobs left out: by the four's key, then by starter
rank (ace at index 0). With four alike the fifth of that rank counts 0: there is no such card."""


def nobs_chance(ranks: Sequence[int]) -> float:
    """Mean points of his nobs in a hand of these ranks, when nothing is known about suits."""
    return ranks.count(JACK) * 12 / 51
