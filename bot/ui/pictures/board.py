"""The board: a plank with two or three tracks, pegs, names and scores."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from PIL import Image

from bot.cribbage.variants import Variant
from bot.ui.pictures import room
from bot.ui.pictures.canvas import Canvas, Sprite
from bot.ui.pictures.course import Course
from bot.ui.pictures.fonts import BOLD, SLAB, drawable, font, made_to_fit, text_width
from bot.ui.pictures.models import PEGS, BoardPicture, Track
from bot.ui.pictures.paint import Paint, paint
from bot.ui.pictures.paths import Point
from bot.ui.pictures.png import QUICK, SMALL, Band
from bot.ui.pictures.sketch import Sketch, mix

BOARD_HEIGHT: Final = 362
"""How high the part of a picture is that the board takes."""

_MARGIN: Final = 12
_PLAQUE_TOP, _PLAQUE_HEIGHT = 24, 54
_ORIGIN: Final = (98.0, 222.0)  # where the course's (0, 0) lies
_GROOVE: Final = 15.0

_STREET: Final = 30
_TOO_NEAR: Final = 10  # holes between two lines across the tracks

Kind = tuple[int, Variant]
"""What the bare board depends on: how many tracks, and the variant."""


def kind_of(model: BoardPicture) -> Kind:
    """What of a model the bare board depends on."""
    return len(model.tracks), model.variant


def course_of(kind: Kind) -> Course:
    """The holes of a board, to be moved by the place where it is drawn."""
    tracks, variant = kind
    return Course(tracks, variant.target, lane=20.0 if tracks == 3 else 26.0)


def origin() -> Point:
    """Where the course's (0, 0) lies in a picture."""
    return _ORIGIN


def plaques(tracks: int) -> list[tuple[int, int]]:
    """Left and right ends of the name plaques."""
    gap, left, right = 12, 28, room.WIDTH - 28
    width = (right - left - gap * (tracks - 1)) / tracks
    return [
        (round(left + at * (width + gap)), round(left + at * (width + gap) + width)) for at in range(tracks)
    ]


@lru_cache(maxsize=8)
def _plank(kind: Kind) -> Image.Image:
    """The bare board in true colours."""
    sketch = Sketch(room.WIDTH, BOARD_HEIGHT)
    right, bottom = room.WIDTH - _MARGIN, BOARD_HEIGHT - 8
    sketch.box(_MARGIN, _MARGIN + 4, right, bottom + 4, 22, room.FELT_DARK)
    sketch.box(_MARGIN, _MARGIN, right, bottom, 22, room.WOOD_DARK)
    sketch.box(_MARGIN, _MARGIN, right, bottom - 4, 22, mix(room.WOOD, room.CREAM, 0.4))
    sketch.box(_MARGIN, _MARGIN + 2, right, bottom - 4, 22, room.WOOD)
    _grain(sketch, step=2 if kind[0] == 3 else 1)
    sketch.erase_outside(_MARGIN, _MARGIN, right, bottom + 4, 22)
    for left, end in plaques(kind[0]):
        sketch.box(left, _PLAQUE_TOP, end, _PLAQUE_TOP + _PLAQUE_HEIGHT, 12, room.WALNUT)
    sketch.place(*_ORIGIN)
    _tracks(sketch, kind)
    _lines(sketch, kind)
    return sketch.finish()


def _grain(sketch: Sketch, step: int) -> None:
    """Long, quiet lines along the plank; fewer of them where three tracks cover it."""
    tone = mix(room.WOOD, room.WOOD_DARK, 0.34)
    for row in range(0, 26, step):
        y = _MARGIN + 10 + row * 13.3 + 5 * ((row * 7) % 5 - 2) / 2
        sway = ((row * 5) % 7 - 3) * 1.3
        start = 20 + (row * 137) % 420
        points = [(start + 110 * at, y + sway * (0, 0.6, 1, 0.7, 0.2)[at]) for at in range(5)]
        sketch.line(points, tone, 1.0 + (row % 3) * 0.5)


