"""The chance to win from any scores at the start of a deal.

Two sides: a table by dynamic programming over recorded deals. Three sides: a race whose pace and spread
come from the same kind of deals.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

TARGET: Final = 121
"""Points to win the standard game. A game to 61 is a standard game that begins at 60 all."""

_SCALE: Final = 65_535


class Position:
    """The chance that the dealer's side reaches the target first, by its score and the other side's."""

    def __init__(self, chances: Sequence[float]) -> None:
        self._chances = chances

    def first(self, dealer: int, other: int) -> float:
        """The chance that the side about to deal gets to `TARGET` first, whatever that is good for.

        A score below zero, of a game longer than the standard one, is taken for zero.
        """
        if dealer >= TARGET:
            return 1.0
        if other >= TARGET:
            return 0.0
        return self._chances[max(dealer, 0) * TARGET + max(other, 0)]


def file_name(players: int, *, lowball: bool) -> str:
    """Where the chances of a game are kept."""
    return f"{players}-{'lowball' if lowball else 'standard'}.position"


@lru_cache(maxsize=4)
def position(players: int, *, lowball: bool) -> Position:
    """The chances for a game of two sides."""
    packed = files("bot.house").joinpath("figures", file_name(players, lowball=lowball)).read_bytes()
    return Position(unpack(packed))


def solve(players: int, deals: dict[str, Any]) -> list[float]:
    """The chance of getting to `TARGET` first, by the dealer's score times 121 plus the other score.

    `deals` is as in `shipped.encode`. Points fall in the order of the game: the play, the hands from
    eldest to dealer, the crib.
    """
    hands: list[tuple[bool, Sequence[float]]] = []
    for seat in range(1, players + 1):
        dealers = seat % 2 == 0
        hands.append((dealers, deals["dealer_hand"] if dealers else deals["other_hand"]))
    hands.append((True, deals["crib"]))
    return _Race(deals["play"], hands).solve()


def in_time(made: int, to_go: int, others_made: int, others_to_go: int) -> bool:
    """Whether a side is first when both make more in the play than they have to go.

    The order isn't recorded: the points of each are taken to come in at an even pace.
    """
    return made * others_to_go >= others_made * to_go


class _Race:
    def __init__(
        self, play: Sequence[Sequence[float]], stages: Sequence[tuple[bool, Sequence[float]]]
    ) -> None:
        # Stored chances are rounded, so they don't quite add to 1.
        total = sum(chance for _, _, chance in play)
        self._play = [(int(dealer), int(other), chance / total) for dealer, other, chance in play]
        self._stages = [
            (dealers, [(points, chance / sum(chances)) for points, chance in enumerate(chances) if chance])
            for dealers, chances in stages
        ]
        # Chances before the play of a deal, and before each stage of its show.
        self._before = [0.0] * (TARGET * TARGET)
        self._shows = [[0.0] * (TARGET * TARGET) for _ in stages]

    def solve(self) -> list[float]:
        # Every deal brings points in the play: a position depends only on others with a larger sum.
        for total in range(2 * TARGET - 2, -1, -1):
            for dealer in range(max(0, total - TARGET + 1), min(TARGET - 1, total) + 1):
                self._fill_before(dealer, total - dealer)
            for dealer in range(max(0, total - TARGET + 1), min(TARGET - 1, total) + 1):
                self._fill_shows(dealer, total - dealer)
        return self._before

    def _fill_before(self, dealer: int, other: int) -> None:
        show = self._shows[0]
        mean = 0.0
        for more, theirs, chance in self._play:
            mine, yours = dealer + more, other + theirs
            if mine < TARGET and yours < TARGET:
                mean += chance * show[mine * TARGET + yours]
            elif mine >= TARGET and (
                yours < TARGET or in_time(more, TARGET - dealer, theirs, TARGET - other)
            ):
                mean += chance
        self._before[dealer * TARGET + other] = mean

    def _fill_shows(self, dealer: int, other: int) -> None:
        place = dealer * TARGET + other
        # After the crib the deal passes to the other side.
        following = self._before
        swapped = True
        for stage in range(len(self._stages) - 1, -1, -1):
            dealers, chances = self._stages[stage]
            mean = 0.0
            for points, chance in chances:
                mine, yours = (dealer + points, other) if dealers else (dealer, other + points)
                if mine >= TARGET:
                    mean += chance
                elif yours < TARGET:
                    if swapped:
                        mean += chance * (1 - following[yours * TARGET + mine])
                    else:
                        mean += chance * following[mine * TARGET + yours]
            following = self._shows[stage]
            following[place] = mean
            swapped = False


def pack(chances: Sequence[float]) -> bytes:
    """Chances as stored: 16-bit differences along each row, compressed."""
    scaled = [min(_SCALE, round(chance * _SCALE)) for chance in chances]
    steps = [
        (number - (scaled[place - 1] if place % TARGET else 0)) & 0xFFFF
        for place, number in enumerate(scaled)
    ]
    raw = _little_endian(array("H", steps)).tobytes()
    return zlib.compress(raw[::2] + raw[1::2], 9)


def unpack(packed: bytes) -> list[float]:
    """The chances from their stored form."""
    halves = zlib.decompress(packed)
    middle = len(halves) // 2
    chances: list[float] = []
    number = 0
    for place, (low, high) in enumerate(zip(halves[:middle], halves[middle:], strict=True)):
        step = low | high << 8
        number = (number + step if place % TARGET else step) & 0xFFFF
        chances.append(number / _SCALE)
    return chances


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers
