"""The holes of the board: as many as the rules say, in order, none on top of another."""

from __future__ import annotations

import math

import pytest

from bot.ui.pictures.board import course_of

BOARDS = [(tracks, target, None, None, False) for tracks in (2, 3) for target in (61, 121)]


@pytest.mark.parametrize("board", BOARDS)
def test_every_hole_has_a_place_of_its_own(board: tuple[int, int, None, None, bool]) -> None:
    course = course_of(board)
    holes = [course.hole(lane, at) for lane in range(board[0]) for at in range(-1, board[1])]
    holes.append(course.game_hole)
    assert len(holes) == board[0] * (board[1] + 1) + 1
    nearest = min(math.dist(one, other) for at, one in enumerate(holes) for other in holes[:at])
    assert nearest > 9  # more than a hole is wide


@pytest.mark.parametrize("board", BOARDS)
def test_neighbouring_holes_are_neighbours(board: tuple[int, int, None, None, bool]) -> None:
    course = course_of(board)
    for lane in range(board[0]):
        for at in range(1, board[1] - 1):
            assert math.dist(course.hole(lane, at), course.hole(lane, at + 1)) < 45


def test_all_tracks_share_the_game_hole() -> None:
    course = course_of((3, 121, 91, 61, False))
    assert {course.hole(lane, score) for lane in range(3) for score in (121, 125)} == {course.game_hole}


def test_a_street_ends_between_its_last_hole_and_the_next() -> None:
    course = course_of((2, 121, 91, 61, False))
    (x, _), (other, _) = course.before(91, 10)
    assert x == other
    assert course.hole(0, 90)[0] < x < course.hole(0, 91)[0]
