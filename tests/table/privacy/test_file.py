"""What was deleted isn't in the database's file any more, not even where nothing refers to it."""

from __future__ import annotations

import random
from pathlib import Path

from bot.table.standing.wardrobe import Wardrobe
from db.engine import Database
from tests.table.played import play, seated, tables_on

ANN, BOB = 2**60 + 1, 2**60 + 2
NAME = "Annabella Andersdottir"


async def test_nothing_is_left_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "cribbage.sqlite3"
    database = await Database.open(f"sqlite:///{file}")
    tables = tables_on(database)
    for _ in range(3):
        table = await seated(tables, {ANN: NAME, BOB: "Bob"}, head_start=100)
        await play(tables, table.id, random.Random(1))
    await seated(tables, {BOB: "Bob", ANN: NAME})
    await Wardrobe(database).choose(ANN, NAME, tables.store._clock(), back="fans")
    await database.close()
    traces = (NAME.encode(), str(ANN).encode(), ANN.to_bytes(8, "big"))
    assert all(trace in file.read_bytes() for trace in traces)
    database = await Database.open(f"sqlite:///{file}")
    await tables_on(database).forget(ANN)
    await database.close()
    assert not [trace for trace in traces if trace in file.read_bytes()]
    assert BOB.to_bytes(8, "big") in file.read_bytes()
