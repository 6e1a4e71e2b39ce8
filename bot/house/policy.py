"""How to play a card by good sense alone: points now, what they invite, and what may come back.

This is how *steady* pegs, and how *sharp* takes everybody to go on when it plays a hand out in its head.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot.house.ranks import RANKS, VALUE
from bot.house.series import LIMIT, peg_points

# How likely another player is to hold a rank, ace first: kept hands are rich in fives, and in the cards
# that go with them.
_HOLDS: Final = (0, 0.25, 0.27, 0.29, 0.32, 0.37, 0.31, 0.30, 0.29, 0.26, 0.29, 0.32, 0.28, 0.22)
_THREAT: Final = 0.9
_ANSWER: Final = 0.5
_RUN_REACH: Final = 4  # ranks; longer runs than of five are too rare to think of
_GO: Final = 0.6
_KEEP_LOW: Final = 0.02

Step = tuple[int, int, int, int, int]
"""A play thought of: the rank played, the hand left, the points made, the series and the count after it."""


@lru_cache(maxsize=1 << 13)
def _invited(series: int, count: int) -> tuple[float, tuple[float, ...]]:
    """What a series invites, and the weight of each rank as the reply to it.

    First the mean points that the next player makes, taking the most there is. The weights add to 1; the
    ace's is at index 0, and those of ranks that don't fit are left out.
    """
    scoring: list[tuple[int, float]] = []
    weights: list[float] = []
    for rank in RANKS:
        after = count + VALUE[rank]
        if after > LIMIT:
            break
        chance = _HOLDS[rank]
        points = peg_points(series << 4 | rank, after)
        if points:
            scoring.append((points, chance))
        weights.append(chance * (1 + points))
    scoring.sort(reverse=True)
    mean, free = 0.0, 1.0
    for points, chance in scoring:
        mean += free * chance * points
        free *= 1 - chance
    total = sum(weights)
    return mean, tuple(weight / total for weight in weights)


@lru_cache(maxsize=1 << 15)
def _answer(series: int, count: int, held: int) -> float:
    """Mean points of playing a held rank on the reply to this series."""
    mean = 0.0
    added = count + VALUE[held]
    close = -_RUN_REACH <= held - (series & 15) <= _RUN_REACH
    _, weights = _invited(series, count)
    for rank, weight in enumerate(weights, start=1):
        last = added + VALUE[rank]
        if last > LIMIT:
            break
        # Only a card alike, near ones, and the right count can make points.
        if (
            rank == held
            or last == 15
            or last == LIMIT
            or (close and -_RUN_REACH <= held - rank <= _RUN_REACH)
        ):
            mean += weight * peg_points(series << 8 | rank << 4 | held, last)
    return mean


@lru_cache(maxsize=64)
def _stuck(count: int) -> float:
    """How likely it is that another player holds no card that fits this count."""
    chance = 1.0
    for rank in RANKS:
        if count + VALUE[rank] <= LIMIT:
            chance *= 1 - _HOLDS[rank]
    return chance


@lru_cache(maxsize=1 << 14)
def _plain(series: int, count: int) -> tuple[int, float]:
    """The points that a play makes, and what it is worth before one's own answer is thought of."""
    gain = peg_points(series, count)
    worth = gain + _KEEP_LOW * VALUE[series & 15]
    if count < LIMIT:
        threat, _ = _invited(series, count)
        worth += _GO * _stuck(count) - _THREAT * threat
    return gain, worth


def _weighed(rest: int, series: int, count: int, sign: int) -> float:
    _, worth = _plain(series, count)
    if count == LIMIT:
        return sign * worth
    answer = 0.0
    while rest:
        found = _answer(series, count, rest & 15)
        if found > answer:
            answer = found
        rest >>= 4
    return sign * (worth + _ANSWER * answer)


def best_step(hand: int, series: int, count: int, sign: int) -> Step:
    """The play to make from a hand of which at least one card fits the count.

    `sign` is 1 when points are wanted, -1 when the player tries to make few.
    """
    able = _able(hand, count)
    rank, shift = able[0]
    if len(able) > 1:
        most = -1e9
        for other, place in able:
            rest = hand >> (place + 4) << place | hand & ((1 << place) - 1)
            worth = _weighed(rest, series << 4 | other, count + VALUE[other], sign)
            if worth > most:
                rank, shift, most = other, place, worth
    rest = hand >> (shift + 4) << shift | hand & ((1 << shift) - 1)
    after = count + VALUE[rank]
    longer = series << 4 | rank
    return rank, rest, peg_points(longer, after), longer, after


def _able(hand: int, count: int) -> list[tuple[int, int]]:
    """The different ranks of a hand that fit the count, each with its place in bits."""
    able: list[tuple[int, int]] = []
    room = LIMIT - count
    shift = previous = 0
    while hand:
        rank = hand & 15
        if VALUE[rank] > room:
            break
        if rank != previous:
            able.append((rank, shift))
            previous = rank
        hand >>= 4
        shift += 4
    return able
