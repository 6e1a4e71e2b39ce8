"""Small cards in a row, for what has been played before and for the combinations at the show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.cribbage.cards import Card
from bot.ui.pictures import room
from bot.ui.pictures.canvas import Canvas, Sprite
from bot.ui.pictures.cards import draw_rank
from bot.ui.pictures.models import Laid
from bot.ui.pictures.paint import Paint
from bot.ui.pictures.pips import pip
from bot.ui.pictures.sketch import Sketch, mix

CHIP_HEIGHT: Final = 36
_WIDE, _GAP, _BETWEEN = 48, 4, 22


@lru_cache(maxsize=512)
def chip(paints: Paint, card: Card, width: int, height: int = CHIP_HEIGHT, *, dim: bool = False) -> Sprite:
    """A card as no more than its rank and suit, side by side.

    The left edge is a fine line, so that chips may touch.
    """
    face = paints.face
    paper = mix(face.paper, room.FELT, 0.36) if dim else face.paper
    sketch = Sketch(width, height)
    sketch.box(0, 0, width, height, 5, paper)
    if not dim:
        sketch.box(0, 3, 1, height - 3, 0, mix(face.paper, face.edge, 0.8))
    middle = height / 2
    ink = face.suits[card.suit]
    tight = width < 40
    size = height * 0.78
    ten, slim = (0.6, 0.82) if tight else (0.72, 0.94)
    draw_rank(sketch, card, width * 0.29, middle - size * 0.35, size, ink, ten, slim)
    hollow = paper if card.suit in face.hollow else None
    size = height * (0.42 if tight or card.rank == 10 else 0.53)
    pip(sketch, card.suit, width * (0.8 if card.rank == 10 else 0.74), middle, size, ink, hollow=hollow)
    return Sprite(*paints.palette.fit(sketch.finish(), room.FELT))


def chip_row(
    canvas: Canvas, paints: Paint, earlier: Sequence[Sequence[Laid]], ends: tuple[int, int], top: int
) -> None:
    """The series played before, oldest first, with a gap after each; made narrower where there are many."""
    cards = sum(map(len, earlier))
    if not cards:
        return
    gaps = _BETWEEN * (len(earlier) - 1)
    width = min(_WIDE, (ends[1] - ends[0] - gaps) // cards - _GAP)
    x = ends[0]
    for series in earlier:
        for laid in series:
            canvas.put(chip(paints, laid.card, width, dim=True), x, top)
            x += width + _GAP
        x += _BETWEEN - _GAP
