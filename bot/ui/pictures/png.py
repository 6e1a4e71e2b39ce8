"""PNG files put together from bands of rows that are packed apart, so that a band that stays is packed once."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PIL import Image

QUICK: Final = 3
"""zlib's level for most pictures."""
SMALL: Final = 5
"""zlib's level for what would be too large: twice the work, a tenth fewer bytes."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_ZLIB_HEADER: Final = b"\x78\x01"
_LAST_BLOCK: Final = b"\x03\x00"  # an empty one: bands end with blocks that others may follow
_MODULUS: Final = 65521  # of Adler-32


@dataclass(frozen=True, slots=True)
class Band:
    """Packed rows of a picture.

    `width` and `rows` are in pixels; `check` is the Adler-32 of the `size` bytes before packing.
    """

    width: int
    rows: int
    packed: bytes
    size: int
    check: int


def pack(image: Image.Image, level: int = QUICK) -> Band:
    """The rows of an image of mode L, whose values are numbers of colours."""
    # Every row begins with the number of its filter: none, which suits numbers of colours.
    rows = Image.new("L", (image.width + 1, image.height))
    rows.paste(image, (1, 0))
    plain = rows.tobytes()
    packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(plain) + packer.flush(zlib.Z_SYNC_FLUSH)
    return Band(image.width, image.height, packed, len(plain), zlib.adler32(plain))


def png(palette: bytes, bands: Iterable[Band]) -> bytes:
    """A PNG file of bands of one width, the uppermost first. `palette` has red, green and blue in turn.

    Raises `ValueError` for bands of several widths, or none.
    """
    bands = tuple(bands)
    if len({band.width for band in bands}) != 1:
        raise ValueError("a picture's bands are of one width")
    check = 1
    for band in bands:
        check = _joined(check, band)
    head = struct.pack(">IIBBBBB", bands[0].width, sum(band.rows for band in bands), 8, 3, 0, 0, 0)
    packed = b"".join((_ZLIB_HEADER, *(band.packed for band in bands), _LAST_BLOCK, struct.pack(">I", check)))
    chunks = (b"IHDR", head), (b"PLTE", palette), (b"IDAT", packed), (b"IEND", b"")
    return _SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def _joined(before: int, band: Band) -> int:
    """The Adler-32 of what gave `before`, followed by the band's bytes."""
    low, high = before & 0xFFFF, before >> 16
    band_low, band_high = band.check & 0xFFFF, band.check >> 16
    high = (high + band_high + band.size * (low - 1)) % _MODULUS
    return high << 16 | (low + band_low - 1) % _MODULUS


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
