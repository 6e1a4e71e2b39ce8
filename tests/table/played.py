"""Games at tables in a database, played without Discord."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from bot.cribbage.events import Scored
from bot.table import lobby, moves
from bot.table.house_players import move
from bot.table.patience import Pace
from bot.table.store import Store
from bot.table.table import Table
from bot.table.tables import Opening, Tables
from db.engine import Database


class Ticking:
    """A clock that is a second later whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def tables_on(database: Database, seed: int = 5) -> Tables:
    """The tables of a process, which draws the same seeds in every run."""
    return Tables(Store(database, Ticking(), Pace(house=0)), random.Random(seed).randbytes)


async def seated(tables: Tables, people: dict[int, str], channel: int = 2, head_start: int = 0) -> Table:
    """A table at which these people have begun a game, every side with so many points to start from."""
    (host, host_name), *guests = people.items()
    table = await tables.open(Opening(1, "The card room", channel, host, host_name, len(people)))
    for user, name in guests[:-1]:
        await tables.act(table.id, user, lobby.join, name, press=user % 1000)
    user, name = guests[-1]
    sides = len({table.side(seat) for seat in range(table.players)})
    points = [Scored(side, side, head_start, "hand") for side in range(sides) if head_start]
    change = await tables.change(
        table.id, lambda now: [*lobby.join(now, user, name, user % 1000), *points], by=user
    )
    return change.after


async def play(tables: Tables, table_id: int, rng: random.Random, most: int | None = None) -> Table:
    """Let everybody move at random until the game is over, or so many moves are made."""
    made = 0
    while True:
        table = (await tables.get(table_id)).table
        game = table.game
        if table.status != "playing" or game is None or made == most:
            return table
        made += 1
        seat = game.awaited()[0]
        person = table.seats[seat].present
        if person is None:
            await move(tables, table)
        elif owed := game.owes_discard(seat):
            cards = tuple(rng.sample(game.hands[seat], owed))
            await tables.act(table_id, person.user, moves.discard, table.turn_seq, cards)
        else:
            await tables.act(
                table_id, person.user, moves.play, table.turn_seq, rng.choice(game.playable(seat))
            )
