"""The games on offer, and what a margin is worth (rules: "Margin", "Variants offered").

This is the one place that knows them: the choices of `/cribbage start`, titles, the guide, the board's course and
its lines, what a game counts for, and the conditions of feats all follow from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Variant:
    """A game to `target` points.

    `title` is what a sentence calls it, with its article. A losing side below `skunk` is skunked, below
    `double_skunk` skunked twice; None: there is no such thing. In `lowball` the first side to reach the target
    loses. Only games of `ranked` variants give prestige and ratings and count on leaderboards.
    """

    name: str
    title: str
    target: int
    skunk: int | None = None
    double_skunk: int | None = None
    lowball: bool = False
    ranked: bool = False

    def skunks(self, score: int) -> Literal[0, 1, 2]:
        """What a losing side's score counts as: 0 no skunk, 1 a skunk, 2 a double skunk."""
        if self.double_skunk is not None and score < self.double_skunk:
            return 2
        if self.skunk is not None and score < self.skunk:
            return 1
        return 0

    def in_the_stink_hole(self, score: int) -> bool:
        """Whether a losing side was left in the last hole before the game hole (a label, worth nothing)."""
        return not self.lowball and score == self.target - 1


STANDARD: Final = Variant("standard", "a standard game", 121, skunk=91, double_skunk=61, ranked=True)
"""What is played unless somebody asks for something else."""

VARIANTS: Final[dict[str, Variant]] = {
    variant.name: variant
    for variant in (
        STANDARD,
        Variant("short", "a short game", 61, skunk=31),
        Variant("lowball", "a game of lowball", 121, lowball=True),
    )
}
"""All variants by name."""
