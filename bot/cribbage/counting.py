"""Counting a hand or crib with the starter (rules: "Flow of a game", 8).

`count_hand` names every combination, for people. `points` gives only the number, for house players and
statistics: what depends on ranks alone comes out of a table, 1,820 rows of 14 small numbers, that is
built on import.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Final, Literal, TypeVar

from bot.cribbage.cards import JACK, Card

AlikeKind = Literal["pair", "pair_royal", "double_pair_royal"]
CountKind = AlikeKind | Literal["fifteen", "run", "flush", "nobs"]

_T = TypeVar("_T")
_Ranks = tuple[int, ...]
_Row = tuple[int, ...]

ALIKE: Final[dict[int, tuple[AlikeKind, int]]] = {
    2: ("pair", 2),
    3: ("pair_royal", 6),
    4: ("double_pair_royal", 12),
}
"""What two, three and four cards of one rank are called, and their points."""


@dataclass(frozen=True, slots=True)
class CountLine:
    """One scoring combination: what it is, the cards that make it, its points."""

    kind: CountKind
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class HandCount:
    """A counted hand or crib: its points, and the lines they come from in the order of calling."""

    points: int
    lines: tuple[CountLine, ...]


def count_hand(hand: Sequence[Card], starter: Card, *, crib: bool = False) -> HandCount:
    """Count four cards with the starter, naming every combination (rules: "Flow of a game", 8).

    In a crib only a flush of all five cards counts. Raises `ValueError` unless there are four cards in
    the hand and all five are different.
    """
    cards = (*hand, starter)
    if len(hand) != 4 or len(set(cards)) != 5:
        raise ValueError("a count takes four cards and a starter, all different")
    ordered = tuple(sorted(cards))
    lines = (
        *_fifteens(ordered),
        *_pairs(ordered),
        *_runs(ordered),
        *_flush(tuple(sorted(hand)), starter, crib=crib),
        *_nobs(hand, starter),
    )
    return HandCount(sum(line.points for line in lines), lines)


def _fifteens(cards: tuple[Card, ...]) -> Iterator[CountLine]:
    for size in range(2, 6):
        for chosen in combinations(cards, size):
            if sum(card.value for card in chosen) == 15:
                yield CountLine("fifteen", chosen, 2)


def _by_rank(cards: Sequence[Card]) -> dict[int, list[Card]]:
    ranks: dict[int, list[Card]] = {}
    for card in cards:
        ranks.setdefault(card.rank, []).append(card)
    return ranks


def _pairs(cards: tuple[Card, ...]) -> Iterator[CountLine]:
    for alike in _by_rank(cards).values():
        if len(alike) > 1:
            kind, points = ALIKE[len(alike)]
            yield CountLine(kind, tuple(alike), points)


def _runs(cards: tuple[Card, ...]) -> Iterator[CountLine]:
    ranks = _by_rank(cards)
    for length in (5, 4, 3):
        for lowest in ranks:
            run = range(lowest, lowest + length)
            if all(rank in ranks for rank in run):
                # With five cards there is room for only one longest run, in several versions.
                versions: list[tuple[Card, ...]] = [()]
                for rank in run:
                    versions = [(*version, card) for version in versions for card in ranks[rank]]
                yield from (CountLine("run", version, length) for version in versions)
                return


def _flush(hand: tuple[Card, ...], starter: Card, *, crib: bool) -> Iterator[CountLine]:
    if len({card.suit for card in hand}) > 1:
        return
    if starter.suit == hand[0].suit:
        yield CountLine("flush", tuple(sorted((*hand, starter))), 5)
    elif not crib:
        yield CountLine("flush", hand, 4)


def _nobs(hand: Sequence[Card], starter: Card) -> Iterator[CountLine]:
    if starter.jack in hand:
        yield CountLine("nobs", (starter.jack,), 1)


def _rank_points() -> dict[_Ranks, _Row]:
    """For four ranks in ascending order: points of fifteens, pairs and runs by the starter's rank.

    In place 0, which is no rank, stands the number of jacks.
    """
    rows: dict[_Ranks, _Row] = {}
    for ranks in combinations_with_replacement(range(1, 14), 4):
        ways = [1] + [0] * 15  # ways[total]: how many subsets of the four cards add to it
        for rank in ranks:
            value = min(rank, 10)
            for total in range(15, value - 1, -1):
                ways[total] += ways[total - value]
        copies = [0] * 16
        for rank in ranks:
            copies[rank] += 1
        pairs = sum(n * (n - 1) for n in copies)
        row = [copies[JACK]] + [0] * 13
        for starter in range(1, 14):
            if copies[starter] == 4:
                continue  # five of a kind: no such hand
            fifteens = 2 * (ways[15] + ways[15 - min(starter, 10)])
            copies[starter] += 1
            row[starter] = fifteens + pairs + 2 * (copies[starter] - 1) + _run_points(copies)
            copies[starter] -= 1
        rows[ranks] = tuple(row)
    return rows


def _run_points(copies: Sequence[int]) -> int:
    """Points of the longest run among five cards, given how many there are of each rank (1 to 13)."""
    length, ways = 0, 1
    for number in copies[1:15]:
        if number:
            length, ways = length + 1, ways * number
        elif length >= 3:
            break
        else:
            length, ways = 0, 1
    return length * ways if length >= 3 else 0


def _without_last(known: Mapping[_Ranks, _T], size: int) -> dict[_Ranks, tuple[_T, ...]]:
    """For `size` ranks: what is known for one rank more, by that rank (place 0 is never used)."""
    return {
        ranks: tuple(known[tuple(sorted((*ranks, last)))] for last in (1, *range(1, 14)))
        for ranks in combinations_with_replacement(range(1, 14), size)
    }


def _by_each_rank() -> tuple[tuple[tuple[tuple[_Row, ...], ...], ...], ...]:
    """`_rank_points`, to be looked up by one card's rank after the other in any order.

    That is faster than to look it up by all at once. Equal parts are shared, so it stays small.
    """
    three = _without_last(_rank_points(), 3)
    return _without_last(_without_last(_without_last(three, 2), 1), 0)[()]


_POINTS: Final = _by_each_rank()


def points(hand: Sequence[Card], starter: Card, *, crib: bool = False) -> int:
    """Points of four cards with the starter, as `count_hand` would give, some hundred times as fast.

    The cards are not checked: that there are four in the hand and all five differ is the caller's word.
    """
    first, second, third, fourth = hand
    row = _POINTS[first.rank][second.rank][third.rank][fourth.rank]
    total = row[starter.rank]
    if first.suit == second.suit and second.suit == third.suit and third.suit == fourth.suit:
        if first.suit == starter.suit:
            total += 5
        elif not crib:
            total += 4
    if row[0]:
        jack = starter.jack
        if first is jack or second is jack or third is jack or fourth is jack:  # `in` is far slower
            total += 1
    return total
