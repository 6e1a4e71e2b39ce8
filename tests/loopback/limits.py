"""Discord's rate limits: so many requests in so many seconds for a route and its channel, told in headers."""

from __future__ import annotations

import math
import re
import time
from dataclasses import dataclass, field
from typing import Final

from tests.loopback.world import Refusal

_MESSAGES: Final = re.compile(r"/channels/(\d+)/messages")
"""Interactions aren't limited in this way."""


@dataclass(slots=True)
class _Bucket:
    """What is left of a limit until a moment of `time.monotonic`."""

    left: int
    until: float


@dataclass(slots=True)
class Limits:
    """Allows `most` requests in `seconds` for each channel and kind of request, and counts those `refused`.

    Without `most` there is no limit.
    """

    most: int | None = None
    seconds: float = 5.0
    refused: int = 0
    _buckets: dict[str, _Bucket] = field(default_factory=dict)

    def spend(self, method: str, path: str) -> dict[str, str]:
        """Count a request. Returns the headers that tell what is left; raises a `Refusal` if nothing was."""
        found = _MESSAGES.search(path)
        if self.most is None or found is None:
            return {}
        now, name = time.monotonic(), f"{method} {found[1]}"
        bucket = self._buckets.get(name)
        if bucket is None or bucket.until <= now:
            bucket = self._buckets[name] = _Bucket(self.most, now + self.seconds)
        if bucket.left == 0:
            self.refused += 1
            raise Refusal(429, 0, "You are being rate limited.", bucket.until - now)
        bucket.left -= 1
        # Rounded up: whoever waits that long comes late enough.
        after = math.ceil((bucket.until - now) * 1000) / 1000
        return {
            "X-RateLimit-Bucket": method,
            "X-RateLimit-Limit": str(self.most),
            "X-RateLimit-Remaining": str(bucket.left),
            "X-RateLimit-Reset": str(time.time() + after),
            "X-RateLimit-Reset-After": str(after),
        }
