"""The board in text: ends of streets, the start, the game hole."""

from __future__ import annotations

import pytest

from bot.ui.panels.table.board import track


def row(score: int, back: int = 0, target: int = 121, name: str = "Ann") -> str:
    lines = track([name, "Bob"], [score, 0], [back, 0], target).split("\n")
    assert lines[0] == lines[-1] == "```"
    return lines[2][9:]


@pytest.mark.parametrize("target", [61, 121])
def test_the_start_and_the_game_hole(target: int) -> None:
    assert row(0, target=target)[0] == "●"
    assert row(target, target=target)[-1] == "●"
    assert row(target + 8, target=target)[-1] == "●"  # past the target
    last = row(target - 1, target=target)
    assert "●" in last
    assert last[-1] != "●"  # nobody looks like a winner too early


@pytest.mark.parametrize("street", [30, 60, 90])
def test_a_peg_at_the_end_of_a_street_covers_its_mark(street: int) -> None:
    empty = row(0)
    (at,) = [place for place, hole in enumerate(row(street)) if hole == "●"]
    assert empty[at] == "┊"
    assert row(street - 7).index("●") < at < row(street + 7).index("●")


def test_pegs_only_move_forward() -> None:
    places = [row(score).index("●") for score in range(122)]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0, 20)


def test_the_back_peg_stands_behind() -> None:
    line = row(50, 20)
    assert line.index("○") < line.index("●")
    assert "○" not in row(50, 50)  # the front peg hides it


@pytest.mark.parametrize("name", ["Ann", "A name that is much too long", "`````", "x" * 32, "", "漢字"])
def test_it_stays_narrow_and_closed(name: str) -> None:
    text = track([name] * 3, [0, 60, 121], [0, 30, 118], 121)
    assert text.count("```") == 2
    assert len(text.split("\n")) == 6
    assert all(len(line) <= 34 for line in text.split("\n"))


@pytest.mark.parametrize(
    ("target", "streets"),
    [
        (61, ["0", "30", "61"]),
        (121, ["0", "30", "60", "90", "121"]),
    ],
)
def test_the_ruler_names_the_ends_of_the_streets(target: int, streets: list[str]) -> None:
    """Above the marks, and the game hole's above the last."""
    ruler = track(["Ann"], [0], [0], target).split("\n")[1][9:]
    assert ruler.split() == streets
    marks = [at for at, hole in enumerate(row(target, target=target)) if hole == "┊"]
    assert [ruler.index(street) for street in streets[1:-1]] == marks
    assert ruler.index(streets[-1]) == 20


def test_numbers_that_would_run_into_each_other_are_left_out() -> None:
    ruler, line = track(["Ann"], [0], [0], 181).split("\n")[1:3]
    assert ruler[9:].split() == ["0", "30", "60", "90", "120", "181"]
    assert line[9:].count("┊") == 5  # 150 has its mark all the same
