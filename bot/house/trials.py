"""Deals played by self-play, to learn how points fall and what kept ranks are worth in the play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.cribbage.cards import JACK, PACK, Card
from bot.cribbage.counting import points
from bot.cribbage.seating import CRIB_SIZE, clockwise, dealt_size, dealt_to_crib, side_of
from bot.house.discards import crib_sign, ranking
from bot.house.playouts import Playouts, net_of
from bot.house.series import hand_code
from bot.house.shipped import RoleTable

_FEATURES = 15  # a constant, the thirteen ranks, pairs
_RIDGE = 20.0
_NEVER = 1_000_000


@dataclass
class Normal:
    """The sums from which least squares finds what ranks are worth in the play."""

    squares: list[list[float]] = field(default_factory=lambda: [[0.0] * _FEATURES for _ in range(_FEATURES)])
    products: list[float] = field(default_factory=lambda: [0.0] * _FEATURES)

    def add(self, kept: Sequence[int], net: float) -> None:
        """One hand of ranks, and the net points of the play."""
        counts = Counter(kept)
        entries = [(0, 1.0), *((rank, float(number)) for rank, number in counts.items())]
        if pairs := sum(n * (n - 1) // 2 for n in counts.values()):
            entries.append((14, float(pairs)))
        for row, first in entries:
            self.products[row] += first * net
            for column, second in entries:
                self.squares[row][column] += first * second

    def solve(self) -> tuple[float, ...]:
        """Net points by rank (index 0 unused) and, at index 14, for a pair.

        The ranks' values are taken from their mean: what every hand has in common decides no discard.
        """
        matrix = [[*row, product] for row, product in zip(self.squares, self.products, strict=True)]
        for place in range(1, _FEATURES):
            matrix[place][place] += _RIDGE
        found = _eliminate(matrix)
        mean = sum(found[1:14]) / 13
        return (0.0, *(value - mean for value in found[1:14]), found[14])


def _eliminate(matrix: list[list[float]]) -> list[float]:
    size = len(matrix)
    for place in range(size):
        pivot = max(range(place, size), key=lambda row: abs(matrix[row][place]))
        matrix[place], matrix[pivot] = matrix[pivot], matrix[place]
        for row in range(size):
            if row != place and matrix[row][place]:
                factor = matrix[row][place] / matrix[place][place]
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[place], strict=True)]
    return [matrix[row][size] / matrix[row][row] for row in range(size)]


@dataclass
class Trials:
    """What a number of deals brought: counts of points, and sums for the worth of ranks in the play."""

    deals: int = 0
    play: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])
    dealer_hand: Counter[int] = field(default_factory=Counter[int])
    other_hand: Counter[int] = field(default_factory=Counter[int])
    crib: Counter[int] = field(default_factory=Counter[int])
    own: Normal = field(default_factory=Normal)
    other: Normal = field(default_factory=Normal)


def run(players: int, sign: int, own: RoleTable, other: RoleTable, deals: int, rng: random.Random) -> Trials:
    """Deal and play so many deals, discarding by these tables and pegging by good sense; seat 0 deals."""
    trials = Trials(deals)
    table = Playouts(players, sign)
    for _ in range(deals):
        _one(trials, table, players, sign, own, other, rng)
    return trials


def _one(
    trials: Trials,
    table: Playouts,
    players: int,
    sign: int,
    own: RoleTable,
    other: RoleTable,
    rng: random.Random,
) -> None:
    pack = rng.sample(PACK, 33)
    crib = [pack.pop() for _ in range(dealt_to_crib(players))]
    hands: list[tuple[Card, ...]] = []
    for seat in range(players):
        dealt = tuple(pack.pop() for _ in range(dealt_size(seat, 0, players)))
        ours = side_of(seat, players) == 0
        role = own if ours else other
        _, (given, kept) = max(
            (sign * total, split)
            for total, split in ranking(
                dealt, role.cribs, crib_sign(own_crib=ours, sides=table.sides), role.play
            )
        )
        crib += [dealt[place] for place in given]
        hands.append(tuple(dealt[place] for place in kept))
    assert len(crib) == CRIB_SIZE
    starter = pack.pop()
    scores = [0] * table.sides
    first = clockwise(0, players)[0]
    table.play_out([hand_code(hand) for hand in hands], first, 0, 0, scores, _NEVER)
    for seat, hand in enumerate(hands):
        side = side_of(seat, players)
        (trials.other if side else trials.own).add([card.rank for card in hand], net_of(scores, side))
        (trials.other_hand if side else trials.dealer_hand)[points(hand, starter)] += 1
    heels = 2 * (starter.rank == JACK)
    trials.play[scores[0] + heels, sum(scores[1:])] += 1
    trials.crib[points(crib, starter, crib=True)] += 1
