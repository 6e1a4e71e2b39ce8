"""How fast one person may press buttons and use commands."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, Literal

Verdict = Literal["welcome", "first", "surplus"]
"""Whether a press is handled; of those that aren't, the first one is told why."""

AT_ONCE: Final = 20
A_SECOND: Final = 5.0
"""A limit that nobody meets by playing. A discard is three presses (two cards, and **Give**), a play is one, and after
either others move or at least the hand has to come back: that is four presses a second for the quickest, in
bursts of three. Twenty at once leave room for a whole six-handed show of impatience, double clicks included:
somebody who presses seven times a second, which is as fast as a finger goes, meets the limit after ten seconds."""


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float
    told: bool = False


class Tempo:
    """A bucket of presses for every person, which fills again by itself. Full ones are forgotten."""

    def __init__(self, at_once: int = AT_ONCE, a_second: float = A_SECOND) -> None:
        self._at_once = at_once
        self._a_second = a_second
        self._buckets: OrderedDict[int, _Bucket] = OrderedDict()  # who pressed longest ago first

    def press(self, user: int, now: float) -> Verdict:
        """Count a press at `now`, in seconds of a clock that never goes back."""
        self._forget_full(now)
        bucket = self._buckets.setdefault(user, _Bucket(self._at_once, now))
        self._buckets.move_to_end(user)
        bucket.left = min(self._at_once, bucket.left + (now - bucket.at) * self._a_second)
        bucket.at = now
        if bucket.left >= 1:
            bucket.left -= 1
            return "welcome"
        verdict: Verdict = "surplus" if bucket.told else "first"
        bucket.told = True
        return verdict

    def __len__(self) -> int:
        return len(self._buckets)

    def _forget_full(self, now: float) -> None:
        # After this long any bucket is full, however empty it was.
        filled = now - self._at_once / self._a_second
        while self._buckets and next(iter(self._buckets.values())).at <= filled:
            self._buckets.popitem(last=False)
