"""The players' places at the table: who sits there, what they hold, who deals, whose move it is."""

from __future__ import annotations

from typing import Final

from bot.ui.pictures import room
from bot.ui.pictures.canvas import Canvas
from bot.ui.pictures.fonts import BOLD, drawable, fitted, font
from bot.ui.pictures.models import PEGS, Place, TablePicture
from bot.ui.pictures.paint import Paint

PLACE_HEIGHT: Final = 122
_BACK: Final = 48
_MARGIN, _GAP = 20, 12


def _columns(players: int) -> int:
    return 3 if players in (3, 6) else 2


def place_rows(players: int) -> int:
    """How many rows the places take. Partners, who sit opposite each other, are in one column."""
    return -(-players // _columns(players))


def draw_places(canvas: Canvas, paints: Paint, model: TablePicture, top: int) -> None:
    """All places, from `top` on."""
    columns = _columns(len(model.places))
    width = (room.WIDTH - 2 * _MARGIN - _GAP * (columns - 1)) / columns
    for seat, place in enumerate(model.places):
        left = _MARGIN + seat % columns * (width + _GAP)
        _place(canvas, paints, model, place, (left, top + seat // columns * (PLACE_HEIGHT + 10), width))


def _place(
    canvas: Canvas, paints: Paint, model: TablePicture, place: Place, where: tuple[float, float, float]
) -> None:
    left, top, width = where
    canvas.put(paints.panel_of(round(width), PLACE_HEIGHT, lit=place.awaited), left, top)
    canvas.centre(paints.place_pegs[PEGS[place.side]], left + 25, top + 27)
    name_ramp, note_ramp = (paints.lit, paints.lit_note) if place.awaited else (paints.name, paints.note)
    end = left + width - 14
    note = _note(model, place)
    if note:
        end -= canvas.text(end, top + 35, note, BOLD, 23, note_ramp, "r") + 10
    face = font(BOLD, 29)
    name = fitted(drawable(place.name, "Player"), face, round(end - left - (84 if place.dealer else 44)))
    written = canvas.text(left + 43, top + 36, name, BOLD, 29, name_ramp)
    if place.dealer:
        canvas.put(paints.dealer_button, left + 43 + written + 10, top + 14)
    x, y = left + 15, top + 48
    back = paints.back(place.back, _BACK)
    step = 30 if len(model.places) == 2 else 16
    for at in range(place.held):
        canvas.put(back, x + at * step, y)
    if place.dealer:
        _crib(canvas, paints, model, place, left + width - 14, y)


def _note(model: TablePicture, place: Place) -> str:
    if place.awaited:
        return "to give" if model.starter is None else ("to play" if model.series else "to lead")
    return ""


def _crib(canvas: Canvas, paints: Paint, model: TablePicture, place: Place, right: float, y: float) -> None:
    """The dealer's crib, at the right end of their place."""
    back = paints.back(place.back, _BACK)
    step = 9
    x = right - _BACK - 3 * step
    for at in range(model.crib):
        canvas.put(back, x + at * step, y)
    if not model.crib:
        canvas.put(paints.outline_of(_BACK + 3 * step, back.size[1], lit=place.awaited), x, y)
    canvas.put(paints.crib_tag, x - paints.crib_tag.size[0] - 8, y + 21)