def _tracks(sketch: Sketch, kind: Kind) -> None:
    course = course_of(kind)
    last = course.target - 1
    for lane in range(course.lanes):
        sketch.line(course.way(lane), room.GROOVE[PEGS[lane]], _GROOVE)
    for lane in range(course.lanes):
        for number in range(-1, last + 1):
            x, y = course.hole(lane, number)
            sketch.dot(x, y, 4.3, room.HOLE)
    x, y = course.game_hole
    sketch.dot(x, y, 19, room.WALNUT)
    sketch.dot(x, y, 17.4, room.SKUNK if kind[1].lowball else room.BRASS)
    sketch.dot(x, y, 13.6, room.WOOD)
    sketch.dot(x, y, 6, room.HOLE)


def _lines(sketch: Sketch, kind: Kind) -> None:
    """The ends of the streets, and where skunks end."""
    course = course_of(kind)
    ends = _ends(kind[1])
    for number, margin in ends.items():
        one, other = course.before(number + 1, 12)
        sketch.line((one, other), room.SKUNK if margin else room.WALNUT, 3.4 if margin else 2.4)
    taken: list[tuple[float, float, float]] = []
    # Those that tell of a skunk first: the others give way.
    for number, margin in sorted(ends.items(), key=lambda end: not end[1]):
        label = f"{number} · {margin}" if margin else str(number)
        (x, y), anchor = _label_place(course, number)
        width = text_width(label, font(BOLD, 22))
        left = {"l": x, "m": x - width / 2, "r": x - width}[anchor]
        if any(
            abs(y - row) < 22 and left < end + 14 and start < left + width + 14 for row, start, end in taken
        ):
            continue
        taken.append((y, left, left + width))
        sketch.words(x, y + 7, label, BOLD, 22, room.WALNUT, anchor)
    x, y = course.hole(course.lanes - 1, 0)
    sketch.words(x - course.step / 2, y + 29, "start", BOLD, 21, room.WALNUT, "m")
    x, y = course.game_hole
    if course.long:
        sketch.text(x - 24, y + 40, str(course.target), SLAB, 22, room.WALNUT)
    else:
        sketch.text(x, y - 34, str(course.target), SLAB, 22, room.WALNUT)
        sketch.text(course.length / 2 - 30, 0, "CRIBBAGE", SLAB, 58, room.ENGRAVED)


def _label_place(course: Course, number: int) -> tuple[Point, Literal["l", "m", "r"]]:
    """Where the name of a street's end stands: inside the course, beside its line."""
    one, other = course.before(number + 1, 27 if course.lanes == 2 else 24)
    x, y = min(one, other, key=lambda point: abs(point[1] - course.rise / 2))
    match course.bend_at(number):
        case "large" if course.long:
            # The game hole lies in the middle, its number below.
            return (course.length + 14, course.rise / 2 if y > course.rise / 2 else -course.rise / 2), "r"
        case "large":
            x, y = min(one, other)
            return (x + 8, y), "r"
        case "small":
            return (max(x, 0.0), course.rise / 2), "l"
        case None:
            return (x, y), "m"


def _ends(variant: Variant) -> dict[int, str]:
    """The last holes of the streets and below the skunk lines, in order, and which skunk ends there.

    A street that ends close to a skunk line isn't marked: there is room for one.
    """
    lines = {
        line - 1: name
        for line, name in ((variant.double_skunk, "double skunk"), (variant.skunk, "skunk"))
        if line is not None
    }
    streets = range(_STREET, variant.target - 1, _STREET)
    ends = {end: "" for end in streets if all(abs(end - line) >= _TOO_NEAR for line in lines)} | lines
    return dict(sorted(ends.items()))


