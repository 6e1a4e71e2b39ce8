"""Hands that are open on somebody's screen follow the table, and never go back."""

from __future__ import annotations

import asyncio
import copy
import random
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
import structlog

from bot.cribbage.events import GameEvent, GameStarted, Played
from bot.cribbage.state import GameState
from bot.table.standing.wardrobe import Cards
from bot.table.table import Table
from bot.table.tables import Change
from bot.ui.live.answers.open_hands import FRESH, OpenHands
from bot.ui.live.sending.delivery import Delivery
from bot.ui.live.sending.rendering import Renderer
from bot.ui.panels.layout import Panel
from bot.ui.panels.table.hand import hand_panel
from tests.games import at_random, play, seed_of
from tests.table.seated import table_of
from tests.ui.presses import NOW, Press
from tests.ui.refusals import refusal

ANN, BOB = 100, 101


class Screens:
    """The open hands of a table at which one card after the other is played."""

    def __init__(self) -> None:
        self.now = NOW
        self.hands = OpenHands(self._clock, self)
        self.client = SimpleNamespace(delivery=Delivery(Renderer(), self._clock))
        self.tables = _tables()
        self.gate = asyncio.Event()
        self.gate.set()

    def _clock(self) -> datetime:
        return self.now

    async def of(self, users: list[int]) -> dict[int, Cards]:
        """The wardrobe, which may have to be waited for."""
        await self.gate.wait()
        return dict.fromkeys(users, Cards())

    def open(self, table: Table, user: int = ANN, message: int = 1, press: Press | None = None) -> Press:
        press = press or Press(user, client=self.client)
        self.hands.note(table, press, message, shown(table, user))
        return press

    def changes(self, table: Table, by: int | None = None) -> None:
        self.hands.changed(Change(table, table, (), by, None))

    async def settle(self) -> None:
        while tasks := [*self.hands._refreshing.values(), *self.hands._closing]:
            await asyncio.wait(tasks)


def shown(table: Table, user: int) -> Panel:
    return hand_panel(table, user - ANN)


def said(table: Table, user: int = ANN) -> tuple[str, str]:
    return "edit_original_response", shown(table, user).text


def _tables() -> list[Table]:
    """The table after the first, the second and the third card, all of another look; and when it is over."""
    start = GameState.new(2, "short")
    events: list[GameEvent] = [GameStarted(2, "short")]
    tables: list[Table] = []
    for taken in play(start, at_random(random.Random(2)), seed_of(2)):
        events += taken.events
        if any(isinstance(event, Played) for event in taken.events) and len(tables) < 3:
            tables.append(table_of(events, 2, "short"))
    return tables


@pytest.fixture
async def screens() -> Screens:
    return Screens()


async def test_an_open_hand_follows_the_table(screens: Screens) -> None:
    first, second, third = screens.tables
    ann, bob = screens.open(first), screens.open(first, BOB)
    screens.changes(second, by=BOB)
    await screens.settle()
    assert ann.answers == [said(second)]
    assert bob.answers == []  # whose press is answered
    screens.changes(third)
    await screens.settle()
    assert ann.answers == [said(second), said(third)]
    assert bob.answers == [said(third, BOB)]


async def test_what_looks_the_same_is_not_sent(screens: Screens) -> None:
    ann = screens.open(screens.tables[1])
    screens.changes(screens.tables[1])
    await screens.settle()
    assert ann.answers == []


async def test_an_older_state_never_overwrites_a_newer_hand(screens: Screens) -> None:
    """The refresh was begun before the person opened their hand, or played, and is ready only after that."""
    first, second, third = screens.tables
    old = screens.open(first)
    screens.gate.clear()
    screens.changes(second)
    await asyncio.sleep(0)
    new = screens.open(third)  # in the very same message
    screens.gate.set()
    await screens.settle()
    assert old.answers + new.answers == []
    screens.changes(second)
    await screens.settle()
    assert new.answers == []


async def test_a_refresh_does_not_cross_with_the_answer_to_a_move(screens: Screens) -> None:
    """Whoever has moved is answered, whatever else is on its way to their hand."""
    first, second, third = screens.tables
    ann = screens.open(first)
    screens.gate.clear()
    screens.changes(second, by=BOB)
    await asyncio.sleep(0)
    screens.changes(third, by=ANN)
    screens.gate.set()
    await screens.settle()
    assert ann.answers == []


async def test_a_hand_that_a_change_has_overtaken_is_refreshed_at_once(screens: Screens) -> None:
    """While it was on its way, somebody else has played."""
    first, second, _ = screens.tables
    screens.changes(second, by=BOB)
    ann = screens.open(first)
    await screens.settle()
    assert ann.answers == [said(second)]
    screens.open(second, BOB)
    await screens.settle()
    assert ann.answers == [said(second)]


async def test_a_hand_opened_during_a_refresh_is_refreshed_as_well(screens: Screens) -> None:
    first, second, _ = screens.tables
    old = screens.open(first)
    screens.gate.clear()
    screens.changes(second)
    await asyncio.sleep(0)
    new = screens.open(first, message=2)
    screens.gate.set()
    await screens.settle()
    assert old.answers == [("delete_original_response", "")]
    assert new.answers == [said(second)]


async def test_a_hand_that_the_end_has_overtaken_says_so(screens: Screens) -> None:
    first, _, over = screens.tables
    object.__setattr__(over, "status", "finished")
    screens.changes(over, by=BOB)
    ann = screens.open(first)
    await screens.settle()
    assert [text for _, text in ann.answers] == ["This game is over."]
    assert screens.hands._open == {}


