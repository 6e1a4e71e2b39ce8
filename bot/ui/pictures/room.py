"""The card room: the colours of felt, wood, brass and pegs that all pictures share."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.ui.pictures.models import Peg
from bot.ui.pictures.palette import Palette
from bot.ui.pictures.sketch import RGB, Sketch, mix

WIDTH: Final = 900
"""How wide the table, the board, the show and the profile are."""

FELT: Final[RGB] = (32, 78, 60)
FELT_LIGHT: Final[RGB] = (41, 94, 72)
FELT_DARK: Final[RGB] = (21, 56, 44)
PANEL: Final[RGB] = (22, 58, 45)
"""Darker felt, on which the players' places are."""
WELL: Final[RGB] = (12, 36, 28)
"""Sunk into a panel: the way still to go."""
PANEL_LIT: Final[RGB] = (52, 66, 38)
"""The place of whoever is to move."""

WOOD: Final[RGB] = (204, 158, 104)
WOOD_DARK: Final[RGB] = (176, 128, 78)
WALNUT: Final[RGB] = (58, 37, 24)
HOLE: Final[RGB] = (84, 54, 32)

CREAM: Final[RGB] = (250, 243, 224)
SOFT: Final[RGB] = (176, 200, 180)
"""For labels on felt: quieter than cream, still easy to read."""
BRASS: Final[RGB] = (244, 200, 98)
BRASS_DARK: Final[RGB] = (150, 108, 40)
INK: Final[RGB] = (38, 28, 20)
ENGRAVED: Final[RGB] = (160, 114, 68)
SKUNK: Final[RGB] = (128, 22, 26)

PEG: Final[dict[Peg, RGB]] = {"red": (208, 44, 48), "blue": (34, 102, 196), "ivory": (252, 246, 230)}
PEG_RIM: Final[dict[Peg, RGB]] = {"red": (104, 14, 24), "blue": (12, 44, 100), "ivory": (88, 70, 46)}

GROOVE: Final[dict[Peg, RGB]] = {"red": (222, 140, 108), "blue": (146, 174, 196), "ivory": (238, 216, 176)}


def felt_tones(palette: Palette) -> list[int]:
    """The numbers of the felt's colours, from the dark edge to the light middle."""
    return [palette.add(mix(FELT_DARK, FELT_LIGHT, step / 14)) for step in range(15)]


@lru_cache(maxsize=32)
def felt(
    width: int, height: int, tones: tuple[int, ...], first: int = 0, end: int | None = None
) -> Image.Image:
    """A cloth that is lighter towards the middle, or a part of it: the rows from `first` up to `end`.

    It is shared: copy it before drawing on it. The light falls off from row to row only, because rows of one
    colour cost next to nothing in the file; a round light would take 16 KB.
    """
    middle, last = (height - 1) / 2, len(tones) - 1
    rows = range(first, height if end is None else end)
    lit = (round(last * (1 - ((row - middle) / middle) ** 2)) for row in rows)
    return Image.frombytes("L", (width, len(rows)), b"".join(bytes([tones[tone]]) * width for tone in lit))


def peg(colour: Peg, size: float) -> Image.Image:
    """A peg seen from above."""
    side = round(size) + 2
    sketch = Sketch(side, side)
    sketch.place(side / 2, side / 2, size / 20)
    body, rim = PEG[colour], PEG_RIM[colour]
    sketch.dot(0, 0, 10, rim)
    sketch.dot(0, 0, 8.2, body)
    sketch.dot(0.6, 1.0, 6.2, mix(body, rim, 0.16))
    sketch.dot(-2.4, -2.8, 2.4, mix(body, (255, 255, 255), 0.65 if colour != "ivory" else 1.0))
    return sketch.finish()
