"""The faces of the cards: each is a few colours and choices, so that a new one is a few lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from bot.ui.pictures.models import CLASSIC
from bot.ui.pictures.sketch import RGB

_INK: Final[RGB] = (27, 26, 32)
_RED: Final[RGB] = (190, 30, 45)
_IVORY: Final[RGB] = (253, 250, 241)
_BLUE_BLACK: Final[RGB] = (34, 40, 66)


@dataclass(frozen=True, slots=True)
class Robes:
    """The colours of the court cards: lines, skin, trimmings, and by suit the robe, its lining, the hair."""

    line: RGB
    skin: RGB
    gold: RGB
    white: RGB
    robe: tuple[RGB, RGB, RGB, RGB]
    lining: tuple[RGB, RGB, RGB, RGB]
    hair: tuple[RGB, RGB, RGB, RGB]


@dataclass(frozen=True, slots=True)
class Face:
    """A face: its paper and edge, the colour of each suit (clubs, diamonds, hearts, spades).

    `hollow` suits are drawn as outlines; `pips` is the classical arrangement, or `single`: one rank and
    one sign, as large as they can be. `frame` draws a fine line inside the edge.
    """

    key: str
    name: str
    paper: RGB
    edge: RGB
    suits: tuple[RGB, RGB, RGB, RGB]
    robes: Robes
    hollow: frozenset[int] = frozenset()
    pips: Literal["classical", "single"] = "classical"
    frame: RGB | None = None


_COURT: Final = Robes(
    line=(30, 28, 38),
    skin=(246, 214, 182),
    gold=(232, 178, 66),
    white=(252, 247, 236),
    robe=((36, 96, 76), (206, 92, 40), (186, 36, 48), (38, 58, 108)),
    lining=((186, 36, 48), (38, 58, 108), (38, 58, 108), (186, 36, 48)),
    hair=((98, 60, 38), (214, 206, 196), (206, 138, 54), (52, 44, 50)),
)

_ALL: Final = (
    Face(CLASSIC, "Classic", _IVORY, (188, 178, 156), (_INK, _RED, _RED, _INK), _COURT),
    Face(
        "four-colours",
        "Four Colours",
        (254, 253, 249),
        (180, 182, 180),
        ((20, 112, 62), (22, 92, 188), _RED, _INK),
        Robes(
            line=(30, 28, 38),
            skin=(246, 214, 182),
            gold=(238, 190, 76),
            white=(252, 250, 244),
            robe=((20, 112, 62), (22, 92, 188), (190, 30, 45), (66, 66, 78)),
            lining=((238, 226, 160), (178, 214, 240), (246, 206, 190), (200, 202, 212)),
            hair=_COURT.hair,
        ),
    ),
    Face(
        "large-print",
        "Large Print",
        (255, 255, 255),
        (90, 90, 90),
        ((0, 92, 44), (0, 72, 190), (206, 0, 18), (0, 0, 0)),
        _COURT,
        pips="single",
    ),
    Face(
        "ink",
        "Ink",
        (248, 243, 230),
        (160, 150, 132),
        (_BLUE_BLACK, _BLUE_BLACK, _BLUE_BLACK, _BLUE_BLACK),
        Robes(
            line=(34, 40, 66),
            skin=(248, 243, 230),
            gold=(226, 218, 198),
            white=(252, 249, 240),
            robe=((34, 40, 66), (206, 200, 186), (206, 200, 186), (34, 40, 66)),
            lining=((206, 200, 186), (34, 40, 66), (34, 40, 66), (206, 200, 186)),
            hair=((120, 120, 126), (252, 249, 240), (226, 218, 198), (34, 40, 66)),
        ),
        hollow=frozenset({1, 2}),
    ),
    Face(
        "parlour",
        "Parlour",
        (243, 228, 196),
        (150, 118, 70),
        ((24, 66, 52), (138, 26, 40), (138, 26, 40), (24, 66, 52)),
        Robes(
            line=(62, 38, 28),
            skin=(240, 206, 164),
            gold=(204, 150, 52),
            white=(250, 240, 216),
            robe=((24, 86, 68), (168, 92, 36), (138, 26, 40), (62, 74, 92)),
            lining=((204, 150, 52), (24, 66, 52), (240, 220, 176), (138, 26, 40)),
            hair=((110, 66, 36), (200, 180, 150), (176, 96, 40), (62, 38, 28)),
        ),
        frame=(176, 134, 70),
    ),
    Face(
        "midnight",
        "Midnight",
        (30, 36, 58),
        (104, 114, 152),
        ((236, 228, 206), (255, 132, 112), (255, 132, 112), (236, 228, 206)),
        Robes(
            line=(16, 18, 32),
            skin=(240, 208, 180),
            gold=(240, 194, 96),
            white=(236, 228, 206),
            robe=((70, 120, 128), (214, 106, 88), (214, 106, 88), (92, 98, 160)),
            lining=((236, 228, 206), (92, 98, 160), (236, 228, 206), (214, 106, 88)),
            hair=((150, 98, 66), (222, 214, 206), (232, 168, 84), (84, 72, 86)),
        ),
        frame=(74, 84, 122),
    ),
    Face(
        "meadow",
        "Meadow",
        (247, 250, 238),
        (158, 176, 140),
        ((38, 104, 66), (196, 84, 24), (176, 40, 96), (58, 56, 112)),
        Robes(
            line=(46, 50, 48),
            skin=(248, 220, 190),
            gold=(240, 200, 92),
            white=(254, 253, 246),
            robe=((84, 150, 96), (226, 140, 62), (206, 92, 136), (112, 112, 176)),
            lining=((248, 232, 164), (170, 206, 160), (250, 218, 226), (206, 206, 238)),
            hair=((118, 78, 48), (232, 214, 160), (190, 104, 52), (70, 60, 66)),
        ),
        frame=(196, 212, 174),
    ),
)

FACES: Final[dict[str, Face]] = {face.key: face for face in _ALL}
"""All faces by key, the default first."""


def face_of(key: str) -> Face:
    """A face by its key; the default where that is unknown, so that an old record can always be drawn."""
    return FACES.get(key, FACES[CLASSIC])
