"""People's names, made safe for messages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.ui.pictures.house_mark import unmarked

_SPECIAL: Final = re.compile(r"([\\*_`~|<>\[\]()#:@-])")
_LONGEST: Final = 24
_ZERO_WIDTH_SPACE: Final = "\u200b"
_NAMELESS: Final = "somebody"
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Me", "Mn", "Zl", "Zp", "Zs"})  # categories
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their category that draw nothing."""
_LEFTWARDS: Final = frozenset({"R", "AL", "AN"})
_ISOLATE, _END = "\u2068", "\u2069"
_TURNING: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})


@lru_cache(4096)
def plain(name: str) -> str:
    """A name cut to a bearable length, on one line, that can't turn around the text behind it.

    It has no sign that could be taken for a house player's (`bot.ui.pictures.house_mark`).
    """
    line = " ".join(unmarked("".join(filter(_stands_still, name))).split())
    if not any(_is_seen(character) for character in line):
        return _NAMELESS
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


@lru_cache(4096)
def safe(name: str) -> str:
    """A name that can neither format a message nor mention anybody, nor disturb the numbers that follow it."""
    text = _SPECIAL.sub(r"\\\1", plain(name)).replace("\\@", "@" + _ZERO_WIDTH_SPACE)
    leftwards = any(unicodedata.bidirectional(character) in _LEFTWARDS for character in text)
    return f"{_ISOLATE}{text}{_END}" if leftwards else text


def listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them: `Ann`, `Ann and Bob`, `Ann, Bob and Cy`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def possessive(name: str) -> str:
    """`Ann's`, `Les'`."""
    return f"{name}'" if name.endswith(("s", "S")) else f"{name}'s"


def _stands_still(character: str) -> bool:
    """Whether a character has no say over the direction of what follows it."""
    return unicodedata.bidirectional(character) not in _TURNING


def _is_seen(character: str) -> bool:
    """Whether a character draws something by itself."""
    return unicodedata.category(character) not in _INVISIBLE and character not in _BLANK
