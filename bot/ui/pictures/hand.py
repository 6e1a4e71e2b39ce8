"""A player's own hand: large cards, those chosen raised, those that can't be played faded."""

from __future__ import annotations

from typing import Final

from bot.ui.pictures import room
from bot.ui.pictures.canvas import Canvas
from bot.ui.pictures.cards import card_height
from bot.ui.pictures.fonts import BOLD, SLAB
from bot.ui.pictures.models import HandPicture
from bot.ui.pictures.paint import HALO, Paint, paint

HAND_WIDTH: Final = 800
_CARD: Final = 121
_GAP: Final = 8
_MARGIN: Final = 17
_RAISED: Final = 30
HAND_HEIGHT: Final = card_height(_CARD) + _RAISED + 2 * _MARGIN + 2
_SIDE_CARD: Final = 84


def draw_hand(model: HandPicture) -> bytes:
    """The hand as a PNG file."""
    paints = paint(model.face)
    canvas = Canvas(paints.palette, room.felt(HAND_WIDTH, HAND_HEIGHT, paints.felt))
    beside = model.starter is not None
    room_for = HAND_WIDTH - 2 * _MARGIN - (236 if beside else 0)
    number = len(model.cards)
    step = min(_CARD + _GAP, (room_for - _CARD) / max(1, number - 1))
    used = _CARD + step * (number - 1) if number else 0
    x = _MARGIN if beside else (HAND_WIDTH - used) / 2
    for card in model.cards:
        marked = card in model.marked
        # In the play nothing is raised, so the cards stand in the middle.
        y = _MARGIN + (0 if marked else _RAISED / 2 if beside else _RAISED)
        if marked:
            canvas.put(paints.raised(card, _CARD), x - HALO, y - HALO)
            canvas.centre(paints.crib_tag_on_felt, x + _CARD / 2, HAND_HEIGHT - _MARGIN - 11)
        else:
            canvas.put(paints.full(card, _CARD, dim=card in model.dimmed), x, y)
        x += step
    if not model.cards:
        middle = (room_for + _MARGIN) / 2 if beside else HAND_WIDTH / 2
        canvas.text(middle, HAND_HEIGHT / 2 + 10, "no cards left", BOLD, 34, paints.soft, "m")
    if beside:
        _beside(canvas, paints, model)
    return canvas.png()


def _beside(canvas: Canvas, paints: Paint, model: HandPicture) -> None:
    """The starter and the count, at the right."""
    assert model.starter is not None
    left = HAND_WIDTH - 222
    canvas.put(paints.panel_of(206, HAND_HEIGHT - 2 * _MARGIN, lit=False), left, _MARGIN)
    top = _MARGIN + 52
    middle = left + (_SIDE_CARD / 2 + 14 if model.count is not None else 103)
    canvas.text(middle, top - 14, "starter", BOLD, 25, paints.note, "m")
    canvas.put(paints.compact(model.starter, _SIDE_CARD), middle - _SIDE_CARD / 2, top)
    if model.count is not None:
        canvas.text(left + 152, top - 14, "count", BOLD, 25, paints.note, "m")
        canvas.text(left + 152, top + 82, str(model.count), SLAB, 66, paints.panel_brass, "m")
