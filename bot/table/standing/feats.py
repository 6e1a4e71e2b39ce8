"""Feats: what a person can be proud of.

Each is decided from the events of finished games alone, in their order, so that all feats can be derived
again, and a new one for games long over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.cribbage.variants import Variant
from bot.table.results import Result
from bot.table.standing.career import Career
from bot.table.standing.deeds import Deeds, Story


@dataclass(frozen=True)
class Game:
    """One finished game of one person, and their career with it. `counts`: ranked, and between people."""

    result: Result
    deeds: Deeds
    story: Story
    career: Career
    variant: Variant
    players: int
    counts: bool

    @property
    def won(self) -> bool:
        """Whether this person won it."""
        return self.result.outcome == "won"

    @property
    def finished(self) -> bool:
        """Whether this person played it to the end."""
        return self.result.outcome in ("won", "lost")

    @property
    def winning_stroke(self) -> str | None:
        """How this person's own last score won the game, None when it wasn't theirs."""
        last = self.story.last_score
        return last.reason if self.won and last is not None and last.seat == self.result.seat else None


@dataclass(frozen=True)
class Feat:
    """A feat: its key in records, its name, what it takes, and whether a game achieved it."""

    key: str
    name: str
    condition: str
    achieved: Callable[[Game], bool]


def _best(game: Game) -> int:
    return max((*game.deeds.hands, *game.deeds.cribs), default=0)


FEATS: Final = (
    Feat("first_win", "First blood", "Win a game against people", lambda g: g.counts and g.won),
    Feat("hand_29", "Twenty-nine", "Count the perfect hand", lambda g: g.finished and _best(g) == 29),
    Feat(
        "hand_28", "Twenty-eight", "Count 28", lambda g: g.finished and 28 in (*g.deeds.hands, *g.deeds.cribs)
    ),
    Feat(
        "hand_24", "Two dozen", "Count 24 or more in a hand or crib", lambda g: g.finished and _best(g) >= 24
    ),
    Feat("nineteen", "Nineteen", "Count a hand of nothing", lambda g: g.finished and 0 in g.deeds.hands),
    Feat(
        "rich_crib",
        "Found money",
        "Count a crib of 16 or more",
        lambda g: g.finished and max(g.deeds.cribs, default=0) >= 16,
    ),
    Feat(
        "double_royal",
        "Four alike",
        "Make a double pair royal in the play",
        lambda g: g.finished and bool(g.deeds.reasons.get("double_pair_royal")),
    ),
    Feat(
        "long_run",
        "All in a row",
        "Make a run of six or more in the play",
        lambda g: g.finished and g.deeds.longest_run >= 6,
    ),
    Feat(
        "thirty_ones",
        "Thirty-one, and again",
        "Make 31 five times in a game",
        lambda g: g.finished and g.deeds.reasons.get("thirty_one", 0) >= 5,
    ),
    Feat(
        "pegger",
        "Sharp pegging",
        "Peg 14 or more in one deal",
        lambda g: g.finished and g.deeds.pegged_in_deal >= 14,
    ),
    Feat(
        "skunk",
        "Skunk",
        "Skunk somebody",
        lambda g: g.counts and g.result.skunks_given + g.result.double_skunks_given > 0,
    ),
    Feat(
        "double_skunk",
        "Double skunk",
        "Skunk somebody twice over",
        lambda g: g.counts and g.result.double_skunks_given > 0,
    ),
    Feat(
        "stink_hole",
        "Out of the stink hole",
        "Win from one hole short",
        lambda g: g.won and not g.variant.lowball and g.story.score_before == g.variant.target - 1,
    ),
    Feat(
        "by_a_hole",
        "By a hole",
        "Win by a single point",
        lambda g: g.won and not g.variant.lowball and g.result.best_opponent == g.variant.target - 1,
    ),
    Feat("his_heels", "His heels", "Win with his heels", lambda g: g.winning_stroke == "heels"),
    Feat(
        "pegged_out",
        "Pegged out",
        "Win in the play",
        lambda g: g.winning_stroke not in (None, "hand", "crib", "heels") and not g.variant.lowball,
    ),
    Feat(
        "against_deal",
        "Against the deal",
        "Win without the first deal",
        lambda g: g.counts and g.won and g.players == 2 and not g.deeds.first_deal,
    ),
    Feat(
        "comeback",
        "Comeback",
        "Win after trailing by 30",
        lambda g: g.counts and g.won and g.deeds.trailed_by >= 30,
    ),
    Feat(
        "great_comeback",
        "Never say die",
        "Win after trailing by 45",
        lambda g: g.counts and g.won and g.deeds.trailed_by >= 45,
    ),
    Feat(
        "streak_3", "On a roll", "Win three in a row", lambda g: g.counts and g.won and g.career.streak >= 3
    ),
    Feat(
        "streak_5", "Hard to stop", "Win five in a row", lambda g: g.counts and g.won and g.career.streak >= 5
    ),
    Feat(
        "streak_10", "Untouchable", "Win ten in a row", lambda g: g.counts and g.won and g.career.streak >= 10
    ),
    Feat(
        "games_10",
        "Regular",
        "Finish ten games against people",
        lambda g: g.counts and g.finished and g.career.completed >= 10,
    ),
    Feat(
        "games_100",
        "Fixture",
        "Finish a hundred games against people",
        lambda g: g.counts and g.finished and g.career.completed >= 100,
    ),
    Feat(
        "games_500",
        "Part of the furniture",
        "Finish five hundred games against people",
        lambda g: g.counts and g.finished and g.career.completed >= 500,
    ),
    Feat(
        "three_handed",
        "Three's company",
        "Win a three-handed game",
        lambda g: g.counts and g.won and g.players == 3,
    ),
    Feat(
        "partners",
        "Good partners",
        "Win a game with a partner",
        lambda g: g.counts and g.won and g.players > 3,
    ),
    Feat(
        "lowball",
        "Low life",
        "Win a game of lowball against people",
        lambda g: g.won and g.variant.lowball,
    ),
)
"""All feats, in the order of a person's list."""

BY_KEY: Final = {feat.key: feat for feat in FEATS}


def achieved(game: Game) -> frozenset[str]:
    """The keys of all feats that a game achieved."""
    return frozenset(feat.key for feat in FEATS if feat.achieved(game))
