"""Drawing with smooth edges: shapes are drawn larger, then reduced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from PIL import Image, ImageDraw

from bot.ui.pictures.fonts import font, glyphs, line
from bot.ui.pictures.paths import Point
from bot.ui.pictures.pixels import resized

RGB = tuple[int, int, int]
Anchor = Literal["lm", "mm", "rm", "la", "ma", "ra", "ls", "ms", "rs"]

_FINE: Final = 3


def mix(one: RGB, other: RGB, share: float) -> RGB:
    """A colour between two: at 0 the one, at 1 the other."""
    r, g, b = (round(x + (y - x) * share) for x, y in zip(one, other, strict=True))
    return r, g, b


class Sketch:
    """A transparent sheet to draw on, in units of the finished picture's pixels.

    `at` and `scale` place what follows: a point (x, y) lands on `at + (x, y) * scale`.
    """

    def __init__(self, width: int, height: int, ground: RGB | None = None) -> None:
        self.size = (width, height)
        filled = (0, 0, 0, 0) if ground is None else (*ground, 255)
        self._image = Image.new("RGBA", (width * _FINE, height * _FINE), filled)
        self._draw = ImageDraw.Draw(self._image)
        self.at: Point = (0.0, 0.0)
        self.scale = 1.0

    def place(self, x: float, y: float, scale: float = 1.0) -> None:
        """Put the origin of what follows at (x, y), and enlarge it."""
        self.at, self.scale = (x, y), scale

    def _fine(self, points: Sequence[Point]) -> list[Point]:
        (left, top), scale = self.at, self.scale
        return [((left + x * scale) * _FINE - 0.5, (top + y * scale) * _FINE - 0.5) for x, y in points]

    def shape(
        self, points: Sequence[Point], fill: RGB | None, line: RGB | None = None, width: float = 1.0
    ) -> None:
        """A filled outline, with a line around it if that has a colour; `width` is in units drawn in."""
        if fill is not None:
            self._draw.polygon(self._fine(points), fill=fill)
        if line is not None:
            self.line([*points, points[0], points[1]], line, width)

    def line(self, points: Sequence[Point], colour: RGB, width: float = 1.0) -> None:
        """A line through points, with round corners and ends."""
        fine = self._fine(points)
        thick = max(1.0, width * self.scale * _FINE)
        self._draw.line(fine, fill=colour, width=round(thick), joint="curve")
        for x, y in (fine[0], fine[-1]):
            self._draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=colour)

    def dot(self, x: float, y: float, radius: float, fill: RGB) -> None:
        """A filled circle."""
        ((left, top),) = self._fine([(x, y)])
        reach = radius * self.scale * _FINE
        self._draw.ellipse((left - reach, top - reach, left + reach, top + reach), fill=fill)

    def box(self, left: float, top: float, right: float, bottom: float, radius: float, fill: RGB) -> None:
        """A rectangle with round corners."""
        (x0, y0), (x1, y1) = self._fine([(left, top), (right, bottom)])
        self._draw.rounded_rectangle((x0, y0, x1 - 1, y1 - 1), radius * self.scale * _FINE, fill=fill)

    def erase_outside(self, left: float, top: float, right: float, bottom: float, radius: float) -> None:
        """Make all transparent but a rectangle with round corners."""
        (x0, y0), (x1, y1) = self._fine([(left, top), (right, bottom)])
        stencil = Image.new("L", self._image.size)
        corner = radius * self.scale * _FINE
        ImageDraw.Draw(stencil).rounded_rectangle((x0, y0, x1 - 1, y1 - 1), corner, fill=255)
        alpha = self._image.getchannel("A")
        self._image.putalpha(Image.composite(alpha, Image.new("L", alpha.size), stencil))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        name: str,
        size: float,
        fill: RGB,
        anchor: Anchor = "mm",
        narrow: float = 1.0,
        flat: float = 1.0,
    ) -> None:
        """Text of a height in units; `narrow` below 1 makes it slimmer, `flat` lower.

        The anchor is l, m, r for the ends or the middle across, then a, m, s for top, middle and bottom of the
        ink (not of the line).
        """
        mask = glyphs(text, font(name, round(size * self.scale * _FINE)))
        if narrow != 1.0 or flat != 1.0:
            mask = resized(mask, max(1, round(mask.width * narrow)), max(1, round(mask.height * flat)))
        ((left, top),) = self._fine([(x, y)])
        left -= {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * mask.width
        top -= {"a": 0.0, "m": 0.5, "s": 1.0}[anchor[1]] * mask.height
        self._image.paste(fill, (round(left), round(top)), mask)

    def words(
        self, x: float, base: float, text: str, name: str, size: float, fill: RGB, anchor: str = "l"
    ) -> None:
        """A line of text on its base line; `x` is its left end (anchor l), middle (m) or right end (r)."""
        face = font(name, round(size * self.scale * _FINE))
        mask = line(text, face)
        ((left, top),) = self._fine([(x, base)])
        left -= {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * mask.width
        self._image.paste(fill, (round(left), round(top) - face.getmetrics()[0]), mask)

    def finish(self) -> Image.Image:
        """The drawing at its real size, with smooth edges."""
        return self._image.reduce(_FINE)
