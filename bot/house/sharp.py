"""The strongest house player: tables from self-play, play-outs over believed hands, and position."""

from __future__ import annotations

import random
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
    worths = dict.fromkeys(ranks, 0.0)
    for world in believed:
        for rank in ranks:
            scores = start[:]
            over = table.play_out(world.hands, seen.seat, series, count, scores, target, rank)
            worths[rank] += world.weight * judge.worth(world, scores, over)
    return max(ranks, key=lambda rank: (worths[rank], -rank))
