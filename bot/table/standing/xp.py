"""XP and levels (rules: "Results, XP, prestige"). All that can be tuned stands here.

| a completed game      | XP  |
| finished              | 40  |
| won, on top           | 60  |
| practice              | a quarter of that |

Level 1 is where everybody begins; level n is reached with 50 · n · (n - 1) XP: a hundred XP for the second,
and each level takes a hundred more than the one before.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

FINISHED: Final = 40
WON: Final = 60
PRACTICE_SHARE: Final = 4
STEP: Final = 100


def xp_for(*, won: bool, practice: bool) -> int:
    """The XP of one completed game."""
    xp = FINISHED + (WON if won else 0)
    return xp // PRACTICE_SHARE if practice else xp


def xp_at(level: int) -> int:
    """The XP with which a level begins."""
    return STEP * level * (level - 1) // 2


def level_of(xp: int) -> int:
    """The level that so much XP has reached, at least 1."""
    level = (1 + isqrt(1 + 8 * xp // STEP)) // 2
    return level if xp_at(level) <= xp else level - 1


def prestige_for(skunks: int, double_skunks: int) -> int:
    """The prestige of a win: 1 for every side skunked, 2 for every side skunked doubly."""
    return skunks + 2 * double_skunks
