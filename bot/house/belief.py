"""What the others may hold: ranks in likely hands, given all that a player has seen in this deal."""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations_with_replacement
from math import comb
from typing import Final

from bot.cribbage.observe import Observation
from bot.cribbage.seating import HAND_SIZE, clockwise
from bot.house.policy import best_step
from bot.house.ranks import KEY, RANKS, VALUE, left_after
from bot.house.series import LIMIT, code_of, peg_points, with_rank
from bot.house.shipped import Figures

_PASSED_UP: Final = 0.3
"""How likely someone is to hold a card that would have made two points more than the one that was played,
compared with what is otherwise thought."""

_OTHERWISE: Final = 0.35
"""How likely someone is to have a hand from which good sense would have played another card, compared
with one from which it would have played the same."""

_PROPOSALS: Final = 4
_TRIES: Final = 20
_COMB: Final = tuple(tuple(comb(n, k) for k in range(5)) for n in range(5))


def _sets(size: int) -> tuple[tuple[int, int, int, tuple[tuple[int, int], ...]], ...]:
    """Each set of `size` ranks: its hand code, its key, its lowest rank, and (rank index, number)."""
    found: list[tuple[int, int, int, tuple[tuple[int, int], ...]]] = []
    for ranks in combinations_with_replacement(RANKS, size):
        numbers = tuple((rank - 1, number) for rank, number in Counter(ranks).items())
        found.append((code_of(reversed(ranks)), sum(KEY[rank] for rank in ranks), (*ranks, 13)[0], numbers))
    return tuple(found)


_SETS: Final = tuple(_sets(size) for size in range(HAND_SIZE + 1))


@dataclass(frozen=True, slots=True)
class Seen:
    """What the play has told about one seat.

    `shown` are the ranks it has played, each on the series and count in `on`; `held` is how many cards it
    holds. None of these counts `floor` or less. `trust` says by rank (ace at index 0) how much less likely
    than usual it is to be held.
    """

    shown: tuple[int, ...]
    on: tuple[tuple[int, int], ...]
    held: int
    floor: int
    trust: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class World:
    """One way in which the cards may lie: each seat's hand as a code, and how likely it is in all.

    `kept` are the keys of the four cards that each seat counts, 0 for the viewer.
    """

    hands: tuple[int, ...]
    kept: tuple[int, ...]
    weight: float


def read_play(seen: Observation, sign: int) -> list[Seen]:
    """What the play so far tells about each seat; `sign` is -1 in lowball."""
    players = seen.players
    held = [HAND_SIZE] * players
    floors = [0] * players
    shown: list[list[int]] = [[] for _ in range(players)]
    on: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    trust = [[1.0] * 13 for _ in range(players)]
    all_series = (*seen.earlier, seen.series)
    for number, series in enumerate(all_series):
        code = count = 0
        last: int | None = None
        for played in series:
            if last is not None:
                _went(clockwise(last, players), played.seat, held, floors, count)
            rank, seat = played.card.rank, played.seat
            _passed_up(trust[seat], code, count, rank, sign)
            on[seat].append((code, count))
            code, count = code << 4 | rank, count + VALUE[rank]
            shown[seat].append(rank)
            held[seat] -= 1
            last = seat
        if last is None or count == LIMIT:
            continue
        over = number < len(all_series) - 1
        _went(clockwise(last, players), None if over else seen.turn, held, floors, count)
    return [
        Seen(tuple(shown[seat]), tuple(on[seat]), held[seat], floors[seat], tuple(trust[seat]))
        for seat in range(players)
    ]


def _went(
    order: Sequence[int], until: int | None, held: Sequence[int], floors: list[int], count: int
) -> None:
    """Note that every seat with cards before `until` (None: every seat) has said go, or had to."""
    for seat in order:
        if seat == until:
            return
        if held[seat]:
            floors[seat] = max(floors[seat], LIMIT - count)


def _passed_up(trust: list[float], series: int, count: int, played: int, sign: int) -> None:
    made = sign * peg_points(series << 4 | played, count + VALUE[played])
    for rank in RANKS:
        after = count + VALUE[rank]
        if after > LIMIT:
            break
        if sign * peg_points(series << 4 | rank, after) >= made + 2:
            trust[rank - 1] = min(trust[rank - 1], _PASSED_UP)


def worlds(seen: Observation, known: Figures, sign: int, rng: random.Random, number: int) -> list[World]:
    """About `number` ways in which the cards may lie, the likelier the more often or the heavier."""
    told = read_play(seen, sign)
    if seen.players == 2:
        return _of_one_other(seen, told, known, sign, rng, number)
    return _of_others(seen, told, known, sign, rng, number)


def _unseen(seen: Observation) -> list[int]:
    known = [*seen.kept, *seen.given]
    if seen.starter is not None:
        known.append(seen.starter)
    known += [
        played.card
        for series in (*seen.earlier, seen.series)
        for played in series
        if played.seat != seen.seat
    ]
    return left_after(known)


def own_hand(seen: Observation) -> int:
    """The viewer's hand as a code."""
    return code_of(sorted((card.rank for card in seen.hand), reverse=True))


