"""Sample sheets: the faces and the backs that can be chosen, and what unlocks the others."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from bot.cribbage.cards import parse_cards
from bot.ui.pictures import room
from bot.ui.pictures.backs import back_of, card_back
from bot.ui.pictures.cards import card_height, full_card
from bot.ui.pictures.faces import face_of
from bot.ui.pictures.fonts import BOLD, fitted, font
from bot.ui.pictures.models import CardsSheet, Sample
from bot.ui.pictures.sketch import Sketch, mix

_SHOWN: Final = parse_cards("AS 5H JC KD")
_CARD: Final = 92
_BACK: Final = 128
_MARGIN, _GAP = 16, 12


def draw_sheet(model: CardsSheet) -> bytes:
    """A sample sheet as a PNG file. It has too many colours for a palette made beforehand."""
    faces = model.kind == "faces"
    columns = 2 if faces else 5
    width = (room.WIDTH - 2 * _MARGIN - _GAP * (columns - 1)) // columns
    height = card_height(_CARD if faces else _BACK) + (66 if faces else 96)
    rows = max(1, -(-len(model.samples) // columns))
    total = 2 * _MARGIN + rows * height + (rows - 1) * _GAP
    sheet = Image.new("RGB", (room.WIDTH, total), room.FELT)
    for at, sample in enumerate(model.samples):
        cell = _face_cell(sample, width, height) if faces else _back_cell(sample, width, height)
        place = (_MARGIN + at % columns * (width + _GAP), _MARGIN + at // columns * (height + _GAP))
        sheet.paste(cell, place, cell.getchannel("A"))
    file = io.BytesIO()
    sheet.quantize(256, dither=Image.Dither.NONE).save(file, "PNG", compress_level=6)
    return file.getvalue()


def _cell(sample: Sample, width: int, height: int) -> Sketch:
    cell = Sketch(width, height)
    cell.box(0, 0, width, height, 14, room.BRASS if sample.chosen else room.PANEL)
    cell.box(3, 3, width - 3, height - 3, 11.5, room.PANEL_LIT if sample.chosen else room.PANEL)
    return cell


def _faded(card: Image.Image, sample: Sample) -> Image.Image:
    if not sample.locked:
        return card
    faded = Image.blend(card, Image.new("RGBA", card.size, (*room.PANEL, 255)), 0.22)
    faded.putalpha(card.getchannel("A"))
    return faded


def _note(sample: Sample) -> str:
    return "yours" if sample.chosen else sample.locked


def _face_cell(sample: Sample, width: int, height: int) -> Image.Image:
    face = face_of(sample.key)
    cell = _cell(sample, width, height)
    cell.words(18, 39, face.name, BOLD, 28, room.CREAM)
    if sample.locked:
        _lock(cell, width - 30, 30)
    right = width - (48 if sample.locked else 18)
    note = fitted(_note(sample), font(BOLD, 23), width - 190)
    if note:
        cell.words(right, 38, note, BOLD, 23, room.BRASS if sample.chosen else room.SOFT, "r")
    image = cell.finish()
    step = (width - 36 - _CARD) / 3
    for at, card in enumerate(_SHOWN):
        picture = _faded(full_card(card, face, _CARD), sample)
        image.alpha_composite(picture, (round(18 + at * step), 52))
    return image


def _back_cell(sample: Sample, width: int, height: int) -> Image.Image:
    cell = _cell(sample, width, height)
    below = 14 + card_height(_BACK)
    cell.words(width / 2, below + 36, back_of(sample.key).name, BOLD, 26, room.CREAM, "m")
    note = fitted(_note(sample), font(BOLD, 21), width - 14)
    if note:
        cell.words(width / 2, below + 65, note, BOLD, 22, room.BRASS if sample.chosen else room.SOFT, "m")
    image = cell.finish()
    image.alpha_composite(_faded(card_back(sample.key, _BACK), sample), ((width - _BACK) // 2, 14))
    if sample.locked:
        lock = Sketch(width, height)
        lock.dot(width / 2, below - 6, 20, room.PANEL)
        _lock(lock, width / 2, below - 6, 1.2)
        image.alpha_composite(lock.finish())
    return image


def _lock(sketch: Sketch, x: float, y: float, size: float = 1.0) -> None:
    """A padlock."""
    sketch.place(x, y, size)
    sketch.dot(0, -3.5, 6.5, room.SOFT)
    sketch.dot(0, -3.5, 4, room.PANEL)
    sketch.box(-8.5, -2.5, 8.5, 10, 2.5, room.SOFT)
    sketch.dot(0, 2.6, 2, mix(room.PANEL, room.INK, 0.3))
    sketch.place(0, 0)
