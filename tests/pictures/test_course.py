"""The holes of the board: as many as the rules say, in order, none on top of another, whatever the target."""

from __future__ import annotations

import math

import pytest

from bot.cribbage.variants import STANDARD, VARIANTS, Variant
from bot.ui.pictures.board import BOARD_HEIGHT, Kind, course_of, origin
from bot.ui.pictures.draw import draw
from bot.ui.pictures.gallery import board
from bot.ui.pictures.room import WIDTH

ANY = [Variant(f"to-{target}", "a game", target) for target in (31, 71, 72, 91, 100, 151, 181, 211)]
BOARDS: list[Kind] = [(tracks, kind) for tracks in (2, 3) for kind in (*VARIANTS.values(), *ANY)]


def named(board: Kind) -> str:
    return f"{board[0]}-{board[1].name}"


@pytest.mark.parametrize("board", BOARDS, ids=named)
def test_every_hole_has_a_place_of_its_own(board: Kind) -> None:
    tracks, variant = board
    course = course_of(board)
    holes = [course.hole(lane, at) for lane in range(tracks) for at in range(-1, variant.target)]
    holes.append(course.game_hole)
    assert len(holes) == tracks * (variant.target + 1) + 1
    nearest = min(math.dist(one, other) for at, one in enumerate(holes) for other in holes[:at])
    assert nearest >= 9  # a hole is 8.6 wide


@pytest.mark.parametrize("board", BOARDS, ids=named)
def test_every_hole_is_on_the_plank(board: Kind) -> None:
    tracks, variant = board
    left, top = origin()
    for lane in range(tracks):
        for at in range(-1, variant.target + 1):
            x, y = course_of(board).hole(lane, at)
            assert 30 < left + x < WIDTH - 30
            assert 80 < top + y < BOARD_HEIGHT - 12


@pytest.mark.parametrize("board", BOARDS, ids=named)
def test_neighbouring_holes_are_neighbours(board: Kind) -> None:
    course = course_of(board)
    for lane in range(board[0]):
        for at in range(1, board[1].target - 1):
            assert math.dist(course.hole(lane, at), course.hole(lane, at + 1)) < 45


def test_all_tracks_share_the_game_hole() -> None:
    course = course_of((3, STANDARD))
    assert {course.hole(lane, score) for lane in range(3) for score in (121, 125)} == {course.game_hole}


def test_a_street_ends_between_its_last_hole_and_the_next() -> None:
    course = course_of((2, STANDARD))
    (x, _), (other, _) = course.before(91, 10)
    assert x == other
    assert course.hole(0, 90)[0] < x < course.hole(0, 91)[0]


def test_skunk_lines_are_drawn_where_the_variant_has_them() -> None:
    """A line at 75 is one more mark on the board; one near the end of a street takes its place."""
    pictures = {
        draw(board(("Ann", 0, 0), ("Bob", 0, 0), variant=Variant("any", "a game", 121, skunk=skunk)))
        for skunk in (None, 76, 88, 91)
    }
    assert len(pictures) == 4
