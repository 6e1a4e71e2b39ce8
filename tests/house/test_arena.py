"""Matches between house players."""

from __future__ import annotations

import io
import re

import pytest

from bot.house import arena


def test_a_match_tells_its_result():
    out = io.StringIO()
    match = arena.run("steady", "random", 6, 1, out)
    assert len(match.pairs) == 3
    assert match.first.wins + match.second.wins == 6
    assert match.first.wins == sum(match.pairs)
    text = out.getvalue()
    assert re.search(r"6 games .* seed 1\b", text)
    for name in ("steady", "random"):
        assert re.search(rf"{name} +won +\d+\.\d% ± \d+\.\d%.* as dealer, .* as pone .* ms", text)


def test_the_same_seed_gives_the_same_match():
    first, second = (arena.run("gentle", "random", 4, 7, io.StringIO()) for _ in range(2))
    assert first.pairs == second.pairs
    assert first.first.points == second.first.points


def test_changing_the_order_changes_nothing_but_the_names():
    # Steady uses no random numbers, so the games are the same.
    match = arena.run("steady", "steady", 10, 3, io.StringIO())
    assert match.rate() == 0.5
    assert set(match.pairs) == {1}


def test_entrants_and_games_are_checked():
    with pytest.raises(ValueError, match="no house player"):
        arena.run("steady", "fierce", 2, 1, io.StringIO())
    for games in (0, -5):
        with pytest.raises(ValueError, match="games"):
            arena.run("steady", "random", games, 1, io.StringIO())


def test_steady_beats_gentle_and_gentle_beats_chance():
    # Far from the expected 75 and 90 in a hundred, so that this fails only when something is broken.
    assert arena.run("steady", "gentle", 40, 5, io.StringIO()).rate() > 0.45
    assert arena.run("gentle", "random", 30, 5, io.StringIO()).rate() > 0.6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("other", "games", "least"),
    [("random", 10, 0.9), ("gentle", 30, 0.65), ("steady", 40, 0.45)],
)
def test_sharp_beats_them_all(other: str, games: int, least: float):
    # Expected 1.00, 0.84 and 0.59: so few games show only that nothing is broken.
    assert arena.run("sharp", other, games, 5, io.StringIO()).rate() >= least
