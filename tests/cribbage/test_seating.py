from __future__ import annotations

import itertools

import pytest

from bot.cribbage.seating import (
    CRIB_SIZE,
    HAND_SIZE,
    PLAYER_COUNTS,
    clockwise,
    dealt_size,
    dealt_to_crib,
    discard_size,
    eldest,
    seats_of,
    side_of,
    sides,
)

each_deal = pytest.mark.parametrize(
    ("players", "dealer"), [(players, dealer) for players in PLAYER_COUNTS for dealer in range(players)]
)


def test_how_many_can_play():
    assert PLAYER_COUNTS == (2, 3, 4, 6)


@pytest.mark.parametrize(
    ("players", "expected"),
    [(2, [(0,), (1,)]), (3, [(0,), (1,), (2,)]), (4, [(0, 2), (1, 3)]), (6, [(0, 3), (1, 4), (2, 5)])],
)
def test_who_plays_with_whom(players, expected):
    assert sides(players) == len(expected)
    assert [seats_of(side, players) for side in range(len(expected))] == expected
    for side, seats in enumerate(expected):
        assert all(side_of(seat, players) == side for seat in seats)


@pytest.mark.parametrize("players", [4, 6])
def test_partners_sit_opposite_each_other(players):
    for seat in range(players):
        assert side_of(seat, players) == side_of((seat + players // 2) % players, players)


@pytest.mark.parametrize(
    ("players", "dealer", "dealt", "given"),
    [
        (2, 0, [6, 6], [2, 2]),
        (3, 1, [5, 5, 5], [1, 1, 1]),
        (4, 2, [5, 5, 5, 5], [1, 1, 1, 1]),
        (6, 0, [4, 5, 5, 4, 5, 5], [0, 1, 1, 0, 1, 1]),
        (6, 2, [5, 5, 4, 5, 5, 4], [1, 1, 0, 1, 1, 0]),
        (6, 4, [5, 4, 5, 5, 4, 5], [1, 0, 1, 1, 0, 1]),
    ],
)
def test_what_each_seat_is_dealt_and_gives(players, dealer, dealt, given):
    assert [dealt_size(seat, dealer, players) for seat in range(players)] == dealt
    assert [discard_size(seat, dealer, players) for seat in range(players)] == given


@each_deal
def test_everyone_keeps_four_and_the_crib_has_four(players, dealer):
    given = [discard_size(seat, dealer, players) for seat in range(players)]
    dealt = [dealt_size(seat, dealer, players) for seat in range(players)]
    assert [cards - gone for cards, gone in zip(dealt, given, strict=True)] == [HAND_SIZE] * players
    assert sum(given) + dealt_to_crib(players) == CRIB_SIZE
    assert dealt_to_crib(players) == (1 if players == 3 else 0)


@each_deal
def test_turns_go_to_the_left_and_the_dealer_is_last(players, dealer):
    order = clockwise(dealer, players)
    assert sorted(order) == list(range(players))
    assert order[0] == eldest(dealer, players) == (dealer + 1) % players
    assert order[-1] == dealer
    assert all((after - before) % players == 1 for before, after in itertools.pairwise(order))