async def test_of_tables_at_which_nothing_happens_nothing_is_kept(
    screens: Screens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.live.answers.open_hands._MOST", 2)
    for number in (1, 2, 3, 2, 4):
        table = copy.copy(screens.tables[0])
        object.__setattr__(table, "id", number)
        screens.changes(table)
    assert list(screens.hands._newest) == [2, 4]
    screens.hands.forget(ANN)
    assert list(screens.hands._newest) == []


async def test_a_refresh_under_way_is_followed_by_the_newest_state_alone(screens: Screens) -> None:
    first, second, third = screens.tables
    ann = screens.open(first)
    screens.gate.clear()
    screens.changes(first)
    await asyncio.sleep(0)
    screens.changes(second)
    screens.changes(third)
    screens.gate.set()
    await screens.settle()
    assert ann.answers == [said(third)]


async def test_the_newest_hand_is_the_one_that_is_refreshed(screens: Screens) -> None:
    first, second, _ = screens.tables
    old = screens.open(first)
    new = screens.open(first, message=2)
    screens.changes(second)
    await screens.settle()
    assert old.answers == [("delete_original_response", "")]
    assert new.answers == [said(second)]


async def test_a_press_in_the_same_message_closes_nothing(screens: Screens) -> None:
    first, second, _ = screens.tables
    old, new = screens.open(first), screens.open(first)
    screens.changes(second)
    await screens.settle()
    assert old.answers == []
    assert new.answers == [said(second)]


@pytest.mark.parametrize("late", [False, True])
async def test_a_token_is_used_as_long_as_it_is_fresh(screens: Screens, late: bool) -> None:
    first, second, third = screens.tables
    ann = screens.open(first)
    screens.now += FRESH + timedelta(seconds=late)
    screens.changes(second)
    await screens.settle()
    assert ann.answers == ([] if late else [said(second)])
    assert bool(screens.hands._open) is not late
    screens.changes(third)
    await screens.settle()
    assert len(ann.answers) == (0 if late else 2)


async def test_hands_are_forgotten_when_their_tokens_are_old(screens: Screens) -> None:
    """Whoever's they are: nobody has to press again at that table."""
    first, _, third = screens.tables
    screens.open(first)
    screens.now += timedelta(minutes=1)
    screens.open(first, BOB)
    screens.now += FRESH
    screens.open(third, BOB, message=2)
    assert [user for _, user in screens.hands._open] == [BOB]
    await screens.settle()


async def test_at_a_table_that_is_over_nothing_stays_open(screens: Screens) -> None:
    first, second, _ = screens.tables
    ann = screens.open(first)
    over = screens.tables[2]
    object.__setattr__(over, "status", "finished")
    screens.changes(over)
    await screens.settle()
    assert [text for _, text in ann.answers] == ["This game is over."]
    assert screens.hands._open == {}
    screens.open(over)
    assert screens.hands._open == {}
    screens.changes(second)
    await screens.settle()
    assert len(ann.answers) == 1


async def test_a_forgotten_person_is_shown_nothing_more(screens: Screens) -> None:
    first, second, third = screens.tables
    ann, bob = screens.open(first), screens.open(first, BOB)
    screens.gate.clear()
    screens.changes(first)
    await asyncio.sleep(0)
    screens.changes(second)
    screens.hands.forget(ANN)
    screens.gate.set()
    await screens.settle()
    screens.changes(third)
    await screens.settle()
    assert ann.answers == []
    assert bob.answers == [said(second, BOB), said(third, BOB)]


GONE = [refusal(404, 10015), refusal(401, 50027), refusal(404, 10008)]
TROUBLE = [refusal(500), refusal(403, 50001), aiohttp.ClientOSError(), TimeoutError()]


@pytest.mark.parametrize("error", GONE + TROUBLE, ids=repr)
async def test_a_hand_that_can_not_be_refreshed_is_let_go(screens: Screens, error: Exception) -> None:
    first, second, third = screens.tables
    ann = screens.open(first)
    ann.fails["edit_original_response"] = error
    with structlog.testing.capture_logs() as log:
        screens.changes(second)
        await screens.settle()
        screens.changes(third)
        await screens.settle()
    assert ann.answers == []
    assert screens.hands._open == {}
    assert [entry["event"] for entry in log] == ([] if error in GONE else ["open hand not refreshed"])


async def test_a_hand_opened_while_a_refresh_fails_stays(screens: Screens) -> None:
    first, second, third = screens.tables
    ann = screens.open(first)
    again: Any = Press(ANN, client=screens.client)

    async def fails(**_: Any) -> None:
        screens.open(second, message=2, press=again)
        raise refusal(404, 10015)

    ann.edit_original_response = fails
    screens.changes(second)
    await screens.settle()
    screens.changes(third)
    await screens.settle()
    assert again.answers == [said(third)]


@pytest.mark.parametrize("error", GONE + TROUBLE, ids=repr)
async def test_an_older_hand_that_can_not_be_removed_stays(screens: Screens, error: Exception) -> None:
    old = screens.open(screens.tables[0])
    old.fails["delete_original_response"] = error
    with structlog.testing.capture_logs() as log:
        screens.open(screens.tables[0], message=2)
        await screens.settle()
    assert [entry["event"] for entry in log] == ([] if error in GONE else ["older hand not removed"])


async def test_who_has_no_seat_any_more_has_no_hand(screens: Screens) -> None:
    first, second, _ = screens.tables
    stranger = Press(7, client=screens.client)
    screens.hands.note(first, stranger, 1, shown(first, ANN))
    screens.changes(second)
    await screens.settle()
    assert stranger.answers == []
