"""Looking back: what a log says about deals that are over, and whether every card was where it had to be."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.cribbage.commands import ChanceCommand, Cut, Deal, TurnStarter
from bot.cribbage.events import CutForDeal, Dealt, GameEvent, HandCounted, StarterTurned
from bot.cribbage.shuffle import commitment, next_chance
from bot.cribbage.state import GameState
from bot.table.events import Event
from bot.table.table import Table, evolve, opened

CHANCE: Final = (CutForDeal, Dealt, StarterTurned)
"""The events that chance brings: each follows from the seed."""


def end_of_deal(table_id: int, log: Sequence[Event], number: int) -> Table:
    """The table as it was when deal `number` was over: before the next was dealt, or at the end of the log.

    Raises `ValueError` when the log is empty.
    """
    table: Table | None = None
    for event in log:
        if isinstance(event, Dealt) and event.number > number:
            break
        table = opened(table_id, event) if table is None else evolve(table, event)
    if table is None:
        raise ValueError(f"table {table_id} has no events")
    return table


def best_hands(log: Sequence[Event]) -> dict[int, int]:
    """The best hand of each seat, cribs apart, in points."""
    best: dict[int, int] = {}
    for event in log:
        if isinstance(event, HandCounted) and not event.crib:
            best[event.seat] = max(best.get(event.seat, 0), event.points)
    return best


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a game's cards followed from its seed.

    `sealed` tells whether the seed fits the seal that was shown before the game; `checked` how many cuts,
    deals and starters were derived again, `wrong` names those that came out differently.
    """

    sealed: bool
    checked: int
    wrong: tuple[str, ...]

    @property
    def fair(self) -> bool:
        """Whether everything was as it had to be."""
        return self.sealed and not self.wrong


def verify(table_id: int, log: Sequence[Event], seed: bytes) -> Verdict:
    """Derive every cut, deal and starter of a game again, and compare.

    Raises `ValueError` when the log is empty.
    """
    table = opened(table_id, log[0]) if log else None
    if table is None:
        raise ValueError(f"table {table_id} has no events")
    sealed = hmac.compare_digest(commitment(seed), table.commitment)
    checked = 0
    wrong: list[str] = []
    for event in log[1:]:
        if isinstance(event, CHANCE) and table.game is not None:
            checked += 1
            chance = next_chance(table.game, seed, table.presses)
            if chance is None or _brought(table.game, chance) != event:
                wrong.append(_called(event))
        table = evolve(table, event)
    return Verdict(sealed, checked, tuple(wrong))


def _brought(game: GameState, chance: ChanceCommand) -> GameEvent:
    """What chance has to bring, whatever else in the game isn't as it should be."""
    match chance:
        case Cut(cards):
            return CutForDeal(cards)
        case Deal(hands, crib):
            return Dealt(game.deal + 1, game.next_dealer(), hands, crib)
        case TurnStarter(card):
            return StarterTurned(card)


def _called(event: Event) -> str:
    match event:
        case Dealt(number):
            return f"deal {number}"
        case StarterTurned(card):
            return f"starter {card.symbol}"
        case _:
            return "the cut"