def _of_one_other(
    seen: Observation, told: Sequence[Seen], known: Figures, sign: int, rng: random.Random, number: int
) -> list[World]:
    seat = seen.own_seat
    other = 1 - seat
    about = told[other]
    left = _unseen(seen)
    kept = known.role(own_crib=other == seen.dealer).kept
    base = sum(KEY[rank] for rank in about.shown)
    likely = _likely(about, left, kept, base)
    chosen = likely if len(likely) <= number else _spread(likely, rng, number)
    chosen = [(weight * _sensible(about, code, sign), code, key) for weight, code, key in chosen]
    mine = own_hand(seen)
    found: list[World] = []
    for weight, code, key in chosen:
        hands = (mine, code) if seat == 0 else (code, mine)
        keys = (0, base + key) if seat == 0 else (base + key, 0)
        found.append(World(hands, keys, weight))
    return found


def _likely(
    about: Seen, left: Sequence[int], kept: dict[int, float], base: int
) -> list[tuple[float, int, int]]:
    """Every possible rest of a hand: weight, code and key."""
    found: list[tuple[float, int, int]] = []
    thin: list[tuple[float, int, int]] = []
    trust, floor = about.trust, about.floor
    for code, key, lowest, numbers in _SETS[about.held]:
        if VALUE[lowest] <= floor:
            continue
        weight = 1.0
        for index, copies in numbers:
            weight *= _COMB[left[index]][copies] * trust[index]
        if weight:
            habit = kept[base + key]
            if habit:
                found.append((weight * habit, code, key))
            elif not found:
                thin.append((weight, code, key))
    # Somebody who keeps what nobody keeps: any cards that are still possible.
    return found or thin


def _sensible(about: Seen, held: int, sign: int) -> float:
    """How well what a seat has played agrees with good sense, if it holds this hand."""
    fit = 1.0
    for rank, (series, count) in zip(reversed(about.shown), reversed(about.on), strict=True):
        held = with_rank(held, rank)
        if best_step(held, series, count, sign)[0] != rank:
            fit *= _OTHERWISE
    return fit


def _spread(
    likely: Sequence[tuple[float, int, int]], rng: random.Random, number: int
) -> list[tuple[float, int, int]]:
    """Entries drawn at even distances along the weights, so that all kinds of hands are there."""
    sums = list(accumulate(weight for weight, _, _ in likely))
    step = sums[-1] / number
    at = rng.random() * step
    last = len(likely) - 1
    drawn: list[tuple[float, int, int]] = []
    for _ in range(number):
        _, code, key = likely[min(bisect(sums, at), last)]
        drawn.append((1.0, code, key))
        at += step
    return drawn


def _of_others(
    seen: Observation, told: Sequence[Seen], known: Figures, sign: int, rng: random.Random, number: int
) -> list[World]:
    pool = [rank for rank, copies in enumerate(_unseen(seen), start=1) for _ in range(copies)]
    others = [seat for seat in range(seen.players) if seat != seen.own_seat]
    # Those who can hold least choose first, so that what they need is still there.
    others.sort(key=lambda seat: (-told[seat].floor, -told[seat].held))
    mine = own_hand(seen)
    sides = len(seen.scores)
    habits = [
        known.role(own_crib=seat % sides == seen.known_dealer % sides).kept for seat in range(seen.players)
    ]
    found: list[World] = []
    for _ in range(number):
        for _ in range(_TRIES):
            world = _deal_out(pool, others, told, habits, rng)
            if world is not None:
                break
        else:
            continue
        hands, keys = world
        hands[seen.own_seat] = mine
        weight = 1.0
        for seat in others:
            weight *= _sensible(told[seat], hands[seat], sign)
        found.append(World(tuple(hands), tuple(keys), weight))
    return found


def _deal_out(
    pool: Sequence[int],
    others: Sequence[int],
    told: Sequence[Seen],
    habits: Sequence[dict[int, float]],
    rng: random.Random,
) -> tuple[list[int], list[int]] | None:
    left = list(pool)
    hands = [0] * len(told)
    keys = [0] * len(told)
    for seat in others:
        about = told[seat]
        base = sum(KEY[rank] for rank in about.shown)
        if not about.held:
            keys[seat] = base
            continue
        able = [rank for rank in left if VALUE[rank] > about.floor] if about.floor else left
        if len(able) < about.held:
            return None
        proposals: list[list[int]] = []
        weights: list[float] = []
        total = 0.0
        for _ in range(_PROPOSALS):
            drawn = rng.sample(able, about.held)
            weight = habits[seat][base + sum(KEY[rank] for rank in drawn)] + 1e-12
            for rank in drawn:
                weight *= about.trust[rank - 1]
            total += weight
            proposals.append(drawn)
            weights.append(total)
        chosen = proposals[bisect(weights, rng.random() * total, hi=_PROPOSALS - 1)]
        for rank in chosen:
            left.remove(rank)
        keys[seat] = base + sum(KEY[rank] for rank in chosen)
        chosen.sort(reverse=True)
        hands[seat] = code_of(chosen)
    return hands, keys
