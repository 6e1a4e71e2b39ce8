"""A process that plays games on a database file until it is killed: `python killed.py URL SEED`.

It prints a line for each action after its commit: the table, the number of the last event.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from datetime import UTC, datetime
from itertools import count

from bot.table import lobby, moves
from bot.table.patience import Pace
from bot.table.store import Store
from bot.table.table import Table
from bot.table.tables import Opening, Tables
from db.engine import Database


async def play_on(tables: Tables, table: Table, rng: random.Random) -> None:
    """Play a table to its end at random; every step is announced once it is stored, then published."""
    while table.status == "playing":
        game = table.game
        assert game is not None
        seat = rng.choice(game.awaited())
        person = table.seats[seat].person
        assert person is not None
        if owed := game.owes_discard(seat):
            cards = tuple(rng.sample(game.hands[seat], owed))
            change = await tables.act(table.id, person.user, moves.discard, table.turn_seq, cards)
        else:
            card = rng.choice(game.playable(seat))
            change = await tables.act(table.id, person.user, moves.play, table.turn_seq, card)
        table = change.after
        print(table.id, table.seq, flush=True)
        await tables.published(table.id, "{}", table.seq)


async def open_table(tables: Tables) -> Table:
    """A fresh table of two."""
    table = await tables.open(Opening(1, "The card room", 2, 10, "Ann", variant="short"))
    print(table.id, table.seq, flush=True)
    return (await tables.act(table.id, 11, lobby.join, "Bob", 99)).after


async def live_forever(url: str, rng: random.Random) -> None:
    """Finish the table that is there, then play one after the other."""
    database = await Database.open(url)
    tables = Tables(Store(database, lambda: datetime.now(UTC), Pace()))
    for number in count(1):
        if (record := await tables.store.load(number)) is None:
            await play_on(tables, await open_table(tables), rng)
        elif record.table.status == "lobby":
            await play_on(tables, (await tables.act(number, 11, lobby.join, "Bob", 99)).after, rng)
        else:
            await play_on(tables, record.table, rng)


def zygote(url: str) -> None:
    """Make one process after the other for whoever asks with a line: a fork is much quicker than a start."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            asyncio.run(live_forever(url, random.Random(int(line))))
        print("child", child, flush=True)
        os.waitpid(child, 0)
        print("dead", flush=True)


if __name__ == "__main__":
    zygote(sys.argv[1])
