"""Golden pictures: what every scene of the gallery looked like when somebody last looked and agreed.

They are kept 400 pixels wide, as on a phone. After a change that is meant to be seen, look at the pictures of

    uv run python -m bot gallery FOLDER

and when they are as they should be, renew the golden ones:

    uv run --group dev python tests/pictures/golden.py
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from bot.ui.pictures.draw import draw_afresh
from bot.ui.pictures.gallery import scenes

FOLDER = Path(__file__).parents[1] / "data" / "golden"
WIDTH = 400
TILE = 12
MOST = 20.0
"""How far a tile's colour may be off, of 255. Another rasteriser's letters differ by less, a card by more."""


def at_phone_size(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png)).convert("RGB")
    return image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image) -> float:
    """The largest difference of any tile's mean colour, after a blur that forgives shifted edges."""
    if one.size != other.size:
        return 255.0
    blurred = (image.filter(ImageFilter.GaussianBlur(1.2)) for image in (one, other))
    apart = ImageChops.difference(*blurred)
    tiles = (-(-apart.width // TILE), -(-apart.height // TILE))
    means = apart.resize(tiles, Image.Resampling.BOX)
    return float(max(high for _, high in means.getextrema()))


def renew() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    models = scenes()
    for path in FOLDER.glob("*.png"):
        if path.stem not in models:
            path.unlink()
    for name, model in models.items():
        path = FOLDER / f"{name}.png"
        new = at_phone_size(draw_afresh(model))
        if path.exists():
            apart = difference(new, Image.open(path).convert("RGB"))
            if apart <= MOST / 4:
                continue
            print(f"{name}: {apart:.1f}")
        else:
            print(f"{name}: new")
        colours = new.quantize(256, kmeans=2, dither=Image.Dither.NONE)
        colours.save(path, "PNG", optimize=True)


if __name__ == "__main__":
    renew()
