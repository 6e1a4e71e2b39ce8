"""Two people play on the local page, each in a window of a phone's size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.conftest import Open
from tests.browser.server import serving
from tests.browser.visitor import Visitor, cards_in

pytestmark = pytest.mark.browser


async def test_two_people_play_a_deal_and_see_only_their_own_cards(
    visit: Open, tmp_path: Path, shots: Path
) -> None:
    async with serving(tmp_path) as server:
        ann, bob = await visit(server.url, "Ann", scale=2), await visit(server.url, "Bob")
        await _sit_down(ann, bob)
        await ann.picture(shots, "1-dealt-ann")
        dealt = {ann.name: await ann.cards(), bob.name: await bob.cards()}
        assert len(set(dealt["Ann"] + dealt["Bob"])) == 12
        await _check_secrets(ann, bob, dealt, await ann.text())

        given = {}
        for person in (ann, bob):
            given[person.name] = dealt[person.name][-2:]
            for card in given[person.name]:
                await person.press(card, on=person.hand)
            await person.picture(shots, f"2-chosen-{person.name.lower()}")
            await person.press("Give to", on=person.hand)
            await _check_secrets(ann, bob, dealt, await ann.text())
        await ann.see("Starter")
        await ann.picture(shots, "3-starter-ann")

        presses = 0
        while "Show, deal 1" not in (told := await ann.text()):
            for person in (ann, bob):
                if "Your move" in await person.hand_text() and (cards := await person.cards(playable=True)):
                    if person is ann and presses in (3, 4):
                        await ann.picture(shots, "play", of=ann.timeline)
                    await person.press(cards[0], on=person.hand)
                    presses += 1
                    await person.picture(shots, f"4-play-{presses}-{person.name.lower()}")
            if "Show, deal 1" not in (told := await ann.text()):
                await _check_secrets(ann, bob, dealt, told)
        assert presses == 8

        # Now every card that was kept is on the table, and so is the crib.
        for person in (ann, bob):
            await person.see("Show, deal 1")
            await person.picture(shots, f"5-show-{person.name.lower()}")
            assert set(dealt["Ann"] + dealt["Bob"]) <= set(cards_in(await person.text()))

        await ann.picture(shots, "show", of=ann.messages.filter(has_text="Show, deal 1"))

        wide = await visit(server.url, "Cleo", size=(1200, 900))
        await wide.see("Show, deal 1")
        await wide.picture(shots, "6-onlooker-wide")
        code, log = await server.interrupt()
        assert code == 0
        assert "error" not in log.lower()


async def test_the_next_run_resumes_the_game_and_keeps_the_leaderboard(
    visit: Open, tmp_path: Path, shots: Path
) -> None:
    async with serving(tmp_path) as server:
        ann, bob = await visit(server.url, "Ann"), await visit(server.url, "Bob")
        await _sit_down(ann, bob)
        await bob.press("Surrender")
        await bob.see("Surrender at table 1?")
        await bob.press("Surrender")
        # Ann could go on against a house player.
        await ann.press("Stop")
        await bob.see("Seed revealed")
        await ann.slash("leaderboard")
        await ann.see("Leaderboard")
        ranked = _leaderboard(await ann.text())
        assert ranked
        await ann.picture(shots, "7-leaderboard-ann")

        await _sit_down(ann, bob)
        hand = await ann.cards()
        await server.kill()

    async with serving(tmp_path) as server:
        ann = await visit(server.url, "Ann")
        await ann.see("Table 2 · deal 1")
        await ann.press("My hand")
        assert await ann.cards() == hand
        await ann.slash("leaderboard")
        await ann.see("Leaderboard")
        assert _leaderboard(await ann.text()) == ranked
        await ann.picture(shots, "8-resumed-ann")


async def _sit_down(ann: Visitor, bob: Visitor) -> None:
    """Ann opens a table, Bob joins, and both look at their cards."""
    await ann.slash("cribbage start")
    await bob.see("open seat")
    await bob.press("Join")
    for person in (ann, bob):
        await person.see("to give two cards each")
        await person.press("My hand")
        await person.hand.wait_for()
        assert len(await person.cards()) == 6


async def _check_secrets(ann: Visitor, bob: Visitor, dealt: dict[str, list[str]], told: str) -> None:
    """Neither window was ever sent a card of the other's that isn't on the table."""
    for person, other in ((ann, bob), (bob, ann)):
        hidden = set(dealt[other.name]) - set(cards_in(told))
        assert not hidden & await person.ever_received(), f"{person.name}'s window knows {other.name}'s cards"
    assert set(dealt["Ann"]) <= await ann.ever_received()


def _leaderboard(text: str) -> list[str]:
    """The leaderboard's lines."""
    return re.findall(r"^.*\d+ wins? · \d+ loss(?:es)?.*$", text, flags=re.MULTILINE)
