"""What a deal's outcome is worth to a side: points, or near the end of the game the chance to win."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt
from typing import Final

from bot.cribbage.cards import Card
from bot.cribbage.counting import points
from bot.cribbage.observe import Observation
from bot.cribbage.seating import clockwise
from bot.house import shipped
from bot.house.belief import World
from bot.house.playouts import net_of
from bot.house.position import TARGET, position
from bot.house.ranks import KEY, PAIRS, ROWS, TRIPLES, left_after, ways

NEAR_THE_END: Final = 31
"""From this many points before the target on, chances to win are weighed instead of points."""

_TRIFLE: Final = 1e-6

_SPREAD: Final = 2.8
"""Variance of a side's points per point made."""


def near_the_end(seen: Observation) -> bool:
    """Whether any side is so near the target that chances to win are to be weighed."""
    return max(seen.scores) >= seen.variant.target - NEAR_THE_END


class ByPoints:
    """Judges by net points: a side's own less the mean of the others'."""

    def __init__(self, seen: Observation) -> None:
        self._side = seen.side(seen.own_seat)
        self._sign = -1 if seen.variant.lowball else 1

    def worth(self, _world: World, scores: Sequence[int], _over: bool) -> float:
        """What the scores after the play are worth; `over` tells that a side has reached the target."""
        return self._sign * net_of(scores, self._side)


class ByChances:
    """Judges by the chance to win, after the show of hands as they are believed to be.

    Scores are moved up so that the target is always `position.TARGET`.
    """

    def __init__(self, seen: Observation, known: shipped.Figures) -> None:
        self._seen = seen
        self._side = seen.side(seen.own_seat)
        self._sides = len(seen.scores)
        self._lowball = seen.variant.lowball
        self._moved = TARGET - seen.variant.target
        self._dealer_side = seen.side(seen.known_dealer)
        self._next_dealer = seen.side(clockwise(seen.known_dealer, seen.players)[0])
        self._order = clockwise(seen.known_dealer, seen.players)
        self._mine = points(seen.kept, seen.turned_starter)
        self._starter = seen.turned_starter.rank - 1
        self._crib = _crib_chances(seen, known, seen.given, seen.turned_starter)
        self._two = position(seen.players, lowball=self._lowball) if self._sides == 2 else None
        self._after_hands: dict[tuple[int, ...], float] = {}

    def worth(self, world: World, scores: Sequence[int], over: bool) -> float:
        """The chance to win with these scores after the play, or when `over` the result."""
        target = self._seen.variant.target
        now = list(scores)
        if not over:
            for seat in self._order:
                side = seat % self._sides
                if seat == self._seen.seat:
                    now[side] += self._mine
                else:
                    now[side] += ROWS[world.kept[seat]][self._starter]
                if now[side] >= target:
                    over = True
                    break
        first = self._result(now, target) if over else self._before_crib(tuple(now))
        # Where all is won or lost, points still decide: they can't hurt.
        net = _TRIFLE * net_of(scores, self._side)
        return 1 - first - net if self._lowball else first + net

    def _result(self, now: Sequence[int], target: int) -> float:
        return float(now[self._side] >= target)

    def _before_crib(self, now: tuple[int, ...]) -> float:
        found = self._after_hands.get(now)
        if found is None:
            found = self._after_hands[now] = self._over_cribs(now)
        return found

    def _over_cribs(self, now: tuple[int, ...]) -> float:
        mean = 0.0
        scores = list(now)
        target = self._seen.variant.target
        for crib, chance in self._crib:
            scores[self._dealer_side] = now[self._dealer_side] + crib
            if scores[self._dealer_side] >= target:
                mean += chance * self._result(scores, target)
            else:
                mean += chance * self._next_deal(scores)
        return mean

    def _next_deal(self, scores: Sequence[int]) -> float:
        if self._two is not None:
            dealer = scores[self._next_dealer] + self._moved
            other = scores[1 - self._next_dealer] + self._moved
            first = self._two.first(dealer, other)
            return first if self._side == self._next_dealer else 1 - first
        to_go = [self._seen.variant.target - score for score in scores]
        return race(to_go, self._next_dealer)[self._side]


def race(to_go: Sequence[int], dealer: int) -> list[float]:
    """The chance of each of three sides to be first, by the points it has to go and who deals next.

    Points come in for all at the same pace, with a variance in proportion to them. Who deals sooner gets
    a crib sooner.
    """
    # The next dealer's crib comes first, and is worth about half its points as a lead on the last one's.
    ahead = [2.4 - 1.2 * ((side - dealer) % 3) for side in range(3)]
    distance = [max(0.5, points - lead) for points, lead in zip(to_go, ahead, strict=True)]
    odds: list[float] = []
    for side in range(3):
        chance = 1.0
        for other in range(3):
            if other != side:
                apart = distance[other] - distance[side]
                chance *= _normal(apart / sqrt(_SPREAD * (distance[other] + distance[side])))
        odds.append(chance)
    total = sum(odds)
    return [chance / total for chance in odds]


def _normal(deviations: float) -> float:
    return 0.5 * (1 + erf(deviations / sqrt(2)))


def _crib_chances(
    seen: Observation, known: shipped.Figures, given: Sequence[Card], starter: Card
) -> list[tuple[int, float]]:
    """The crib's points and their chances, as one who gave these cards to it sees it."""
    if not given:
        return [(made, chance) for made, chance in enumerate(known.deals.crib) if chance]
    own_crib = seen.side(seen.own_seat) == seen.side(seen.known_dealer)
    model = shipped.crib_model(seen.players, lowball=seen.variant.lowball, own_crib=own_crib)
    left = left_after((*seen.kept, *given, starter))
    base = sum(card.key for card in given)
    place = starter.rank - 1
    weights = [0.0] * 30
    for ranks, weight in zip(PAIRS if len(given) == 2 else TRIPLES, model.weights, strict=True):
        total = weight * ways(ranks, left)
        if total:
            weights[ROWS[base + sum(KEY[rank] for rank in ranks)][place]] += total
    everything = sum(weights)
    return [(made, weight / everything) for made, weight in enumerate(weights) if weight]
