"""Times of house players: `python tests/bench/bench_house.py [games]`, processor time of one core."""

from __future__ import annotations

import io
import random
import sys
import time
from collections.abc import Callable

from bot.cribbage.cards import PACK
from bot.cribbage.commands import Command
from bot.cribbage.events import GameStarted
from bot.cribbage.game import decide, evolve, start
from bot.cribbage.observe import observe
from bot.cribbage.shuffle import next_chance
from bot.house import STRENGTHS, arena, choose
from bot.house.discards import ranking
from bot.house.shipped import figures


def each(call: Callable[[], object], seconds: float = 1.0) -> float:
    """Mean processor time of a call."""
    call()
    number, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        call()
        number += 1
    return spent / number


def decisions(players: int, games: int) -> list[float]:
    """Processor time of every decision of a game among sharp players."""
    spent: list[float] = []
    for number in range(games):
        rng = random.Random(number)
        cards = rng.randbytes(32)
        state = start(GameStarted(players))
        while state.phase != "over":
            command: Command | None = next_chance(state, cards, (1,))
            if command is None:
                seen = observe(state, state.awaited()[0])
                begun = time.process_time()
                command = choose(seen, "sharp", rng)
                spent.append(time.process_time() - begun)
            for event in decide(state, command):
                state = evolve(state, event)
    return sorted(spent)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    rng = random.Random(1)
    six = [rng.sample(PACK, 6) for _ in range(500)]
    known = figures(2, lowball=False).own
    at = iter(range(10**9))
    took = each(lambda: ranking(six[next(at) % 500], known.cribs, 1))
    print(f"ranking 15 discards by table: {took * 1e6:.1f} µs")
    took = each(lambda: ranking(six[next(at) % 500], known.cribs, 1, known.play))
    print(f"  with the worth of the play: {took * 1e6:.1f} µs")
    arena.perf_counter = time.process_time
    for strength in STRENGTHS:
        match = arena.run(strength, strength, games, 1, io.StringIO())
        record = match.first
        print(
            f"{strength}, two players: mean {record.mean_seconds() * 1e3:.2f} ms,"
            f" 95 % within {record.slow_seconds() * 1e3:.2f} ms, {len(record.seconds)} decisions"
        )
    for players in (3, 4, 6):
        spent = decisions(players, max(1, games // 3))
        mean, slow = sum(spent) / len(spent), spent[int(len(spent) * 0.95)]
        print(f"sharp, {players} players: mean {mean * 1e3:.2f} ms, 95 % within {slow * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
