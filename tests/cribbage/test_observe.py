"""What each viewer knows, phase by phase. That nothing more gets through is in test_properties."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.cribbage.cards import parse_card, parse_cards
from bot.cribbage.commands import Discard, Play, TurnStarter
from bot.cribbage.events import HandCounted
from bot.cribbage.game import evolve
from bot.cribbage.observe import observe
from bot.cribbage.state import GameState
from tests.games import at_discard, at_play, at_starter, new_game, plays, step

SIX = ["AC 2C 3C 4C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H", "6C 7C 8C 9C", "6D 7D 8D 9D TD", "6H 7H 8H 9H TH"]


@pytest.mark.parametrize(("players", "seat"), [(2, 2), (2, -1), (6, 6), (3, 3)])
def test_a_seat_that_does_not_exist(players, seat):
    with pytest.raises(ValueError, match=f"there is no seat {seat} in a game of {players}"):
        observe(new_game(players), seat)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_before_the_first_deal_there_is_nothing_to_hide(viewer):
    seen = observe(new_game(2), viewer)
    assert (seen.phase, seen.dealer, seen.deal, seen.scores) == ("cut", None, 0, (0, 0))
    assert (
        seen.hand
        == seen.kept
        == seen.given
        == seen.playable
        == seen.shown
        == seen.held
        == seen.discarded
        == ()
    )
    assert (seen.owes, seen.awaited, seen.crib_size, seen.shown_crib) == (0, (), 0, None)


def test_a_player_sees_their_own_cards_and_how_many_the_others_hold():
    state = at_discard(SIX, dealer=3)
    seen = observe(state, 4)
    assert seen.hand == seen.kept == parse_cards("6D 7D 8D 9D TD")
    assert seen.held == (4, 5, 5, 4, 5, 5)
    assert seen.owes == 1
    assert seen.awaited == (1, 2, 4, 5)
    assert seen.discarded == (True, False, False, True, False, False)
    assert seen.shown == (None,) * 6
    assert seen.playable == ()


def test_a_partner_sees_no_more_than_anybody_else():
    state = at_discard(SIX, dealer=3)
    seen = observe(state, 1)
    for card in parse_cards(SIX[4]):
        assert str(card) not in str(replace(seen, cuts=()))


def test_the_public_sees_no_hand():
    state = at_discard(SIX, dealer=3)
    seen = observe(state, None)
    assert (seen.hand, seen.kept, seen.given, seen.owes, seen.playable) == ((), (), (), 0, ())
    assert seen.awaited == (1, 2, 4, 5)
    without_cut = str(replace(seen, cuts=()))
    assert [card for hand in SIX for card in hand.split() if card in without_cut] == []


def test_what_was_given_to_the_crib_is_known_to_the_giver_alone():
    state = step(at_discard(SIX, dealer=3), Discard(4, parse_cards("8D"))).after
    seen = observe(state, 4)
    assert seen.given == parse_cards("8D")
    assert seen.kept == seen.hand == parse_cards("6D 7D 9D TD")
    assert (seen.owes, seen.crib_size, seen.shown_crib) == (0, 1, None)
    for viewer in (None, 1):
        other = observe(state, viewer)
        assert other.discarded == (True, False, False, True, True, False)
        assert other.crib_size == 1
        assert "8D" not in str(other)


def test_three_players_do_not_see_the_card_that_went_straight_to_the_crib():
    state = at_discard(["AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H"], crib="KS")
    for viewer in (None, 0, 1, 2):
        seen = observe(state, viewer)
        assert (seen.crib_size, seen.shown_crib) == (1, None)
        assert "KS" not in str(seen.shown)


def test_what_may_be_played_is_told_to_whom_it_concerns_and_in_turn():
    state = plays(at_play(["9C TC JC QC", "5D 6D KD KS"]), "KD QC").after
    assert observe(state, 1).playable == parse_cards("5D 6D KS")
    assert observe(state, 0).playable == ()
    assert observe(state, None).playable == ()
    for viewer in (None, 0, 1):
        seen = observe(state, viewer)
        assert seen.turn == 1
        assert seen.count == 20
        assert [(played.seat, str(played.card)) for played in seen.series] == [(1, "KD"), (0, "QC")]
        assert seen.held == (3, 3)


def test_goes_and_earlier_series_are_public():
    state = plays(at_play(["9C TC JC QC", "AD 2D KD KS"]), "KD QC KS").after
    assert observe(state, None).goes == (0,)
    state = plays(state, "AD").after
    assert [len(series) for series in observe(state, None).earlier] == [4]


def over_at_the_first_hand(scores) -> GameState:
    return at_play(["4C 5C 6C 7H", "2D 4D 6D 8D"], scores=scores, starter="KS", crib="9H TH QH KH")


def finished_deal(scores=(0, 0)) -> GameState:
    return plays(over_at_the_first_hand(scores), "8D 7H 2D 6C 4D 4C 6D 5C").after


def test_hands_and_crib_stay_open_until_the_next_deal():
    state = finished_deal()
    assert state.phase == "deal"
    for viewer in (None, 0, 1):
        seen = observe(state, viewer)
        assert seen.shown == (parse_cards("4C 5C 6C 7H"), parse_cards("2D 4D 6D 8D"))
        assert seen.shown_crib == parse_cards("9H TH QH KH")


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_a_hand_is_open_once_it_has_been_counted(dealer):
    state = at_play(["AC 2C 3C 4C", "AD 2D 3D 4D", "AH 2H 3H 4H"], dealer=dealer, starter="KS")
    while state.phase == "play":
        taken = step(state, Play(state.turn, state.playable(state.turn)[0]))
        state = taken.after
    open_hands = []
    state = taken.before
    for event in taken.events:
        state = evolve(state, event)
        if isinstance(event, HandCounted):
            seen = observe(state, None)
            open_hands.append([seat for seat in range(3) if seen.shown[seat] is not None])
            assert (seen.shown_crib is not None) == event.crib
    first, second = (dealer + 1) % 3, (dealer + 2) % 3
    assert open_hands == [[first], sorted([first, second]), [0, 1, 2], [0, 1, 2]]


def test_an_open_crib_does_not_tell_who_gave_what():
    hands = ["AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H"]
    orders = set()
    for givers in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        state = at_discard(hands, crib="KS")
        for seat in givers:
            state = step(state, Discard(seat, state.hands[seat][:1])).after
        state = step(state, TurnStarter(parse_card("QS"))).after
        while state.phase == "play":
            state = plays(state, str(state.playable(state.turn)[0])).after
        orders.add(observe(state, None).shown_crib)
    assert orders == {parse_cards("AC AD AH KS")}


def test_everything_is_open_when_the_game_is_over():
    state = step(
        at_starter(["2C 9C TC KH", "8D QD KD KS"], scores=(119, 0)), TurnStarter(parse_card("JD"))
    ).after
    assert state.phase == "over"
    for viewer in (None, 0, 1):
        seen = observe(state, viewer)
        assert seen.shown == (parse_cards("2C 9C TC KH"), parse_cards("8D QD KD KS"))
        assert seen.shown_crib == tuple(sorted(state.crib))
        assert seen.winners == (0,)
        assert (seen.turn, seen.awaited, seen.playable) == (None, (), ())


def test_which_side_a_seat_plays_for():
    assert [observe(new_game(6), None).side(seat) for seat in range(6)] == [0, 1, 2, 0, 1, 2]
