"""Counting the slow and plain way: every one of the 31 subsets of the five cards is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from bot.cribbage.cards import Card


def count_by_subsets(hand: Sequence[Card], starter: Card, *, crib: bool = False) -> int:
    """Points of a hand or crib, without anything from `bot.cribbage.counting`."""
    cards = (*hand, starter)
    total = 0
    longest = runs = 0
    for size in range(1, 6):
        for chosen in combinations(cards, size):
            if sum(card.value for card in chosen) == 15:
                total += 2
            if size == 2 and chosen[0].rank == chosen[1].rank:
                total += 2
            if size >= 3:
                ranks = sorted(card.rank for card in chosen)
                if all(higher - lower == 1 for lower, higher in pairwise(ranks)):
                    runs = runs + 1 if size == longest else 1
                    longest = size
    total += longest * runs
    suits = {card.suit for card in hand}
    if len(suits) == 1:
        if starter.suit in suits:
            total += 5
        elif not crib:
            total += 4
    return total + sum(card.rank == 11 and card.suit == starter.suit for card in hand)
