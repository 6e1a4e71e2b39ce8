"""What messages are known to show."""

from __future__ import annotations

from bot.ui.panels.layout import Panel


class ShownPanels:
    """What messages show, as far as this process knows: an edit that changes nothing is not sent.

    Only hashes are kept, of the newest few thousand messages.
    """

    def __init__(self, most: int = 20_000) -> None:
        self._most = most
        self._hashes: dict[int, int] = {}

    def is_shown(self, message: int, panel: Panel) -> bool:
        """Whether a message is known to show this."""
        return self._hashes.get(message) == hash(panel)

    def note(self, message: int, panel: Panel) -> None:
        """Remember what a message shows."""
        self._hashes.pop(message, None)
        self._hashes[message] = hash(panel)
        if len(self._hashes) > self._most:
            del self._hashes[next(iter(self._hashes))]

    def clear(self) -> None:
        """Any message may show anything now."""
        self._hashes.clear()

    def forget(self, message: int) -> None:
        """A message may show anything now, or be gone."""
        self._hashes.pop(message, None)
