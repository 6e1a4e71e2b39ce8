"""The strongest house player: tables from self-play, play-outs over believed hands, and position."""

from __future__ import annotations

import random
from math import sqrt
from typing import Final

from bot.cribbage.cards import Card
from bot.cribbage.observe import Observation
from bot.house.belief import World, worlds
from bot.house.discards import ranking
from bot.house.judging import ByChances, ByPoints, near_the_end
from bot.house.playouts import Table
from bot.house.series import code_of
from bot.house.shipped import tables

_WORLDS: Final = {2: 100, 3: 60, 4: 50, 6: 40}
_NEVER: Final = 1_000_000
_PARTS: Final = 5
_ENOUGH: Final = 12
_SURE: Final = 2.2
"""Standard errors by which a play must be behind to be thought of no more."""


def discard(seen: Observation) -> tuple[Card, ...]:
    """The cards to give to the crib."""
    assert seen.seat is not None
    assert seen.dealer is not None
    sign = -1 if seen.variant.lowball else 1
    own_crib = seen.side(seen.seat) == seen.side(seen.dealer)
    role = tables(seen.players, lowball=seen.variant.lowball).role(own_crib=own_crib)
    _, (given, _) = max(
        (sign * worth, split)
        for worth, split in ranking(seen.hand, role.cribs, 1 if own_crib else -1, role.play)
    )
    return tuple(seen.hand[place] for place in given)


def play(seen: Observation, rng: random.Random) -> Card:
    """The card to play."""
    ranks = sorted({card.rank for card in seen.playable})
    best = ranks[0]
    if len(ranks) > 1:
        known = tables(seen.players, lowball=seen.variant.lowball)
        sign = -1 if seen.variant.lowball else 1
        believed = worlds(seen, known, sign, rng, _WORLDS[seen.players])
        if believed:
            best = _best(seen, ranks, believed, sign)
    return next(card for card in seen.playable if card.rank == best)


def _best(seen: Observation, ranks: list[int], believed: list[World], sign: int) -> int:
    assert seen.seat is not None
    near = near_the_end(seen)
    judge = ByChances(seen, tables(seen.players, lowball=seen.variant.lowball)) if near else ByPoints(seen)
    target = seen.variant.target if near else _NEVER
    start = list(seen.scores) if near else [0] * len(seen.scores)
    table = Table(seen.players, sign)
    series = code_of(played.card.rank for played in seen.series)
    count = seen.count
    worths: dict[int, list[float]] = {rank: [] for rank in ranks}
    for part in range(_PARTS):
        # Every so-manieth world, so that each part has all kinds of hands.
        for world in believed[part::_PARTS]:
            for rank, found in worths.items():
                scores = start[:]
                over = table.play_out(world.hands, seen.seat, series, count, scores, target, rank)
                found.append(world.weight * judge.worth(world, scores, over))
        worths = _still_in_it(worths)
        if len(worths) == 1:
            break
    return max(worths, key=lambda rank: (sum(worths[rank]), -rank))


def _still_in_it(worths: dict[int, list[float]]) -> dict[int, list[float]]:
    """The plays less those that are surely worse than the best so far, judged in the same worlds."""
    best = max(worths.values(), key=sum)
    number = len(best)
    if number < _ENOUGH:
        return worths
    left: dict[int, list[float]] = {}
    for rank, found in worths.items():
        behind = [a - b for a, b in zip(best, found, strict=True)]
        mean = sum(behind) / number
        variance = sum((apart - mean) ** 2 for apart in behind) / number
        if mean <= _SURE * sqrt(variance / number):
            left[rank] = found
    return left
