"""What a message shows and offers, as plain data: no Discord in here, so that it can be tested without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from bot.ui.pictures.models import Picture

Style = Literal["plain", "primary", "success", "danger"]

LONGEST: Final = 4000
"""Characters of text in a message."""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph in Discord's markdown."""

    markdown: str


def numbered(number: int) -> str:
    """A number with a point, as at the head of a line.

    Without the backslash the line would be an item of a list, which Discord counts up by itself: ranks
    that are shared, and seats of partners, don't follow each other.
    """
    return f"{number}\\."


@dataclass(frozen=True, slots=True)
class Divider:
    """A thin line between two parts of a message."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture by its model, with a file name that is unique in the message.

    Its alt text says what it shows; `instead` stands in its place where no picture can be sent.
    """

    model: Picture
    name: str
    instead: str | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A file to keep, with a name that is unique in the message."""

    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Button:
    """A button: what it says, and the custom id that its press brings back."""

    label: str
    custom_id: str
    style: Style = "plain"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons side by side."""

    buttons: tuple[Button, ...]


Block = Text | Image | Document | Divider | Row


@dataclass(frozen=True, slots=True)
class Panel:
    """A message: its blocks from top to bottom, and the people whom it may notify by mentioning them."""

    blocks: tuple[Block, ...]
    accent: int | None = None
    notifies: tuple[int, ...] = field(default=())

    def texts(self) -> Iterator[str]:
        """All that the message says, block by block."""
        for block in self.blocks:
            if isinstance(block, Text):
                yield block.markdown

    def buttons(self) -> Iterator[Button]:
        """All that the message offers."""
        for block in self.blocks:
            if isinstance(block, Row):
                yield from block.buttons

    def without_pictures(self) -> Panel:
        """The same message in words alone."""
        blocks = (self._in_words(block) for block in self.blocks)
        return replace(self, blocks=tuple(block for block in blocks if block is not None))

    @staticmethod
    def _in_words(block: Block) -> Block | None:
        if not isinstance(block, Image):
            return block
        return None if block.instead is None else Text(block.instead)

    @property
    def text(self) -> str:
        """All that the message says, in one piece."""
        return "\n".join(self.texts())


def rows(buttons: list[Button], width: int = 5) -> tuple[Row, ...]:
    """Buttons in rows of at most `width`."""
    return tuple(Row(tuple(buttons[at : at + width])) for at in range(0, len(buttons), width))


def notice(markdown: str) -> Panel:
    """A message of one sentence and nothing to press."""
    return Panel((Text(markdown),))
