"""Giving up, going missing, coming back, playing on: what follows from what."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import get_args

import pytest

from bot.table import endings
from bot.table.events import (
    ChoiceGiven,
    Event,
    GameStopped,
    HouseSeated,
    OfferWithdrawn,
    PlayedOn,
    Returned,
    StopReason,
    Surrendered,
    SurrenderOffered,
    TableClosed,
    WentMissing,
)
from bot.table.results import results_of
from bot.table.table import Refused, Table, evolve
from tests.games import at_random, events_of, seed_of
from tests.table.seated import table_of

HOUSE = HouseSeated(0, "steady", "Steady House")


def dealt(players: int) -> Table:
    events = events_of(players, "standard", at_random(random.Random(1)), seed_of(1))
    first = next(at for at, event in enumerate(events) if event.kind == "dealt")
    return table_of(events[: first + 1], players)


def after(table: Table, events: Sequence[Event]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def outcomes(table: Table) -> list[str]:
    return [result.outcome for result in results_of(table)]


def away(table: Table, *seats: int) -> Table:
    """The table when these people are missing, and house players sit in."""
    for seat in seats:
        table = after(table, [WentMissing(seat), HouseSeated(seat, "steady", f"Steady House {seat}")])
    return table


def test_of_two_one_gives_up_and_the_other_chooses() -> None:
    table = dealt(2)
    events = endings.surrender(table, 100)
    assert events == [Surrendered(0, 0), ChoiceGiven(1)]
    table = after(table, events)
    assert endings.play_on(table, 101) == [PlayedOn(1), HOUSE]
    assert endings.stop(table, 101) == [GameStopped("surrendered")]
    for user in (100, 999):
        with pytest.raises(Refused, match="to decide") as refused:
            endings.play_on(table, user)
        assert refused.value.told(lambda seat: seat.person.name) == "That is for Bob to decide."
    assert outcomes(after(table, endings.stop(table, 101))) == ["surrendered", "stopped"]
    with pytest.raises(Refused, match="nothing to decide"):
        endings.stop(dealt(2), 101)


def test_of_three_the_others_go_on() -> None:
    table = dealt(3)
    assert endings.surrender(table, 100) == [Surrendered(0, 0), HOUSE]
    table = after(table, endings.surrender(table, 100))
    assert endings.surrender(table, 101) == [Surrendered(1, 1), ChoiceGiven(2)]


@pytest.mark.parametrize(("players", "partner"), [(4, 2), (6, 3)])
def test_partners_have_to_agree(players: int, partner: int) -> None:
    table = dealt(players)
    assert endings.surrender(table, 100) == [SurrenderOffered(0)]
    table = after(table, endings.surrender(table, 100))
    with pytest.raises(Refused, match="has yet to agree before your side surrenders"):
        endings.surrender(table, 100)
    assert endings.surrender(table, 101) == [SurrenderOffered(1)]  # the other side's word is another matter
    events = endings.surrender(table, 100 + partner)
    assert events[0] == Surrendered(0, partner)
    assert [seat.gone for seat in after(table, events).seats].count("surrendered") == 2


def test_an_offer_can_be_taken_back() -> None:
    table = after(dealt(4), [SurrenderOffered(0), SurrenderOffered(1)])
    assert endings.withdraw(table, 102) == []
    assert endings.withdraw(table, 999) == []
    events = endings.withdraw(table, 100)
    assert events == [OfferWithdrawn(0)]
    table = after(table, events)
    assert table.yielding == (1,)
    assert endings.withdraw(table, 100) == []
    assert endings.surrender(table, 102) == [SurrenderOffered(2)]  # it takes both anew


@pytest.mark.parametrize("reason", get_args(StopReason))
def test_an_offer_ends_with_its_game(reason: StopReason) -> None:
    """However it ends, an old button takes nothing back: a finished table's log grows no more."""
    table = after(dealt(4), [SurrenderOffered(0), GameStopped(reason)])
    assert endings.withdraw(table, 100) == []


def test_an_absent_partner_is_neither_asked_nor_made_to_surrender() -> None:
    table = away(dealt(4), 2)
    events = endings.surrender(table, 100)
    assert events == [Surrendered(0, 0), ChoiceGiven(1)]
    table = after(table, events)
    with pytest.raises(Refused, match="can't be taken back"):
        endings.come_back(table, 102)
    with pytest.raises(Refused, match="You have surrendered"):
        endings.come_back(table, 100)
    stopped = after(table, endings.stop(table, 103))
    assert outcomes(stopped) == ["surrendered", "stopped", "abandoned", "stopped"]


def test_the_partner_goes_missing_after_the_offer() -> None:
    table = after(dealt(4), [SurrenderOffered(0)])
    table = away(table, 2)
    assert endings.surrender(table, 100)[0] == Surrendered(0, 0)


def test_nobody_is_left() -> None:
    table = away(dealt(3), 1, 2)
    assert endings.surrender(table, 100) == [Surrendered(0, 0), GameStopped("surrendered")]
    table = after(table, endings.surrender(table, 100))
    assert outcomes(table) == ["surrendered", "abandoned", "abandoned"]


@pytest.mark.parametrize("players", [3, 4, 6])
def test_all_are_missing(players: int) -> None:
    table = dealt(players)
    gone = [seat for seat in range(players) if seat not in table.awaited_people()]
    table = away(table, *gone)  # six-handed, the dealer's side has nothing to give
    events = endings.missing(table)
    assert events[-1] == GameStopped("abandoned")
    assert set(outcomes(after(table, events))) == {"abandoned"}


def test_coming_back() -> None:
    table = away(dealt(3), 0)
    assert endings.come_back(table, 100) == [Returned(0)]
    back = after(table, [Returned(0)])
    assert back.seats[0].present
    assert back.seats[0].house is None
    with pytest.raises(Refused, match="You sit in your seat already"):
        endings.come_back(back, 100)
    with pytest.raises(Refused, match="You don't sit at this table"):
        endings.come_back(back, 999)


def test_coming_back_while_the_last_side_decides() -> None:
    table = away(dealt(3), 0)
    table = after(table, endings.surrender(table, 101))
    assert table.choice == 2
    events = endings.come_back(table, 100)
    assert [event.kind for event in events] == ["returned", "played_on", "house_seated"]
    table = after(table, events)
    assert table.choice is None
    assert [seat.gone for seat in table.seats] == [None, "surrendered", None]


def test_a_partner_coming_back_decides_as_well() -> None:
    table = away(dealt(4), 3)
    table = after(table, endings.surrender(table, 100))
    table = after(table, endings.surrender(table, 102))
    assert table.choice == 1
    assert endings.come_back(table, 103) == [Returned(3)]
    table = after(table, [Returned(3)])
    assert endings.stop(table, 103) == [GameStopped("surrendered")]


def test_a_place_that_is_gone() -> None:
    assert endings.lost_channel(table_of([], 2)) == [TableClosed("channel_gone")]
    table = away(dealt(3), 0)
    assert endings.lost_channel(table) == [GameStopped("channel_gone")]
    table = after(table, endings.lost_channel(table))
    assert outcomes(table) == ["stopped", "stopped", "stopped"]
    assert endings.lost_channel(table) == []
