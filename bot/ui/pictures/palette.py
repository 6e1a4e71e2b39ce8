"""At most 256 colours for a picture, with the steps between them that smooth edges need.

Pictures are drawn as numbers of colours: that is several times as fast, and as small, as true colour.
"""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.ui.pictures.pixels import mapped
from bot.ui.pictures.sketch import RGB, mix

_COVERED: Final = (0,) * 40 + (255,) * 216

Ramp = tuple[int, ...]
"""For each coverage from 0 to 255, the number of the colour between ground and ink."""


class Palette:
    """Colours in the order of their numbers. Colours asked for twice are stored once."""

    def __init__(self) -> None:
        self._numbers: dict[RGB, int] = {}
        self._data = b""
        self._image: Image.Image | None = None

    def add(self, colour: RGB) -> int:
        """The number of a colour.

        Raises `ValueError` when 256 are in use.
        """
        number = self._numbers.get(colour)
        if number is None:
            number = len(self._numbers)
            if number > 255:
                raise ValueError("a palette has room for 256 colours")
            self._numbers[colour] = number
        return number

    def ramp(self, ground: RGB, ink: RGB, steps: int = 2) -> Ramp:
        """The colours from ground to ink, `steps` of them between."""
        numbers = [self.add(mix(ground, ink, step / (steps + 1))) for step in range(steps + 2)]
        return tuple(numbers[round(cover / 255 * (steps + 1))] for cover in range(256))

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def data(self) -> bytes:
        """Red, green and blue of all colours in turn."""
        if len(self._data) != 3 * len(self):
            self._data = bytes(part for colour in self._numbers for part in colour)
        return self._data

    def fit(self, image: Image.Image, ground: RGB) -> tuple[Image.Image, Image.Image]:
        """A sprite as numbers of colours, laid on a ground, and a stencil of where it is."""
        flat = Image.new("RGB", image.size, ground)
        flat.paste(image, mask=image.getchannel("A"))
        return self.numbers(flat), mapped(image.getchannel("A"), _COVERED)

    def numbers(self, image: Image.Image) -> Image.Image:
        """A true-colour picture as numbers of the nearest colours, in an image of mode L."""
        fitted = self._fitted(image)
        return Image.frombytes("L", fitted.size, fitted.tobytes())

    def nearest(self, image: Image.Image) -> Image.Image:
        """A true-colour picture in the nearest colours, in true colours again."""
        return self._fitted(image).convert("RGB")

    def _fitted(self, image: Image.Image) -> Image.Image:
        if self._image is None:
            sample = Image.new("P", (1, 1))
            sample.putpalette(self.data + self.data[:3] * (256 - len(self)))
            self._image = sample
        return image.convert("RGB").quantize(palette=self._image, dither=Image.Dither.NONE)
