"""Makes the tables of house players again: `python -m bot.house.make_figures [--players 2]`.

For each number of players, in the ordinary game and in lowball: habits of discarding at the fixed point
(`selfplay`), deals played with them (`trials`), from these what kept ranks are worth in the play, with
that the fixed point once more and new deals, and for two sides the chance to win from any two scores
(`position`). The seeds are fixed, so the files come out the same.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from bot.cribbage.seating import PLAYER_COUNTS, sides
from bot.house import position, trials
from bot.house.ranks import HANDS, key_of, ways
from bot.house.selfplay import FixedPoint, Habits, solve
from bot.house.shipped import DealTable, Figures, RoleTable, crib_table, encode, file_name

FOLDER: Final = Path(__file__).parent / "figures"
HANDS_PLAYED: Final = 120_000
"""Hands in each of the two rounds of deals of a kind of game."""

SEED: Final = 1821
_NO_PLAY: Final = (0.0,) * 15


def make(players: int, *, lowball: bool) -> dict[str, Any]:
    """The stored tables of one kind of game."""
    deals = HANDS_PLAYED // players
    sign = -1 if lowball else 1
    rng = random.Random(SEED + players + 100 * lowball)  # noqa: S311
    found = solve(players, sign, play_worth(_NO_PLAY), play_worth(_NO_PLAY))
    own, other = _roles(found, _NO_PLAY, _NO_PLAY)
    first = trials.run(players, sign, own, other, deals, rng)
    own_play, other_play = first.own.solve(), first.other.solve()
    found = solve(players, sign, play_worth(own_play), play_worth(other_play))
    own, other = _roles(found, own_play, other_play)
    second = trials.run(players, sign, own, other, deals, rng)
    known = Figures(own, other, _deals(second))
    notes = {
        "deals": deals,
        "rounds": found.rounds,
        "dealer_hand": round(_mean(second.dealer_hand), 3),
        "other_hand": round(_mean(second.other_hand), 3),
        "crib": round(_mean(second.crib), 3),
        "dealer_play": round(sum(d * n for (d, _), n in second.play.items()) / deals, 3),
        "other_play": round(sum(o * n for (_, o), n in second.play.items()) / deals, 3),
    }
    return encode(known, notes)


def play_worth(play: Sequence[float]) -> Callable[[tuple[int, ...]], float]:
    """What a kept hand of ranks is worth in the play, from the figures of `shipped.RoleTable`."""

    def worth(ranks: tuple[int, ...]) -> float:
        pairs = sum(n * (n - 1) // 2 for n in Counter(ranks).values())
        return sum(play[rank] for rank in ranks) + play[14] * pairs

    return worth


def _roles(
    found: FixedPoint, own_play: tuple[float, ...], other_play: tuple[float, ...]
) -> tuple[RoleTable, RoleTable]:
    return (
        _role(found.own, found.own_cribs, own_play),
        _role(found.other, found.other_cribs, other_play),
    )


def _role(habits: Habits, cribs: Sequence[float], play: tuple[float, ...]) -> RoleTable:
    full = [4] * 13
    kept = {key_of(ranks): often / ways(ranks, full) for ranks, often in zip(HANDS, habits.kept, strict=True)}
    return RoleTable(habits.throws, crib_table(cribs), kept, play)


def _deals(found: trials.Trials) -> DealTable:
    play = tuple(
        (dealer, other, number / found.deals) for (dealer, other), number in sorted(found.play.items())
    )
    return DealTable(play, _chances(found.dealer_hand), _chances(found.other_hand), _chances(found.crib))


def _chances(counted: Counter[int]) -> tuple[float, ...]:
    total = counted.total()
    return tuple(counted[points] / total for points in range(max(counted) + 1))


def _mean(counted: Counter[int]) -> float:
    return sum(points * number for points, number in counted.items()) / counted.total()


def write(players: int, *, lowball: bool, folder: Path = FOLDER) -> list[Path]:
    """Make and write one kind of game's files; returns their paths."""
    stored = make(players, lowball=lowball)
    tables_file = folder / file_name(players, lowball=lowball)
    lines = (
        f" {json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in stored.items()
    )
    tables_file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    if sides(players) != 2:
        return [tables_file]
    return [tables_file, write_position(players, stored["deals"], lowball=lowball, folder=folder)]


def write_position(players: int, deals: dict[str, Any], *, lowball: bool, folder: Path = FOLDER) -> Path:
    """Make and write the chances to win from recorded deals; returns the file's path."""
    path = folder / position.file_name(players, lowball=lowball)
    path.write_bytes(position.pack(position.solve(players, deals)))
    return path


def main(arguments: Sequence[str] | None = None) -> None:
    """Write all files, or those of one number of players."""
    parser = argparse.ArgumentParser(
        prog="python -m bot.house.make_figures", description="Make the tables again."
    )
    parser.add_argument("--players", type=int, choices=PLAYER_COUNTS, help="only for this number of players")
    chosen = parser.parse_args(arguments)
    FOLDER.mkdir(exist_ok=True)
    for players in [chosen.players] if chosen.players else PLAYER_COUNTS:
        for lowball in (False, True):
            for path in write(players, lowball=lowball):
                sys.stdout.write(f"{path.name}: {path.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
