"""The typefaces of the pictures (README.md tells where they come from)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.ui.pictures.house_mark import HOUSE_MARK

SANS: Final = "sans-medium"
"""For text."""
BOLD: Final = "sans-bold"
"""For names and what matters."""
SLAB: Final = "slab-bold"
"""For figures and the indices of cards: Latin capitals and digits only."""

# FreeType faces are not made for two threads at once.
_lock: Final = threading.Lock()


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A typeface at a size in pixels.

    Always laid out in the same simple way, so that pictures are the same wherever they are drawn.
    """
    path = Path(__file__).with_name(f"{name}.ttf")
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=2048)
def text_width(text: str, face: ImageFont.FreeTypeFont) -> int:
    """How wide a text is, in pixels."""
    with _lock:
        houses = text.count(HOUSE_MARK) * _house_width(face)
        return round(houses + sum(face.getlength(part) for part in text.split(HOUSE_MARK)))


@lru_cache(maxsize=512)
def glyphs(text: str, face: ImageFont.FreeTypeFont) -> Image.Image:
    """The ink of a text, cut close around it: 0 where there is none, 255 where it is full."""
    with _lock:
        left, top, right, bottom = (round(edge) for edge in face.getbbox(text))
        sheet = Image.new("L", (max(1, right - left), max(1, bottom - top)))
        ImageDraw.Draw(sheet).text((-left, -top), text, fill=255, font=face)
    return sheet


@lru_cache(maxsize=512)
def line(text: str, face: ImageFont.FreeTypeFont) -> Image.Image:
    """The ink of a text on a sheet as high as the typeface, so that lines of text share a base line."""
    ascent, descent = face.getmetrics()
    sheet = Image.new("L", (max(1, text_width(text, face) + 2), ascent + descent))
    with _lock:
        x = 0.0
        for number, part in enumerate(text.split(HOUSE_MARK)):
            if number:
                sheet.paste(_house(face), (round(x), 0))
                x += _house_width(face)
            ImageDraw.Draw(sheet).text((round(x), 0), part, fill=255, font=face)
            x += face.getlength(part)
    return sheet


def _house_width(face: ImageFont.FreeTypeFont) -> int:
    return round(face.size * 0.84)


@lru_cache(maxsize=64)
def _house(face: ImageFont.FreeTypeFont) -> Image.Image:
    """The sign of house players, which the typefaces lack: a house with a door, as high as a capital."""
    ascent, _ = face.getmetrics()
    width, high = _house_width(face), face.size * 0.74
    fine = 8
    sheet = Image.new("L", (width * fine, ascent * fine))
    draw = ImageDraw.Draw(sheet)

    def place(x: float, y: float) -> tuple[float, float]:
        """Where a point lies that is so far along the width, and so far up from the base line."""
        return x * (width - 2) * fine, (ascent - y * high) * fine

    draw.polygon([place(0, 0.46), place(0.5, 1.02), place(1, 0.46)], fill=255)
    draw.rectangle((*place(0.14, 0.5), *place(0.86, 0)), fill=255)
    draw.rectangle((*place(0.4, 0.36), *place(0.6, 0)), fill=0)
    return sheet.reduce(fine)


@cache
def _known(name: str) -> frozenset[str]:
    """The characters that a typeface has, of those that names are made of."""
    face = font(name, 24)
    missing = _drawn("\U0010ffff", face)
    ranges = (range(0x20, 0x7F), range(0xA0, 0x530), range(0x1E00, 0x1F00), range(0x2010, 0x2123))
    with _lock:
        known = {chr(code) for reach in ranges for code in reach if _drawn(chr(code), face) != missing}
    return frozenset(known | {" "})


def _drawn(sign: str, face: ImageFont.FreeTypeFont) -> bytes:
    sheet = Image.new("L", (40, 40))
    ImageDraw.Draw(sheet).text((4, 4), sign, fill=255, font=face)
    return sheet.tobytes()


def drawable(text: str, instead: str, name: str = BOLD) -> str:
    """A name without what the typeface lacks, or `instead` when nothing to read remains; marks of the house stay."""
    known = _known(name) | {HOUSE_MARK}
    kept = " ".join("".join(sign for sign in text if sign in known).split())
    if any(sign.isalnum() for sign in kept):
        return kept
    return f"{HOUSE_MARK} {instead}" if HOUSE_MARK in text else instead


def fitted(text: str, face: ImageFont.FreeTypeFont, width: int) -> str:
    """A text that is cut with an ellipsis where it would be wider than `width` pixels."""
    if text_width(text, face) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[:middle].rstrip() + "…", face) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def made_to_fit(text: str, name: str, sizes: Sequence[int], width: int) -> tuple[str, int]:
    """A text for `width` pixels, and its size: the first that is small enough, else the last, and cut."""
    for size in sizes:
        if text_width(text, font(name, size)) <= width:
            return text, size
    return fitted(text, font(name, sizes[-1]), width), sizes[-1]
