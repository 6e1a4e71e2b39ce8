"""Matches between two house players, to see how strong they are.

Every game is played twice with the same cards and the players changed over, so that luck in the deal
falls out of the comparison.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter
from typing import Final, Literal, TextIO, cast

from bot.cribbage.commands import Discard, Play
from bot.cribbage.events import Dealt, GameEvent, Scored
from bot.cribbage.game import decide, evolve
from bot.cribbage.observe import Observation, observe
from bot.cribbage.shuffle import SEED_BYTES, next_chance
from bot.cribbage.state import GameState
from bot.house.player import STRENGTHS, Strength, choose

Entrant = Strength | Literal["random"]

ENTRANTS: Final[tuple[Entrant, ...]] = (*STRENGTHS, "random")
"""Who can enter: the house players, and one that plays any legal card."""

_TELL_EVERY: Final = 1.0  # seconds


@dataclass
class Tally:
    """What one entrant did: games won, points and deals as dealer and as pone, seconds per decision."""

    wins: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    deals: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=list[float])

    def per_deal(self, *, dealing: bool) -> float:
        """Mean points a deal as dealer or as pone, in deals that were begun."""
        return self.points[not dealing] / max(1, self.deals[not dealing])

    def mean_seconds(self) -> float:
        """Mean time of a decision."""
        return sum(self.seconds) / max(1, len(self.seconds))

    def slow_seconds(self) -> float:
        """The 95th percentile of the time of a decision."""
        ordered = sorted(self.seconds)
        return ordered[int(len(ordered) * 0.95)] if ordered else 0.0


@dataclass
class Match:
    """A match so far. `pairs` has what the first entrant won, 0 to 2, in each pair of games."""

    first: Tally = field(default_factory=Tally)
    second: Tally = field(default_factory=Tally)
    pairs: list[int] = field(default_factory=list[int])

    def rate(self) -> float:
        """The part of the games that the first entrant won."""
        return sum(self.pairs) / (2 * len(self.pairs)) if self.pairs else 0.0

    def error(self) -> float:
        """Standard error of `rate`, over pairs of games."""
        number = len(self.pairs)
        if number < 2:
            return 0.5
        rate = self.rate()
        variance = sum((won / 2 - rate) ** 2 for won in self.pairs) / (number - 1)
        return sqrt(variance / number)


def run(first: str, second: str, games: int, seed: int | None, out: TextIO) -> Match:
    """Play a match of at least `games` two-handed games, an even number, and tell about it on `out`.

    The same seed gives the same match; None takes another one each time. Raises `ValueError` for an
    entrant that doesn't exist, and for less than one game.
    """
    for name in (first, second):
        if name not in ENTRANTS:
            raise ValueError(f"{name!r} is no house player: take {', '.join(ENTRANTS)}")
    if games < 1:
        raise ValueError(f"a match of {games} games")
    names = (cast("Entrant", first), cast("Entrant", second))
    if seed is None:
        seed = random.SystemRandom().getrandbits(32)
    pairs = (games + 1) // 2
    match = Match()
    told = perf_counter()
    for number in range(pairs):
        match.pairs.append(_pair(match, names, seed, number))
        if perf_counter() - told > _TELL_EVERY:
            told = perf_counter()
            out.write(f"\r{2 * number + 2} of {2 * pairs} games: {first} has won {match.rate():.1%} ")
            out.flush()
    out.write("\r" + "".join(f"{line}\n" for line in report(match, names, seed)))
    return match


def report(match: Match, names: Sequence[str], seed: int) -> Iterator[str]:
    """The result of a match in lines of text."""
    games = 2 * len(match.pairs)
    yield f"{games} games in pairs with the same cards, seed {seed}".ljust(60)
    for name, record in zip(names, (match.first, match.second), strict=True):
        yield (
            f"{name:7} won {record.wins / games:6.1%} ± {match.error():.1%}"
            f" | points a deal: {record.per_deal(dealing=True):5.2f} as dealer,"
            f" {record.per_deal(dealing=False):5.2f} as pone"
            f" | a decision: {record.mean_seconds() * 1e3:.2f} ms,"
            f" 95 % within {record.slow_seconds() * 1e3:.2f} ms"
        )


def _pair(match: Match, names: tuple[Entrant, Entrant], seed: int, number: int) -> int:
    """Two games with the same cards; returns how many of them the first entrant won."""
    cards = random.Random(f"{seed}/{number}").randbytes(SEED_BYTES)  # noqa: S311
    won = 0
    for swapped in (False, True):
        rng = random.Random(f"{seed}/{number}/{swapped}")  # noqa: S311
        records = (match.second, match.first) if swapped else (match.first, match.second)
        seats = (names[1], names[0]) if swapped else names
        winner = _game(seats, records, cards, rng)
        records[winner].wins += 1
        won += records[winner] is match.first
    return won


def _game(
    names: tuple[Entrant, Entrant], records: tuple[Tally, Tally], cards: bytes, rng: random.Random
) -> int:
    state = GameState.new(2)
    while state.phase != "over":
        command = next_chance(state, cards, (1,))
        if command is None:
            seat = state.awaited()[0]
            seen = observe(state, seat)
            begun = perf_counter()
            command = _move(seen, names[seat], rng)
            records[seat].seconds.append(perf_counter() - begun)
        for event in decide(state, command):
            state = evolve(state, event)
            _note(event, state, records)
    return state.winners[0]


def _note(event: GameEvent, state: GameState, records: tuple[Tally, Tally]) -> None:
    if isinstance(event, Dealt):
        for seat, record in enumerate(records):
            record.deals[seat != event.dealer] += 1
    elif isinstance(event, Scored):
        records[event.side].points[event.side != state.dealer] += event.points


def _move(seen: Observation, name: Entrant, rng: random.Random) -> Discard | Play:
    if name != "random":
        return choose(seen, name, rng)
    if seen.owes:
        return Discard(seen.own_seat, tuple(rng.sample(seen.hand, seen.owes)))
    return Play(seen.own_seat, rng.choice(seen.playable))
