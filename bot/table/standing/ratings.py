"""Ratings by openskill's Plackett-Luce model, for completed standard games between people.

The model takes every win for evidence, so wins that somebody arranges would carry them as far as they like.
Therefore a game moves each of its players by a `weight`, from 0 to 1, of what the model says:

- **The lead.** Cribbage is half luck: nobody beats anybody much more often than seven times in ten. When the
  winner was far ahead of the others already, the win tells next to nothing, and neither of them moves.
- **The same opponents.** What they have lost to the winner lately, beyond five wins for every two losses and
  six more, counts for half with every three. Friends who meet every evening never come there; an account
  that only loses is soon worth nothing.
- **Newcomers.** Against provisional ratings, an established one hardly moves, up or down.

A game that weighs nothing makes nobody better known either: the rating stays as uncertain as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain
from math import sqrt
from statistics import fmean
from types import MappingProxyType
from typing import Final

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()

PROVISIONAL: Final = 5.0
"""Above this uncertainty a rating is called provisional."""

LATELY: Final = timedelta(days=90)
"""How long it matters who has beaten whom."""

Beaten = Mapping[tuple[int, int], int]
"""How often the first has beaten the second, by their user ids, in rated games lately."""

NEVER_MET: Final[Beaten] = MappingProxyType({})
"""Of people who haven't met lately."""

# A win counts in full up to the first lead, in points of `mu`, and not at all from the second on.
_LEAD: Final = 7.0, 11.0
_LEAD_OVER_NEW: Final = 8.0, 14.0  # a newcomer's rating is anybody's guess, and the winner's is often, too

_WINS_FOR_A_LOSS: Final = 2.5
_MORE_WINS: Final = 6.0
_HALF: Final = 3.0  # so many wins too many halve the weight

_AGAINST_NEW: Final = 0.1
"""How much a game against newcomers weighs for an established rating."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief about somebody's strength: its mean and its standard deviation."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def shown(self) -> int:
        """The number that people see: what they are worth with some certainty, about 1000 for a newcomer."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))

    @property
    def give(self) -> int:
        """How far the strength may lie from the mean, either way, in the units of `shown`."""
        return round(40 * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether there have been too few games to know."""
        return self.sigma > PROVISIONAL


_NEW: Final = Rating()


def rate(
    sides: Mapping[int, tuple[int, ...]],
    winners: tuple[int, ...],
    before: Mapping[int, Rating],
    beaten: Beaten = NEVER_MET,
) -> dict[int, Rating]:
    """The ratings of all players after a game.

    `sides` are the players of each side, `winners` the sides that won; all others have lost alike. `beaten`
    is how often they have beaten each other lately, this game not counted.
    """
    won = [user for side in winners for user in sides[side]]
    lost = [user for side, users in sides.items() if side not in winners for user in users]
    after = _by_the_model(sides, winners, before)
    for user in chain(won, lost):
        others = lost if user in won else won
        lead = before[user].mu - fmean(before[other].mu for other in others)
        pairs = [(user, other) if user in won else (other, user) for other in others]
        share = weight(
            before[user],
            [before[other] for other in others],
            lead=lead if user in won else -lead,
            surplus=fmean(_surplus(winner, loser, beaten) for winner, loser in pairs),
        )
        after[user] = _part_of_the_way(before[user], after[user], share)
    return after


def weight(own: Rating, others: Iterable[Rating], *, lead: float, surplus: float) -> float:
    """How much a game moves somebody of what the model says, 0 to 1; `others` are those who fared differently.

    `lead` is how far the winner's `mu` was above the loser's, `surplus` how many more wins than usual the
    winner had over the loser lately.
    """
    known = _fading(fmean(other.sigma for other in others), PROVISIONAL, _NEW.sigma)
    low, high = (known * old + (1 - known) * new for old, new in zip(_LEAD, _LEAD_OVER_NEW, strict=True))
    share = _fading(lead, low, high) * 0.5 ** (max(0.0, surplus) / _HALF)
    return share if own.provisional else share * (_AGAINST_NEW + (1 - _AGAINST_NEW) * known)


def _surplus(winner: int, loser: int, beaten: Beaten) -> float:
    """How many more wins than usual somebody has had over somebody else."""
    usual = _MORE_WINS + _WINS_FOR_A_LOSS * beaten.get((loser, winner), 0)
    return beaten.get((winner, loser), 0) - usual


def _fading(value: float, full: float, none: float) -> float:
    """1 up to `full`, 0 from `none` on, and evenly less between the two."""
    return min(1.0, max(0.0, (none - value) / (none - full)))


def _part_of_the_way(before: Rating, after: Rating, share: float) -> Rating:
    variance = before.sigma**2 + share * (after.sigma**2 - before.sigma**2)
    return Rating(before.mu + share * (after.mu - before.mu), sqrt(variance))


def _by_the_model(
    sides: Mapping[int, tuple[int, ...]], winners: tuple[int, ...], before: Mapping[int, Rating]
) -> dict[int, Rating]:
    """What openskill says, as if every game told the same."""
    teams = [
        [_MODEL.rating(mu=before[user].mu, sigma=before[user].sigma, name=str(user)) for user in users]
        for users in sides.values()
    ]
    ranks = [0.0 if side in winners else 1.0 for side in sides]
    rated = _MODEL.rate(teams, ranks=ranks)
    return {
        user: Rating(rating.mu, rating.sigma)
        for users, team in zip(sides.values(), rated, strict=True)
        for user, rating in zip(users, team, strict=True)
    }