@lru_cache(maxsize=32)
def _bare_board(paints: Paint, kind: Kind, height: int) -> Image.Image:
    """The bare board on the felt of a picture so high. It is shared: copy it before drawing on it."""
    canvas = Canvas(paints.palette, room.felt(room.WIDTH, height, paints.felt, 0, BOARD_HEIGHT))
    canvas.put(Sprite(*paints.palette.fit(_plank(kind), room.FELT_DARK)), 0, 0)
    return canvas.image


def _drawn(paints: Paint, model: BoardPicture, height: int) -> Canvas:
    """The upper `BOARD_HEIGHT` rows of a picture so high: the board with names, scores and pegs."""
    kind = kind_of(model)
    course = course_of(kind)
    canvas = Canvas(paints.palette, _bare_board(paints, kind, height))
    for lane, (track, (left, right)) in enumerate(zip(model.tracks, plaques(len(model.tracks)), strict=True)):
        _plaque(canvas, paints, model, lane, (left, _PLAQUE_TOP, right))
        _moves(canvas, paints, course, lane, track)
    return canvas


def _plaque(
    canvas: Canvas, paints: Paint, model: BoardPicture, lane: int, place: tuple[int, int, int]
) -> None:
    left, top, right = place
    track = model.tracks[lane]
    score = min(track.score, model.variant.target)
    shown = drawable(track.name, f"Side {lane + 1}")
    narrow = right - left < 300
    canvas.centre(paints.plaque_pegs[track.peg], left + (23 if narrow else 27), top + _PLAQUE_HEIGHT / 2)
    base = top + 42
    end = right - 14 - canvas.text(right - 14, base, str(score), SLAB, 42, paints.plaque, "r") - 10
    moved = score - track.back_peg
    gain = f"+{moved}" if moved > 0 else ""
    if narrow:
        # Three plaques leave no room for the gain beside the name: it stands below.
        name, size = made_to_fit(shown, BOLD, (27, 24, 21), round(end - left - 41))
        canvas.text(left + 41, top + (25 if gain else 36), name, BOLD, size, paints.plaque)
        canvas.text(left + 41, top + 48, gain, SLAB, 21, paints.plaque_brass)
        return
    if gain:
        end -= canvas.text(end, base, gain, SLAB, 26, paints.plaque_brass, "r") + 10
    name, size = made_to_fit(shown, BOLD, (32, 28, 24), round(end - left - 50))
    canvas.text(left + 48, base - 3, name, BOLD, size, paints.plaque)


def _moves(canvas: Canvas, paints: Paint, course: Course, lane: int, track: Track) -> None:
    """The last move of a side: its back peg, its front peg, and the holes between marked."""
    back, front = track.back_peg, min(track.score, course.target)
    if back == front:
        back = front - 1
    ox, oy = _ORIGIN
    for number in range(back + 1, front):
        x, y = course.hole(lane, number)
        canvas.centre(paints.trail[track.peg], ox + x, oy + y)
    x, y = course.hole(lane, back)
    canvas.centre(paints.back_pegs[track.peg], ox + x, oy + y)
    x, y = course.hole(lane, front)
    canvas.centre(paints.front_pegs[track.peg], ox + x, oy + y)


@lru_cache(maxsize=256)
def board_band(paints: Paint, model: BoardPicture, height: int) -> Band:
    """The board, packed as the upper `BOARD_HEIGHT` rows of a picture so high.

    It is kept, because most plays score nothing and leave the board as it is. Three tracks are packed smaller,
    since a table for six has the most below them.
    """
    return _drawn(paints, model, height).band(SMALL if len(model.tracks) == 3 else QUICK)


def draw_board(model: BoardPicture) -> bytes:
    """The board alone, as a PNG file."""
    paints, height = paint("classic"), BOARD_HEIGHT + 8
    below = Canvas(paints.palette, room.felt(room.WIDTH, height, paints.felt, BOARD_HEIGHT))
    return below.png(_drawn(paints, model, height).band())
