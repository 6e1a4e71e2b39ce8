"""A picture being put together from numbers of colours, sprites and text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.ui.pictures.fonts import font, line, text_width
from bot.ui.pictures.palette import Palette, Ramp
from bot.ui.pictures.pixels import mapped
from bot.ui.pictures.png import QUICK, Band, pack, png

_COVERED: Final = (0,) * 16 + (255,) * 240


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece of a picture in numbers of colours, and the stencil of where it covers the ground."""

    image: Image.Image
    stencil: Image.Image

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.size


@lru_cache(maxsize=1024)
def _written(text: str, name: str, size: int, ramp: Ramp) -> Sprite:
    mask = line(text, font(name, size))
    return Sprite(mapped(mask, ramp), mapped(mask, _COVERED))


class Canvas:
    """A picture of a palette. `ground` is an image to start from (copied), or a size in pixels."""

    def __init__(self, palette: Palette, ground: Image.Image | tuple[int, int], fill: int = 0) -> None:
        self.palette = palette
        self.image = ground.copy() if isinstance(ground, Image.Image) else Image.new("L", ground, fill)
        self.draw = ImageDraw.Draw(self.image)

    def put(self, sprite: Sprite, x: float, y: float) -> None:
        """Lay a sprite with its upper left corner at (x, y)."""
        self.image.paste(sprite.image, (round(x), round(y)), sprite.stencil)

    def centre(self, sprite: Sprite, x: float, y: float) -> None:
        """Lay a sprite with its middle at (x, y)."""
        width, height = sprite.size
        self.put(sprite, x - width / 2, y - height / 2)

    def text(
        self, x: float, y: float, text: str, name: str, size: int, ramp: Ramp, anchor: str = "l"
    ) -> float:
        """Write one line of text and return its width.

        `x` is its left end (anchor l), middle (m) or right end (r), `y` its base line.
        """
        if not text:
            return 0.0
        face = font(name, size)
        sprite = _written(text, name, size, ramp)
        width = text_width(text, face)
        left = x - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * width
        ascent, _ = face.getmetrics()
        self.put(sprite, left, y - ascent)
        return float(width)

    def band(self, level: int = QUICK) -> Band:
        """The picture packed, as a part of one that has more above or below."""
        return pack(self.image, level)

    def png(self, *above: Band) -> bytes:
        """The picture as a PNG file, below the bands that are given."""
        return png(self.palette.data, (*above, self.band()))
