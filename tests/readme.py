"""What the README says, for tests that hold it to its word."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of a language, without the indentation that they have in a list."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", TEXT, flags=re.DOTALL | re.MULTILINE)
    return [re.sub(rf"^{indent}", "", code, flags=re.MULTILINE) for indent, code in found]


def section(title: str) -> str:
    """The text under a heading, up to the next of any rank."""
    after = re.split(rf"^#+ {re.escape(title)}$", TEXT, flags=re.MULTILINE)[1]
    return re.split(r"^#+ ", after, maxsplit=1, flags=re.MULTILINE)[0]
