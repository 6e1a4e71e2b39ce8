"""The chance to win a two-handed game after a discard, for scores at which points alone mislead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import floor

from bot.house.position import TARGET, in_time, position
from bot.house.shipped import figures

_TOO_RARE = 0.0005

Chances = Sequence[tuple[int, float]]
"""Points and how likely they are."""

Stage = Callable[[int, int], float]
"""The dealer's chance at a moment of the show, by the scores of dealer and pone."""


@lru_cache(maxsize=2)
def _deals(*, lowball: bool) -> tuple[list[tuple[int, int, float]], Chances, Chances, Chances]:
    """How deals go, without what hardly ever happens: play, dealer's hand, pone's hand, crib."""
    deals = figures(2, lowball=lowball).deals
    likely = [cell for cell in deals.play if cell[2] >= _TOO_RARE]
    total = sum(chance for _, _, chance in likely)
    play = [(dealer, pone, chance / total) for dealer, pone, chance in likely]
    return play, _common(deals.dealer_hand), _common(deals.other_hand), _common(deals.crib)


def _common(chances: Sequence[float]) -> Chances:
    likely = [(points, chance) for points, chance in enumerate(chances) if chance >= _TOO_RARE]
    total = sum(chance for _, chance in likely)
    return [(points, chance / total) for points, chance in likely]


class Outlook:
    """The chance that the dealer gets to the target first, as it depends on what one player kept.

    Scores are moved up so that the target is `position.TARGET`.
    """

    def __init__(self, dealer: int, pone: int, *, lowball: bool) -> None:
        self._scores = dealer, pone
        self._position = position(2, lowball=lowball)
        self._play, self._dealer_hand, self._pone_hand, self._crib = _deals(lowball=lowball)
        self._before_crib: dict[tuple[int, int], float] = {}
        self._before_dealer: dict[tuple[int, int], float] = {}
        self._before_pone: dict[tuple[int, int], float] = {}

    def for_pone(self, hand: Chances, better: float) -> float:
        """When the pone keeps a hand with these chances, and the crib is `better` than most by this much."""
        dealer, pone = self._scores
        total = 0.0
        for more, theirs, chance in self._play:
            mine = pone + theirs
            if dealer + more >= TARGET:
                total += chance * self._in_time(more, theirs)
            elif mine < TARGET:
                for points, likely in hand:
                    if mine + points < TARGET:
                        total += (
                            chance
                            * likely
                            * self._between(self._dealer_to_count, dealer + more + better, mine + points)
                        )
        return total

    def for_dealer(self, hand: Chances, better: float) -> float:
        """When the dealer keeps a hand with these chances, and the crib is `better` than most."""
        dealer, pone = self._scores
        total = 0.0
        for more, theirs, chance in self._play:
            mine = dealer + more
            if mine >= TARGET:
                total += chance * self._in_time(more, theirs)
            elif pone + theirs < TARGET:
                for points, likely in hand:
                    total += (
                        chance
                        * likely
                        * self._between(self._pone_to_count, mine + points + better, pone + theirs)
                    )
        return total

    def _in_time(self, more: int, theirs: int) -> bool:
        """Whether the dealer, who makes enough in the play, is there before the pone."""
        dealer, pone = self._scores
        return pone + theirs < TARGET or in_time(more, TARGET - dealer, theirs, TARGET - pone)

    def _between(self, stage: Stage, dealer: float, pone: int) -> float:
        low = floor(dealer)
        part = dealer - low
        first = stage(low, pone)
        return first + part * (stage(low + 1, pone) - first) if part else first

    def _pone_to_count(self, dealer: int, pone: int) -> float:
        """Before the pone's hand, the dealer's own hand being in the score already."""
        found = self._before_pone.get((dealer, pone))
        if found is None:
            found = sum(
                chance * self._crib_to_count(dealer, pone + points)
                for points, chance in self._pone_hand
                if pone + points < TARGET
            )
            self._before_pone[dealer, pone] = found
        return found

    def _dealer_to_count(self, dealer: int, pone: int) -> float:
        if dealer >= TARGET:
            return 1.0
        found = self._before_dealer.get((dealer, pone))
        if found is None:
            found = sum(
                chance * self._crib_to_count(dealer + points, pone) for points, chance in self._dealer_hand
            )
            self._before_dealer[dealer, pone] = found
        return found

    def _crib_to_count(self, dealer: int, pone: int) -> float:
        if dealer >= TARGET:
            return 1.0
        found = self._before_crib.get((dealer, pone))
        if found is None:
            first = self._position.first
            # The pone deals next.
            found = sum(chance * (1 - first(pone, dealer + points)) for points, chance in self._crib)
            self._before_crib[dealer, pone] = found
        return found
