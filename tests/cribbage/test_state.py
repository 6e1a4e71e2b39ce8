from __future__ import annotations

from bot.cribbage.cards import PACK, parse_cards
from bot.cribbage.commands import Cut, Discard
from bot.cribbage.state import GameState, without
from tests.games import at_discard, at_play, at_starter, new_game, plays, step, undealt


def cut(state: GameState, *cards: str) -> GameState:
    lots = zip(state.cutting(), parse_cards(" ".join(cards)), strict=True)
    return step(state, Cut(tuple(lots))).after


def test_a_game_before_the_cut():
    state = GameState.new(6, "short")
    assert (state.players, state.variant.name, state.phase) == (6, "short", "cut")
    assert state.scores == state.back_pegs == (0, 0, 0)
    assert state.cutting() == (0, 1, 2, 3, 4, 5)
    assert state.awaited() == ()
    assert state.count == 0
    assert undealt(state) == PACK


def test_only_those_tied_for_lowest_cut_again_until_one_is_lowest():
    state = cut(new_game(4), "4C", "9H", "4S", "4D")
    assert (state.phase, state.cutting()) == ("cut", (0, 2, 3))
    state = cut(state, "KC", "AD", "AS")
    assert (state.phase, state.cutting()) == ("cut", (2, 3))
    state = cut(state, "8D", "8S")
    assert (state.phase, state.cutting()) == ("cut", (2, 3))
    state = cut(state, "JD", "TS")
    assert (state.phase, state.cutting(), state.next_dealer()) == ("deal", (), 3)
    assert len(state.cuts) == 4


def test_those_tied_above_the_lowest_do_not_cut_again():
    state = cut(new_game(3), "KC", "KD", "QS")
    assert (state.phase, state.next_dealer()) == ("deal", 2)


def test_the_ace_is_lowest_and_suits_do_not_matter():
    assert cut(new_game(2), "2C", "AS").next_dealer() == 1
    assert cut(new_game(2), "2S", "2C").cutting() == (0, 1)


def test_who_owes_what_to_the_crib():
    others = ["6C 7C 8C 9C", "6D 7D 8D 9D TD", "6H 7H 8H 9H TH"]
    state = at_discard(["AC 2C 3C 4C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H", *others], dealer=3)
    assert [state.owes_discard(seat) for seat in range(6)] == [0, 1, 1, 0, 1, 1]
    assert state.awaited() == (1, 2, 4, 5)
    state = step(state, Discard(4, parse_cards("TD"))).after
    assert state.awaited() == (1, 2, 5)
    assert [state.owes_discard(seat) for seat in range(6)] == [0, 1, 1, 0, 0, 1]


def test_nobody_owes_anything_in_another_phase():
    state = at_starter(["AC 2C 3C 4C", "AD 2D 3D 4D"])
    assert [state.owes_discard(seat) for seat in (0, 1)] == [0, 0]
    assert state.awaited() == ()


def test_whose_turn_it_is_and_what_fits():
    state = plays(at_play(["9C TC JC QC", "5D 6D KD KS"]), "KD QC").after
    assert state.awaited() == (1,)
    assert state.count == 20
    assert state.playable(1) == parse_cards("5D 6D KS")
    assert state.playable(0) == parse_cards("9C TC JC")


def test_the_cards_of_the_pack():
    state = at_play(["9C TC JC QC", "5D 6D 7D 8D"], starter="KH", crib="AC AD AH AS")
    assert state.in_use() == set(parse_cards("9C TC JC QC 5D 6D 7D 8D KH AC AD AH AS"))
    assert sorted((*undealt(state), *state.in_use())) == list(PACK)
    assert plays(state, "5D 9C").after.in_use() == state.in_use()


def test_less_some_cards_in_the_same_order():
    assert without(parse_cards("5H 2C KD 3S"), parse_cards("KD 5H")) == parse_cards("2C 3S")
