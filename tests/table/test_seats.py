"""Who sits where, who plays, and how seats are kept."""

from __future__ import annotations

import pytest

from bot.cribbage.seating import side_of
from bot.table import lobby
from bot.table.events import HouseSeated, Reservation, SeatLeft, SeatTaken, TableClosed, TableOpened
from bot.table.seats import House, Person, Seat, house_name
from bot.table.table import Refused, Table, evolve, fold


def opened(players: int, *reserved: Reservation) -> Table:
    opening = TableOpened(1, 2, 100, players, "standard", "0" * 64, reserved=reserved)
    return fold(1, [opening, SeatTaken(0, 100, "Ann")])


def after(table: Table, events: list) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def test_house_players_of_a_table_have_different_names() -> None:
    names: list[str] = []
    for _ in range(3):
        names.append(house_name("sharp", names))
    assert names == ["Sharp House", "Sharp House 2", "Sharp House 3"]
    assert house_name("gentle", names) == "Gentle House"
    assert house_name("sharp", ["Sharp House 2"]) == "Sharp House"


def test_a_house_player_sits_in_for_somebody() -> None:
    seat = Seat(Person(1, "Ann"), House("steady", "Steady House"), "away")
    assert seat.present is None
    assert not seat.free


def test_moving_from_side_to_side() -> None:
    table = opened(4)
    events = lobby.join(table, 100, "Ann", 7, side=1)
    assert events == [SeatLeft(0), SeatTaken(1, 100, "Ann", 7)]
    table = after(table, events)
    assert table.seat_of(100) == 1
    assert table.presses == (7,)
    with pytest.raises(Refused, match="You already sit"):
        lobby.join(table, 100, "Ann", 8, side=1)
    with pytest.raises(Refused, match="You already sit"):
        lobby.join(table, 100, "Ann", 8)


@pytest.mark.parametrize("players", [4, 6])
def test_a_full_side_takes_nobody_more(players: int) -> None:
    table = opened(players)
    table = after(table, lobby.join(table, 101, "Bob", 1, side=0))
    assert {seat for seat in range(players) if not table.seats[seat].free} == {0, players // 2}
    assert side_of(players // 2, players) == 0
    with pytest.raises(Refused, match="No seat is free on that side"):
        lobby.join(table, 102, "Cy", 2, side=0)


def test_an_invited_player_has_the_first_claim() -> None:
    table = opened(2, Reservation(1, 101, "Bob"))
    with pytest.raises(Refused, match="kept for the player who was invited"):
        lobby.join(table, 102, "Cy", 1)
    with pytest.raises(Refused, match="No seat is free for a house player"):
        lobby.seat_house(table, 100, "gentle", 1)
    assert lobby.join(table, 101, "Bob", 1)[0] == SeatTaken(1, 101, "Bob", 1)


def test_a_claim_rests_while_its_owner_sits_elsewhere() -> None:
    table = opened(4, Reservation(1, 101, "Bob"))
    table = after(table, lobby.join(table, 101, "Bob", 1, side=0))
    assert table.kept_for(1) is None
    assert lobby.seat_house(table, 100, "gentle", 2) == [HouseSeated(1, "gentle", "Gentle House", 2)]
    table = after(table, lobby.leave(table, 101))
    assert table.kept_for(1) == Reservation(1, 101, "Bob")


def test_with_the_last_seat_the_game_begins() -> None:
    table = opened(3)
    table = after(table, lobby.seat_house(table, 100, "gentle", 1))
    events = lobby.join(table, 101, "Bob", 2)
    assert [event.kind for event in events] == ["seat_taken", "game_started"]
    assert after(table, events).practice
    assert table.presses == (1,)


def test_house_players_get_up_the_last_first() -> None:
    table = opened(4)
    for press in (1, 2):
        table = after(table, lobby.seat_house(table, 100, "steady", press))
    assert lobby.unseat_house(table, 100) == [SeatLeft(2)]
    with pytest.raises(Refused, match="Only those who sit at this table"):
        lobby.unseat_house(table, 999)
    with pytest.raises(Refused, match="No house player sits"):
        lobby.unseat_house(opened(2), 100)


def test_only_the_host_closes_the_table() -> None:
    table = after(opened(3), lobby.join(opened(3), 101, "Bob", 1))
    for user in (101, 999):
        with pytest.raises(Refused) as refused:
            lobby.cancel(table, user)
        said = refused.value.told(lambda seat: seat.person.name)
        assert said == "Only Ann, who opened this table, can cancel it."
    assert lobby.cancel(table, 100) == [TableClosed("cancelled")]
    # The host may get up, and come back.
    gone = after(table, [SeatLeft(0)])
    with pytest.raises(Refused, match="Only the host, who opened this table"):
        lobby.cancel(gone, 101)


def test_who_gets_up_leaves_a_table_but_the_host_closes_it() -> None:
    table = after(opened(3), lobby.join(opened(3), 101, "Bob", 1))
    assert lobby.leave(table, 101) == [SeatLeft(1)]
    assert lobby.leave(table, 100) == [SeatLeft(0), TableClosed("emptied")]
    with pytest.raises(Refused, match="nothing to leave"):
        lobby.leave(table, 999)


def test_when_the_game_has_begun_nobody_sits_down_or_gets_up() -> None:
    table = after(opened(2), lobby.seat_house(opened(2), 100, "gentle", 1))
    assert table.status == "playing"
    for refused, told in [
        (lambda: lobby.join(table, 102, "Cy", 2), "has begun without you"),
        (lambda: lobby.join(table, 100, "Ann", 2), "You already sit at this table. Press"),
        (lambda: lobby.leave(table, 100), "The game has begun"),
        (lambda: lobby.cancel(table, 100), "The game has begun"),
        (lambda: lobby.seat_house(table, 100, "gentle", 2), "has begun"),
        (lambda: lobby.unseat_house(table, 100), "has begun"),
    ]:
        with pytest.raises(Refused, match=told):
            refused()
    closed = after(opened(2), [TableClosed("cancelled")])
    with pytest.raises(Refused, match="This table was closed"):
        lobby.join(closed, 101, "Bob", 1)
