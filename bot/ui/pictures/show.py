"""The show: every hand with the starter set apart, and each combination with the points it makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from bot.cribbage.cards import Card
from bot.cribbage.counting import CountKind, CountLine
from bot.ui.pictures import room
from bot.ui.pictures.canvas import Canvas
from bot.ui.pictures.cards import card_height
from bot.ui.pictures.chips import chip
from bot.ui.pictures.fonts import BOLD, SLAB, drawable, fitted, font, text_width
from bot.ui.pictures.models import PEGS, ShownHand, ShowPicture
from bot.ui.pictures.paint import Paint, paint

_CARD: Final = 68
_MARGIN: Final = 14
_HEAD: Final = 42
_LINES_LEFT: Final = 406
_LINES_RIGHT: Final = room.WIDTH - _MARGIN - 14
_LABEL: Final = 98
_LABEL_SIZE: Final = 24
_SPACE: Final = 8

_LABELS: Final[dict[CountKind, str]] = {
    "fifteen": "fifteens",
    "pair": "pairs",
    "pair_royal": "pair royal",
    "double_pair_royal": "double pair royal",
    "run": "runs",
    "flush": "flush",
    "nobs": "his nobs",
}

_ONE: Final[dict[CountKind, str]] = {"fifteen": "fifteen", "pair": "pair", "run": "run"}

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


@dataclass(frozen=True, slots=True)
class _Size:
    """How large the combinations are drawn: the width and height of a card's chip."""

    chip: int
    high: int

    @property
    def row(self) -> int:
        return self.high + 6

    def width(self, cards: tuple[Card, ...]) -> int:
        return self.chip * len(cards) + _SPACE


_LARGE: Final = _Size(46, 42)
_SMALL: Final = _Size(34, 36)

Row = tuple[str, list[tuple[Card, ...]], int | None]
"""What stands in a row beside a hand: label, combinations, points (None: the row above goes on)."""


def _arranged(hand: ShownHand) -> tuple[_Size, list[Row]]:
    """The rows beside a hand, large where that takes no more room than the cards do."""
    large = list(_rows(hand, _LARGE))
    if len(large) * _LARGE.row <= _HEAD + card_height(_CARD) + 10:
        return _LARGE, large
    return _SMALL, list(_rows(hand, _SMALL))


def _rows(hand: ShownHand, size: _Size) -> Iterator[Row]:
    for kind, made, points in groups(hand.lines):
        label = _LABELS[kind] if len(made) > 1 or kind not in _ONE else _ONE[kind]
        space = _LINES_RIGHT - 44 - _chips_left(label)
        row: list[tuple[Card, ...]] = []
        used, first = 0, True
        for cards in made:
            width = size.width(cards)
            if row and used + width - _SPACE > space:
                yield (label, row, points) if first else ("", row, None)
                row, used, first = [], 0, False
            row.append(cards)
            used += width
        yield (label, row, points) if first else ("", row, None)


def _chips_left(label: str) -> int:
    return _LINES_LEFT + max(_LABEL, text_width(label, font(BOLD, _LABEL_SIZE)) + 12)


def _hand_height(hand: ShownHand) -> int:
    size, rows = _arranged(hand)
    return max(_HEAD + card_height(_CARD) + 14, len(rows) * size.row + 20)


def pages(model: ShowPicture, most: int = 3) -> tuple[ShowPicture, ...]:
    """The show in pictures of at most so many hands, about equally many in each.

    With six players there are seven hands to show: one picture of all would be too high for a phone.
    """
    number = max(1, -(-len(model.hands) // most))
    ends = [len(model.hands) * page // number for page in range(number + 1)]
    return tuple(replace(model, hands=model.hands[start:end]) for start, end in pairwise(ends))


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
    size, rows = _arranged(hand)
    if not rows:
        middle = (_LINES_LEFT + _LINES_RIGHT) / 2
        said = "no points" if hand.crib else "“nineteen”"
        canvas.text(middle, top + height / 2 + 10, said, BOLD, 32, paints.note, "m")
        return
    y = top + (height - len(rows) * size.row + 6) / 2
    for label, made, points in rows:
        base = y + size.high / 2
        canvas.text(_LINES_LEFT, base + 9, label, BOLD, _LABEL_SIZE, paints.note)
        x = _chips_left(label)
        for cards in made:
            for card in cards:
                canvas.put(chip(paints, card, size.chip, size.high), x, y)
                x += size.chip
            x += _SPACE
        if points is not None:
            canvas.text(_LINES_RIGHT, base + 11, str(points), SLAB, 31, paints.panel_brass, "r")
        y += size.row
