"""The show: every hand with the starter set apart, and each combination with the points it makes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.cribbage.cards import Card
from bot.cribbage.counting import CountKind, CountLine
from bot.ui.pictures import room
from bot.ui.pictures.canvas import Canvas
from bot.ui.pictures.cards import card_height
from bot.ui.pictures.chips import CHIP_HEIGHT, chip
from bot.ui.pictures.fonts import BOLD, SLAB, drawable, fitted, font, text_width
from bot.ui.pictures.models import PEGS, ShownHand, ShowPicture
from bot.ui.pictures.paint import Paint, paint

_CARD: Final = 68
_MARGIN: Final = 14
_HEAD: Final = 42
_LINES_LEFT: Final = 406
_LINES_RIGHT: Final = room.WIDTH - _MARGIN - 14
_CHIP: Final = 34
_ROW: Final = CHIP_HEIGHT + 6

_LABELS: Final[dict[CountKind, str]] = {
    "fifteen": "fifteens",
    "pair": "pairs",
    "pair_royal": "pair royal",
    "double_pair_royal": "double pair royal",
    "run": "runs",
    "flush": "flush",
    "nobs": "his nobs",
}

Group = tuple[CountKind, tuple[tuple[Card, ...], ...], int]
"""One kind of combination: its instances and what they make together."""


def groups(lines: tuple[CountLine, ...]) -> list[Group]:
    """The lines of a count by kind, in the order of calling."""
    kinds: dict[CountKind, None] = {line.kind: None for line in lines}
    found: list[Group] = []
    for kind in kinds:
        alike = [line for line in lines if line.kind == kind]
        found.append((kind, tuple(line.cards for line in alike), sum(line.points for line in alike)))
    return found


def _rows(hand: ShownHand) -> Iterator[tuple[str, list[tuple[Card, ...]], int | None]]:
    """What stands beside a hand: label, combinations, points (None: the row above goes on)."""
    space = _LINES_RIGHT - 34 - _LINES_LEFT - _LABEL
    for kind, made, points in groups(hand.lines):
        label = _LABELS[kind] if len(made) > 1 or kind not in _ONE else _ONE[kind]
        row: list[tuple[Card, ...]] = []
        used, first = 0.0, True
        for cards in made:
            width = _width(cards)
            if row and used + width - _SPACE > space:
                yield (label, row, points) if first else ("", row, None)
                row, used, first = [], 0.0, False
            row.append(cards)
            used += width
        yield (label, row, points) if first else ("", row, None)


_ONE: Final[dict[CountKind, str]] = {"fifteen": "fifteen", "pair": "pair", "run": "run"}
_LABEL: Final = 98
_SPACE: Final = 10


def _width(cards: tuple[Card, ...]) -> float:
    return _CHIP * len(cards) + _SPACE


def _hand_height(hand: ShownHand) -> int:
    rows = len(list(_rows(hand)))
    return max(_HEAD + card_height(_CARD) + 14, rows * _ROW + 20)


def draw_show(model: ShowPicture) -> bytes:
    """The show as a PNG file."""
    paints = paint(model.face)
    heights = [_hand_height(hand) for hand in model.hands]
    total = sum(heights) + 10 * (len(heights) - 1) + 2 * _MARGIN
    canvas = Canvas(paints.palette, room.felt(room.WIDTH, total, paints.felt))
    top = _MARGIN
    for hand, height in zip(model.hands, heights, strict=True):
        canvas.put(paints.panel_of(room.WIDTH - 2 * _MARGIN, height, lit=False), _MARGIN, top)
        _hand(canvas, paints, model, hand, top)
        if hand.counted:
            _lines(canvas, paints, hand, top, height)
        else:
            middle = (_LINES_LEFT + _LINES_RIGHT) / 2
            canvas.text(middle, top + height / 2 + 10, "not counted", BOLD, 30, paints.note, "m")
        top += height + 10
    return canvas.png()


def _hand(canvas: Canvas, paints: Paint, model: ShowPicture, hand: ShownHand, top: int) -> None:
    """Whose hand it is, its points, its cards and, set apart, the starter."""
    left = _MARGIN + 16
    canvas.centre(paints.place_pegs[PEGS[hand.side]], left + 10, top + 25)
    end = float(_LINES_LEFT - 20)
    if hand.counted:
        total = f"to {hand.total}" if hand.total is not None else ""
        end -= canvas.text(end, top + 35, total, BOLD, 24, paints.note, "r")
        end -= 10 if total else 0
        end -= canvas.text(end, top + 36, str(hand.points), SLAB, 36, paints.panel_brass, "r") + 12
    whose = "’s crib" if hand.crib else ""
    face = font(BOLD, 29)
    free = round(end - left - 28 - text_width(whose, face))
    name = fitted(drawable(hand.name, "Player"), face, free) + whose
    canvas.text(left + 28, top + 35, name, BOLD, 29, paints.name)
    x = float(left)
    for card in sorted(hand.cards):
        canvas.put(paints.compact(card, _CARD), x, top + _HEAD + 4)
        x += _CARD + 3
    canvas.put(paints.compact(model.starter, _CARD), x + 14, top + _HEAD + 4)


def _lines(canvas: Canvas, paints: Paint, hand: ShownHand, top: int, height: int) -> None:
    rows = list(_rows(hand))
    if not rows:
        middle = (_LINES_LEFT + _LINES_RIGHT) / 2
        said = "no points" if hand.crib else "“nineteen”"
        canvas.text(middle, top + height / 2 + 10, said, BOLD, 32, paints.note, "m")
        return
    y = top + (height - len(rows) * _ROW + 8) / 2
    for label, made, points in rows:
        written = canvas.text(_LINES_LEFT, y + 27, label, BOLD, 24, paints.note)
        x = _LINES_LEFT + max(_LABEL, written + 12)
        for cards in made:
            for card in cards:
                canvas.put(chip(paints, card, _CHIP, dim=False), x, y)
                x += _CHIP
            x += _SPACE
        if points is not None:
            canvas.text(_LINES_RIGHT, y + 30, str(points), SLAB, 30, paints.panel_brass, "r")
        y += _ROW
