"""Ratings by openskill's Plackett-Luce model, for completed standard games between people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()

PROVISIONAL: Final = 5.0
"""Above this uncertainty a rating is called provisional."""


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


def rate(
    sides: Mapping[int, tuple[int, ...]], winners: tuple[int, ...], before: Mapping[int, Rating]
) -> dict[int, Rating]:
    """The ratings of all players after a game.

    `sides` are the players of each side, `winners` the sides that won; all others have lost alike.
    """
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
