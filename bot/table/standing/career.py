"""A person's games so far, in numbers that one more game can be added to."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from bot.table.results import Result
from bot.table.standing.deeds import Deeds
from db.errors import legible


class Career(BaseModel):
    """Sums over all of a person's games on all servers.

    `completed`, `wins` and the streaks count standard games between people that reached the target. The sums
    of deals, hands, cribs and pegging are of completed games of any kind; `hand_counts` tells how often each
    count came up.
    """

    model_config = ConfigDict(frozen=True)

    completed: int = 0
    wins: int = 0
    streak: int = 0
    best_streak: int = 0
    abandoned: int = 0
    surrendered: int = 0
    practice: int = 0
    prestige: int = 0
    xp: int = 0
    deals: int = 0
    hand_points: int = 0
    crib_points: int = 0
    cribs: int = 0
    pegged: int = 0
    best_hand: int = 0
    hand_counts: dict[int, int] = {}

    @classmethod
    def read(cls, stored: str) -> Career:
        """A career as it was stored. Raises `db.errors.DatabaseUnavailable` when that is damaged."""
        with legible("A player's career"):
            return cls.model_validate_json(stored)

    def after(
        self, result: Result, deeds: Deeds, *, counts: bool, practice: bool, xp: int, prestige: int
    ) -> Career:
        """The career after one more game. `counts`: a standard game between people."""
        finished = result.outcome in ("won", "lost")
        won = result.outcome == "won"
        streak = self.streak
        if counts and finished:
            streak = self.streak + 1 if won else 0
        changes: dict[str, object] = {
            "completed": self.completed + (counts and finished),
            "wins": self.wins + (counts and won),
            "streak": streak,
            "best_streak": max(self.best_streak, streak),
            "abandoned": self.abandoned + (result.outcome == "abandoned"),
            "surrendered": self.surrendered + (result.outcome == "surrendered"),
            "practice": self.practice + (practice and finished),
            "prestige": self.prestige + prestige,
            "xp": self.xp + xp,
        }
        if finished:
            changes |= self._with_cards(deeds)
        return self.model_copy(update=changes)

    def _with_cards(self, deeds: Deeds) -> dict[str, object]:
        counts = dict(self.hand_counts)
        for points in deeds.hands:
            counts[points] = counts.get(points, 0) + 1
        return {
            "deals": self.deals + deeds.deals,
            "hand_points": self.hand_points + sum(deeds.hands),
            "crib_points": self.crib_points + sum(deeds.cribs),
            "cribs": self.cribs + len(deeds.cribs),
            "pegged": self.pegged + deeds.pegged,
            "best_hand": max(self.best_hand, *deeds.hands, 0),
            "hand_counts": dict(sorted(counts.items())),
        }
