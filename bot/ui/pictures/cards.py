"""Single cards: the full face for hands, and one that reads well when small and half covered."""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.cribbage.cards import JACK, RANKS, Card
from bot.ui.pictures.courts import bust
from bot.ui.pictures.faces import Face
from bot.ui.pictures.fonts import SLAB
from bot.ui.pictures.pips import LAYOUT, pip
from bot.ui.pictures.sketch import RGB, Sketch, mix

HEIGHT: Final = 1.4
"""How much higher than wide a card is."""
_ACE_SIZES: Final = (50.0, 50.0, 50.0, 64.0)  # the ace of spades is the pack's show piece
_QUEEN: Final = 12
_CORNER: Final = 8.0  # in hundredths of the width, like all lengths below


def card_height(width: int) -> int:
    """The height of a card of this width, in pixels."""
    return round(width * HEIGHT)


def rank_text(card: Card) -> str:
    """The index of a card: A, 2 to 10, J, Q, K."""
    return "10" if card.rank == 10 else RANKS[card.rank - 1]


def draw_rank(
    sketch: Sketch, card: Card, x: float, top: float, size: float, colour: RGB, ten: float, slim: float = 1.0
) -> None:
    """The rank of a card with its top at `top`, centred on `x`; `ten` is how slim the 10 has to be, `slim` the others.

    In this typeface the jack's letter and the queen's tail hang below the line, where the suit stands, so both
    are made lower.
    """
    narrow = ten if card.rank == 10 else slim
    flat = {JACK: 0.82, _QUEEN: 0.88}.get(card.rank, 1.0)
    sketch.text(x, top, rank_text(card), SLAB, size, colour, "ma", narrow, flat)


def blank(width: int, face: Face) -> Sketch:
    """An empty card, placed so that it is 100 units wide."""
    sketch = Sketch(width, card_height(width))
    sketch.place(0, 0, width / 100)
    line = max(0.9, 100 / width)
    high = card_height(width) * 100 / width
    sketch.box(0, 0, 100, high, _CORNER, face.edge)
    sketch.box(line, line, 100 - line, high - line, _CORNER - line, face.paper)
    return sketch


def full_card(card: Card, face: Face, width: int) -> Image.Image:
    """A card with indices in two corners, pips or a court figure that looks both ways."""
    if face.pips == "single":
        return compact_card(card, face, width)
    sketch = blank(width, face)
    scale = width / 100
    if face.frame is not None and card.rank <= 10:
        sketch.line([(27, 8), (73, 8)], face.frame, 0.8)
        sketch.line([(27, 132), (73, 132)], face.frame, 0.8)
    if card.rank > 10:
        figure = Sketch(width, round(70 * scale))
        figure.place(15 * scale, 2.8 * scale, 0.7 * scale)
        bust(figure, card.rank, card.suit, face.robes)
        half = figure.finish()
        return _two_ways(sketch, half, card, face, scale)
    for column, row in LAYOUT[card.rank]:
        size = _ACE_SIZES[card.suit] if card.rank == 1 else 19.0
        _suit(sketch, card, face, 51 + column * 15, 27 + row * 86, size, upside_down=row > 0.5)
    _index(sketch, card, face)
    top = sketch.finish()
    return _with_index_below(top, card, face, width)


def _two_ways(sketch: Sketch, half: Image.Image, card: Card, face: Face, scale: float) -> Image.Image:
    """A court card: the figure above, turned below, a sash between."""
    _index(sketch, card, face)
    image = sketch.finish()
    middle = image.height - half.height
    image.alpha_composite(half.rotate(180), (0, middle))
    image.alpha_composite(half, (0, 0))
    sash = Sketch(image.width, image.height)
    sash.place(0, 0, scale)
    robes = face.robes
    sash.box(17, 67.4, 83, 72.6, 1.2, robes.line)
    sash.box(18, 68.3, 82, 71.7, 0.8, robes.gold)
    for step in range(10):
        sash.dot(20.75 + step * 6.5, 70, 1.0, robes.robe[card.suit])
    image.alpha_composite(sash.finish())
    return _with_index_below(image, card, face, image.width)


def _with_index_below(image: Image.Image, card: Card, face: Face, width: int) -> Image.Image:
    """The same index in the other corner, turned round."""
    index = Sketch(width, image.height)
    index.place(0, 0, width / 100)
    _index(index, card, face)
    image.alpha_composite(index.finish().rotate(180))
    return image


def _index(sketch: Sketch, card: Card, face: Face) -> None:
    colour = face.suits[card.suit]
    draw_rank(sketch, card, 13, 6.5, 27, colour, 0.74)
    _suit(sketch, card, face, 13, 35.5, 16)


def compact_card(card: Card, face: Face, width: int) -> Image.Image:
    """A card to be read at a glance: a large rank, the suit under it and again in the corner."""
    sketch = blank(width, face)
    colour = face.suits[card.suit]
    large = face.pips == "single"
    if card.rank > 10 and not large:
        sketch.place(15 * width / 100, 51 * width / 100, 0.93 * width / 100)
        bust(sketch, card.rank, card.suit, face.robes)
        sketch.place(0, 0, width / 100)
        high = card_height(width) * 100 / width
        sketch.erase_outside(1.2, 1.2, 98.8, high - 1.2, _CORNER - 1.2)
    else:
        size = 60.0 if large else 56.0
        _suit(sketch, card, face, 96 - size * 0.48, 134 - size * 0.5, size)
    if large:
        draw_rank(sketch, card, 31, 9, 76, colour, 0.7)
        _suit(sketch, card, face, 78, 28, 30)
    else:
        draw_rank(sketch, card, 25, 8.5, 50, colour, 0.74)
        _suit(sketch, card, face, 23, 63, 33)
    image = sketch.finish()
    border = blank(width, face).finish()
    border.alpha_composite(image)
    return border


def _suit(
    sketch: Sketch, card: Card, face: Face, x: float, y: float, size: float, *, upside_down: bool = False
) -> None:
    hollow = face.paper if card.suit in face.hollow else None
    pip(sketch, card.suit, x, y, size, face.suits[card.suit], hollow=hollow, upside_down=upside_down)


def dimmed(image: Image.Image, face: Face) -> Image.Image:
    """A card that can't be used now: faded, but to be read."""
    grey = mix(face.paper, (96, 112, 104), 0.55)
    veil = Image.new("RGBA", image.size, (*grey, 255))
    faded = Image.blend(image, veil, 0.5)
    faded.putalpha(image.getchannel("A"))
    return faded
