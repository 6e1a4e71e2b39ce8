"""The chance to win from a score."""

from __future__ import annotations

import pytest

from bot.house.endgame import Outlook
from bot.house.judging import race
from bot.house.position import TARGET, in_time, pack, position, unpack
from bot.house.shipped import figures


def test_the_first_dealer_wins_fifty_six_in_a_hundred():
    assert position(2, lowball=False).first(0, 0) == pytest.approx(0.559, abs=0.006)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("lowball", [False, True])
def test_more_points_are_nearer_the_target(players, lowball):
    known = position(players, lowball=lowball)
    for dealer in range(0, TARGET, 6):
        for other in range(0, TARGET, 6):
            here = known.first(dealer, other)
            assert 0 <= here <= 1
            assert known.first(dealer + 6, other) >= here - 1e-4
            assert known.first(dealer, other + 6) <= here + 1e-4
    assert known.first(TARGET, 50) == 1
    assert known.first(50, TARGET + 3) == 0
    assert known.first(120, 0) > 0.999
    assert known.first(0, 120) < 0.001


def test_a_longer_game_begins_below_zero():
    """Scores are moved up so that the target is always the same: to 181 a side starts at -60."""
    known = position(2, lowball=False)
    assert known.first(-60, -60) == known.first(0, 0)
    assert known.first(-60, 100) == known.first(0, 100) < 0.01
    assert known.first(100, -1) == known.first(100, 0) > 0.99


def test_chances_survive_storing():
    chances = [place / (TARGET * TARGET - 1) for place in range(TARGET * TARGET)]
    chances[5] = 1.00001
    assert unpack(pack(chances)) == pytest.approx(chances, abs=2e-5)


def test_in_time():
    assert in_time(4, 2, 3, 3)
    assert not in_time(12, 11, 4, 2)


@pytest.mark.parametrize(("dealer", "pone"), [(0, 0), (90, 105), (100, 100), (112, 108)])
def test_the_outlook_of_a_usual_hand_is_the_position(dealer, pone):
    deals = figures(2, lowball=False).deals
    outlook = Outlook(dealer, pone, lowball=False)
    expected = position(2, lowball=False).first(dealer, pone)
    assert outlook.for_dealer(list(enumerate(deals.dealer_hand)), 0) == pytest.approx(expected, abs=0.01)
    assert outlook.for_pone(list(enumerate(deals.other_hand)), 0) == pytest.approx(expected, abs=0.01)
    if dealer:
        assert outlook.for_dealer([(16, 1.0)], 0) > expected > outlook.for_dealer([(0, 1.0)], 0)
        assert outlook.for_pone([(16, 1.0)], 0) < expected < outlook.for_pone([(0, 1.0)], 0)
        assert outlook.for_pone([(8, 1.0)], 1.5) > outlook.for_pone([(8, 1.0)], 0)


def test_a_race_of_three():
    chances = race([50, 50, 50], 1)
    assert sum(chances) == pytest.approx(1)
    assert chances[1] > chances[2] > chances[0]
    assert race([5, 60, 60], 1)[0] > 0.9
    assert race([20, 10, 30], 0)[1] > race([20, 10, 30], 0)[0] > race([20, 10, 30], 0)[2]
