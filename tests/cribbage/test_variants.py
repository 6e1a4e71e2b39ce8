from __future__ import annotations

import pytest

from bot.cribbage.variants import VARIANTS


def test_the_games_on_offer():
    assert {name: (game.target, game.lowball) for name, game in VARIANTS.items()} == {
        "standard": (121, False),
        "short": (61, False),
        "lowball": (121, True),
    }
    assert all(name == game.name for name, game in VARIANTS.items())


@pytest.mark.parametrize(
    ("variant", "score", "skunks"),
    [
        ("standard", 120, 0),
        ("standard", 91, 0),
        ("standard", 90, 1),
        ("standard", 61, 1),
        ("standard", 60, 2),
        ("standard", 0, 2),
        ("short", 60, 0),
        ("short", 31, 0),
        ("short", 30, 1),
        ("short", 0, 1),
        ("lowball", 90, 0),
        ("lowball", 60, 0),
        ("lowball", 0, 0),
    ],
)
def test_what_a_losers_score_counts_as(variant, score, skunks):
    assert VARIANTS[variant].skunks(score) == skunks


@pytest.mark.parametrize(
    ("variant", "score", "left"),
    [
        ("standard", 120, True),
        ("standard", 119, False),
        ("standard", 121, False),
        ("short", 60, True),
        ("short", 59, False),
        ("lowball", 120, False),
    ],
)
def test_left_in_the_stink_hole(variant, score, left):
    assert VARIANTS[variant].in_the_stink_hole(score) is left
