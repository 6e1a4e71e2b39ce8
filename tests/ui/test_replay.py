"""Replays of games of every kind: every deal fits into a message, and tells what happened in it."""

from __future__ import annotations

import random

import pytest

from bot.cribbage.cards import symbols
from bot.cribbage.events import Dealt, Discarded, HandCounted, Played
from bot.table.events import GameStopped, SeedRevealed, WentMissing
from bot.table.table import Refused, fold
from bot.ui.live.sending.components import to_view
from bot.ui.panels.ids import parse
from bot.ui.panels.layout import LONGEST, Text
from bot.ui.panels.records.replay import replay_arg, replay_of, replay_panel
from tests.games import KINDS, at_random, events_of, greedy, seed_of
from tests.table.seated import log_of
from tests.wire import message_limits

LOUD = tuple(f"{mark}{'*_~`|>[]()#:@-' * 2}" for mark in "ABCDEF")
"""Names that take up twice their length."""


def finished(players, variant="standard", number=1, policy=None, **options):
    events = events_of(players, variant, policy or at_random(random.Random(number)), seed_of(number))
    return log_of(events, players, variant, **options)


@pytest.mark.parametrize(("players", "variant"), KINDS)
def test_every_deal_of_every_kind_of_game_fits(players, variant):
    for number, policy in ((1, None), (2, greedy)):
        log = finished(players, variant, number, policy, names=LOUD)
        deals = max(event.number for event in log if isinstance(event, Dealt))
        panels = [replay_panel(7, log, deal, 3) for deal in range(1, deals + 1)]
        longest = max(panels, key=lambda panel: len(panel.text))
        assert len(longest.text) <= LONGEST
        message = {"components": to_view(longest.without_pictures(), {}).to_components(), "flags": 1 << 15}
        assert list(message_limits(message, new=True, private=True)) == []


def test_of_names_that_are_cut_short_something_to_read_is_left():
    log = finished(6, "standard", 2, greedy, names=[f"{'⌂' * 8}{name}" for name in LOUD])
    deals = max(event.number for event in log if isinstance(event, Dealt))
    text = "\n".join(replay_panel(7, log, deal).text for deal in range(1, deals + 1))
    assert "A\\*\\_\\~" in text
    assert "somebody" not in text


def test_a_deal_is_told_as_it_was():
    log = finished(3)
    end = next(at for at, event in enumerate(log) if isinstance(event, Dealt) and event.number == 2)
    first = log[:end]
    text = replay_panel(7, log, 1).text
    (dealt,) = [event for event in first if isinstance(event, Dealt)]
    for seat, hand in enumerate(dealt.hands):
        assert f"{('Ann', 'Bob', 'Cleo')[seat]} {symbols(sorted(hand))} · gives " in text
    assert f"From the pack to the crib {symbols(dealt.crib)}" in text
    for event in first:
        match event:
            case Discarded(_, cards):
                assert f"· gives {symbols(sorted(cards))}" in text
            case Played(_, card):
                assert card.symbol in text
            case HandCounted(points=points):
                assert f"**{points}**, to " in text
    assert "**Ann** 0 → **" in text
    assert "wins" not in text


def test_the_last_deal_tells_how_it_ended():
    log = finished(2)
    deals = max(event.number for event in log if isinstance(event, Dealt))
    panel = replay_panel(7, log, deals)
    texts = [block.markdown for block in panel.blocks if isinstance(block, Text)]
    assert "121–" in texts[-1]
    assert "→ **121**" in texts[0]
    assert replay_panel(7, log, 99) == panel
    assert replay_panel(7, log, 0) == replay_panel(7, log, 1)


def test_buttons_lead_from_deal_to_deal():
    log = finished(2)
    first = {button.label: button for button in replay_panel(7, log, 1, 4).buttons()}
    assert list(first) == ["Previous deal", "Next deal", "Check the shuffle", "Your games"]
    assert first["Previous deal"].disabled
    to = parse(first["Next deal"].custom_id)
    assert to is not None
    assert (to.table, to.verb, replay_of(to.arg)) == (7, "replay", (2, 4))
    alone = replay_panel(7, log, 2)
    assert [button.label for button in alone.buttons()] == ["Previous deal", "Next deal", "Check the shuffle"]
    assert len({button.custom_id for button in alone.buttons()}) == 3


@pytest.mark.parametrize(("deal", "page"), [(1, None), (12, 1), (9999, 999999)])
def test_arguments_come_back(deal, page):
    assert replay_of(replay_arg(deal, page)) == (deal, page)


@pytest.mark.parametrize("arg", ["x", "-", "1-", "-1", "12345", "1-1-1", "1+1"])
def test_other_arguments_are_refused(arg):
    with pytest.raises(Refused, match="another version"):
        replay_of(arg)
    assert replay_of("") == (1, None)


def test_not_before_the_game_is_over():
    log = finished(2)
    for upto in range(4, len(log) - 1, 9):
        with pytest.raises(Refused, match="when its game is over"):
            replay_panel(7, log[:upto], 1)


def test_a_game_that_stopped_is_replayed_up_to_there():
    whole = finished(2)
    second = next(at for at, event in enumerate(whole) if isinstance(event, Dealt) and event.number == 2)
    log = [*whole[: second + 2], WentMissing(1), GameStopped("abandoned"), SeedRevealed("00")]
    panel = replay_panel(7, log, 2)
    assert "deal 2 of 2" in panel.text
    assert "Stopped, Bob went missing" in panel.text
    assert "Starter" not in panel.text
    assert fold(7, log).status == "finished"
    with pytest.raises(Refused, match="before the first deal"):
        replay_panel(7, [*whole[:4], WentMissing(1), GameStopped("abandoned")], 1)
