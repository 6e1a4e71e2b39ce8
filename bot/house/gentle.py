"""The friendly beginner among the house players: natural mistakes, never a silly one.

It judges a discard by what the kept cards count at sight, without thinking of the starter, and of the
crib only as far as everybody does: fives and pairs are for one's own. In the play it takes the points
that it sees, and otherwise plays a high card that doesn't ask for trouble.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final

from bot.cribbage.cards import Card
from bot.cribbage.observe import Observation
from bot.cribbage.seating import HAND_SIZE
from bot.house.series import LIMIT, code_of, peg_points

_DOUBT: Final = 3.2
"""Spread, in points, of the error in judging a discard."""

_SILLY: Final = 4.5
"""A discard that looks this many points worse than another is never chosen, however great the doubt."""

_MISSED: Final = {"run": 0.5, "pair": 0.25}
"""How often a run or a pair in the play is overlooked. A fifteen or thirty-one never is."""


def discard(seen: Observation, rng: random.Random) -> tuple[Card, ...]:
    """The cards to give to the crib."""
    sign = -1 if seen.variant.lowball else 1
    crib_sign = 1 if seen.side(seen.own_seat) == seen.side(seen.known_dealer) else -1
    choices: list[tuple[float, tuple[Card, ...]]] = []
    for given in combinations(seen.hand, len(seen.hand) - HAND_SIZE):
        kept = [card for card in seen.hand if card not in given]
        worth = sign * (at_sight(kept) + crib_sign * in_crib(given))
        if sign > 0 and _splits_fives(given, kept):
            worth -= _SILLY
        choices.append((worth, given))
    best = max(worth for worth, _ in choices)
    sensible = [choice for choice in choices if choice[0] > best - _SILLY]
    return max((worth + rng.gauss(0, _DOUBT), given) for worth, given in sensible)[1]


def _splits_fives(given: Sequence[Card], kept: Sequence[Card]) -> bool:
    return any(card.rank == 5 for card in given) and any(card.rank == 5 for card in kept)


def at_sight(cards: Sequence[Card]) -> int:
    """Points that some cards make before there is a starter: fifteens, pairs, the longest run, a flush."""
    total = 0
    for size in range(2, len(cards) + 1):
        for chosen in combinations(cards, size):
            if sum(card.value for card in chosen) == 15:
                total += 2
            if size == 2 and chosen[0].rank == chosen[1].rank:
                total += 2
    for size in range(len(cards), 2, -1):
        runs = sum(_is_run(chosen) for chosen in combinations(cards, size))
        if runs:
            total += size * runs
            break
    if len(cards) == HAND_SIZE and len({card.suit for card in cards}) == 1:
        total += HAND_SIZE
    return total


def in_crib(given: Sequence[Card]) -> float:
    """What everybody knows of cards in the crib: a five is good there, and so is what counts already."""
    return at_sight(given) + sum(1.5 for card in given if card.rank == 5)


def _is_run(cards: Sequence[Card]) -> bool:
    ranks = sorted(card.rank for card in cards)
    return all(high - low == 1 for low, high in pairwise(ranks))


def play(seen: Observation, rng: random.Random) -> Card:
    """The card to play."""
    sign = -1 if seen.variant.lowball else 1
    series = code_of(played.card.rank for played in seen.series)
    count = seen.count
    best: Card | None = None
    most = 0.0
    for card in seen.playable:
        after = count + card.value
        made = _noticed(peg_points(series << 4 | card.rank, after), after, rng)
        # Low cards are kept for later, as beginners are told first.
        worth = sign * made + 0.03 * card.value + 0.8 * rng.random() - _trouble(card, after)
        if best is None or worth > most:
            best, most = card, worth
    assert best is not None
    return best


def _noticed(made: int, after: int, rng: random.Random) -> int:
    total = 2 if after in {15, LIMIT} else 0
    rest = made - total
    if rest and rng.random() < (_MISSED["pair"] if rest in {2, 6, 12} else _MISSED["run"]):
        return total
    return made


def _trouble(card: Card, after: int) -> float:
    """The two things every beginner is warned of: leading a five, and leaving twenty-one."""
    if after == card.value and card.rank == 5:
        return 1.2
    return 1.2 if after in {5, 21} else 0.0
