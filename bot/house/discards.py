"""What the ways to discard are worth in the show: hands exactly, cribs by table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import mul
from typing import Final

from bot.cribbage.cards import JACK, Card
from bot.cribbage.seating import HAND_SIZE
from bot.house.ranks import ROWS

SUITED_CRIB: Final = 0.04
"""Mean points that two cards of one suit add to a crib by the chance of a flush."""


@dataclass(frozen=True, slots=True)
class CribTable:
    """Mean points of a crib by what one gives to it.

    `singles` by rank, `pairs` by the first rank times 14 plus the second, in either order.
    """

    singles: tuple[float, ...] = ()
    pairs: tuple[float, ...] = ()

    def mean(self, given: Sequence[Card]) -> float:
        """Mean points of the crib after these cards are given to it."""
        if len(given) == 1:
            return self.singles[given[0].rank]
        first, second = given
        return self.pairs[first.rank * 14 + second.rank] + (first.suit == second.suit) * SUITED_CRIB


def crib_sign(*, own_crib: bool, sides: int) -> float:
    """What a point in the crib is worth: 1 to the side that counts it, and what it costs another side.

    Points are net of the mean of the other sides' points, so of three sides each loses a half.
    """
    return 1.0 if own_crib else -1 / (sides - 1)


Split = tuple[tuple[int, ...], tuple[int, ...]]
"""Places among the cards dealt: of those given to the crib, and of those kept."""

_SPLITS: Final[dict[int, tuple[Split, ...]]] = {
    dealt: tuple(
        (given, tuple(place for place in range(dealt) if place not in given))
        for given in combinations(range(dealt), dealt - HAND_SIZE)
    )
    for dealt in (4, 5, 6)
}


def ranking(
    dealt: Sequence[Card], cribs: CribTable, sign: float, play: Sequence[float] | None = None
) -> list[tuple[float, Split]]:
    """Every way to discard with its worth in points, in no order of merit.

    That is the exact mean hand plus `sign` (see `crib_sign`) times the mean crib by table, plus with `play` (see
    `shipped.RoleTable`) what the kept ranks are worth in the play.
    """
    left = [4] * 13
    keys: list[int] = []
    suits: list[int] = []
    ranks: list[int] = []
    for card in dealt:
        left[card.rank - 1] -= 1
        keys.append(card.key)
        suits.append(card.suit)
        ranks.append(card.rank)
    unseen = 52 - len(dealt)
    nobs = _nobs(ranks, suits)
    flushing = max(map(suits.count, range(4))) >= HAND_SIZE
    everything = sum(keys)
    pairs, singles = cribs.pairs, cribs.singles
    found: list[tuple[float, Split]] = []
    for split in _SPLITS[len(dealt)]:
        given, kept = split
        if len(given) == 2:
            one, two = given
            key = everything - keys[one] - keys[two]
            crib = pairs[ranks[one] * 14 + ranks[two]]
            if suits[one] == suits[two]:
                crib += SUITED_CRIB
        elif given:
            key = everything - keys[given[0]]
            crib = singles[ranks[given[0]]]
        else:
            key, crib = everything, 0.0
        total = sum(map(mul, ROWS[key], left))
        for place, number in nobs:
            if place in kept:
                total += number
        if flushing and len({suits[place] for place in kept}) == 1:
            total += 4 * unseen + 13 - suits.count(suits[kept[0]])
        found.append((total / unseen + sign * crib, split))
    return found if play is None else _with_play(found, ranks, play)


def _with_play(
    found: list[tuple[float, Split]], ranks: Sequence[int], play: Sequence[float]
) -> list[tuple[float, Split]]:
    alike = [ranks.count(rank) - 1 for rank in ranks]
    pair = play[14]
    # Counted by what the given cards take away from the whole.
    everything = sum(play[rank] for rank in ranks) + pair * sum(alike) / 2
    each = [play[rank] + pair * number for rank, number in zip(ranks, alike, strict=True)]
    added: list[tuple[float, Split]] = []
    for worth, split in found:
        worth += everything
        given = split[0]
        for place in given:
            worth -= each[place]
        if len(given) == 2 and ranks[given[0]] == ranks[given[1]]:
            worth += pair
        added.append((worth, split))
    return added


def _nobs(ranks: Sequence[int], suits: Sequence[int]) -> list[tuple[int, int]]:
    """The places of jacks, each with the number of starters that make it his nobs."""
    if JACK not in ranks:
        return []
    return [(place, 13 - suits.count(suits[place])) for place, rank in enumerate(ranks) if rank == JACK]
