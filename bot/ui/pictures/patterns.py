"""The patterns of the backs, drawn on a card 100 wide and 140 high; what is over the edge is cut away.

All but the ivy look the same from both ends of the card.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from bot.ui.pictures.fonts import SLAB
from bot.ui.pictures.paths import circle, moved, outline, star
from bot.ui.pictures.pips import pip
from bot.ui.pictures.sketch import RGB, Sketch, mix

Pattern = Callable[[Sketch, RGB, RGB, RGB], None]


def _lattice(sketch: Sketch, ground: RGB, ink: RGB, accent: RGB) -> None:
    del ground
    for step in range(-10, 12):
        x = 50 + step * 17.2
        sketch.line([(x - 70, 0), (x + 70, 140)], ink, 2.0)
        sketch.line([(x + 70, 0), (x - 70, 140)], ink, 2.0)
    for row in range(-9, 10):
        for column in range(-6, 7):
            x, y = 50 + column * 17.2 + (row % 2) * 8.6, 70 + row * 8.6
            if (row + 1) % 2:
                sketch.shape(((x, y - 3.4), (x + 3.4, y), (x, y + 3.4), (x - 3.4, y)), accent)


def _fans(sketch: Sketch, ground: RGB, ink: RGB, accent: RGB) -> None:
    for row in range(-1, 13):
        for column in range(-1, 6):
            x, y = column * 24 + (row % 2) * 12 + 2, row * 12 + 2
            sketch.shape(circle(x, y, 12.6), ink)
            sketch.shape(circle(x, y, 10.8), ground)
            sketch.shape(circle(x, y, 7.6), accent)
            sketch.shape(circle(x, y, 3.6), ink)


def _waves(sketch: Sketch, ground: RGB, ink: RGB, accent: RGB) -> None:
    del ground
    for row in range(16):
        y = row * 9.3 + 0.5
        crest = [
            (x, y + 3.6 * math.sin(x / 100 * math.tau * 3 + (row % 2) * math.pi)) for x in range(-2, 104)
        ]
        sketch.line(crest, ink if row % 3 == 1 else accent, 3.2)


def _tartan(sketch: Sketch, ground: RGB, ink: RGB, accent: RGB) -> None:
    wide = mix(ground, ink, 0.75)
    for centre in (26, 74):
        sketch.box(centre - 9, 0, centre + 9, 140, 0, wide)
    for centre in (22, 70, 118):
        sketch.box(0, centre - 9, 100, centre + 9, 0, wide)
        for column in (26, 74):
            sketch.box(column - 9, centre - 9, column + 9, centre + 9, 0, ink)
    for at in (2, 50, 98):
        sketch.box(at - 1.3, 0, at + 1.3, 140, 0, accent)
    for at in (-2, 46, 94, 142):
        sketch.box(0, at - 1.3, 100, at + 1.3, 0, accent)
    red = (190, 52, 48)
    for at in (26, 74):
        sketch.box(at - 1, 0, at + 1, 140, 0, red)
    for at in (22, 70, 118):
        sketch.box(0, at - 1, 100, at + 1, 0, red)


def _stars(sketch: Sketch, ground: RGB, ink: RGB, accent: RGB) -> None:
    sketch.shape(circle(50, 70, 31), accent)
    sketch.shape(circle(50, 70, 29), ground)
    sketch.shape(star(50, 70, 27, 8, 8), ink)
    sketch.shape(star(50, 70, 14, 6, 8), ground)
    sketch.dot(50, 70, 4, ink)
    for x, y, size in (
        (22, 22, 7),
        (50, 16, 4),
        (76, 30, 5),
        (30, 36, 3),
        (64, 20, 2.4),
        (84, 14, 3),
        (14, 46, 3),
    ):
        for px, py in ((x, y), (100 - x, 140 - y)):
            sketch.shape(star(px, py, size, size * 0.36, 4), ink)
    for x, y in ((36, 22), (88, 46), (18, 33), (60, 34), (44, 30), (14, 14), (74, 14)):
        sketch.dot(x, y, 1.3, accent)
        sketch.dot(100 - x, 140 - y, 1.3, accent)


def _compass(sketch: Sketch, ground: RGB, ink: RGB, accent: RGB) -> None:
    for radius in (62, 56, 50):
        sketch.shape(circle(50, 70, radius), accent)
        sketch.shape(circle(50, 70, radius - 2.2), ground)
    sketch.shape(star(50, 70, 30, 9, 8), accent)
    sketch.shape(star(50, 70, 42, 9, 4), ink)
    for turn in range(4):
        half = ((0.0, -42.0), (6.4, -6.4), (0.0, 0.0))
        sketch.shape(moved(half, 50, 70, 1, turn * math.pi / 2), mix(ink, ground, 0.45))
    sketch.dot(50, 70, 6, ground)
    sketch.dot(50, 70, 3.6, ink)
    for x, y in ((17, 18), (83, 18), (17, 122), (83, 122)):
        sketch.shape(star(x, y, 9, 3, 4), ink)


def _pegboard(sketch: Sketch, ground: RGB, ink: RGB, accent: RGB) -> None:
    for row in range(7):
        y = row * 22 + 4
        sketch.line([(0, y), (36, y + 1.6), (64, y - 1.2), (100, y + 0.6)], mix(ground, ink, 0.16), 2.4)
    for column in (26, 42, 58, 74):
        for row in range(11):
            sketch.dot(column, 16 + row * 10.8, 2.9, ink)
    for column, row, colour in ((26, 3, accent), (26, 5, accent), (74, 7, accent), (74, 5, accent)):
        sketch.dot(column, 16 + row * 10.8, 5.6, mix(colour, (0, 0, 0), 0.4))
        sketch.dot(column, 16 + row * 10.8, 4.6, colour)
    blue = (44, 96, 170)
    for column, row in ((42, 6), (42, 8), (58, 4), (58, 2)):
        sketch.dot(column, 16 + row * 10.8, 5.6, mix(blue, (0, 0, 0), 0.4))
        sketch.dot(column, 16 + row * 10.8, 4.6, blue)


_LEAF: Final = outline(
    "M0 0 C-10 -3 -11 -12 -4 -15 C-3 -18 -1 -20 0 -22 C1 -20 3 -18 4 -15 C11 -12 10 -3 0 0"
)


def _ivy(sketch: Sketch, ground: RGB, ink: RGB, accent: RGB) -> None:
    del ground
    for centre, lean in ((27, 1), (73, -1)):
        stem = [(centre + 7 * lean * math.sin(y / 140 * math.tau * 2), float(y)) for y in range(141)]
        sketch.line(stem, accent, 2.2)
        for step, y in enumerate(range(10, 140, 20)):
            x = centre + 7 * lean * math.sin(y / 140 * math.tau * 2)
            side = 1 if step % 2 else -1
            sketch.shape(moved(_LEAF, x, y, 0.95, side * 1.15), ink)
            sketch.line([(x, y), (x + side * 12, y - 6)], accent, 1.2)


def _skunk(sketch: Sketch, ground: RGB, ink: RGB, accent: RGB) -> None:
    band = "M34 -4 C34 30 22 44 30 70 C38 96 34 110 34 144 L66 144 C66 110 78 96 70 70 C62 44 66 30 66 -4"
    sketch.shape(outline(band), ink)
    inner = "M47 -4 C47 30 43 50 46 70 C49 92 47 110 47 144 L53 144 C53 110 57 92 54 70 C51 50 53 30 53 -4"
    sketch.shape(outline(inner), ground)
    for y in range(4, 140, 12):
        for x in (14, 22):
            sketch.line([(x, y), (x + 2.5, y + 5)], accent, 1.6)
            sketch.line([(100 - x, 140 - y), (97.5 - x, 135 - y)], accent, 1.6)


def _jubilee(sketch: Sketch, ground: RGB, ink: RGB, accent: RGB) -> None:
    for turn in range(32):
        angle = turn * math.tau / 32
        ray = ((0.0, 0.0), (4.2, -96.0), (-4.2, -96.0))
        sketch.shape(moved(ray, 50, 70, 1, angle), accent)
    sketch.shape(circle(50, 70, 33), ink)
    sketch.shape(circle(50, 70, 30), ground)
    sketch.text(50, 70, "29", SLAB, 48, ink)
    for suit, (x, y) in enumerate(((19, 20), (81, 20), (81, 120), (19, 120))):
        sketch.shape(circle(x, y, 12), ground)
        pip(sketch, suit, x, y, 17, ink, upside_down=y > 70)


PATTERNS: Final[dict[str, Pattern]] = {
    "lattice": _lattice,
    "fans": _fans,
    "waves": _waves,
    "tartan": _tartan,
    "stars": _stars,
    "compass": _compass,
    "pegboard": _pegboard,
    "ivy": _ivy,
    "skunk": _skunk,
    "jubilee": _jubilee,
}
"""All patterns by name. A pattern is given the sketch, then ground, ink and accent."""
