"""Where the holes of a cribbage board are.

A long course runs along the top, round the right end, back along the bottom, round the small bend on the left,
and home along the middle; a short one ends at the end of the bottom. The holes of its straights stand as close
as the number of points needs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from bot.ui.pictures.paths import Point

_BEND = 10  # holes in the large bend
_SMALL_BEND = 5
_FIVE = 5
_REACH = 660  # how far straights may reach, in pixels
_WIDEST, _WIDEST_GAP = 25, 15
_GAP = 0.44  # of a step
_SHORT = 71  # a game to more points goes home along the middle


@dataclass(frozen=True, slots=True)
class Course:
    """The holes of `lanes` tracks to `target`; (0, 0) is the left end of the middle straight.

    `rise` is the distance of neighbouring straights, `lane` that of neighbouring tracks, in pixels. Track 0
    is the outer one. Holes are at whole pixels: equal ones make small files.
    """

    lanes: int
    target: int
    rise: float = 90.0
    lane: float = 20.0

    @property
    def long(self) -> bool:
        """Whether it has a way home along the middle."""
        return self.target > _SHORT

    @property
    def straight(self) -> int:
        """Holes in a straight, the last of which may have fewer."""
        bends, straights = (_BEND + _SMALL_BEND, 3) if self.long else (_BEND, 2)
        return max(1, math.ceil((self.target - 1 - bends) / straights))

    @property
    def step(self) -> int:
        """The distance of neighbouring holes in a straight."""
        steps = self.straight - 1
        return min(_WIDEST, int(_REACH / max(1.0, steps + _GAP * (steps // _FIVE))))

    @property
    def gap(self) -> int:
        """What is added between groups of five holes."""
        steps = self.straight - 1
        return min(_WIDEST_GAP, (_REACH - steps * self.step) // max(1, steps // _FIVE))

    @property
    def length(self) -> float:
        """How far the straights reach."""
        return self._along(self.straight - 1)

    def _along(self, at: int) -> float:
        """How far the hole number `at` (from 0) of a straight is from its beginning."""
        return float(self.step * at + self.gap * (at // _FIVE))

    def hole(self, lane: int, number: int) -> Point:
        """The middle of a hole: 1 is the first, 0 and -1 are where pegs stand at the start.

        From the target on it is the game hole, which all tracks share.
        """
        if number >= self.target:
            return self.game_hole
        x, y = self._place(number, self._outward(lane))
        return float(round(x)), float(round(y))

    def _outward(self, lane: int) -> float:
        """How far a track is outside the middle of all."""
        return (lane - (self.lanes - 1) / 2) * -self.lane

    def _place(self, number: int, outward: float) -> Point:
        straight = self.straight
        if number < 1:
            return float((number - 1) * self.step - self.gap), -self.rise - outward
        if number <= straight:
            return self._along(number - 1), -self.rise - outward
        number -= straight
        if number <= _BEND:
            return self._round(number / (_BEND + 1), (self.length, 0.0), self.rise + outward, right=True)
        number -= _BEND
        if number <= straight:
            return self.length - self._along(number - 1), self.rise + outward
        number -= straight
        half = self.rise / 2
        if number <= _SMALL_BEND:
            return self._round(number / (_SMALL_BEND + 1), (0.0, half), half + outward, right=False)
        return self._along(number - _SMALL_BEND - 1), -outward

    @staticmethod
    def _round(share: float, centre: Point, radius: float, *, right: bool) -> Point:
        turn = math.pi * share
        x, y = math.sin(turn) * radius, -math.cos(turn) * radius
        return (centre[0] + x, centre[1] + y) if right else (centre[0] - x, centre[1] - y)

    @property
    def game_hole(self) -> Point:
        """The middle of the last hole."""
        if self.long:
            return self.length + 40.0, 0.0
        return -2.0 * _WIDEST, self.rise

    def bend_at(self, number: int) -> Literal["large", "small"] | None:
        """The bend in which a hole is, if in any."""
        if self.straight < number <= self.straight + _BEND:
            return "large"
        small = 2 * self.straight + _BEND
        return "small" if self.long and small <= number <= small + _SMALL_BEND else None

    def before(self, number: int, reach: float) -> tuple[Point, Point]:
        """The two ends of a line across the tracks, just before a hole."""
        edge = (self.lanes - 1) / 2 * self.lane + reach
        ends: list[Point] = []
        for outward in (edge, -edge):
            x0, y0 = self._place(number - 1, outward)
            x1, y1 = self._place(number, outward)
            ends.append(((x0 + x1) / 2, (y0 + y1) / 2))
        return ends[0], ends[1]

    def way(self, lane: int) -> list[Point]:
        """A track from its first hole to the last before the game hole, the bends as fine curves."""
        outward = self._outward(lane)
        bends = [(self.straight, _BEND)]
        if self.long:
            bends.append((2 * self.straight + _BEND, _SMALL_BEND))
        points: list[Point] = []
        for number in range(1, self.target):
            points.append(self._place(number, outward))
            for start, holes in bends:
                if start <= number <= start + holes:
                    parts = (number - start + part / 8 for part in range(1, 8))
                    points += [self._bend(start, holes, at, outward) for at in parts]
        return points

    def _bend(self, start: int, holes: int, at: float, outward: float) -> Point:
        share = at / (holes + 1)
        if start == self.straight:
            return self._round(share, (self.length, 0.0), self.rise + outward, right=True)
        return self._round(share, (0.0, self.rise / 2), self.rise / 2 + outward, right=False)
