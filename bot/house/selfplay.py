"""Discards at the fixed point: everybody throws what is best against what everybody throws.

Starting from cribs of any cards, both kinds of player (those whose side has the crib, and the others)
choose their best discard from every hand that can be dealt, weighed by how often it is dealt; what they
throw gives new mean cribs, and so on until these stand still. Suits are left aside, but for an average
of his nobs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from operator import mul
from typing import Final

from bot.cribbage.cards import JACK
from bot.cribbage.seating import HAND_SIZE, sides
from bot.house.cribs import CribModel
from bot.house.discards import crib_sign
from bot.house.ranks import HANDS, PAIRS, RANKS, ROWS, TRIPLES, key_of, nobs_chance, ways
from bot.house.shipped import model_from

STANDS_STILL: Final = 0.005
"""Points by which no mean crib moves any more when the rounds end."""

_MOST_ROUNDS: Final = 30
_NOBS: Final = 12 / 51
_FULL: Final = (4,) * 13


@dataclass(frozen=True, slots=True)
class Habits:
    """How often a kind of player throws each rank set, and keeps each of `ranks.HANDS`; both add to 1."""

    throws: tuple[float, ...]
    kept: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class FixedPoint:
    """Habits and mean cribs (by rank set thrown) of those with the crib (`own`) and the others."""

    own: Habits
    other: Habits
    own_cribs: tuple[float, ...]
    other_cribs: tuple[float, ...]
    rounds: int


class Deals:
    """Every set of ranks that can be dealt to one player, with the ways to discard from each."""

    def __init__(self, size: int, play: Callable[[tuple[int, ...]], float]) -> None:
        self.giving = size - HAND_SIZE
        self.thrown: tuple[tuple[int, ...], ...] = (
            PAIRS if self.giving == 2 else tuple((rank,) for rank in RANKS)
        )
        place_of = {ranks: place for place, ranks in enumerate(self.thrown)}
        hand_of: dict[tuple[int, ...], int] = {ranks: place for place, ranks in enumerate(HANDS)}
        worth = [play(ranks) + nobs_chance(ranks) for ranks in HANDS]
        # One entry a deal: in how many ways it is dealt, and for every discard hand, thrown, kept.
        self.all: list[tuple[int, list[tuple[float, int, int]]]] = []
        for dealt in combinations_with_replacement(RANKS, size):
            if max(map(dealt.count, set(dealt))) > 4:
                continue
            left = [4] * 13
            for rank in dealt:
                left[rank - 1] -= 1
            choices: list[tuple[float, int, int]] = []
            for given in self.thrown:
                kept = _without(dealt, given)
                if kept is None:
                    continue
                place = hand_of[kept]
                mean = sum(map(mul, ROWS[key_of(kept)], left)) / (52 - size)
                choices.append((mean + worth[place], place_of[given], place))
            self.all.append((ways(dealt, _FULL), choices))

    def habits(self, cribs: Sequence[float], worth: float, sign: int) -> Habits:
        """What is thrown and kept by players who want points (`sign` 1) or shun them (-1).

        `worth` is what a point in the crib is worth to them.
        """
        throws = [0.0] * len(self.thrown)
        kept = [0.0] * len(HANDS)
        for number, choices in self.all:
            _, given, place = max(
                (sign * (mean + worth * cribs[given]), given, place) for mean, given, place in choices
            )
            throws[given] += number
            kept[place] += number
        total = sum(throws)
        return Habits(tuple(n / total for n in throws), tuple(n / total for n in kept))


def solve(
    players: int,
    sign: int,
    own_play: Callable[[tuple[int, ...]], float],
    other_play: Callable[[tuple[int, ...]], float],
) -> FixedPoint:
    """The fixed point for a number of players; `sign` is -1 in lowball.

    `own_play` and `other_play` give what a kept hand is worth in the play.
    """
    size = 6 if players == 2 else 5
    own_deals, other_deals = Deals(size, own_play), Deals(size, other_play)
    thrown = own_deals.thrown
    uniform = tuple(ways(ranks, _FULL) for ranks in thrown)
    own = other = Habits(tuple(n / sum(uniform) for n in uniform), any_four())
    own_cribs = other_cribs = _cribs(players, own, other, thrown, own_crib=False)
    rounds = 0
    while rounds < _MOST_ROUNDS:
        rounds += 1
        if players != 6:
            own = _between(
                own, own_deals.habits(own_cribs, crib_sign(own_crib=True, sides=sides(players)), sign), rounds
            )
        other = _between(
            other,
            other_deals.habits(other_cribs, crib_sign(own_crib=False, sides=sides(players)), sign),
            rounds,
        )
        before = (*own_cribs, *other_cribs)
        if players != 6:
            own_cribs = _cribs(players, own, other, thrown, own_crib=True)
        other_cribs = _cribs(players, own, other, thrown, own_crib=False)
        moved = max(abs(a - b) for a, b in zip(before, (*own_cribs, *other_cribs), strict=True))
        if moved < STANDS_STILL:
            break
    return FixedPoint(own, other, own_cribs, other_cribs, rounds)


def _between(old: Habits, new: Habits, rounds: int) -> Habits:
    """Halfway to new habits, and in late rounds less far: undamped, they swing to and fro for ever."""
    if rounds == 1:
        return new
    step = 1 / max(2, rounds - 5)
    return Habits(
        tuple(a + step * (b - a) for a, b in zip(old.throws, new.throws, strict=True)),
        tuple(a + step * (b - a) for a, b in zip(old.kept, new.kept, strict=True)),
    )


def any_four() -> tuple[float, ...]:
    """How often four cards dealt at random have each of `ranks.HANDS`."""
    numbers = [ways(ranks, _FULL) for ranks in HANDS]
    total = sum(numbers)
    return tuple(number / total for number in numbers)


def _cribs(
    players: int, own: Habits, other: Habits, thrown: Sequence[tuple[int, ...]], *, own_crib: bool
) -> tuple[float, ...]:
    model = model_from(players, own.throws, other.throws, own_crib=own_crib)
    return tuple(mean_crib(given, model) for given in thrown)


def mean_crib(given: tuple[int, ...], model: CribModel) -> float:
    """Mean points of a crib to which these ranks are given, suits being left aside."""
    left = [4] * 13
    for rank in given:
        left[rank - 1] -= 1
    sets = PAIRS if model.others == 2 else TRIPLES
    base = key_of(given)
    starters = 52 - HAND_SIZE
    points = weights = 0.0
    for weight, ranks in zip(model.weights, sets, strict=True):
        total = weight * ways(ranks, left)
        if not total:
            continue
        row = ROWS[base + key_of(ranks)]
        mean = sum(map(mul, row, left))
        for rank in ranks:
            mean -= row[rank - 1]
        points += total * (mean / starters + _NOBS * ranks.count(JACK))
        weights += total
    return points / weights + _NOBS * given.count(JACK)


def _without(dealt: tuple[int, ...], given: tuple[int, ...]) -> tuple[int, ...] | None:
    """`dealt` less `given`, None when not all of them are there."""
    rest = list(dealt)
    for rank in given:
        if rank not in rest:
            return None
        rest.remove(rank)
    return tuple(rest)
