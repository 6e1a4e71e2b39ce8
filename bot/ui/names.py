"""People's names, made safe for messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_SPECIAL: Final = re.compile(r"([\\*_`~|<>\[\]()#:@-])")
_LONGEST: Final = 24
_ZERO_WIDTH_SPACE: Final = "\u200b"


def plain(name: str) -> str:
    """A name cut to a bearable length, on one line."""
    line = " ".join(name.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def safe(name: str) -> str:
    """A name that can neither format a message nor mention anybody."""
    return _SPECIAL.sub(r"\\\1", plain(name)).replace("\\@", "@" + _ZERO_WIDTH_SPACE)


def listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them: `Ann`, `Ann and Bob`, `Ann, Bob and Cy`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def possessive(name: str) -> str:
    """`Ann's`, `Les'`."""
    return f"{name}'" if name.endswith(("s", "S")) else f"{name}'s"
