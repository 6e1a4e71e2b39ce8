"""The board as text: a track for each side, for people who read rather than look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_WIDTH: Final = 20
_NAME: Final = 8


def track(names: Sequence[str], scores: Sequence[int], back_pegs: Sequence[int], target: int) -> str:
    """A block of fixed-width text: the tracks with front peg ●, back peg ○, and the streets marked.

    Narrow enough for a phone, for names on one line. Scores past the target stand in the game hole.
    """
    lines = [f"{'':{_NAME}} {_ruler(target)}"]
    for name, score, back in zip(names, scores, back_pegs, strict=True):
        holes = list(_streets(target))
        holes[_hole(back, target)] = "○"
        holes[_hole(score, target)] = "●"
        short = name if len(name) <= _NAME else name[: _NAME - 1] + "…"
        # A back-tick would end the block.
        lines.append(f"{short.replace('`', chr(39)):{_NAME}} {''.join(holes)}")
    return "```\n" + "\n".join(lines) + "\n```"


def _hole(score: int, target: int) -> int:
    return min(score, target) * _WIDTH // target


def _ends(target: int) -> range:
    """Where a street ends, the last one apart: it ends at the game hole."""
    return range(30, target - 1, 30)


def _streets(target: int) -> str:
    """Dots for holes, a bar where a street of thirty ends."""
    marks = {_hole(street, target) for street in _ends(target)}
    return "".join("┊" if at in marks else "·" for at in range(_WIDTH + 1))


def _ruler(target: int) -> str:
    """Numbers over the streets' ends, but for those that would run into their neighbours."""
    ruler = f"0{'':{_WIDTH - 1}}{target}"
    for street in _ends(target):
        at, label = _hole(street, target), str(street)
        if not ruler[at - 1 : at + len(label) + 1].strip():
            ruler = ruler[:at] + label + ruler[at + len(label) :]
    return ruler
