"""A few deaths of the bot, on both databases."""

from __future__ import annotations

import argparse
import os
from typing import Any

import pytest
from discord.abc import Messageable

from bot.table.tables import Change, Tables
from tests.campaigns import kills
from tests.campaigns.report import Broken, Report


async def kill(seed: int, size: int, database: str = "sqlite") -> Report:
    report = Report()
    await kills.campaign(argparse.Namespace(seed=seed, size=size, database=database), report)
    return report


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
async def test_after_every_death_all_is_there_once(database: str) -> None:
    try:
        figures = (await kill(1, 8, database)).figures
    except (ImportError, RuntimeError, OSError) as error:
        if os.environ.get("CI") == "true" or database == "sqlite":
            raise
        pytest.skip(f"no embedded PostgreSQL here: {error!r}")
    assert figures["kills"] == 8
    assert figures["hands opened"] > 0


async def test_a_message_that_is_posted_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    send = Messageable.send

    async def without_nonce(place: Any, *arguments: Any, **options: Any) -> Any:
        return await send(place, *arguments, **{**options, "nonce": None})

    monkeypatch.setattr(Messageable, "send", without_nonce)
    with pytest.raises(Broken, match=r"kill \d+: "):
        await kill(1, 40)


async def test_a_move_that_is_lost_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the bot told of a move before it is stored."""
    commit = Tables._commit

    async def told_first(tables: Tables, record: Any, events: list[Any], *, by: int | None) -> Any:
        if record.table.status != "playing":
            return await commit(tables, record, events, by=by)
        events, after = tables._lead(record, events)
        tables._tell(Change(record.table, after, tuple(events), by, None))
        return await commit(tables, record, events, by=by)

    monkeypatch.setattr(Tables, "_commit", told_first)
    with pytest.raises(Broken):
        await kill(1, 60)
