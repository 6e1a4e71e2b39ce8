from __future__ import annotations

import random
from dataclasses import FrozenInstanceError
from typing import Annotated

import pytest
from pydantic import Discriminator, TypeAdapter

from bot.cribbage.cards import parse_card, parse_cards
from bot.cribbage.events import CutForDeal, GameEvent, Played, Scored
from bot.cribbage.game import replay
from tests.games import KINDS, at_random, events_of, seed_of

STORED = TypeAdapter(list[Annotated[GameEvent, Discriminator("kind")]])


@pytest.mark.parametrize("kind", KINDS, ids="{0[0]}-{0[1]}".format)
def test_a_games_events_come_back_from_their_stored_form(kind):
    events = events_of(*kind, at_random(random.Random(3)), seed_of(3))
    again = STORED.validate_json(STORED.dump_json(events))
    assert again == events
    assert replay(again) == replay(events)


def test_every_kind_of_event_comes_up():
    kinds = {event.kind for event in events_of(6, "standard", at_random(random.Random(3)), seed_of(3))}
    assert kinds == {
        "game_started",
        "cut_for_deal",
        "dealt",
        "discarded",
        "starter_turned",
        "played",
        "said_go",
        "series_ended",
        "scored",
        "hand_counted",
        "game_won",
    }


def test_the_stored_form_is_plain():
    """Written down because finished games must stay readable."""
    events = [
        CutForDeal(((0, parse_card("TH")), (1, parse_card("4S")))),
        Played(1, parse_card("TH"), 15),
        Scored(1, 1, 2, "fifteen", parse_cards("5C TH")),
    ]
    assert STORED.dump_python(events, mode="json") == [
        {"cards": [[0, "TH"], [1, "4S"]], "kind": "cut_for_deal"},
        {"seat": 1, "card": "TH", "count": 15, "kind": "played"},
        {"side": 1, "seat": 1, "points": 2, "reason": "fifteen", "cards": ["5C", "TH"], "kind": "scored"},
    ]


def test_events_are_facts():
    played = Played(1, parse_card("TH"), 15)
    with pytest.raises(FrozenInstanceError):
        played.count = 5
