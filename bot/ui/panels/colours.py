"""The colours along the side of messages."""

from __future__ import annotations

from typing import Final

FELT: Final = 0x2F6F4F
"""A table where something happens."""
GREY: Final = 0x6B7280
"""What is over."""
