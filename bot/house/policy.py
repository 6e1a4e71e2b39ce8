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
_ANSWER: Final = 0.35
_GO: Final = 0.6
_KEEP_LOW: Final = 0.02

Step = tuple[int, int, int, int, int]
"""A play thought of: the rank played, the hand left, the points made, the series and the count after it."""


@lru_cache(maxsize=1 << 15)
def _threat(series: int, count: int) -> float:
    """Mean points that the next player makes on this series, when that player takes the most there is."""
    replies: list[tuple[int, float]] = []
    for rank in RANKS:
        after = count + VALUE[rank]
        if after > LIMIT:
            break
        points = peg_points(series << 4 | rank, after)
        if points:
            replies.append((points, _HOLDS[rank]))
    replies.sort(reverse=True)
    mean, free = 0.0, 1.0
    for points, chance in replies:
        mean += free * chance * points
        free *= 1 - chance
    return mean


@lru_cache(maxsize=1 << 16)
def _answer(series: int, count: int, held: int) -> float:
    """Mean points of playing a held rank on the reply to this series."""
    total, weights = 0.0, 0.0
    for rank in RANKS:
        after = count + VALUE[rank]
        if after > LIMIT:
            break
        reply = series << 4 | rank
        weight = _HOLDS[rank] * (1 + peg_points(reply, after))
        weights += weight
        last = after + VALUE[held]
        if last <= LIMIT:
            total += weight * peg_points(reply << 4 | held, last)
    return total / weights if weights else 0.0


@lru_cache(maxsize=64)
def _stuck(count: int) -> float:
    """How likely it is that another player holds no card that fits this count."""
    chance = 1.0
    for rank in RANKS:
        if count + VALUE[rank] <= LIMIT:
            chance *= 1 - _HOLDS[rank]
    return chance


def _worth(rest: int, gain: int, series: int, count: int, sign: int) -> float:
    """What a play is thought to be worth in points, made so that the best has the most."""
    if count == LIMIT:
        return sign * gain
    answer = 0.0
    cards = rest
    while cards:
        found = _answer(series, count, cards & 15)
        if found > answer:
            answer = found
        cards >>= 4
    return sign * (gain - _THREAT * _threat(series, count) + _ANSWER * answer + _GO * _stuck(count))


def best_step(hand: int, series: int, count: int, sign: int) -> Step:
    """The play to make from a hand of which at least one card fits the count.

    `sign` is 1 when points are wanted, -1 when the player tries to make few.
    """
    best: Step | None = None
    most = 0.0
    previous = 0
    for shift in (0, 4, 8, 12):
        rank = hand >> shift & 15
        if not rank or count + VALUE[rank] > LIMIT:
            break
        if rank == previous:
            continue
        previous = rank
        rest = hand >> (shift + 4) << shift | hand & ((1 << shift) - 1)
        after = count + VALUE[rank]
        longer = series << 4 | rank
        gain = peg_points(longer, after)
        worth = _worth(rest, gain, longer, after, sign) + _KEEP_LOW * VALUE[rank]
        if best is None or worth > most:
            best, most = (rank, rest, gain, longer, after), worth
    assert best is not None, "a player who can't play says go"
    return best
