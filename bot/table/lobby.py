"""Before the game: who may sit down, get up, fill seats with house players, and close the table."""

from __future__ import annotations

from typing import Final

from bot.cribbage.events import GameStarted
from bot.cribbage.seating import seats_of
from bot.house import Strength
from bot.table.events import Event, HouseSeated, SeatLeft, SeatTaken, TableClosed
from bot.table.seats import house_name
from bot.table.table import Refused, Table, evolve

_BEGUN: Final = "The game has begun. To give it up, use **Surrender** or `/cribbage surrender`."


def join(table: Table, user: int, name: str, press: int, side: int | None = None) -> list[Event]:
    """Take the next free seat, of a side if one is named. A person who sits already moves there.

    The game starts when the last seat is taken. Raises `Refused` when there is no seat for this person.
    """
    here = table.seat_of(user)
    if here is not None and table.status == "lobby" and (side is None or table.side(here) == side):
        raise Refused("You already sit at this table. The game begins when every seat is taken.")
    if here is not None and table.status == "playing":
        raise Refused("You already sit at this table. Press **My hand** to see your cards.")
    _check_lobby(table)
    seat = _seat_for(table, user, side)
    events: list[Event] = [] if here is None else [SeatLeft(here)]
    return _begin_when_full(table, [*events, SeatTaken(seat, user, name, press)])


def leave(table: Table, user: int) -> list[Event]:
    """Get up before the game. When the host gets up the table closes.

    Raises `Refused` when this person doesn't sit here, or the game has begun.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise Refused("You don't sit at this table, so there is nothing to leave.")
    _check_lobby(table, begun=_BEGUN)
    events: list[Event] = [SeatLeft(seat)]
    if user == table.host:
        events.append(TableClosed("emptied"))
    return events


def cancel(table: Table, user: int) -> list[Event]:
    """Close the table before the game. Raises `Refused` for anybody but the host."""
    if user != table.host:
        host = table.seat_of(table.host)
        if host is None:
            raise Refused("Only the host, who opened this table, can cancel it.")
        raise Refused("Only {host}, who opened this table, can cancel it.", host=[table.seats[host]])
    _check_lobby(table, begun=_BEGUN)
    return [TableClosed("cancelled")]


def seat_house(table: Table, user: int, strength: Strength, press: int) -> list[Event]:
    """Let a house player take the next free seat. Anybody who sits here may. Raises `Refused`."""
    _check_seated(table, user)
    _check_lobby(table)
    open_seats = [seat for seat in table.free() if table.kept_for(seat) is None]
    if not open_seats:
        raise Refused("No seat is free for a house player.")
    others = [seat.house.name for seat in table.seats if seat.house]
    return _begin_when_full(
        table, [HouseSeated(open_seats[0], strength, house_name(strength, others), press)]
    )


def unseat_house(table: Table, user: int) -> list[Event]:
    """Let the house player who sat down last get up. Anybody who sits here may. Raises `Refused`."""
    _check_seated(table, user)
    _check_lobby(table)
    houses = [number for number, seat in enumerate(table.seats) if seat.house]
    if not houses:
        raise Refused("No house player sits at this table.")
    return [SeatLeft(houses[-1])]


def _seat_for(table: Table, user: int, side: int | None) -> int:
    own = [kept.seat for kept in table.opening.reserved if kept.user == user and table.seats[kept.seat].free]
    if own and (side is None or table.side(own[0]) == side):
        return own[0]
    wanted = table.free() if side is None else [s for s in table.free() if s in seats_of(side, table.players)]
    for seat in wanted:
        if table.kept_for(seat) is None:
            return seat
    if wanted:
        whom = "who was invited" if table.opening.rematch_of is None else "of the game before"
        raise Refused(f"That seat is kept for the player {whom}. `/cribbage start` opens another table.")
    raise Refused("No seat is free on that side.")


def _begin_when_full(table: Table, events: list[Event]) -> list[Event]:
    after = table
    for event in events:
        after = evolve(after, event)
    return events if after.free() else [*events, GameStarted(table.players, table.variant_name)]


def _check_seated(table: Table, user: int) -> None:
    if table.seat_of(user) is None:
        raise Refused("Only those who sit at this table can do that.")


def _check_lobby(table: Table, begun: str | None = None) -> None:
    match table.status:
        case "lobby":
            return
        case "playing":
            raise Refused(
                begun
                or "This game has begun without you. You are welcome to watch, or to open a table of your own."
            )
        case "finished":
            raise Refused("This game is over. Open a new table with `/cribbage start`.")
        case "closed":
            raise Refused("This table was closed. Open a new one with `/cribbage start`.")
