"""The typefaces: shipped with their licences, and kind to names they can't write."""

from __future__ import annotations

from pathlib import Path

from bot.ui.pictures import fonts
from bot.ui.pictures.fonts import BOLD, SANS, SLAB, drawable, fitted, font, made_to_fit, text_width

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
