"""The colours in use on one table: the palette, and the sprites fitted to it, made once."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Final

from PIL import Image

from bot.cribbage.cards import Card
from bot.ui.pictures import room
from bot.ui.pictures.backs import BACKS, back_of, card_back, in_own_colours
from bot.ui.pictures.canvas import Sprite
from bot.ui.pictures.cards import compact_card, dimmed, full_card
from bot.ui.pictures.faces import Face, face_of
from bot.ui.pictures.fonts import BOLD, SLAB
from bot.ui.pictures.models import PEGS, Peg
from bot.ui.pictures.palette import Palette
from bot.ui.pictures.sketch import RGB, Sketch, mix

HALO: Final = 5
"""How wide the brass around a chosen card is, in pixels."""

_FINE: Final = 2  # steps between two colours of a drawing

_SMALL: Final = 60
"""Up to this width in pixels, backs have no shades between their colours: they are too small to show any."""


class Paint:
    """Colours, ramps and sprites for pictures with cards of one face and any backs."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self.palette = Palette()
        self.felt: tuple[int, ...] = tuple(room.felt_tones(self.palette))
        self._cards: dict[tuple[Card, int, str], Sprite] = {}
        self._backs: dict[tuple[str, int, int | None], Sprite] = {}
        self._pieces: dict[tuple[str, int, int, bool], Sprite] = {}
        self._reserve()

    def _reserve(self) -> None:
        """Put all colours into the palette, text first, so that drawings only fill what is left."""
        ramp = self.palette.ramp
        self.cream = ramp(room.FELT, room.CREAM)
        self.soft = ramp(room.FELT, room.SOFT)
        self.brass = ramp(room.FELT, room.BRASS)
        self.name = ramp(room.PANEL, room.CREAM)
        self.note = ramp(room.PANEL, room.SOFT)
        self.panel_brass = ramp(room.PANEL, room.BRASS)
        self.lit = ramp(room.PANEL_LIT, room.CREAM)
        self.lit_note = ramp(room.PANEL_LIT, room.BRASS)
        self.plaque = ramp(room.WALNUT, room.CREAM)
        self.plaque_brass = ramp(room.WALNUT, room.BRASS)
        self.steps(room.BRASS, room.INK, 2)
        self.steps(room.WOOD, room.HOLE, 3)
        self.steps(room.WOOD, room.WOOD_DARK, 2)
        self.steps(room.WOOD, mix(room.WOOD, room.CREAM, 0.4), 2)
        self.steps(room.WOOD, room.WALNUT, 2)
        self.steps(room.WOOD, room.SKUNK, 3)
        self.steps(room.FELT, room.WOOD_DARK, 2)
        self.steps(room.FELT, room.PANEL, 2)
        self.steps(room.WELL, room.PANEL, 1)
        self.steps(room.FELT, room.BRASS, 2)
        for colour in PEGS:
            body, rim = room.PEG[colour], room.PEG_RIM[colour]
            self.steps(room.WOOD, body, 2)
            self.steps(room.GROOVE[colour], room.HOLE, 2)
            self.steps(room.GROOVE[colour], room.WOOD, 1)
            self.steps(room.GROOVE[colour], body, 1)
            self.steps(room.WALNUT, body, 1)
            self.steps(body, rim, 2)
            self.steps(room.WOOD, rim, 1)
            self.steps(body, (255, 255, 255), 1)
        self._reserve_cards()

    def _reserve_cards(self) -> None:
        face, robes = self.face, self.face.robes
        self.steps(room.FELT, face.edge, 2)
        self.steps(face.paper, face.edge, 1)
        for ink in face.suits:
            self.steps(face.paper, ink)
        drawn = {robes.skin, robes.gold, robes.white, *robes.robe, *robes.lining, *robes.hair}
        for colour in sorted(drawn):
            self.steps(robes.line, colour, 1)
        grey = mix(face.paper, (96, 112, 104), 0.55)
        for colour in (face.paper, *face.suits):
            self.palette.add(mix(colour, grey, 0.5))
        for back in BACKS.values():
            for colour in (back.border, back.ground, back.ink, back.accent):
                self.palette.add(colour)
        for back in BACKS.values():
            self.steps(back.ground, back.ink, 1)
            self.steps(back.ground, back.accent, 1)
            self.steps(back.border, back.ground, 1)

    def steps(self, one: RGB, other: RGB, between: int = _FINE) -> None:
        """Reserve two colours and some between them, as far as there is room."""
        for step in range(between + 2):
            colour = mix(one, other, step / (between + 1))
            if len(self.palette) < 256:
                self.palette.add(colour)

    def compact(self, card: Card, width: int, *, dim: bool = False) -> Sprite:
        """A card to be read at a glance."""
        return self._card(card, width, "compact dim" if dim else "compact")

    def full(self, card: Card, width: int, *, dim: bool = False) -> Sprite:
        """A card with all its pips."""
        return self._card(card, width, "full dim" if dim else "full")

    def raised(self, card: Card, width: int) -> Sprite:
        """A card chosen for the crib: with all its pips, and brass around it, `HALO` wide."""
        return self._card(card, width, "raised")

    def _card(self, card: Card, width: int, kind: str) -> Sprite:
        key = (card, width, kind)
        sprite = self._cards.get(key)
        if sprite is None:
            draw = compact_card if kind.startswith("compact") else full_card
            image = draw(card, self.face, width)
            if kind.endswith("dim"):
                image = dimmed(image, self.face)
            elif kind == "raised":
                image = _with_halo(image)
            sprite = self._cards[key] = Sprite(*self.palette.fit(image, room.FELT))
        return sprite

    def back(self, key: str, width: int, height: int | None = None) -> Sprite:
        """The back of a card, with a `height` only so much of its upper part."""
        place = (key, width, height)
        sprite = self._backs.get(place)
        if sprite is None:
            image = card_back(key, width)
            if width <= _SMALL:
                image = in_own_colours(image, back_of(key))
            if height is not None:
                image = image.crop((0, 0, width, height))
            sprite = self._backs[place] = Sprite(*self.palette.fit(image, room.FELT))
        return sprite

    @cached_property
    def front_pegs(self) -> dict[Peg, Sprite]:
        """The pegs that show the score."""
        return self._pegs(24)

    @cached_property
    def back_pegs(self) -> dict[Peg, Sprite]:
        """The pegs that show the score before."""
        return self._pegs(17)

    @cached_property
    def trail(self) -> dict[Peg, Sprite]:
        """The holes that a peg passed in its last move."""
        sprites: dict[Peg, Sprite] = {}
        for colour in PEGS:
            sketch = Sketch(12, 12)
            sketch.dot(6, 6, 5.4, room.PEG[colour])
            sprites[colour] = Sprite(*self.palette.fit(sketch.finish(), room.WOOD))
        return sprites

    @cached_property
    def tabs(self) -> dict[Peg, Sprite]:
        """What tells under a card on the table who played it."""
        sprites: dict[Peg, Sprite] = {}
        for colour in PEGS:
            sketch = Sketch(30, 9)
            sketch.box(0, 0, 30, 9, 4.5, room.PEG[colour])
            sprites[colour] = Sprite(*self.palette.fit(sketch.finish(), room.FELT))
        return sprites

    @cached_property
    def crib_tag(self) -> Sprite:
        """The brass tag beside the crib."""
        return self._tag("crib", 58, room.PANEL)

    @cached_property
    def crib_tag_on_felt(self) -> Sprite:
        """The same tag, for a card chosen for the crib."""
        return self._tag("to crib", 88, room.FELT)

    def _tag(self, text: str, width: int, ground: RGB) -> Sprite:
        sketch = Sketch(width, 28)
        sketch.box(0, 0, width, 28, 8, room.BRASS)
        sketch.text(width / 2, 14, text, BOLD, 23, room.INK)
        return Sprite(*self.palette.fit(sketch.finish(), ground))

    @cached_property
    def dealer_button(self) -> Sprite:
        """The button that lies with the dealer."""
        sketch = Sketch(28, 28)
        sketch.dot(14, 14, 14, room.BRASS)
        sketch.text(14, 14, "D", SLAB, 21, room.INK)
        return Sprite(*self.palette.fit(sketch.finish(), room.PANEL))

    def panel_of(self, width: int, height: int, *, lit: bool) -> Sprite:
        """The cloth of a place, with a brass edge where it is that player's move."""
        return self._piece("panel", width, height, lit)

    def outline_of(self, width: int, height: int, *, lit: bool) -> Sprite:
        """Where the crib will lie."""
        return self._piece("outline", width, height, lit)

    def _piece(self, kind: str, width: int, height: int, lit: bool) -> Sprite:
        key = (kind, width, height, lit)
        sprite = self._pieces.get(key)
        if sprite is None:
            ground = room.PANEL_LIT if lit else room.PANEL
            sketch = Sketch(width, height)
            if kind == "panel":
                sketch.box(0, 0, width, height, 14, room.BRASS if lit else room.PANEL)
                sketch.box(3, 3, width - 3, height - 3, 11.5, ground)
            else:
                sketch.box(0, 0, width, height, 5, mix(ground, room.SOFT, 0.35))
                sketch.box(2, 2, width - 2, height - 2, 3.5, ground)
            sprite = self._pieces[key] = Sprite(*self.palette.fit(sketch.finish(), room.FELT))
        return sprite

    @cached_property
    def plaque_pegs(self) -> dict[Peg, Sprite]:
        """The pegs beside the names."""
        return self._pegs(24, room.WALNUT)

    @cached_property
    def place_pegs(self) -> dict[Peg, Sprite]:
        """The pegs beside the players' places."""
        return self._pegs(20, room.PANEL)

    def _pegs(self, size: int, ground: RGB = room.WOOD) -> dict[Peg, Sprite]:
        return {colour: Sprite(*self.palette.fit(room.peg(colour, size), ground)) for colour in PEGS}


def _with_halo(card: Image.Image) -> Image.Image:
    width, height = card.width + 2 * HALO, card.height + 2 * HALO
    sketch = Sketch(width, height)
    sketch.box(0, 0, width, height, 15, room.BRASS)
    image = sketch.finish()
    image.alpha_composite(card, (HALO, HALO))
    return image


def paint(face: str) -> Paint:
    """The paint for a face, by its key."""
    return _paint(face_of(face).key)


@cache
def _paint(face: str) -> Paint:
    return Paint(face_of(face))
