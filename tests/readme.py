"""What the README and the guides say, for tests that hold them to their word."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("*/*.md")])
    if not path.parent.name.startswith(".") or path.parent.name == ".github"
}
"""The README and the guides, by their paths."""


def blocks(language: str, page: str = "README.md") -> list[str]:
    """The code blocks of a language, without the indentation that they have in a list."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", PAGES[page], flags=re.DOTALL | re.MULTILINE)
    return [re.sub(rf"^{indent}", "", code, flags=re.MULTILINE) for indent, code in found]


def section(title: str, page: str = "README.md") -> str:
    """The text under a heading, up to the next of any rank."""
    after = re.split(rf"^#+ {re.escape(title)}$", PAGES[page], flags=re.MULTILINE)[1]
    return re.split(r"^#+ ", after, maxsplit=1, flags=re.MULTILINE)[0]
