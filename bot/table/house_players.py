"""House players at a table: they think in a thread, on what their seat may know, and move like people."""

from __future__ import annotations

import asyncio
import random

from bot.cribbage.observe import observe
from bot.house import choose
from bot.table.moves import house_move
from bot.table.table import Table
from bot.table.tables import Change, Tables


async def move(tables: Tables, table: Table) -> Change:
    """Let the first house player move whose turn it is.

    Raises `Refused` when play has moved on meanwhile.
    """
    seat = table.awaited_house()[0]
    house = table.seats[seat].house
    assert house is not None
    assert table.game is not None
    seen = observe(table.game, seat)
    command = await asyncio.to_thread(choose, seen, house.strength, random.Random())  # noqa: S311 - no secret
    return await tables.act(table.id, lambda current: house_move(current, table.turn_seq, command))
