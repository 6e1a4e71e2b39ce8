"""Every picture is also told in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ui.pictures.alt import LONGEST, alt_text
from bot.ui.pictures.gallery import LONG, scenes
from bot.ui.pictures.models import TablePicture

SCENES = scenes()


@pytest.mark.parametrize("name", SCENES)
def test_every_picture_has_words_that_discord_takes(name: str) -> None:
    text = alt_text(SCENES[name])
    assert 20 < len(text) <= LONGEST
    assert text.endswith((".", "…"))


def test_a_table_is_told_whole() -> None:
    assert alt_text(SCENES["table-two"]) == (
        "Cribbage board, to 121. Ann 46, last move 2. Bob 51, last move 12. Starter 7 of diamonds. "
        "Count 22: 7 of clubs, 8 of hearts, 7 of spades. "
        "Ann holds 2 cards, deals and has the crib, 4 cards so far, to move. Bob holds 1 card. "
        "Played before: king of diamonds, jack of clubs."
    )


def test_a_hand_is_told_with_what_is_chosen_and_what_cannot_be_played() -> None:
    assert alt_text(SCENES["hand-choosing"]) == (
        "Your cards: 2 of diamonds, 5 of hearts, 5 of spades, 9 of clubs, jack of diamonds, queen of clubs. "
        "Chosen for the crib: 2 of diamonds, 9 of clubs."
    )
    assert "Can't be played now: king of clubs." in alt_text(SCENES["hand-dimmed"])
    assert alt_text(SCENES["hand-empty"]).startswith("You hold no cards.")


def test_the_show_is_told_line_by_line() -> None:
    told = alt_text(SCENES["show-29"])
    assert "Ann: jack of diamonds" not in told
    assert "8 fifteens 16, double pair royal 12, his nobs 1: 29, to 70." in told
    assert "Nothing: 0, to 31." in alt_text(SCENES["show-nineteen"])
    assert "not counted." in alt_text(SCENES["show-ended-early"])


def test_long_names_are_cut_not_refused() -> None:
    table = SCENES["table-six"]
    assert isinstance(table, TablePicture)
    places = tuple(replace(place, name=LONG * 3) for place in table.places)
    assert len(alt_text(replace(table, places=places))) == LONGEST


def test_sheets_say_what_unlocks() -> None:
    told = alt_text(SCENES["faces"])
    assert "Classic, yours." in told
    assert "Ink, locked: level 5." in told
