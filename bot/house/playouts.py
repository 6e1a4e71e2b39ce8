"""Playing the rest of a hand out in one's head, everybody's cards given, by the policy of good sense."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.house.policy import Step, best_step
from bot.house.ranks import VALUE
from bot.house.series import LIMIT, peg_points, rest_of

Policy = Callable[[int, int, int, int], Step]
"""Hand, series, count, sign → the play to make; see `policy.best_step`."""

_MOST: Final = 1 << 15


class Table:
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
        steps = self._steps
        sides = self.sides
        while True:
            hand = held[seat]
            if first:
                after = count + VALUE[first]
                longer = series << 4 | first
                rest, gain = rest_of(hand, first), peg_points(longer, after)
                series, count = longer, after
                first = 0
            else:
                key = series << 16 | hand
                step = steps.get(key)
                if step is None:
                    if len(steps) >= _MOST:
                        steps.clear()
                    step = steps[key] = best_step(hand, series, count, self._sign)
                _, rest, gain, series, count = step
            held[seat] = rest
            order = self._after[seat]
            if count < LIMIT:
                for other in order:
                    hand = held[other]
                    if hand and count + VALUE[hand & 15] <= LIMIT:
                        break
                else:
                    gain += 1
                    other = -1
            else:
                other = -1
            if gain:
                side = seat % sides
                scores[side] += gain
                if scores[side] >= target:
                    return True
            if other < 0:
                for other in order:
                    if held[other]:
                        break
                else:
                    return False
                series = count = 0
            seat = other
