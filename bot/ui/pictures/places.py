"""The players' places at the table: who sits there, what they hold, who deals, whose move it is."""

from __future__ import annotations

from typing import Final

from bot.ui.pictures import room
from bot.ui.pictures.canvas import Canvas, Sprite
from bot.ui.pictures.cards import card_height
from bot.ui.pictures.fonts import BOLD, drawable, made_to_fit
from bot.ui.pictures.models import PEGS, Place, TablePicture
from bot.ui.pictures.paint import Paint

_BACK: Final = 48
_MARGIN, _GAP = 20, 12
_CARDS: Final = 48  # how far below the upper edge the cards begin
_TUCKED: Final = 34  # how much is seen of cards that stand behind the edge of the place
_CRIB_STEP: Final = 9


def _columns(players: int) -> int:
    return 3 if players in (3, 6) else 2


def _seen(players: int) -> int:
    """How much of a back is seen from above: all of it at a small table, else the cards are tucked away."""
    return card_height(_BACK) if players == 2 else _TUCKED


def place_height(players: int) -> int:
    """The height of one place."""
    return _CARDS + _seen(players) + (7 if players == 2 else 3)


def places_height(players: int) -> int:
    """The height of all places. Partners, who sit opposite each other, are in one column."""
    rows = -(-players // _columns(players))
    return rows * (place_height(players) + _GAP) - _GAP


def draw_places(canvas: Canvas, paints: Paint, model: TablePicture, top: int) -> None:
    """All places, from `top` on."""
    players = len(model.places)
    columns, height = _columns(players), place_height(players)
    width = (room.WIDTH - 2 * _MARGIN - _GAP * (columns - 1)) / columns
    for seat, place in enumerate(model.places):
        left = round(_MARGIN + seat % columns * (width + _GAP))
        y = top + seat // columns * (height + _GAP)
        canvas.put(paints.panel_of(round(width), height, lit=place.awaited), left, y)
        _head(canvas, paints, model, seat, (left, y, left + round(width)))
        _cards(canvas, paints, model, place, (left, y + _CARDS, left + round(width)))


def _head(canvas: Canvas, paints: Paint, model: TablePicture, seat: int, where: tuple[int, int, int]) -> None:
    """Name, dealer's button, and what the player is to do."""
    left, top, right = where
    place = model.places[seat]
    canvas.centre(paints.place_pegs[PEGS[place.side]], left + 25, top + 27)
    name_ramp, note_ramp = (paints.lit, paints.lit_note) if place.awaited else (paints.name, paints.note)
    end = right - 14.0
    if place.awaited:
        end -= canvas.text(end, top + 35, _task(model), BOLD, 23, note_ramp, "r") + 10
    space = round(end - left - (84 if place.dealer else 44))
    name, size = made_to_fit(drawable(place.name, f"Seat {seat + 1}"), BOLD, (29, 26, 23), space)
    written = canvas.text(left + 43, top + 36, name, BOLD, size, name_ramp)
    if place.dealer:
        canvas.put(paints.dealer_button, left + 43 + written + 10, top + 14)


def _task(model: TablePicture) -> str:
    if model.starter is None:
        return "to give"
    return "to play" if model.series else "to lead"


def _cards(
    canvas: Canvas, paints: Paint, model: TablePicture, place: Place, where: tuple[int, int, int]
) -> None:
    """The cards held, from the left, and the dealer's crib at the right."""
    left, top, right = where
    players = len(model.places)
    back: Sprite = paints.back(place.back, _BACK, _seen(players))
    step = 30 if players == 2 else 16
    for at in range(place.held):
        canvas.put(back, left + 15 + at * step, top)
    if not place.dealer:
        return
    x = right - 14 - _BACK - 3 * _CRIB_STEP
    for at in range(model.crib):
        canvas.put(back, x + at * _CRIB_STEP, top)
    if not model.crib:
        outline = paints.outline_of(_BACK + 3 * _CRIB_STEP, back.size[1], lit=place.awaited)
        canvas.put(outline, x, top)
    tag = paints.crib_tag
    canvas.put(tag, x - tag.size[0] - 8, top + (back.size[1] - tag.size[1]) / 2)
