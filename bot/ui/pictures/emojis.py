"""The cards as emojis: 52 and a back, to be read at 22 pixels on a button or in a line of text."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from bot.cribbage.cards import PACK, Card
from bot.ui.pictures.backs import card_back
from bot.ui.pictures.cards import draw_rank
from bot.ui.pictures.faces import Face, face_of
from bot.ui.pictures.models import CLASSIC, LATTICE
from bot.ui.pictures.pips import pip
from bot.ui.pictures.sketch import Sketch, mix

_SIDE: Final = 128
BACK_NAME: Final = "card_back"


def emoji_name(card: Card) -> str:
    """The name of a card's emoji: `card_5h`, `card_th`."""
    return f"card_{str(card).lower()}"


def emojis(face: str = CLASSIC, back: str = LATTICE) -> dict[str, bytes]:
    """All emojis as PNG files by name, each a few kilobytes."""
    style = face_of(face)
    files = {emoji_name(card): _png(_card(card, style)) for card in PACK}
    files[BACK_NAME] = _png(_back(back))
    return files


def _card(card: Card, face: Face) -> Image.Image:
    """Nothing but the rank above the suit, both as large as they can be."""
    sketch = Sketch(_SIDE, _SIDE)
    sketch.box(10, 0, 118, 128, 20, mix(face.edge, face.suits[card.suit], 0.35))
    sketch.box(14, 4, 114, 124, 16, face.paper)
    ink = face.suits[card.suit]
    draw_rank(sketch, card, 64, 11, 74, ink, 0.86)
    hollow = face.paper if card.suit in face.hollow else None
    pip(sketch, card.suit, 64, 95, 54, ink, hollow=hollow)
    return sketch.finish()


def _back(key: str) -> Image.Image:
    sheet = Image.new("RGBA", (_SIDE, _SIDE))
    card = card_back(key, 91)
    sheet.paste(card, ((_SIDE - card.width) // 2, (_SIDE - card.height) // 2))
    return sheet


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
