"""PNG files of bands that were packed apart: the same picture as one packed whole."""

from __future__ import annotations

import io
import random
import zlib

import pytest
from PIL import Image

from bot.ui.pictures.png import QUICK, SMALL, pack, png

GREYS = bytes(value for value in range(256) for _ in range(3))


def _noise(width: int, height: int, seed: int) -> Image.Image:
    return Image.frombytes("L", (width, height), random.Random(seed).randbytes(width * height))


def _read(file: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(file))
    image.load()
    assert (image.format, image.mode) == ("PNG", "P")
    return image.convert("L")


@pytest.mark.parametrize("heights", [(1,), (7,), (300, 1), (1, 2, 3), (40, 500, 260)])
def test_bands_stand_below_each_other(heights: tuple[int, ...]) -> None:
    parts = [_noise(90, height, seed) for seed, height in enumerate(heights)]
    whole = Image.new("L", (90, sum(heights)))
    for at, part in enumerate(parts):
        whole.paste(part, (0, sum(heights[:at])))
    bands = [pack(part, SMALL if at % 2 else QUICK) for at, part in enumerate(parts)]
    assert _read(png(GREYS, bands)).tobytes() == whole.tobytes()


def test_a_reader_that_checks_everything_finds_the_checksums_right() -> None:
    """Pillow forgives a wrong Adler-32 and what follows the data; zlib and this test don't."""
    bands = [pack(_noise(33, height, height)) for height in (250, 1, 77)]
    file = png(GREYS, bands)
    kinds: list[bytes] = []
    at, data = 8, b""
    while at < len(file):
        size = int.from_bytes(file[at : at + 4])
        kind, content = file[at + 4 : at + 8], file[at + 8 : at + 8 + size]
        assert int.from_bytes(file[at + 8 + size : at + 12 + size]) == zlib.crc32(kind + content)
        kinds.append(kind)
        data = content if kind == b"IDAT" else data
        at += 12 + size
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    reader = zlib.decompressobj()
    assert len(reader.decompress(data)) == (250 + 1 + 77) * 34
    assert reader.eof
    assert not reader.unused_data


def test_bands_of_several_widths_are_no_picture() -> None:
    with pytest.raises(ValueError, match="one width"):
        png(GREYS, [pack(_noise(10, 2, 1)), pack(_noise(11, 2, 1))])
    with pytest.raises(ValueError, match="one width"):
        png(GREYS, [])
