"""The table: the board, below it the cards being played and the players' places."""

from __future__ import annotations

from typing import Final

from bot.ui.pictures import room
from bot.ui.pictures.board import BOARD_HEIGHT, board_band
from bot.ui.pictures.canvas import Canvas
from bot.ui.pictures.cards import card_height
from bot.ui.pictures.chips import chip_row
from bot.ui.pictures.fonts import BOLD, SLAB, drawable, fitted, font
from bot.ui.pictures.models import LATTICE, PEGS, Laid, TablePicture
from bot.ui.pictures.paint import Paint, paint
from bot.ui.pictures.places import draw_places, places_height

_CARD: Final = 92
_CARDS_TOP: Final = 40  # below the board, as all that follows
_SERIES_LEFT, _SERIES_RIGHT = 168, 726
_CHIPS_TOP: Final = _CARDS_TOP + card_height(_CARD) + 26
_PLACES_TOP: Final = _CHIPS_TOP + 54


def table_height(model: TablePicture) -> int:
    """The height of a table's picture, which stays the same all through a game."""
    return BOARD_HEIGHT + _PLACES_TOP + places_height(len(model.places)) + 16


def draw_table(model: TablePicture) -> bytes:
    """The table as a PNG file."""
    paints, height = paint(model.face), table_height(model)
    board = board_band(paints, model.board, height)
    canvas = Canvas(paints.palette, room.felt(room.WIDTH, height, paints.felt, BOARD_HEIGHT))
    _starter(canvas, paints, model)
    if model.starter is not None and not model.banner:
        _count(canvas, paints, model)
    if model.series:
        _series(canvas, paints, model.series)
    elif model.banner:
        middle = (room.WIDTH + _SERIES_LEFT) / 2 - 20
        text = fitted(drawable(model.banner, ""), font(BOLD, 42), room.WIDTH - _SERIES_LEFT - 40)
        canvas.text(middle, _CARDS_TOP + 78, text, BOLD, 42, paints.cream, "m")
    chip_row(canvas, paints, model.earlier, (28, room.WIDTH - 28), _CHIPS_TOP)
    draw_places(canvas, paints, model, _PLACES_TOP)
    return canvas.png(board)


def _starter(canvas: Canvas, paints: Paint, model: TablePicture) -> None:
    """The pack, with the starter on it once it is turned."""
    back = next((place.back for place in model.places if place.dealer), LATTICE)
    under = paints.back(back, _CARD)
    for step in (8, 4, 0) if model.starter is None else (8, 4):
        canvas.put(under, 30 + step, _CARDS_TOP + step / 2)
    if model.starter is not None:
        canvas.put(paints.compact(model.starter, _CARD), 30, _CARDS_TOP)
    label = "pack" if model.starter is None else "starter"
    canvas.text(30 + _CARD / 2 + 2, _CARDS_TOP - 10, label, BOLD, 25, paints.soft, "m")


def _count(canvas: Canvas, paints: Paint, model: TablePicture) -> None:
    canvas.text(806, _CARDS_TOP - 10, "count", BOLD, 25, paints.soft, "m")
    canvas.text(806, _CARDS_TOP + 91, str(model.count), SLAB, 92, paints.brass, "m")


def _series(canvas: Canvas, paints: Paint, series: tuple[Laid, ...]) -> None:
    """The cards of the series, each with the colour of the side that played it below."""
    room_for = _SERIES_RIGHT - _SERIES_LEFT - _CARD
    step = min(_CARD + 12.0, room_for / max(1, len(series) - 1))
    left = _SERIES_LEFT
    for at, laid in enumerate(series):
        x = left + at * step
        canvas.put(paints.compact(laid.card, _CARD), x, _CARDS_TOP)
        tab = paints.tabs[PEGS[laid.side]]
        wide = min(step - 4, _CARD) if at < len(series) - 1 else _CARD
        canvas.centre(tab, x + wide / 2, _CARDS_TOP + card_height(_CARD) + 10)
