"""A few of the faults at a game's requests, and whether they are found out."""

from __future__ import annotations

import argparse
from typing import Any

import pytest

from bot.table.clock import TableClock
from bot.ui.live.channels.retries import LONGEST
from tests.campaigns import faults
from tests.campaigns.report import Report
from tests.campaigns.sites import FAILURES

_KNOWN: list[faults.Case] = []
_find = faults.reference


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game from which the sites are known is played once for all tests."""

    async def reference(seed: int) -> list[faults.Case]:
        _KNOWN[:] = _KNOWN or await _find(seed)
        return list(_KNOWN)

    monkeypatch.setattr(faults, "reference", reference)


async def tried(first: int, size: int) -> Report:
    report = Report()
    await faults.campaign(argparse.Namespace(seed=1, size=size, first=first), report)
    return report


async def test_every_site_of_a_game_is_known() -> None:
    """What the bot asks for in a whole game; the list itself comes from playing one."""
    cases = await faults.reference(1)
    sites = {site for _, site, *_ in cases}
    purposes = " ".join(site.purpose for site in sites)
    for part in (
        *("_show_lobby", "_close_lobby", "_open_thread", "_show_deal", "_close_deals", "_finish", "_remind"),
        *("_drop", "_refresh", "_close", "hand", "mark", "give", "play", "rules", "surrender", "again"),
        *(
            "leaderboard",
            "profile",
            "history",
            "cards",
            "privacy.export",
            "privacy.forget",
            "settings",
            "verify",
        ),
    ):
        assert part in purposes, part
    assert len(cases) == len(sites) * len(FAILURES) * 2


async def test_faults_are_stood() -> None:
    report = await tried(700, 4)
    assert report.broken == []
    assert report.figures["faults once"] + report.figures["faults for good"] == 4


def only(monkeypatch: pytest.MonkeyPatch, purpose: str, failure: str, *, for_good: bool) -> None:
    """Let one fault be all that there are."""

    async def reference(seed: int) -> list[Any]:
        cases = _KNOWN or await _find(seed)
        return [c for c in cases if purpose in c[1].purpose and c[2:4] == (failure, for_good)][:1]

    monkeypatch.setattr(faults, "reference", reference)


async def test_a_bot_that_never_tries_again_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "_show_lobby > channel_pass._show > channel_pass._edit", "500", for_good=False)
    assert (await tried(0, 0)).broken == []
    monkeypatch.setattr("bot.ui.live.channels.retries.Retries.later", lambda *_: 5.0)
    (broken,) = (await tried(0, 0)).broken
    assert "wasn't shown after" in broken
    assert "--first 0" in broken


async def test_a_bot_that_asks_without_end_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "_show_deal > channel_pass._show > channel_pass._edit", "403", for_good=True)
    monkeypatch.setattr("bot.ui.live.channels.retries.LONGEST", dict.fromkeys(LONGEST, 30.0))
    (broken,) = (await tried(0, 0)).broken
    assert "requests on one day" in broken


async def test_a_clock_that_runs_where_nothing_is_shown_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "_remind > channel_pass._send", "403", for_good=True)
    monkeypatch.setitem(TableClock.__init__.__kwdefaults__, "shown", lambda _: True)
    (broken,) = (await tried(0, 0)).broken
    assert "nobody was told" in broken
