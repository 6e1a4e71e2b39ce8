from __future__ import annotations

import pytest

from tests.cribbage.playthroughs import FOLDER, GAMES, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_goes_as_it_went_before(name):
    """After a change that is meant: see `tests/cribbage/playthroughs.py`."""
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_file_is_left_over():
    assert {path.stem for path in FOLDER.iterdir()} == set(GAMES)
