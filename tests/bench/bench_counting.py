"""How fast `points` counts, side by side with the plain way of trying all 31 subsets.

    uv run --group dev python tests/bench/bench_counting.py

All count the same random hands, in turns, in one process; in each turn the fast one goes over them several
times, so that turns are about equally long. A hand's time includes the loop around it. The histogram at the
end counts each of the 12,994,800 hands once as a hand and once as a crib.
"""

from __future__ import annotations

import platform
import random
import statistics
import time
from collections.abc import Callable

from bot.cribbage.cards import PACK, Card
from bot.cribbage.counting import count_hand, points
from tests.cribbage.histogram import histogram
from tests.cribbage.subsets import count_by_subsets

ROUNDS = 15
HANDS = 1000
TIMES = 20

Hands = list[tuple[tuple[Card, ...], Card]]


def main() -> None:
    rng = random.Random(121)
    hands: Hands = []
    for _ in range(HANDS):
        *hand, starter = rng.sample(PACK, 5)
        hands.append((tuple(hand), starter))
    for hand, starter in hands:
        assert points(hand, starter) == count_hand(hand, starter).points == count_by_subsets(hand, starter)

    table: list[float] = []
    subsets: list[float] = []
    itemised: list[float] = []
    for _ in range(ROUNDS):
        table.append(seconds_a_hand(points, hands * TIMES))
        subsets.append(seconds_a_hand(count_by_subsets, hands))
        itemised.append(seconds_a_hand(count_hand, hands))

    print(f"Python {platform.python_version()}, {ROUNDS} rounds in turns, {HANDS} random hands")
    for name, times in (("points", table), ("count_hand", itemised), ("31 subsets", subsets)):
        print(
            f"  {name:<11} {min(times) * 1e6:8.3f} µs a hand (median {statistics.median(times) * 1e6:.3f}),"
            f" {1 / min(times):>9,.0f} hands a second"
        )
    ratios = [slow / fast for slow, fast in zip(subsets, table, strict=True)]
    print(
        f"  points is {min(subsets) / min(table):.0f} times as fast as the subsets by the best rounds,"
        f" {statistics.median(ratios):.0f} times by the median round"
    )

    began = time.perf_counter()
    hand_tally, crib_tally = histogram()
    took = time.perf_counter() - began
    print(f"  histogram of all {sum(hand_tally):,} hands and as many cribs: {took:.1f} s")
    assert sum(hand_tally) == sum(crib_tally)


def seconds_a_hand(count: Callable[..., object], hands: Hands) -> float:
    began = time.perf_counter()
    for hand, starter in hands:
        count(hand, starter)
    return (time.perf_counter() - began) / len(hands)


if __name__ == "__main__":
    main()
