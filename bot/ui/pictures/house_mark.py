"""The sign by which house players are known, and people's names without anything that could be taken for it.

The sign stands before the name of a house player (`bot.ui.panels.who`). It tells the two apart because a person's
name, wherever it is shown, has no house in it, and nothing but writing at its beginning.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

HOUSE_MARK: Final = "⌂"
"""Stands before the name of a house player."""

# Houses and what may be taken for one: by their names in Unicode, so that new ones are among them, …
_HOUSES: Final = re.compile(
    r"\b(HOUSES?|HOME|HUT|BUILDINGS?|CASTLE|CHURCH|MOSQUE|SYNAGOGUE|TEMPLE|SHRINE|KAABA|WORSHIP|TENT|CAMPING"
    r"|WEDDING|HOTEL|BANK|SCHOOL(?! SATCHEL)|HOSPITAL|POST OFFICE|FACTORY|STORE|ROOF|PENTAGON|SHOGI|UP-POINTING"
    r"|UPWARDS (?:WHITE|BLACK|HEAVY)|EGYPTIAN HIEROGLYPH O\d.*)\b"
)
# … and those whose names don't tell.
_LIKE_HOUSES: Final = frozenset("⌂⌃⌅⌆⌤⍍⍐⍓⎔⏏⏢∆⊿◬◭◮⛉⛊⟁⧊⧋⧍⬢⬣⮝⯅🎪🏙🏛🛆🜁🜂🞁\ua71b")
# Accents like roofs: a П with one would be a house. (Latin letters keep theirs: N̂g is a name.)
_ROOFS: Final = frozenset("\u0302\u0311\u0352\u0361\u1dcd")
_LONE_ROOF: Final = re.compile(r"(?<!\S)[ΔΛɅᐃᐱᐞᗑᗩꓥⲆ]+\s+(?=\S)")
# Pictures and blanks, though letters by their category.
_NO_WRITING: Final = ("HIEROGLYPH", "CUNEIFORM", "FILLER")
_BEFORE_WRITING: Final = frozenset({"Lm", "Ps", "Pe", "Pi", "Pf", "Pd", "Sc", "Zs"})
_MARKS: Final = frozenset({"Mn", "Mc"})
_ANYTHING: Final = frozenset({"Co", "Cs", "Me"})
"""Characters whose look no standard prescribes, and those drawn around others."""


def unmarked(name: str) -> str:
    """A name in which no house stands, and no sign at all before the first letter or digit."""
    kept = "".join(character for character in name if not _like_a_house(character))
    name = _without_built_signs(unicodedata.normalize("NFC", kept))
    while (less := _led_by_writing(_LONE_ROOF.sub("", name))) != name:
        name = less
    return name


@lru_cache(4096)
def _like_a_house(character: str) -> bool:
    """Whether a character looks like a house, or may look like anything."""
    if unicodedata.category(character) in _ANYTHING or character in _LIKE_HOUSES:
        return True
    return not _is_writing(character) and _HOUSES.search(unicodedata.name(character, "")) is not None


def _without_built_signs(name: str) -> str:
    """A name with accents on letters and digits alone: a square with a roof would be a house."""
    kept: list[str] = []
    base = ""
    for character in name:
        category = unicodedata.category(character)
        if category not in _MARKS:
            kept.append(character)
            base = base if category == "Cf" else character
        elif _fits(character, base):
            kept.append(character)
    return "".join(kept)


def _fits(mark: str, base: str) -> bool:
    """Whether a mark may stand on a character, which is empty at the beginning of a name."""
    if unicodedata.name(mark, "").startswith("VARIATION SELECTOR"):
        return True
    if not base or not (_is_writing(base) or unicodedata.category(base) == "Lm"):
        return False
    return mark not in _ROOFS or unicodedata.name(base, "").startswith("LATIN ")


def _led_by_writing(name: str) -> str:
    """A name without signs before the first letter or digit, if it has any."""
    for at, character in enumerate(name):
        if _is_writing(character):
            return "".join(filter(_may_lead, name[:at])) + name[at:]
    return name


def _may_lead(character: str) -> bool:
    """Whether a character may stand before the first letter: quotation marks, brackets and the like."""
    if character.isascii():
        return character != "^"
    return character in "¡¿" or unicodedata.category(character) in _BEFORE_WRITING


@lru_cache(4096)
def _is_writing(character: str) -> bool:
    """Whether a character is a letter or a digit of those that names are written in."""
    called = unicodedata.name(character, "")
    category = unicodedata.category(character)
    if category[0] in "LN":
        return category != "Lm" and not any(word in called for word in _NO_WRITING)
    return " LETTER " in called  # letters in circles and squares
