"""The sign of house players: whatever people call themselves, their names neither have it nor look like it."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.ui.panels.names import plain, safe
from bot.ui.pictures.house_mark import HOUSE_MARK, unmarked

HOUSES = "⌂🏠🏡🏘🏚🏢🏛🏰🏯🛖🛕⛪🕌🕍🕋⛺🏕💒△▲▴🔺🔼⬟⬠⇧⇪⬆⏏☖☗⼧𓉐\uf015"  # the last is of a font for icons
"""What could be taken for a house at a glance."""
SIGNS = "🤖★♛✨⚙️🂡🎲⓿\u200d\u3164\u2800"
"""What a newcomer might take for the mark, and what draws nothing."""
PARTS = st.sampled_from(
    [*HOUSES, *SIGNS, "Δ ", "П\u0302", "⬜\u0302", "Steady", "House", "(house)", "A", " ", "&"]
)
NAMES = st.text(max_size=40) | st.lists(PARTS, max_size=12).map("".join)


def imitates(text: str) -> bool:
    """Whether the mark, or what looks like it, is anywhere in a text."""
    return any(sign in text for sign in (*HOUSES, "П\u0302", "⬜\u0302"))


def written(character: str) -> bool:
    """Whether a character is one that names are written in."""
    kind, called = unicodedata.category(character), unicodedata.name(character, "")
    pictures_or_blank = any(word in called for word in ("HIEROGLYPH", "CUNEIFORM", "FILLER"))
    return kind[0] in "LN" and kind != "Lm" and not pictures_or_blank


def signs_before_writing(text: str) -> str:
    """The signs that stand before the first letter or digit of a name, where it has any."""
    first = next((at for at, character in enumerate(text) if written(character)), 0)
    signs = {"So", "Sk", "Sm", "Cn", "Co", "Cs", "Me", "Mn"}
    return "".join(s for s in text[:first] if not s.isascii() and unicodedata.category(s) in signs)


@given(NAMES)
@example("⌂ Steady House")
@example("⌂\ufe0e Steady")
@example("\u2067⌂\u2069 Steady")
@example("🤖Δ Steady")
@example("\u3164🤖 Steady")
def test_no_name_has_the_mark_or_a_sign_where_it_stands(name: str) -> None:
    for shown in (unmarked(name), plain(name), safe(name)):
        assert not imitates(shown)
    assert signs_before_writing(unmarked(name)) == ""


@pytest.mark.parametrize("name", ["⌂", "🏠", "🏠\ufe0f", " ⌂ ⌂ ", "⇧", "⌂\u0301", "\uf015"])
def test_a_mere_house_is_no_name(name: str) -> None:
    assert plain(name) == "somebody"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Steady House", "Steady House"),
        ("Ann (house)", "Ann (house)"),
        ("⌂ Steady", "Steady"),
        ("🏠 Steady", "Steady"),
        ("🤖 Steady House", "Steady House"),
        ("Δ Steady", "Steady"),
        ("^ Steady", "Steady"),
        ("П\u0302 Steady", "П Steady"),
        ("Bob & ⌂ Steady", "Bob & Steady"),
        ("1\u20e3 Ann", "1 Ann"),
    ],
)
def test_what_is_left_of_imitations(name: str, shown: str) -> None:
    assert plain(name) == shown


@pytest.mark.parametrize(
    "name",
    [
        *("Zoë", "N\u0302g", "Adébáyọ\u0300", "ʻOlelo", "Δημήτρης", "Agent Δ", "Зоя"),
        *("नमस्ते", "안녕", "훝", "がー", "李小龍", "«Ann»", "¡Ann!", "$am", "€lise"),
        *("<3 Ann", "(Ann)", "^_^", "ⓐnn", "🅰nn", "Ann ✨", "Ann 👩\u200d👧", "✨👑✨"),
    ],
)  # fmt: skip
def test_names_that_imitate_nothing_stay_as_they_are(name: str) -> None:
    assert plain(name) == unicodedata.normalize("NFC", name)


def test_the_mark_itself_is_no_writing() -> None:
    assert unmarked(HOUSE_MARK) == ""
