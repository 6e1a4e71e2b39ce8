"""Discards appraised exactly, suits and all: what the quick `ranking` of house players is held to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from operator import mul
from typing import Final

from bot.cribbage.cards import JACK, PACK, Card
from bot.cribbage.counting import points
from bot.cribbage.seating import CRIB_SIZE, HAND_SIZE
from bot.house.cribs import CribModel
from bot.house.ranks import KEY, PAIRS, ROWS, TRIPLES, key_of, left_after, ways

_SETS: Final = {2: PAIRS, 3: TRIPLES}
_SUITS: Final = range(4)


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What a discard is worth in the show, in points; the play and his heels are left out.

    `hand_mean`, `hand_min` and `hand_max` are over all starters that aren't among the cards dealt.
    `crib_mean` is over the same starters and the other cards of the crib as a model has them.
    """

    given: tuple[Card, ...]
    kept: tuple[Card, ...]
    hand_mean: float
    hand_min: int
    hand_max: int
    crib_mean: float

    def total(self, *, own_crib: bool) -> float:
        """Mean hand, with the crib added when it is one's own side's and taken off when it isn't."""
        return self.hand_mean + (self.crib_mean if own_crib else -self.crib_mean)


def appraise(dealt: Sequence[Card], model: CribModel) -> list[Appraisal]:
    """The exact means of every way to discard, in the order in which `itertools.combinations` gives them.

    `dealt` are six cards, of which two go to the crib, or five, of which one does; the model must be for
    the crib's other cards, two or three. Raises `ValueError` when they don't match.
    """
    giving = len(dealt) - HAND_SIZE
    if giving + model.others != HAND_SIZE or giving not in {1, 2}:
        raise ValueError(f"with {len(dealt)} cards dealt, this model of the crib doesn't fit")
    cribs = CribMeans(dealt, model)
    unseen = [card for card in PACK if card not in dealt]
    left = left_after(dealt)
    found: list[Appraisal] = []
    for given in combinations(dealt, giving):
        kept = tuple(card for card in dealt if card not in given)
        mean, least, most = _hand(kept, unseen, left)
        found.append(Appraisal(given, kept, mean, least, most, cribs.mean(given)))
    return found


def _hand(kept: tuple[Card, ...], unseen: Sequence[Card], left: Sequence[int]) -> tuple[float, int, int]:
    """Mean, least and most points of a hand over the unseen starters, of which `left` are of each rank."""
    if any(card.rank == JACK for card in kept) or len({card.suit for card in kept}) == 1:
        hands = [points(kept, starter) for starter in unseen]
        return sum(hands) / len(hands), min(hands), max(hands)
    row = ROWS[sum(card.key for card in kept)]
    possible = [number for number, copies in zip(row, left, strict=True) if copies]
    return sum(map(mul, row, left)) / len(unseen), min(possible), max(possible)


class CribMeans:
    """Mean cribs for every choice of one's own cards, given the cards that one was dealt.

    The starter is any card that is neither among those dealt nor given by the others, all alike.
    """

    def __init__(self, dealt: Sequence[Card], model: CribModel) -> None:
        self._model = model
        self._unseen = [card for card in PACK if card not in dealt]
        self._left = left = left_after(dealt)
        sets = _SETS[model.others]
        self._totals = [weight * ways(ranks, left) for weight, ranks in zip(model.weights, sets, strict=True)]
        self._by_starter = self._weights_by_starter()
        self._all = sum(self._totals) * (len(self._unseen) - model.others)
        self._of_suit = [[card for card in self._unseen if card.suit == suit] for suit in _SUITS]
        self._starter_of_suit, self._their_nobs = self._suits()
        self._flushes: dict[int, float] = {}

    def mean(self, given: Sequence[Card]) -> float:
        """Mean points of the crib when these of the cards dealt are given to it."""
        total = sum(
            map(mul, _flat_rows(key_of(card.rank for card in given), self._model.others), self._by_starter)
        )
        total += self._their_nobs
        for card in given:
            if card.rank == JACK:
                total += self._starter_of_suit[card.suit]
        suit = given[0].suit
        if all(card.suit == suit for card in given):
            total += 5 * self._flush(suit)
        return total / self._all

    def _weights_by_starter(self) -> list[float]:
        """The weight of every set of others' ranks with every rank of starter, in that order."""
        flat: list[float] = []
        for total, ranks in zip(self._totals, _SETS[self._model.others], strict=True):
            row = [total * number for number in self._left]
            for rank in ranks:
                row[rank - 1] -= total
            flat += row
        return flat

    def _suits(self) -> tuple[list[float], float]:
        """The weight of a starter of each suit, and of his nobs among the others' cards."""
        left = self._left
        single = [0.0] * 13  # the weight of the sets with a particular card, by its rank
        with_jack = [0.0] * 13  # of those with a particular jack and a particular other card
        for total, ranks in zip(self._totals, _SETS[self._model.others], strict=True):
            if not total:
                continue
            for rank in ranks:
                single[rank - 1] += total / left[rank - 1]
            if jacks := ranks.count(JACK):
                for rank in ranks:
                    if rank != JACK:
                        with_jack[rank - 1] += total * jacks / (left[JACK - 1] * left[rank - 1])
        everything = sum(self._totals)
        starters: list[float] = []
        nobs = 0.0
        for cards in self._of_suit:
            starters.append(len(cards) * everything - sum(single[card.rank - 1] for card in cards))
            if any(card.rank == JACK for card in cards):
                nobs += (len(cards) - 1) * single[JACK - 1]
                nobs -= sum(with_jack[card.rank - 1] for card in cards if card.rank != JACK)
        return starters, nobs

    def _flush(self, suit: int) -> float:
        """The weight of starter and others' cards all being of this suit."""
        if suit not in self._flushes:
            keys = [KEY[card.rank] for card in self._of_suit[suit]]
            by_key = _weights_by_key(self._model)
            others = self._model.others
            weight = sum(by_key[sum(chosen)] for chosen in combinations(keys, others))
            self._flushes[suit] = weight * (len(keys) - others)
        return self._flushes[suit]


@lru_cache(maxsize=128)
def _flat_rows(given: int, others: int) -> bytes:
    """Rank points of the crib, by the key of the cards given: for every set of others' ranks, then starter."""
    assert others < CRIB_SIZE
    return b"".join(ROWS[given + key_of(ranks)] for ranks in _SETS[others])


@lru_cache(maxsize=32)
def _weights_by_key(model: CribModel) -> dict[int, float]:
    return {key_of(ranks): weight for ranks, weight in zip(_SETS[model.others], model.weights, strict=True)}
