"""Two things that Pillow does with pixels, in types that are wholly known.

Pillow's own annotations name numpy's types, which aren't there when numpy isn't installed.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image


def mapped(image: Image.Image, table: Sequence[int]) -> Image.Image:
    """An image of mode L with each value replaced by what stands in its place in a table of 256."""
    return image.point(table)  # pyright: ignore[reportUnknownMemberType]


def resized(image: Image.Image, width: int, height: int) -> Image.Image:
    """An image stretched or shrunk to a size, smoothly."""
    return image.resize((width, height))  # pyright: ignore[reportUnknownMemberType]
