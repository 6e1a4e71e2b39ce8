"""What is played at a table, as it is written over its messages and in lists."""

from __future__ import annotations

from bot.cribbage.variants import Variant
from bot.table.table import Table
from bot.ui.panels.words import number


def title(table: Table) -> str:
    """What is played: `Cribbage · two players · to 121`."""
    return f"Cribbage · {number(table.players)} players · {goal(table.variant)}"


def goal(variant: Variant) -> str:
    """What a score means that ends the game: `to 121`, or `121 loses`."""
    return f"{variant.target} loses" if variant.lowball else f"to {variant.target}"
