"""Pictures of real games: they show what an observation says, and nothing that is hidden."""

from __future__ import annotations

import random

import pytest

from bot.cribbage.cards import parse_cards
from bot.cribbage.events import GameEvent, HandCounted
from bot.cribbage.game import evolve
from bot.cribbage.observe import observe
from bot.cribbage.state import GameState
from bot.ui.pictures.alt import alt_text
from bot.ui.pictures.draw import draw_afresh
from bot.ui.pictures.observed import hand_picture, shown_hand, table_picture, uncounted_hand
from tests.games import KINDS, at_discard, at_play, at_random, new_game, play, plays, seed_of, twin

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
SIDES = ("red", "blue", "ivory")


def _table(state: GameState, seat: int | None = None):
    return table_picture(observe(state, seat), NAMES, SIDES, backs=("fans", "ivy"))


@pytest.mark.parametrize(("players", "variant"), KINDS)
def test_every_moment_of_a_game_has_a_picture_that_hides_what_is_hidden(players: int, variant: str) -> None:
    rng = random.Random(players)
    state = new_game(players, variant)
    drawn = 0
    for at, step in enumerate(play(state, at_random(rng), seed_of(players))):
        model = _table(step.after)
        for seat in range(players):
            assert _table(step.after, seat) == model
        assert len(alt_text(model)) <= 1024
        if at % 25 == 0:
            assert draw_afresh(model)
            drawn += 1
    assert drawn > 1


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_twins_look_alike(players: int) -> None:
    """Two courses of a game that the public can't tell apart have the same picture and the same words."""
    rng = random.Random(7)
    events: list[GameEvent] = []
    for at, step in enumerate(play(new_game(players), at_random(rng), seed_of(players))):
        events += step.events
        if at % 7 or step.after.dealer is None:
            continue
        other = new_game(players)
        for event in twin(events, None, rng):
            other = evolve(other, event)
        model = _table(step.after)
        assert _table(other) == model
        assert alt_text(_table(other)) == alt_text(model)


def test_a_table_picture_says_who_deals_holds_and_moves() -> None:
    state = at_play(["5H 6H 7H 8H", "5C 6C 7C 9C"])
    after = plays(state, "5C 5H").after
    model = _table(after)
    dealer = observe(after, None).dealer
    assert [place.dealer for place in model.places] == [seat == dealer for seat in range(2)]
    assert [place.held for place in model.places] == [3, 3]
    assert [laid.card.rank for laid in model.series] == [5, 5]
    assert model.count == 10
    assert sum(place.awaited for place in model.places) == 1
    assert [place.back for place in model.places] == ["fans", "ivy"]


def test_a_hand_dims_what_does_not_fit_the_count() -> None:
    state = at_play(["TH JH QH AH", "TC JC QC 2C"])
    after = plays(state, "TC TH JC").after
    seat = observe(after, None).turn
    assert seat is not None
    model = hand_picture(observe(after, seat))
    assert model.count == 30
    assert {str(card) for card in model.dimmed} == {"JH", "QH"}


def test_a_hand_marks_what_is_chosen() -> None:
    state = at_discard(["5H 6H 7H 8H 9H TH", "5C 6C 7C 8C 9C TC"])
    seen = observe(state, 0)
    model = hand_picture(seen, seen.hand[:2], "ink")
    assert model.cards == seen.hand
    assert model.marked == frozenset(seen.hand[:2])
    assert model.starter is None
    assert model.face == "ink"


def test_shown_hands_carry_their_lines() -> None:
    *hand, starter = parse_cards("2H 4D 6S 8C KS")
    count = HandCounted(0, True, tuple(hand), starter, 0, ())
    assert shown_hand(count, "Ann", 0, 12).crib
    assert not uncounted_hand("Bob", count.cards, 1).counted
