"""The four suits as outlines, and where the pips of a card stand."""

from __future__ import annotations

from typing import Final

from bot.ui.pictures.paths import Points, circle, closed, moved, outline
from bot.ui.pictures.sketch import RGB, Sketch

_STEM: Final = closed(outline("M0 0 C-0.02 0.24 -0.08 0.38 -0.2 0.47 L0 0.47"))

# Each suit as overlapping outlines around (0, 0), one unit high. By suit: clubs, diamonds, hearts, spades.
SUITS: Final[tuple[tuple[Points, ...], ...]] = (
    (
        circle(0, -0.26, 0.215),
        circle(-0.255, 0.085, 0.215),
        circle(0.255, 0.085, 0.215),
        closed(outline("M0 -0.2 L-0.12 -0.06 L-0.22 0.14 L0 0.14")),
        _STEM,
    ),
    (closed(outline("M0 -0.5 C-0.1 -0.3 -0.24 -0.12 -0.39 0 C-0.24 0.12 -0.1 0.3 0 0.5")),),
    (
        closed(
            outline(
                "M0 0.48 C-0.07 0.3 -0.47 0.12 -0.47 -0.17 C-0.47 -0.36 -0.36 -0.45 -0.24 -0.45"
                "C-0.11 -0.45 -0.03 -0.36 0 -0.24"
            )
        ),
    ),
    (
        closed(
            outline(
                "M0 -0.5 C-0.07 -0.32 -0.45 -0.12 -0.45 0.13 C-0.45 0.29 -0.35 0.36 -0.24 0.36"
                "C-0.14 0.36 -0.06 0.31 0 0.2"
            )
        ),
        _STEM,
    ),
)

_L, _M, _R = -1.0, 0.0, 1.0
_FOUR_PAIRS: Final = tuple((column, row / 3) for row in range(4) for column in (_L, _R))

# For each rank, the pips as (column, row): columns -1 to 1, rows from 0 at the top to 1.
LAYOUT: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((_M, 0.5),),
    2: ((_M, 0), (_M, 1)),
    3: ((_M, 0), (_M, 0.5), (_M, 1)),
    4: ((_L, 0), (_R, 0), (_L, 1), (_R, 1)),
    5: ((_L, 0), (_R, 0), (_M, 0.5), (_L, 1), (_R, 1)),
    6: ((_L, 0), (_R, 0), (_L, 0.5), (_R, 0.5), (_L, 1), (_R, 1)),
    7: ((_L, 0), (_R, 0), (_M, 0.25), (_L, 0.5), (_R, 0.5), (_L, 1), (_R, 1)),
    8: ((_L, 0), (_R, 0), (_M, 0.25), (_L, 0.5), (_R, 0.5), (_M, 0.75), (_L, 1), (_R, 1)),
    9: (*_FOUR_PAIRS, (_M, 0.5)),
    10: (*_FOUR_PAIRS, (_M, 1 / 6), (_M, 5 / 6)),
}


def pip(
    sketch: Sketch,
    suit: int,
    x: float,
    y: float,
    size: float,
    colour: RGB,
    *,
    hollow: RGB | None = None,
    upside_down: bool = False,
) -> None:
    """One suit sign of a height; `hollow` is the colour inside when only its outline is drawn."""
    turn = 3.141592653589793 if upside_down else 0.0
    for part in SUITS[suit]:
        sketch.shape(moved(part, x, y, size, turn), colour)
    if hollow is not None:
        for part in SUITS[suit]:
            sketch.shape(moved(part, x, y, size * 0.66, turn), hollow)
