"""What ratings make of honest people and of farming, by the model alone and as they are.

    uv run --group dev python tests/bench/bench_ratings.py

A person's true strength is in the units of `mu`; who beats whom is drawn by openskill's own odds. Shown are
the numbers that people see, averaged over several runs; of populations, how well the order of the ratings
fits that of the strengths (rank correlation), and how far ratings are off (root mean square, without what all
are off together).
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from math import exp, sqrt

from bot.table.standing import ratings
from bot.table.standing.ratings import Rating, rate

BETA = 25 / 6
SPREAD = 1.8
"""How far strengths lie apart (standard deviation): about the best of fifty wins 65 % against the average."""
KNOWN = Rating(25, 1.6)


class World:
    """People and their ratings; `weighed` or as the model alone has it."""

    def __init__(self, seed: int, *, weighed: bool) -> None:
        self.rng = random.Random(seed)
        self.weighed = weighed
        self.ratings: dict[int, Rating] = {}
        self.beaten: dict[tuple[int, int], int] = {}

    def play(self, winner: int, loser: int) -> None:
        sides = {0: (winner,), 1: (loser,)}
        before = {user: self.ratings.get(user, Rating()) for user in (winner, loser)}
        model = ratings._by_the_model
        self.ratings |= rate(sides, (0,), before, self.beaten) if self.weighed else model(sides, (0,), before)
        self.beaten[winner, loser] = self.beaten.get((winner, loser), 0) + 1

    def play_out(self, one: int, other: int, chance: float) -> None:
        self.play(*((one, other) if self.rng.random() < chance else (other, one)))

    def shown(self, user: int = 0) -> int:
        return self.ratings[user].shown


def honest(chance: float, games: int) -> Callable[[World], int]:
    def scheme(world: World) -> int:
        world.ratings = dict.fromkeys(range(1, 41), KNOWN)
        for _ in range(games):
            world.play_out(0, world.rng.randint(1, 40), chance)
        return world.shown()

    return scheme


def club(chance: float) -> Callable[[World], int]:
    """One plays 200 games with the same three, who play as many among themselves."""

    def scheme(world: World) -> int:
        for _ in range(200):
            world.play_out(0, world.rng.randint(1, 3), chance)
            world.play(*world.rng.sample((1, 2, 3), 2))
        return world.shown()

    return scheme


def wins_over(
    accounts: int, wins: int, start: Rating | None = None, *, known: bool = False
) -> Callable[[World], int]:
    """Wins over so many accounts in turn."""

    def scheme(world: World) -> int:
        if known:
            world.ratings = dict.fromkeys(range(1, accounts + 1), KNOWN)
        if start is not None:
            world.ratings[0] = start
        for number in range(wins):
            world.play(0, 1 + number % accounts)
        return world.shown()

    return scheme


def trade(turns: int, wins: int) -> Callable[[World], int]:
    """Two accounts win in turn, and then one of them only."""

    def scheme(world: World) -> int:
        for turn in range(turns):
            world.play(turn % 2, 1 - turn % 2)
        for _ in range(wins):
            world.play(0, 1)
        return max(world.shown(0), world.shown(1))

    return scheme


def fed_by_traders(world: World) -> int:
    """Ten accounts play until they are known, and then lose to one."""
    for _ in range(200):
        world.play(*world.rng.sample(range(1, 11), 2))
    return wins_over(10, 200)(world)


def robbed(world: World) -> int:
    world.ratings[0] = KNOWN
    for account in range(1, 11):
        world.play(account, 0)
    return world.shown()


SCHEMES: dict[str, tuple[Callable[[World], int], int]] = {
    **{f"honest {chance:.0%}, 200 games": (honest(chance, 200), 60) for chance in (0.5, 0.6, 0.65, 0.7)},
    "honest 65%, 30 games": (honest(0.65, 30), 60),
    "honest 65%, 200 with the same three": (club(0.65), 60),
    "20 wins over fresh accounts": (wins_over(20, 20), 1),
    "200 wins over fresh accounts": (wins_over(200, 200), 1),
    "20 wins over one account": (wins_over(1, 20), 1),
    "200 wins over one account": (wins_over(1, 200), 1),
    "200 wins over one known account": (wins_over(1, 200, known=True), 1),
    "a ring of 10 feeds one, 200 wins": (wins_over(10, 200), 1),
    "a ring of 10 known ones, 200 wins": (wins_over(10, 200, known=True), 1),
    "a ring of 10 that traded before": (fed_by_traders, 5),
    "a known one, 200 wins over fresh": (wins_over(200, 200, KNOWN), 1),
    "two trade 400 games": (trade(400, 0), 1),
    "two trade 60, then 200 wins": (trade(60, 200), 1),
    "a known one loses to 10 fresh": (robbed, 1),
}

POPULATIONS = {
    "server of 50, 20 games each": (50, 20, 24),
    "server of 50, 60 games each": (50, 60, 12),
    "server of 50, 200 games each": (50, 200, 4),
    "club of 4, 60 games each": (4, 60, 60),
    "club of 4, 200 games each": (4, 200, 60),
}


def places(values: list[float]) -> list[int]:
    ordered = sorted(values)
    return [ordered.index(value) for value in values]


def population(people: int, games: int, seed: int, *, weighed: bool) -> tuple[float, float]:
    world = World(seed, weighed=weighed)
    strengths = [world.rng.gauss(0, SPREAD) for _ in range(people)]
    for _ in range(people * games // 2):
        one, other = world.rng.sample(range(people), 2)
        world.play_out(one, other, 1 / (1 + exp((strengths[other] - strengths[one]) / (sqrt(2) * BETA))))
    means = [world.ratings.get(user, Rating()).mu for user in range(people)]
    off = statistics.fmean(means) - statistics.fmean(strengths)
    errors = [(mean - strength - off) ** 2 for mean, strength in zip(means, strengths, strict=True)]
    return statistics.correlation(places(strengths), places(means)), sqrt(statistics.fmean(errors))


def lines() -> Iterator[str]:
    yield f"{'shown rating':<38} {'model':>8} {'weighed':>8}"
    for name, (scheme, runs) in SCHEMES.items():
        means = [
            statistics.fmean(scheme(World(seed, weighed=weighed)) for seed in range(runs))
            for weighed in (False, True)
        ]
        yield f"{name:<38} {means[0]:8.0f} {means[1]:8.0f}"
    yield f"{'rank correlation, error':<38} {'model':>12} {'weighed':>12}"
    for name, (people, games, runs) in POPULATIONS.items():
        told = ""
        for weighed in (False, True):
            found = [population(people, games, seed, weighed=weighed) for seed in range(runs)]
            order, error = (statistics.fmean(column) for column in zip(*found, strict=True))
            told += f" {order:6.3f} {error:5.2f}"
        yield f"{name:<38}{told}"


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
