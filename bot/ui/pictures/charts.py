"""A player's profile: level, rating over time, and how often their hands make how many points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.ui.pictures import room
from bot.ui.pictures.canvas import Canvas, Sprite
from bot.ui.pictures.fonts import BOLD, SANS, SLAB, drawable, fitted, font
from bot.ui.pictures.models import ProfilePicture
from bot.ui.pictures.paint import Paint, paint
from bot.ui.pictures.sketch import Sketch, mix

_MARGIN: Final = 16
_HEAD: Final = 132
_FACTS: Final = 92
_CHART: Final = 270
_HALF: Final = (room.WIDTH - 2 * _MARGIN - 12) // 2
_MOST: Final = 29


def draw_profile(model: ProfilePicture) -> bytes:
    """The profile as a PNG file."""
    paints = paint("classic")
    facts = model.facts[:6]
    height = 2 * _MARGIN + _HEAD + 12 + _CHART + (12 + _FACTS if facts else 0)
    canvas = Canvas(paints.palette, room.felt(room.WIDTH, height, paints.felt))
    _head(canvas, paints, model)
    top = _MARGIN + _HEAD + 12
    if facts:
        _facts(canvas, paints, facts, top)
        top += _FACTS + 12
    _panel(canvas, paints, "rating" + (" (provisional)" if model.provisional else ""), _MARGIN, top)
    _rating(canvas, paints, model.ratings, _MARGIN, top)
    right = _MARGIN + _HALF + 12
    _panel(canvas, paints, "points a hand", right, top)
    _distribution(canvas, paints, model, right, top)
    return canvas.png()


def _head(canvas: Canvas, paints: Paint, model: ProfilePicture) -> None:
    width = room.WIDTH - 2 * _MARGIN
    canvas.put(paints.panel_of(width, _HEAD, lit=False), _MARGIN, _MARGIN)
    badge = Sketch(96, 96)
    badge.dot(48, 48, 47, room.BRASS_DARK)
    badge.dot(48, 48, 44, room.BRASS)
    badge.dot(48, 48, 38.5, room.BRASS_DARK)
    badge.dot(48, 48, 37, room.BRASS)
    badge.text(48, 42, str(model.level), SLAB, 46 if model.level < 100 else 34, room.INK)
    badge.words(48, 78, "level", BOLD, 19, room.INK, "m")
    canvas.put(Sprite(*paints.palette.fit(badge.finish(), room.PANEL)), _MARGIN + 18, _MARGIN + 18)
    left = _MARGIN + 136
    name = fitted(drawable(model.name, "Player"), font(BOLD, 42), width - 160)
    canvas.text(left, _MARGIN + 58, name, BOLD, 42, paints.name)
    bar = Sketch(430, 24)
    bar.box(0, 0, 430, 24, 12, room.WELL)
    if model.progress > 0:
        bar.box(3, 3, max(21.0, 3 + 424 * min(1.0, model.progress)), 21, 9, room.BRASS)
    canvas.put(Sprite(*paints.palette.fit(bar.finish(), room.PANEL)), left, _MARGIN + 82)
    canvas.text(left + 446, _MARGIN + 102, model.progress_text, BOLD, 25, paints.note)


def _facts(canvas: Canvas, paints: Paint, facts: Sequence[tuple[str, str]], top: int) -> None:
    gap = 12
    width = (room.WIDTH - 2 * _MARGIN - gap * (len(facts) - 1)) / len(facts)
    for at, (label, value) in enumerate(facts):
        left = _MARGIN + at * (width + gap)
        canvas.put(paints.panel_of(round(width), _FACTS, lit=False), left, top)
        canvas.text(left + width / 2, top + 50, value, SLAB, 38, paints.panel_brass, "m")
        text = fitted(label, font(BOLD, 23), round(width - 8))
        canvas.text(left + width / 2, top + 78, text, BOLD, 23, paints.note, "m")


def _panel(canvas: Canvas, paints: Paint, title: str, left: int, top: int) -> None:
    canvas.put(paints.panel_of(_HALF, _CHART, lit=False), left, top)
    canvas.text(left + 18, top + 38, title, BOLD, 27, paints.name)


def _rating(canvas: Canvas, paints: Paint, ratings: Sequence[float], left: int, top: int) -> None:
    if len(ratings) < 2:
        text = "after two rated games" if not ratings else f"{ratings[0]:.0f} after the first game"
        canvas.text(left + _HALF / 2, top + 150, text, BOLD, 26, paints.note, "m")
        return
    width, height = _HALF - 90, 180
    low, high = min(ratings), max(ratings)
    margin = max(1.0, (high - low) * 0.12)
    low, high = low - margin, high + margin
    sketch = Sketch(width, height, room.PANEL)
    for share in (0.0, 0.5, 1.0):
        y = 6 + (height - 12) * share
        sketch.line([(0, y), (width, y)], mix(room.PANEL, room.SOFT, 0.25), 1.2)
    points = [
        (8 + (width - 18) * at / (len(ratings) - 1), 6 + (height - 12) * (high - rating) / (high - low))
        for at, rating in enumerate(ratings)
    ]
    sketch.line(points, room.BRASS, 3.6)
    sketch.dot(*points[-1], 7.5, room.PANEL)
    sketch.dot(*points[-1], 6, room.CREAM)
    x, y = left + 70, top + 62
    canvas.put(Sprite(*paints.palette.fit(sketch.finish(), room.PANEL)), x, y)
    for value, at in ((high, 0.0), ((high + low) / 2, 0.5), (low, 1.0)):
        label_y = y + 6 + (height - 12) * at + 8
        canvas.text(x - 8, label_y, f"{value:.0f}", SLAB, 20, paints.note, "r")
    canvas.text(x + width, top + _CHART - 8, f"{len(ratings)} games", BOLD, 21, paints.note, "r")


def _distribution(canvas: Canvas, paints: Paint, model: ProfilePicture, left: int, top: int) -> None:
    """The player's hands as bars, what the pack gives on average as dots."""
    counted = sum(model.hands)
    if not counted:
        canvas.text(left + _HALF / 2, top + 150, "no hands counted yet", BOLD, 26, paints.note, "m")
        return
    shares = [number / counted for number in model.hands] + [0.0] * (_MOST + 1 - len(model.hands))
    most = max(*shares, *model.expected, 0.01)
    width, height = _HALF - 36, 170
    step = width / (_MOST + 1)
    sketch = Sketch(width, height, room.PANEL)
    for at, share in enumerate(shares):
        if share:
            tall = max(2.5, (height - 14) * share / most)
            sketch.box(at * step + 1.6, height - 2 - tall, (at + 1) * step - 1.6, height - 2, 2, room.BRASS)
    line = [
        ((at + 0.5) * step, height - 2 - (height - 14) * share / most)
        for at, share in enumerate(model.expected)
    ]
    for x, y in line:
        sketch.dot(x, y, 4.6, room.PANEL)
        sketch.dot(x, y, 3.4, room.CREAM)
    sketch.line([(0, height - 1), (width, height - 1)], room.SOFT, 1.4)
    canvas.put(Sprite(*paints.palette.fit(sketch.finish(), room.PANEL)), left + 18, top + 54)
    for at in (0, 4, 8, 12, 16, 20, 24, 29):
        canvas.text(left + 18 + (at + 0.5) * step, top + 246, str(at), SLAB, 19, paints.note, "m")
    key = "dots: expected" if model.expected else ""
    canvas.text(left + _HALF - 18, top + 37, key, SANS, 21, paints.note, "r")
