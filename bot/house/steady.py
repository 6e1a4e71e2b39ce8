"""The middling house player: discards by expectation, pegs by good sense."""

from __future__ import annotations

from functools import lru_cache

from bot.cribbage.cards import Card
from bot.cribbage.observe import Observation
from bot.house.cribs import UNIFORM_THREE, UNIFORM_TWO
from bot.house.discards import CribTable, crib_sign, ranking
from bot.house.policy import best_step
from bot.house.ranks import PAIRS, RANKS
from bot.house.selfplay import mean_crib
from bot.house.series import code_of, hand_code
from bot.house.shipped import crib_table


@lru_cache(maxsize=2)
def any_cribs(giving: int) -> CribTable:
    """Mean cribs when all the other cards are any cards: what one knows without thinking of people."""
    if giving == 2:
        return crib_table([mean_crib(ranks, UNIFORM_TWO) for ranks in PAIRS])
    return crib_table([mean_crib((rank,), UNIFORM_THREE) for rank in RANKS])


def discard(seen: Observation) -> tuple[Card, ...]:
    """The cards to give to the crib."""
    sign = -1 if seen.variant.lowball else 1
    own_crib = seen.side(seen.own_seat) == seen.side(seen.known_dealer)
    crib = crib_sign(own_crib=own_crib, sides=len(seen.scores))
    _, (given, _) = max(
        (sign * worth, split) for worth, split in ranking(seen.hand, any_cribs(seen.owes), crib)
    )
    return tuple(seen.hand[place] for place in given)


def play(seen: Observation) -> Card:
    """The card to play."""
    series = code_of(played.card.rank for played in seen.series)
    rank, *_ = best_step(hand_code(seen.hand), series, seen.count, -1 if seen.variant.lowball else 1)
    return next(card for card in seen.playable if card.rank == rank)
