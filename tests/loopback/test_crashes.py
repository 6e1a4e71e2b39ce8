"""A few kills of the real bot: `tests.campaigns.crashes` does many."""

from __future__ import annotations

from tests.campaigns.crashes import campaign
from tests.loopback.nursery import Nursery


async def test_killed_while_people_play(nursery: Nursery, url: str) -> None:
    figures = await campaign(nursery, url, seed=2, size=3, tables=1)
    assert figures.kills.total() == 3
    assert figures.games >= 1
    assert not figures.problems
