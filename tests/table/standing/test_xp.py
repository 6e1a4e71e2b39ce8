"""XP and levels at their borders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.standing.xp import level_of, prestige_for, xp_at, xp_for


@pytest.mark.parametrize(
    ("won", "practice", "xp"), [(False, False, 40), (True, False, 100), (False, True, 10), (True, True, 25)]
)
def test_the_xp_of_a_game(won, practice, xp):
    assert xp_for(won=won, practice=practice) == xp


@pytest.mark.parametrize(
    ("xp", "level"),
    [
        (0, 1),
        (99, 1),
        (100, 2),
        (299, 2),
        (300, 3),
        (599, 3),
        (600, 4),
        (4499, 9),
        (4500, 10),
        (495_000, 100),
    ],
)
def test_levels(xp, level):
    assert level_of(xp) == level


@given(st.integers(1, 100_000))
def test_a_level_begins_where_it_says(level):
    assert level_of(xp_at(level)) == level
    assert level_of(xp_at(level + 1) - 1) == level
    assert xp_at(level + 1) - xp_at(level) == 100 * level


@given(st.integers(0, 10**12))
def test_more_xp_never_lower_a_level(xp):
    assert xp_at(level_of(xp)) <= xp < xp_at(level_of(xp) + 1)


def test_prestige():
    assert [prestige_for(*skunks) for skunks in ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2))] == [
        *(0, 1, 2),
        *(2, 3, 4),
    ]
