"""The typefaces: shipped with their licences, and kind to names they can't write."""

from __future__ import annotations

from pathlib import Path

from bot.ui.pictures import fonts
from bot.ui.pictures.fonts import BOLD, SANS, SLAB, drawable, fitted, font, text_width

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
