"""Outlines: a small language for shapes, and curves as points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

Point = tuple[float, float]
Points = tuple[Point, ...]

_STEPS: Final = 14  # points a curve: enough at the sizes drawn
_ARGUMENTS: Final = {"M": 2, "L": 2, "Q": 4, "C": 6}


@cache
def outline(path: str) -> Points:
    """The points of one outline, written like `M0 0 L1 0 Q1 1 0 1`.

    M moves, L draws a line, Q a quadratic and C a cubic curve; all coordinates are absolute.
    """
    spaced = "".join(f" {letter} " if letter in _ARGUMENTS else letter for letter in path)
    points: list[Point] = []
    words = spaced.replace(",", " ").split()
    at, command = 0, "M"
    while at < len(words):
        if words[at] in _ARGUMENTS:
            command = words[at]
            at += 1
        size = _ARGUMENTS[command]
        numbers = [float(word) for word in words[at : at + size]]
        at += size
        controls = [(numbers[i], numbers[i + 1]) for i in range(0, size, 2)]
        if size == 2:
            points += controls
        else:
            points += _curve([points[-1], *controls])
    return tuple(points)


def _curve(controls: Sequence[Point]) -> Iterable[Point]:
    """A Bézier curve by repeated halving between its control points (de Casteljau)."""
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        level: list[Point] = list(controls)
        while len(level) > 1:
            level = [(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for (x0, y0), (x1, y1) in pairwise(level)]
        yield level[0]


def mirrored(points: Points, axis: float = 0.0) -> Points:
    """The same outline on the other side of a vertical axis, in the other direction."""
    return tuple((2 * axis - x, y) for x, y in reversed(points))


def closed(half: Points, axis: float = 0.0) -> Points:
    """A shape that is the same on both sides of a vertical axis, from its one half."""
    return half + mirrored(half, axis)


def circle(x: float, y: float, radius: float, other: float | None = None) -> Points:
    """A circle, or with a second radius (across y) an ellipse."""
    second = radius if other is None else other
    turns = (2 * math.pi * step / 48 for step in range(48))
    return tuple((x + radius * math.cos(turn), y + second * math.sin(turn)) for turn in turns)


def moved(points: Points, dx: float, dy: float, scale: float = 1.0, turn: float = 0.0) -> Points:
    """An outline scaled, turned (radians, clockwise on screen) and moved, in this order."""
    cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
    return tuple((x * cos - y * sin + dx, x * sin + y * cos + dy) for x, y in points)


def star(x: float, y: float, outer: float, inner: float, tips: int) -> Points:
    """A star with so many tips, the first one up."""
    points: list[Point] = []
    for step in range(2 * tips):
        radius, turn = (inner if step % 2 else outer), math.pi * step / tips
        points.append((x + radius * math.sin(turn), y - radius * math.cos(turn)))
    return tuple(points)
