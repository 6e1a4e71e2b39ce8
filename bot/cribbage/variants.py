"""The games on offer, and what a margin is worth (rules: "Margin", "Variants offered")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

VariantName = Literal["standard", "short", "lowball"]


@dataclass(frozen=True, slots=True)
class Variant:
    """A game to `target` points.

    A losing side below `skunk` is skunked, below `double_skunk` skunked twice; None: there is no such
    thing. In `lowball` the first side to reach the target loses.
    """

    name: VariantName
    target: int
    skunk: int | None
    double_skunk: int | None
    lowball: bool = False

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


VARIANTS: Final[dict[str, Variant]] = {
    variant.name: variant
    for variant in (
        Variant("standard", target=121, skunk=91, double_skunk=61),
        Variant("short", target=61, skunk=31, double_skunk=None),
        Variant("lowball", target=121, skunk=None, double_skunk=None, lowball=True),
    )
}
"""All variants by name."""
