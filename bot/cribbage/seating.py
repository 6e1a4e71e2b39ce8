"""Who sits with whom, and who is dealt what (rules: "Seats, sides and deal")."""

from __future__ import annotations

from typing import Final

PLAYER_COUNTS: Final = (2, 3, 4, 6)
"""How many can play."""

CRIB_SIZE: Final = 4
HAND_SIZE: Final = 4
"""Cards that everyone plays and counts."""

_SIDES: Final = {2: 2, 3: 3, 4: 2, 6: 3}


def sides(players: int) -> int:
    """How many sides there are: two or three."""
    return _SIDES[players]


def side_of(seat: int, players: int) -> int:
    """The side that a seat plays for. Partners sit opposite each other."""
    return seat % _SIDES[players]


def seats_of(side: int, players: int) -> tuple[int, ...]:
    """The seats of a side: one, or two partners."""
    return tuple(range(side, players, _SIDES[players]))


def clockwise(after: int, players: int) -> tuple[int, ...]:
    """All seats in turn order, beginning with the one to the left of `after` and ending with `after`."""
    return tuple((after + step) % players for step in range(1, players + 1))


def eldest(dealer: int, players: int) -> int:
    """The seat to the dealer's left, which leads and counts first (with two players, the pone)."""
    return (dealer + 1) % players


def discard_size(seat: int, dealer: int, players: int) -> int:
    """How many cards a seat gives to the crib in a deal: none to two."""
    if players == 2:
        return 2
    if players == 6 and side_of(seat, players) == side_of(dealer, players):
        return 0
    return 1


def dealt_size(seat: int, dealer: int, players: int) -> int:
    """How many cards a seat is dealt."""
    return HAND_SIZE + discard_size(seat, dealer, players)


def dealt_to_crib(players: int) -> int:
    """How many cards go straight from the pack to the crib."""
    return 1 if players == 3 else 0
