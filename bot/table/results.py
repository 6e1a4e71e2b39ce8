"""What a finished game is worth to each of its players (rules: "Margin", "Results, XP, prestige")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.table.table import Table

Outcome = Literal["won", "lost", "surrendered", "stopped"]


@dataclass(frozen=True, slots=True)
class Result:
    """One player's result. `score` is at most the target, as boards and records show it.

    `best_opponent` is the best score of another side. `skunks_given` counts the other sides that this
    player's win skunked once, `double_skunks_given` those skunked twice. `skunk_taken` is 0, 1 or 2.
    """

    user: int
    seat: int
    side: int
    outcome: Outcome
    score: int
    best_opponent: int
    skunks_given: int = 0
    double_skunks_given: int = 0
    skunk_taken: Literal[0, 1, 2] = 0


def results_of(table: Table) -> tuple[Result, ...]:
    """The results of a finished game, one for each person in a seat.

    A game that was surrendered is a loss for the side that gave up, and nothing for anybody else: it did
    not reach its target. Raises `ValueError` when the game isn't over.
    """
    if table.status != "finished" or table.game is None:
        raise ValueError(f"table {table.id} has no finished game")
    game = table.game
    scores = tuple(min(score, game.variant.target) for score in game.scores)
    skunks: tuple[Literal[0, 1, 2], ...] = tuple(
        0 if side in game.winners or table.surrendered is not None else game.variant.skunks(score)
        for side, score in enumerate(scores)
    )
    results: list[Result] = []
    for seat, person in enumerate(table.seats):
        if person is None:
            continue
        side = game.side(seat)
        won = side in game.winners
        results.append(
            Result(
                user=person.user,
                seat=seat,
                side=side,
                outcome=_outcome(table, side, won=won),
                score=scores[side],
                best_opponent=max(score for other, score in enumerate(scores) if other != side),
                skunks_given=skunks.count(1) if won else 0,
                double_skunks_given=skunks.count(2) if won else 0,
                skunk_taken=skunks[side],
            )
        )
    return tuple(results)


def _outcome(table: Table, side: int, *, won: bool) -> Outcome:
    if table.surrendered is not None:
        return "surrendered" if side == table.surrendered else "stopped"
    return "won" if won else "lost"
