"""What a finished game is worth to each of its players (rules: "Margin", "Results, XP, prestige")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.cribbage.state import GameState
from bot.table.table import Table

Outcome = Literal["won", "lost", "surrendered", "stopped", "abandoned"]


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
    """The results of a finished game, one for each person who had a seat when it began.

    Only a game that reached its target has winners and losers. Whoever surrendered has lost in any
    case, and whoever went missing has abandoned it (also when their partner surrendered after that); neither
    takes a skunk for what a house player did in their place.
    Raises `ValueError` when the game isn't over.
    """
    if table.status != "finished" or table.game is None:
        raise ValueError(f"table {table.id} has no finished game")
    game = table.game
    scores = shown_scores(table)
    skunks = skunks_of(table)
    results: list[Result] = []
    for number, seat in enumerate(table.seats):
        if seat.person is None:
            continue
        side = game.side(number)
        outcome = _outcome(table, number)
        results.append(
            Result(
                user=seat.person.user,
                seat=number,
                side=side,
                outcome=outcome,
                score=scores[side],
                best_opponent=max(score for other, score in enumerate(scores) if other != side),
                skunks_given=skunks.count(1) if outcome == "won" else 0,
                double_skunks_given=skunks.count(2) if outcome == "won" else 0,
                skunk_taken=skunks[side] if outcome == "lost" else 0,
            )
        )
    return tuple(results)


def shown_scores(table: Table) -> tuple[int, ...]:
    """The score of each side, at most the target. Raises `ValueError` before the game."""
    if table.game is None:
        raise ValueError(f"no game has begun at table {table.id}")
    target = table.game.variant.target
    return tuple(min(score, target) for score in table.game.scores)


def skunks_of(table: Table) -> tuple[Literal[0, 1, 2], ...]:
    """What each side's margin counts as: none unless the game reached its target, and none for winners."""
    game = table.game
    if game is None or not game.winners:
        return (0,) * len(shown_scores(table))
    return tuple(_skunks(game, side) for side in range(len(game.scores)))


def _skunks(game: GameState, side: int) -> Literal[0, 1, 2]:
    return 0 if side in game.winners else game.variant.skunks(game.scores[side])


def _outcome(table: Table, number: int) -> Outcome:
    match table.seats[number].gone:
        case "surrendered":
            return "surrendered"
        case "away":
            return "stopped" if table.stopped == "channel_gone" else "abandoned"
        case None:
            pass
    if not table.the_game.winners:
        return "stopped"
    return "won" if table.side(number) in table.the_game.winners else "lost"
