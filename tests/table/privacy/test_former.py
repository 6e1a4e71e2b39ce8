"""Events that name people: all kinds are known, and a former player takes a person's place in each."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest

from bot.table.events import (
    Event,
    Gain,
    Reservation,
    Rewarded,
    SeatLeft,
    SeatTaken,
    TableOpened,
    decode,
    encode,
)
from bot.table.privacy.former import NAMING, former_player, named_in, renamed

ANN, BOB = 10**17 + 1, 10**17 + 2
PERSONAL = {"user", "host", "reserved", "gains"}
OPENED = TableOpened(1, 2, ANN, 2, "standard", "c" * 64, reserved=(Reservation(1, BOB, "Bob"),))
TAKEN = SeatTaken(0, ANN, "Ann", 77)
PAID = Rewarded((Gain(ANN, 100, 1, 1, 2, ("skunk",)), Gain(BOB, 40, 0, 1, 1)))


def test_every_kind_that_names_people_is_known() -> None:
    kinds = {
        str(kind.__dataclass_fields__["kind"].default)
        for kind in get_args(Event)
        if PERSONAL & {field.name for field in fields(kind)}
    }
    assert kinds == set(NAMING)


def test_names_stand_beside_numbers_only() -> None:
    """A name without a number, as house players have, is nobody's."""
    named = {kind.__name__ for kind in get_args(Event) if "name" in {field.name for field in fields(kind)}}
    assert named == {"SeatTaken", "HouseSeated"}


@pytest.mark.parametrize("event", [OPENED, TAKEN, PAID])
def test_a_former_player_takes_a_persons_place(event: Event) -> None:
    former = former_player(-3)
    after = renamed(event, ANN, former)
    assert named_in([event]) - {ANN} == named_in([after]) - {-3}
    assert ANN not in named_in([after])
    assert decode(encode(after)) == after
    assert str(ANN) not in encode(after)
    assert "Ann" not in encode(after)
    assert renamed(after, -3, former) == after
    # Where somebody isn't named nothing changes.
    assert renamed(event, 5, former) == event


def test_a_kept_seat_is_named_too() -> None:
    after = renamed(OPENED, BOB, former_player(-1))
    assert after == TableOpened(
        1, 2, ANN, 2, "standard", "c" * 64, reserved=(Reservation(1, -1, "Former player 1"),)
    )
    assert named_in([OPENED, TAKEN, SeatLeft(0)]) == {ANN, BOB}


def test_what_stays_of_a_press_is_its_number() -> None:
    """It is part of the public list from which the shuffles follow."""
    assert renamed(TAKEN, ANN, former_player(-1)) == SeatTaken(0, -1, "Former player 1", 77)
