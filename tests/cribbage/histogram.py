"""The points of every hand that there is."""

from __future__ import annotations

from itertools import combinations

from bot.cribbage.cards import PACK
from bot.cribbage.counting import points


def histogram() -> tuple[list[int], list[int]]:
    """How many of all 12,994,800 hands have 0, 1, … 29 points: as hands, and as cribs.

    Each of the 270,725 sets of four cards is counted with each of the 48 other cards as the starter;
    nothing is left out or inferred.
    """
    hands, cribs = [0] * 30, [0] * 30
    pack = set(PACK)
    for hand in combinations(PACK, 4):
        for starter in pack.difference(hand):
            hands[points(hand, starter)] += 1
            cribs[points(hand, starter, crib=True)] += 1
    return hands, cribs
