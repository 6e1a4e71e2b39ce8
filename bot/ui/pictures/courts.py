"""The court cards: kings, queens and jacks, drawn in a box 100 wide and 96 high that ends at the waist."""

from __future__ import annotations

from typing import Final

from bot.ui.pictures.faces import Robes
from bot.ui.pictures.paths import Points, circle, closed, mirrored, moved, outline
from bot.ui.pictures.pips import SUITS, pip
from bot.ui.pictures.sketch import RGB, Sketch, mix

_AXIS: Final = 50.0
_LINE: Final = 1.5


class _Figure:
    """One half of a court card, with the colours of its suit."""

    def __init__(self, sketch: Sketch, suit: int, robes: Robes) -> None:
        self.sketch = sketch
        self.suit = suit
        self.ink = robes.line
        self.skin = robes.skin
        self.gold = robes.gold
        self.white = robes.white
        self.robe = robes.robe[suit]
        self.lining = robes.lining[suit]
        self.hair = robes.hair[suit]
        self.lips = mix(robes.skin, robes.robe[2], 0.75)

    def part(self, path: str | Points, fill: RGB, line: float = _LINE) -> None:
        """A shape with an inked outline."""
        points = outline(path) if isinstance(path, str) else path
        self.sketch.shape(points, fill, self.ink if line else None, line)

    def both(self, path: str, fill: RGB, line: float = _LINE) -> None:
        """The same shape left and right."""
        self.part(path, fill, line)
        self.part(mirrored(outline(path), _AXIS), fill, line)

    def whole(self, half: str, fill: RGB, line: float = _LINE) -> None:
        """A symmetrical shape from its left half."""
        self.part(closed(outline(half), _AXIS), fill, line)

    def stroke(self, path: str, colour: RGB | None = None, width: float = _LINE) -> None:
        """An inked line."""
        self.sketch.line(outline(path), self.ink if colour is None else colour, width)

    def dots(self, colour: RGB, radius: float, *places: tuple[float, float]) -> None:
        """Beads, with a fine outline."""
        for x, y in places:
            self.sketch.dot(x, y, radius + 0.9, self.ink)
            self.sketch.dot(x, y, radius, colour)

    def eyes(self, y: float, *, lashes: bool = False) -> None:
        """Two eyes that look aside, each suit its own way, and the brows."""
        glance = (-0.8, 0.8, -0.8, 0.8)[self.suit]
        for x in (43.0, 57.0):
            self.part(circle(x, y, 3.3, 2.1), self.white, 1.0)
            self.sketch.dot(x + glance, y, 1.7, self.ink)
            if lashes:
                self.stroke(f"M{x - 4} {y - 0.5} Q{x} {y - 4.6} {x + 4} {y - 0.5}", width=1.3)
        lift = 1.2 if lashes else 0.0
        self.stroke(f"M38 {y - 4.6} Q42 {y - 7.4 - lift} 47 {y - 5.4}", width=1.5)
        self.stroke(f"M62 {y - 4.6} Q58 {y - 7.4 - lift} 53 {y - 5.4}", width=1.5)

    def nose(self, y: float) -> None:
        """A nose that throws its shadow to one side."""
        self.stroke(f"M50.5 {y - 9} L48 {y} L51.5 {y + 0.3}", width=1.2)


def _king(figure: _Figure) -> None:
    f = figure
    f.whole("M50 60 L36 60 C20 64 7 74 5 97 L50 97", f.robe)
    f.both("M30 66 C22 72 17 82 16 97 L24 97 C25 84 29 74 36 68", f.lining)
    f.whole("M50 66 L38 66 L35 97 L50 97", f.gold)
    for y in (84.0, 92.0):
        pip(f.sketch, f.suit, 50, y, 6.5, f.ink)
    f.whole("M50 80 C45 73 38 71 30 76 L24 66 C33 58 42 62 50 70", f.white)
    f.dots(f.ink, 0.1, (32, 69), (38, 68), (44, 71), (56, 71), (62, 68), (68, 69))
    f.both("M36 26 C28 34 25 46 27 55 C24 62 33 66 37 60 C41 57 41 50 40 44 L40 26", f.hair)
    f.both("M29 40 C28 47 29 53 32 57", f.hair, 1.0)
    f.whole("M50 25 L36 25 L37 46 C38 54 44 60 50 60", f.skin)
    f.eyes(37)
    f.whole("M50 48 C44 45 39 45 36 42 C33 58 40 72 50 79", f.hair)
    f.stroke("M43 56 Q43 66 48 72", width=1.0)
    f.stroke("M57 56 Q57 66 52 72", width=1.0)
    f.part(circle(50, 52.5, 3.6, 1.8), f.lips, 0.9)
    f.both("M50 47 C45 44 38 48 35 54 C41 55 47 54 50 50", f.hair, 1.1)
    f.nose(46)
    f.whole("M50 2 L42 13 L29 4 L34 22 L50 22", f.gold)
    f.whole("M50 9 L44 17 L35 12 L37 21 L50 21", f.robe, 1.0)
    f.whole("M50 20 L33.5 20 L34 28.5 L50 28.5", f.gold)
    f.dots(f.lining, 1.7, (41, 24.2), (50, 24.2), (59, 24.2))
    f.dots(f.white, 2.2, (29, 4), (50, 2.8), (71, 4))
    _kings_hand(f)


