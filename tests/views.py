"""A message as somebody sees it: what it says, and the buttons that it has."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot.cribbage.cards import Card, parse_card

CARD: Final = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]")
_BUTTON, _TEXT = 2, 10
_PRIMARY: Final = 1


@dataclass(frozen=True)
class View:
    """The text and the buttons of a message, in the order of the page."""

    text: str
    buttons: tuple[dict[str, Any], ...]

    def labels(self, *, enabled: bool = True) -> list[str]:
        """What the buttons say: of those that can be pressed, or of all."""
        return [button["label"] for button in self.buttons if not (enabled and button.get("disabled"))]

    def cards(self, *, enabled: bool = True) -> list[Card]:
        """The cards among the buttons."""
        return [parse_card(label) for label in self.labels(enabled=enabled) if CARD.match(label)]

    def button(self, label: str) -> dict[str, Any]:
        """The button with this label; a card may be written `5H`."""
        wanted = {label, _symbol(label)}
        for button in self.buttons:
            if button["label"] in wanted:
                return button
        raise AssertionError(f"no button {label!r} among {self.labels(enabled=False)} in {self.text!r}")

    def custom_id(self, label: str) -> str:
        """The custom id of the button with this label."""
        return str(self.button(label)["custom_id"])

    @property
    def is_hand(self) -> bool:
        """Whether this is somebody's hand in a game, if it is a private message."""
        return "Table " in self.text and " · deal " in self.text

    @property
    def deal(self) -> int:
        """The number of the deal that this shows, 0 when it shows none."""
        found = re.search(r" · deal (\d+)", self.text)
        return int(found[1]) if found else 0

    @property
    def choosing(self) -> bool:
        """Whether the owner of this hand has still to give cards to the crib."""
        return any(label.startswith("Give") for label in self.labels(enabled=False))

    def next_press(self, rng: random.Random) -> str:
        """What to press next in this hand, at random: a card, or **Give** when enough are chosen."""
        labels = self.labels()
        if give := [label for label in labels if label.startswith("Give")]:
            return give[0]
        # A chosen card stands out, and a press would take it back.
        chosen = _PRIMARY if self.choosing else None
        return rng.choice([label for label in labels if self.button(label)["style"] != chosen])


def read(components: list[dict[str, Any]]) -> tuple[str, tuple[dict[str, Any], ...]]:
    """The text and the buttons of a message's components."""
    parts = list(walk(components))
    text = "\n".join(part["content"] for part in parts if part.get("type") == _TEXT)
    return text, tuple(part for part in parts if part.get("type") == _BUTTON)


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components, outer ones first."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])


def _symbol(label: str) -> str:
    try:
        return parse_card(label).symbol
    except ValueError:
        return label
