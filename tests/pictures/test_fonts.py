"""The typefaces: shipped with their licences, and kind to names they can't write."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageFont, ImageStat

from bot.ui.pictures import fonts
from bot.ui.pictures.fonts import BOLD, SANS, SLAB, drawable, fitted, font, line, made_to_fit, text_width
from bot.ui.pictures.house_mark import HOUSE_MARK

FOLDER = Path(fonts.__file__).parent


def test_typefaces_are_shipped_with_their_licences() -> None:
    assert {path.stem for path in FOLDER.glob("*.ttf")} == {SANS, BOLD, SLAB}
    for licence in ("LICENSE-sans.txt", "LICENSE-slab.txt"):
        assert "SIL OPEN FONT LICENSE" in (FOLDER / licence).read_text().upper()


def test_names_lose_only_what_cannot_be_written() -> None:
    assert drawable("Zoë", "?") == "Zoë"
    assert drawable("Зоя Ωμέγα", "?") == "Зоя Ωμέγα"
    assert drawable("★ Ann 🎉", "?") == "Ann"
    assert drawable("漢字", "Seat 2") == "Seat 2"
    assert drawable("  \n ", "Seat 2") == "Seat 2"


def test_what_is_too_wide_ends_in_an_ellipsis() -> None:
    face = font(BOLD, 30)
    cut = fitted("Bartholomew", face, 100)
    assert cut.endswith("…")
    assert text_width(cut, face) <= 100
    assert fitted("Ann", face, 100) == "Ann"
    assert fitted("Ann", face, 1) == "…"


def test_a_long_name_is_written_smaller_before_it_is_cut() -> None:
    wide = text_width("Ann & Dora", font(BOLD, 27))
    assert made_to_fit("Ann & Dora", BOLD, (27, 24, 21), wide) == ("Ann & Dora", 27)
    assert made_to_fit("Ann & Dora", BOLD, (27, 24, 21), wide - 1) == ("Ann & Dora", 24)
    cut, size = made_to_fit("Bartholomew & Wilhelmina", BOLD, (27, 24, 21), wide)
    assert cut.endswith("…")
    assert size == 21
    assert text_width(cut, font(BOLD, 21)) <= wide


def ink_of(text: str, face: ImageFont.FreeTypeFont) -> Image.Image:
    """A text's ink, stretched to a small square."""
    ink = line(text, face)
    return ink.crop(ink.getbbox() or (0, 0, 1, 1)).resize((24, 24))


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two squares are apart, from 0 to 1."""
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0] / 255


def test_the_mark_of_house_players_is_drawn_and_no_letter_looks_like_it() -> None:
    """A filled house with a door: no character that a name is written with comes near it."""
    face = font(BOLD, 29)
    house = ink_of(HOUSE_MARK, face)
    assert house.getbbox() is not None
    names = {code for code in map(chr, range(0x20, 0x3000)) if drawable(f"A{code}", "?") == f"A{code}"}
    assert HOUSE_MARK in names
    assert len(names) > 500
    apart = {sign: difference(house, ink_of(sign, face)) for sign in names - {HOUSE_MARK}}
    nearest = min(apart, key=apart.__getitem__)
    assert apart[nearest] > 0.2, nearest


def test_a_marked_name_is_as_wide_as_the_house_and_the_name() -> None:
    face = font(BOLD, 30)
    marked, name = text_width(f"{HOUSE_MARK} Ann", face), text_width(" Ann", face)
    assert 20 <= marked - name <= 30
    assert line(f"{HOUSE_MARK} Ann", face).width == marked + 2
    assert made_to_fit(f"{HOUSE_MARK} Bartholomew", BOLD, (29, 23), 120)[0].startswith(HOUSE_MARK)
    assert drawable(f"{HOUSE_MARK} 漢字", "Seat 2") == f"{HOUSE_MARK} Seat 2"