def _kings_hand(f: _Figure) -> None:
    """Each king holds something else: an orb, an axe, a sceptre, a sword."""
    if f.suit == 0:
        f.part(circle(82, 62, 10), f.gold)
        f.stroke("M72.5 62 Q82 66 91.5 62", width=1.6)
        f.stroke("M82 52 L82 42", width=4.2)
        f.stroke("M78 46 L86 46", width=4.2)
        f.stroke("M82 52 L82 42", f.gold, 1.8)
        f.stroke("M78 46 L86 46", f.gold, 1.8)
    elif f.suit == 1:
        f.part("M81 20 L85 20 L85 97 L81 97", f.lining)
        f.part("M82 22 C88 22 92 18 96 17 C99 24 99 34 96 41 C92 39 88 36 82 36", f.white)
        f.part("M84 24 L77 24 L74 29 L77 34 L84 34", f.gold)
    elif f.suit == 2:
        f.part("M80.5 36 L84.5 36 L84.5 97 L80.5 97", f.gold)
        f.part(moved(SUITS[2][0], 82.5, 28, 19), f.robe)
        f.dots(f.gold, 2.4, (82.5, 40))
    else:
        f.part("M79.5 24 L82.5 12 L85.5 24 L85.5 62 L79.5 62", f.white)
        f.stroke("M82.5 20 L82.5 60", width=0.9)
        f.part("M72 61 L93 61 L93 66 L72 66", f.gold)
        f.part("M80 66 L85 66 L85 82 L80 82", f.lining)
        f.dots(f.gold, 3.0, (82.5, 84))
    f.part("M68 97 C66 84 72 74 78 70 L90 76 C94 84 95 90 95 97", f.robe)
    f.part("M74 76 L90 82 L88 87 L72 82", f.white, 1.1)
    f.part(circle(82.5, 73, 6.2, 5.4), f.skin)
    f.stroke("M79 72 L86 72", width=0.9)
    f.stroke("M79 75 L86 75", width=0.9)


def _queen(figure: _Figure) -> None:
    f = figure
    ruff = tuple(circle(x, y, 7.5) for x, y in ((22, 66), (19, 56), (20, 46), (25, 38)))
    for scallop in ruff:
        f.part(scallop, f.white)
        f.part(mirrored(scallop, _AXIS), f.white)
    f.whole("M50 30 L32 34 C22 46 22 62 30 76 L50 80", f.lining, 0)
    f.whole("M50 66 L40 66 C26 70 12 78 9 97 L50 97", f.robe)
    f.both("M22 76 C15 81 11 88 9 97 L19 97 C20 89 23 82 28 77", f.lining)
    f.whole("M50 24 L36 25 C26 34 24 52 28 66 C30 73 39 73 41 66 C43 60 41 52 41 44 L50 44", f.hair)
    f.both("M34 42 C31 50 31 58 34 66", f.hair, 1.0)
    f.whole("M50 52 L44 52 L43.5 64 C39 67 38 70 40 74 C43 80 47 84 50 86", f.skin)
    f.stroke("M44.2 60 Q50 65 55.8 60", width=1.0)
    f.whole("M50 86 C46 84 41 79 38 72 L33 76 L34 97 L50 97", f.gold)
    for y in (91.5,):
        pip(f.sketch, f.suit, 50, y, 7, f.ink)
    f.dots(f.white, 1.5, (42, 70), (45.6, 73), (50, 74.4), (54.4, 73), (58, 70))
    f.whole("M50 24 L38 28 L37.6 42 C38.6 51 44 58.5 50 59.5", f.skin)
    f.eyes(40, lashes=True)
    f.nose(48)
    f.part("M46 53 Q48 51.2 50 52.2 Q52 51.2 54 53 Q50 56.8 46 53", f.lips, 0.8)
    cheek = mix(f.skin, f.lips, 0.35)
    f.sketch.dot(41.5, 48, 2.4, cheek)
    f.sketch.dot(58.5, 48, 2.4, cheek)
    f.whole("M50 31 C45 27 40 31 37 39 C33 30 36 19 50 19", f.hair)
    f.stroke("M50 20 L50 30", width=1.0)
    f.whole("M50 3 L45 12 L36 6 L36 20 C40 17.5 46 16.5 50 16.5", f.gold)
    f.dots(f.white, 1.9, (36, 6), (50, 3.6), (64, 6))
    f.dots(f.robe, 1.6, (43, 15), (50, 13), (57, 15))
    f.stroke("M82 76 C80 66 82 60 82 52", width=3.4)
    f.stroke("M82 76 C80 66 82 60 82 52", mix(f.robe, f.gold, 0.4), 1.8)
    f.part("M82 66 C86 60 92 60 95 62 C92 68 87 69 82 66", mix(f.robe, f.gold, 0.4), 1.0)
    for dx, dy in ((0, -8), (7.4, -2.4), (4.6, 6), (-4.6, 6), (-7.4, -2.4)):
        f.part(circle(82 + dx, 44 + dy, 5), f.robe if f.suit in (2, 3) else f.white, 1.1)
    f.dots(f.gold, 3.4, (82, 44))
    f.part("M66 97 C66 88 72 80 78 77 L89 82 C93 88 94 92 94 97", f.robe)
    f.part("M75 81 L90 86 L88 90 L73 86", f.white, 1.1)
    f.part(circle(82, 77, 5.4, 4.8), f.skin)
    f.stroke("M79 77 L85.4 77", width=0.9)


