"""The backs of the cards: each is a pattern in a few colours, so that a new one is a few lines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.ui.pictures.cards import card_height
from bot.ui.pictures.models import LATTICE
from bot.ui.pictures.palette import Palette
from bot.ui.pictures.patterns import PATTERNS
from bot.ui.pictures.sketch import RGB, Sketch, mix


@dataclass(frozen=True, slots=True)
class Back:
    """A back: the name of its pattern (patterns.py), the border's colour, and those of the pattern."""

    key: str
    name: str
    pattern: str
    border: RGB
    ground: RGB
    ink: RGB
    accent: RGB


_IVORY: Final[RGB] = (250, 246, 234)

_ALL: Final = (
    Back(LATTICE, "Lattice", "lattice", _IVORY, (36, 78, 140), (150, 182, 222), (244, 240, 226)),
    Back("fans", "Fans", "fans", _IVORY, (150, 40, 52), (232, 176, 150), (196, 84, 80)),
    Back("harbour", "Harbour", "waves", _IVORY, (20, 92, 108), (156, 214, 210), (44, 134, 146)),
    Back("tartan", "Tartan", "tartan", _IVORY, (28, 84, 58), (30, 42, 78), (226, 190, 84)),
    Back("starlight", "Starlight", "stars", (196, 200, 224), (28, 30, 66), (248, 226, 150), (92, 96, 168)),
    Back("compass", "Compass", "compass", _IVORY, (122, 74, 38), (244, 216, 160), (172, 118, 66)),
    Back("pegboard", "Pegboard", "pegboard", (92, 58, 34), (206, 160, 104), (92, 58, 34), (190, 44, 44)),
    Back("ivy", "Ivy", "ivy", _IVORY, (232, 230, 204), (46, 112, 68), (128, 168, 96)),
    Back("skunk", "Skunk", "skunk", (236, 236, 236), (26, 26, 30), (244, 244, 244), (110, 110, 120)),
    Back(
        "twenty-nine", "Twenty-Nine", "jubilee", (226, 184, 88), (74, 20, 38), (240, 202, 110), (140, 66, 62)
    ),
)

BACKS: Final[dict[str, Back]] = {back.key: back for back in _ALL}
"""All backs by key, the default first."""


def back_of(key: str) -> Back:
    """A back by its key; the default where that is unknown, so that an old record can always be drawn."""
    return BACKS.get(key, BACKS[LATTICE])


def in_own_colours(image: Image.Image, back: Back) -> Image.Image:
    """A back's picture without the shades that smooth edges have, which make its file larger."""
    palette = Palette()
    for colour in (back.border, back.ground, back.ink, back.accent):
        palette.add(colour)
    flat = palette.nearest(image)
    flat.putalpha(image.getchannel("A"))
    return flat


@lru_cache(maxsize=128)
def card_back(key: str, width: int) -> Image.Image:
    """The back of a card, in pixels as wide as given."""
    back = back_of(key)
    sketch = Sketch(width, card_height(width))
    sketch.place(0, 0, width / 100)
    high = card_height(width) * 100 / width
    margin = 7.0
    sketch.box(margin, margin, 100 - margin, high - margin, 4, back.ground)
    PATTERNS[back.pattern](sketch, back.ground, back.ink, back.accent)
    sketch.erase_outside(margin, margin, 100 - margin, high - margin, 4)
    card = Sketch(width, card_height(width))
    card.place(0, 0, width / 100)
    line = max(0.9, 100 / width)
    card.box(0, 0, 100, high, 8, mix(back.border, (30, 30, 30), 0.45))
    card.box(line, line, 100 - line, high - line, 8 - line, back.border)
    image = card.finish()
    image.alpha_composite(sketch.finish())
    return image
