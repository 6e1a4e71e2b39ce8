"""All panels of whole games: within Discord's limits, and the same for those who may not see a difference."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from bot.cribbage.events import GameEvent, GameStarted
from bot.cribbage.state import GameState
from bot.table.history import best_hands, end_of_deal
from bot.table.table import Table
from bot.ui.panels.layout import Panel
from bot.ui.panels.table.finish import finish_panel
from bot.ui.panels.table.hand import hand_panel
from bot.ui.panels.table.lobby import lobby_panel, sealed_panel
from bot.ui.panels.table.playing import table_panel
from bot.ui.panels.table.resign import resign_panel
from bot.ui.panels.table.show import show_panel
from tests.games import Policy, at_random, greedy, play, seed_of, twin
from tests.table.seated import log_of, table_of

LONG = ["*_~`|<>[]()#:@-\\" * 2] * 6
"""Names of 32 characters, all of which have to be escaped."""


def within_limits(panel: Panel) -> None:
    """Discord takes 40 components, 4,000 characters, five buttons in a row, ids and labels of some length."""
    buttons = list(panel.buttons())
    assert 1 + len(panel.blocks) + len(buttons) <= 40
    assert sum(map(len, panel.texts())) <= 4000
    assert all(panel.texts())
    ids = [button.custom_id for button in buttons]
    assert len(set(ids)) == len(ids)
    for button in buttons:
        assert 1 <= len(button.custom_id) <= 100
        assert 1 <= len(button.label) <= 80
    for block in panel.blocks:
        assert len(getattr(block, "buttons", ())) <= 5


def panels(table: Table) -> Iterator[Panel]:
    """Everything that can be shown of a table at this moment."""
    yield lobby_panel(table)
    yield sealed_panel(table)
    if table.game is None or table.game.dealer is None:
        return
    yield table_panel(table)
    yield table_panel(table, record=True)
    if show := show_panel(table):
        yield show
    if table.status == "finished":
        yield finish_panel(table, dict.fromkeys(range(table.players), 29))
    for seat in range(table.players):
        hand = table.game.hands[seat]
        yield hand_panel(table, seat, hand[:2], "Play has moved on since that button was drawn.")
        if table.status == "playing":
            yield resign_panel(table, 100 + seat)


@dataclass(frozen=True)
class Course:
    """A whole game, and after which of its events it waited for players or was over."""

    events: list[GameEvent]
    pauses: list[int]


def course(players: int, variant: str, policy: Policy, number: int) -> Course:
    start = GameState.new(players, variant)
    events: list[GameEvent] = [GameStarted(players, start.variant.name)]
    pauses: list[int] = []
    for taken in play(start, policy, seed_of(number)):
        events += taken.events
        if taken.after.awaited() or taken.after.phase == "over":
            pauses.append(len(events))
    return Course(events, pauses)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_worst_names_in_the_longest_games(players: int) -> None:
    game = course(players, "standard", greedy, 3)
    for pause in [*game.pauses[::5], game.pauses[-1]]:
        for panel in panels(table_of(game.events[:pause], players, names=LONG)):
            within_limits(panel)
    table, log = table_of(game.events, players, names=LONG), log_of(game.events, players, names=LONG)
    assert table.game is not None
    for number in range(1, table.game.deal + 1):
        shown = show_panel(end_of_deal(7, log, number))
        if shown is not None:
            within_limits(shown)
    within_limits(finish_panel(table, best_hands(log)))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", [1, 2])
def test_hidden_cards_make_no_difference(players: int, number: int) -> None:
    """Two courses of a game that a viewer can't tell apart look alike, the buttons included."""
    game = course(players, "short", at_random(random.Random(number)), number)
    events, rng = game.events, random.Random(number)
    differed = False
    for upto in sorted(rng.sample(game.pauses, 20)):
        for viewer in (None, *range(players)):
            other = twin(events[:upto], viewer, rng)
            here, there = table_of(events[:upto], players), table_of(other, players)
            differed |= here.game != there.game
            if viewer is None:
                assert table_panel(here) == table_panel(there)
                assert lobby_panel(here) == lobby_panel(there)
                assert show_panel(here) == show_panel(there)
            else:
                assert hand_panel(here, viewer) == hand_panel(there, viewer)
    assert differed
