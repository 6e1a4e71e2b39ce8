"""What others are taken to give to a crib: models of its other cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from bot.house.ranks import PAIRS, TRIPLES, ways


@dataclass(frozen=True, slots=True)
class CribModel:
    """How likely others are to have given certain cards to the crib.

    `weights` has a weight for every set of ranks, in the order of `ranks.PAIRS` when two cards come from
    elsewhere or of `ranks.TRIPLES` when three do. It is the weight of each single choice of cards of
    these ranks that is still possible, in no particular unit.
    """

    weights: tuple[float, ...]

    @property
    def others(self) -> int:
        """How many of the crib's cards come from elsewhere: two or three."""
        return 2 if len(self.weights) == len(PAIRS) else 3


UNIFORM_TWO: Final = CribModel((1,) * len(PAIRS))
"""Two cards from one other player, all pairs alike."""

UNIFORM_THREE: Final = CribModel((1,) * len(TRIPLES))
"""Three cards from elsewhere, all triples alike."""


def model_of_pairs(frequencies: Sequence[float]) -> CribModel:
    """The model of another player who gives rank pairs (`ranks.PAIRS`) with these frequencies."""
    full = [4] * 13
    return CribModel(
        tuple(frequency / ways(ranks, full) for ranks, frequency in zip(PAIRS, frequencies, strict=True))
    )


def model_of_singles(frequencies: Sequence[Sequence[float]]) -> CribModel:
    """The model of three others who each give one card, with these frequencies by rank (ace at index 0)."""
    orders = tuple(permutations(frequencies))
    return CribModel(
        tuple(
            sum(one[x - 1] * two[y - 1] * three[z - 1] for one, two, three in orders) for x, y, z in TRIPLES
        )
    )
