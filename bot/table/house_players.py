"""House players at a table: they think in a thread, on what their seat may know, and move like people."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import structlog

from bot.cribbage.commands import Discard, Play
from bot.cribbage.observe import Observation, observe
from bot.house import Strength, choose
from bot.logs import place
from bot.table.moves import house_move
from bot.table.table import Table
from bot.table.tables import Change, Tables

_log = structlog.get_logger(__name__)

_HEAD: Final = ThreadPoolExecutor(1, thread_name_prefix="house")
"""All house players think in one thread: each takes milliseconds, and more would slow down the event loop."""


async def move(tables: Tables, table: Table) -> Change:
    """Let the first house player move whose turn it is.

    Raises `Refused` when play has moved on meanwhile.
    """
    seat = table.awaited_house()[0]
    house = table.seats[seat].house
    assert house is not None
    command = await asyncio.get_running_loop().run_in_executor(
        _HEAD, _chosen, table.id, observe(table.the_game, seat), house.strength
    )
    return await tables.change(table.id, lambda current: house_move(current, table.turn_seq, command))


def _chosen(table_id: int, seen: Observation, strength: Strength) -> Discard | Play:
    """What a house player does. Should its thinking fail, then anything legal, so that the game goes on."""
    fault: dict[str, str] = {}
    try:
        command = choose(seen, strength, random.Random())  # noqa: S311 - no secret
        if _is_legal(seen, command):
            return command
    except Exception as error:  # noqa: BLE001 - whatever it is, people wait for this move
        fault = {"error": type(error).__name__, "at": place(error)}
    _log.error("house player failed", table=table_id, strength=strength, **fault)
    return _anything(seen)


def _is_legal(seen: Observation, command: Discard | Play) -> bool:
    match command:
        case Discard(seat, cards):
            ours = len(set(cards)) == len(cards) == seen.owes and set(cards) <= set(seen.hand)
        case Play(seat, card):
            ours = card in seen.playable
    return ours and seat == seen.seat


def _anything(seen: Observation) -> Discard | Play:
    if seen.owes:
        return Discard(seen.own_seat, seen.hand[-seen.owes :])
    return Play(seen.own_seat, seen.playable[0])
