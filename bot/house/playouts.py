"""Playing the rest of a hand out in one's head, everybody's cards given, by the policy of good sense."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.house.policy import Step, best_step
from bot.house.ranks import VALUE
from bot.house.series import LIMIT, peg_points, rest_of

_MOST: Final = 1 << 15


def net_of(scores: Sequence[float], side: int) -> float:
    """A side's points less the mean of the other sides' points."""
    return scores[side] - (sum(scores) - scores[side]) / (len(scores) - 1)


class Playouts:
    """The play of one deal from some moment on: who is to play, on what series and count.

    `sign` is 1 when points are wanted, -1 in lowball. Steps once thought of are kept for the next
    play-out, up to a fixed number.
    """

    def __init__(self, players: int, sign: int) -> None:
        self.players = players
        self.sides = players if players < 4 else players // 2
        self._sign = sign
        self._steps: dict[int, Step] = {}
        # The seats in turn order after each, that seat itself at the end.
        self._after = tuple(
            tuple((seat + step) % players for step in range(1, players + 1)) for seat in range(players)
        )

    def play_out(
        self,
        hands: Sequence[int],
        seat: int,
        series: int,
        count: int,
        scores: list[int],
        target: int,
        first: int = 0,
    ) -> bool:
        """Play all cards, `seat` to play, and add the points to `scores` by side.

        `first` is the rank that `seat` plays now; 0 leaves it to the policy. Returns whether a side has
        reached the target; the play ends there.
        """
        held = list(hands)
        hand = held[seat]
        step = _forced(hand, first, series, count) if first else self._step(hand, series, count)
        while True:
            _, rest, gain, series, count = step
            held[seat] = rest
            order = self._after[seat]
            following = -1
            if count < LIMIT:
                for other in order:
                    hand = held[other]
                    if hand and count + VALUE[hand & 15] <= LIMIT:
                        following = other
                        break
                else:
                    gain += 1
            if gain:
                side = seat % self.sides
                scores[side] += gain
                if scores[side] >= target:
                    return True
            if following < 0:
                following = self._lead(held, order)
                if following < 0:
                    return False
                series = count = 0
            seat = following
            step = self._step(held[seat], series, count)

    def _lead(self, held: Sequence[int], order: Sequence[int]) -> int:
        """The first seat that holds cards, -1 when none does."""
        for seat in order:
            if held[seat]:
                return seat
        return -1

    def _step(self, hand: int, series: int, count: int) -> Step:
        if hand < 16:
            return _forced(hand, hand, series, count)
        key = series << 16 | hand
        step = self._steps.get(key)
        if step is None:
            if len(self._steps) >= _MOST:
                self._steps.clear()
            step = self._steps[key] = best_step(hand, series, count, self._sign)
        return step


def _forced(hand: int, rank: int, series: int, count: int) -> Step:
    longer, after = series << 4 | rank, count + VALUE[rank]
    return rank, rest_of(hand, rank), peg_points(longer, after), longer, after
