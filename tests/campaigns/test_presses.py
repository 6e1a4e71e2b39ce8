"""A small siege: all of it holds, and every judge is heard."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import pytest

from bot.cribbage.cards import symbols
from bot.table.table import Table
from tests.campaigns import presses
from tests.campaigns.report import Broken, Report


async def besiege(seed: int, size: int) -> Report:
    report = Report()
    await presses.campaign(argparse.Namespace(seed=seed, size=size), report)
    return report


@pytest.mark.parametrize("seed", [1, 2])
async def test_what_must_hold_holds(seed: int) -> None:
    figures = (await besiege(seed, 150)).figures
    assert figures["presses"] + figures["commands"] >= 150
    assert figures["moves"] > 5
    assert figures["tables looked at in their channel"] > 0


async def test_the_same_seed_is_the_same_siege() -> None:
    assert (await besiege(3, 60)).figures == (await besiege(3, 60)).figures


@pytest.mark.parametrize("broken", ["another's cards", "a fault of the program"])
async def test_what_does_not_hold_is_told_with_its_step(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def everything(table: Any, _seen: Any) -> str:
        return (
            f"Table {table.id} · deal {table.game.deal} · {symbols([c for h in table.game.hands for c in h])}"
        )

    def fails(*_: Any) -> str:
        raise ZeroDivisionError

    where: dict[str, tuple[Callable[..., str], str]] = {
        "another's cards": (everything, r"step \d+: person \d+ is told of"),
        "a fault of the program": (fails, r"step \d+: "),
    }
    how, told = where[broken]
    monkeypatch.setattr("bot.ui.panels.table.hand._where", how)
    with pytest.raises(Broken, match=told):
        await besiege(1, 2000)


async def test_who_moves_for_another_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge of rights knows the rules of the house by itself."""
    seat_of = Table.seat_of

    def anybody(table: Table, user: int) -> int | None:
        game = table.game
        return seat_of(table, user) if game is None or game.turn is None else game.turn

    monkeypatch.setattr("bot.table.moves.Table.seat_of", anybody)
    with pytest.raises(Broken):
        await besiege(1, 3000)
