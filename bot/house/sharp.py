"""The strongest house player: tables from self-play, play-outs over believed hands, and position."""

from __future__ import annotations

import random
from math import sqrt
from typing import Final

from bot.cribbage.cards import Card
from bot.cribbage.observe import Observation
from bot.cribbage.seating import HAND_SIZE
from bot.house.belief import World, worlds
from bot.house.discards import Split, crib_sign, ranking
from bot.house.endgame import Outlook
from bot.house.judging import ByChances, ByPoints, near_the_end
from bot.house.playouts import Playouts
from bot.house.position import TARGET
from bot.house.ranks import PAIRS, ROWS, left_after
from bot.house.series import code_of
from bot.house.shipped import RoleTable, figures

_WORLDS: Final = {2: 100, 3: 32, 4: 19, 6: 13}  # so that thinking takes as long for any number of players
_LOOKED_AT: Final = 6
_TOO_POOR: Final = 4.0  # points
_POINT: Final = 0.015
"""Chance to win that a point in the play is taken to be worth: the outlook knows only the show."""

_NEVER: Final = 1_000_000
_PARTS: Final = 5
_ENOUGH: Final = 12
_SURE: Final = 2.2
"""Standard errors by which a play must be behind to be thought of no more."""


def discard(seen: Observation) -> tuple[Card, ...]:
    """The cards to give to the crib."""
    sign = -1 if seen.variant.lowball else 1
    own_crib = seen.side(seen.own_seat) == seen.side(seen.known_dealer)
    role = figures(seen.players, lowball=seen.variant.lowball).role(own_crib=own_crib)
    crib = crib_sign(own_crib=own_crib, sides=len(seen.scores))
    choices = [(sign * worth, split) for worth, split in ranking(seen.hand, role.cribs, crib, role.play)]
    if seen.players == 2 and near_the_end(seen):
        shows = {split[0]: sign * worth for worth, split in ranking(seen.hand, role.cribs, crib)}
        given = _by_chances(seen, role, choices, shows)
    else:
        _, (given, _) = max(choices)
    return tuple(seen.hand[place] for place in given)


def _by_chances(
    seen: Observation,
    role: RoleTable,
    choices: list[tuple[float, Split]],
    shows: dict[tuple[int, ...], float],
) -> tuple[int, ...]:
    """The places of the cards to give, by the chance to win; only discards good in points are looked at."""
    dealing = seen.own_seat == seen.dealer
    lowball = seen.variant.lowball
    moved = TARGET - seen.variant.target
    mine, theirs = seen.scores[seen.own_seat] + moved, seen.scores[1 - seen.own_seat] + moved
    outlook = Outlook(*((mine, theirs) if dealing else (theirs, mine)), lowball=lowball)
    left = left_after(seen.hand)
    unseen = sum(left)
    usual = sum(
        often * role.cribs.pairs[a * 14 + b] for often, (a, b) in zip(role.throws, PAIRS, strict=True)
    )
    choices.sort(reverse=True)
    best: tuple[float, tuple[int, ...]] | None = None
    for points, (given, kept) in choices[:_LOOKED_AT]:
        if points < choices[0][0] - _TOO_POOR:
            break
        row = ROWS[sum(seen.hand[place].key for place in kept)]
        flush = HAND_SIZE if len({seen.hand[place].suit for place in kept}) == 1 else 0
        chances = [0.0] * 40
        for number, made in zip(left, row, strict=True):
            chances[made + flush] += number / unseen
        hand = [(made, chance) for made, chance in enumerate(chances) if chance]
        better = role.cribs.mean([seen.hand[place] for place in given]) - usual
        first = outlook.for_dealer(hand, better) if dealing else outlook.for_pone(hand, better)
        # `first` is the dealer's chance to reach the target, which is good for one side only.
        worth = (first if dealing != lowball else 1 - first) + _POINT * (points - shows[given])
        if best is None or worth > best[0]:
            best = worth, given
    assert best is not None
    return best[1]


def play(seen: Observation, rng: random.Random) -> Card:
    """The card to play."""
    ranks = sorted({card.rank for card in seen.playable})
    best = ranks[0]
    if len(ranks) > 1:
        known = figures(seen.players, lowball=seen.variant.lowball)
        sign = -1 if seen.variant.lowball else 1
        believed = worlds(seen, known, sign, rng, _WORLDS[seen.players])
        if believed:
            best = _best(seen, ranks, believed, sign)
    return next(card for card in seen.playable if card.rank == best)


def _best(seen: Observation, ranks: list[int], believed: list[World], sign: int) -> int:
    near = near_the_end(seen)
    judge = ByChances(seen, figures(seen.players, lowball=seen.variant.lowball)) if near else ByPoints(seen)
    target = seen.variant.target if near else _NEVER
    start = list(seen.scores) if near else [0] * len(seen.scores)
    playouts = Playouts(seen.players, sign)
    series = code_of(played.card.rank for played in seen.series)
    count = seen.count
    worths: dict[int, list[float]] = {rank: [] for rank in ranks}
    for part in range(_PARTS):
        # Every n-th world, so that each part has all kinds of hands.
        for world in believed[part::_PARTS]:
            for rank, found in worths.items():
                scores = start[:]
                over = playouts.play_out(world.hands, seen.own_seat, series, count, scores, target, rank)
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