def _jack(figure: _Figure) -> None:
    f = figure
    _jacks_staff(f)
    f.whole("M50 64 L38 64 C22 68 11 78 9 97 L50 97", f.robe)
    f.part("M30 67 L74 97 L54 97 L23 72", f.lining)
    f.dots(f.gold, 1.6, (38, 78), (47, 84.5), (56, 91))
    f.whole("M50 74 L40 80 L30 70 L42 60 L50 66", f.white)
    f.whole("M50 52 L44 52 L43 66 L50 72", f.skin)
    f.whole("M50 24 L33 24 C27 36 26 48 29 57 C32 63 40 61 42 55 L42 40 L50 40", f.hair)
    f.both("M33 40 C32 47 33 52 35 57", f.hair, 1.0)
    f.whole("M50 24 L38 27 L37.8 42 C39 51 44 58.5 50 59.5", f.skin)
    f.eyes(40)
    f.nose(48.5)
    f.stroke("M45 53 Q50 56.4 55.5 52.4", mix(f.lips, f.ink, 0.35), 1.7)
    f.whole("M50 30 C45 33 40 34 37 38 L36 24 L50 24", f.hair)
    f.part("M28 25 C24 10 38 4 54 6 C70 7 78 14 73 25", f.robe)
    f.stroke("M40 22 C40 14 45 10 52 9", width=1.1)
    f.part("M25 22 C38 18 62 18 75 22 L74 30 C60 26 40 26 26 30", f.gold)
    f.part("M64 22 C68 6 82 -2 95 3 C94 14 84 22 70 25", f.white)
    f.stroke("M66 23 C74 14 82 9 91 6", width=1.2)
    for x, y, dx, dy in ((73, 16, 0, -6), (79, 11.5, 1, -6), (76, 14, 8, 1), (83, 9.6, 6, 2)):
        f.stroke(f"M{x} {y} L{x + dx} {y + dy}", width=0.9)
    f.dots(f.lining, 2.6, (65.5, 23.5))
    f.part("M6 97 C6 88 12 82 18 79 L28 84 C31 89 31 93 31 97", f.robe)
    f.part("M14 82 L29 87 L27 91 L11 87", f.white, 1.1)
    f.part(circle(19, 77.5, 5.6, 5), f.skin)
    f.stroke("M16 76.5 L22.4 76.5", width=0.9)
    f.stroke("M16 79 L22.4 79", width=0.9)


def _jacks_staff(f: _Figure) -> None:
    """The jacks carry the sign of their suit on a staff."""
    f.part("M17 60 L21 60 L21 97 L17 97", f.gold)
    for part in SUITS[f.suit]:
        f.sketch.shape(moved(part, 19, 54, 18), f.ink, f.ink, 3.0)
    pip(f.sketch, f.suit, 19, 54, 17, f.lining)


_DRAWN: Final = {11: _jack, 12: _queen, 13: _king}


def bust(sketch: Sketch, rank: int, suit: int, robes: Robes) -> None:
    """The upper half of a jack, queen or king, where the sketch was placed.

    Raises `KeyError` for other ranks.
    """
    _DRAWN[rank](_Figure(sketch, suit, robes))
