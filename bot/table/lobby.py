"""Before the game: who may sit down, get up, and close the table."""

from __future__ import annotations

from bot.cribbage.events import GameStarted
from bot.table.events import Event, SeatLeft, SeatTaken, TableClosed
from bot.table.table import Refused, Table


def join(table: Table, user: int, name: str, press: int) -> list[Event]:
    """Take the next free seat. The game starts when the last seat is taken.

    Raises `Refused` when there is no seat for this person.
    """
    if table.seat_of(user) is not None and table.live:
        if table.status == "lobby":
            raise Refused("You already sit at this table. The game begins when every seat is taken.")
        raise Refused("You already sit at this table. Press **My hand** to see your cards.")
    _check_lobby(table)
    free = [seat for seat, person in enumerate(table.seats) if person is None]
    invited = table.invited
    if invited not in (None, user) and table.seat_of(invited) is None and len(free) == 1:
        raise Refused(
            "That seat is kept for the player who was invited. Open a table with `/cribbage start`."
        )
    events: list[Event] = [SeatTaken(free[0], user, name, press)]
    if len(free) == 1:
        events.append(GameStarted(table.players, table.variant_name))
    return events


def leave(table: Table, user: int) -> list[Event]:
    """Get up before the game. When the host gets up the table closes.

    Raises `Refused` when this person doesn't sit here, or the game has begun.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise Refused("You don't sit at this table, so there is nothing to leave.")
    if table.status == "playing":
        raise Refused("The game has begun. To give it up, use **Surrender** or `/cribbage surrender`.")
    _check_lobby(table)
    events: list[Event] = [SeatLeft(seat, user)]
    if user == table.host:
        events.append(TableClosed("emptied"))
    return events


def cancel(table: Table, user: int) -> list[Event]:
    """Close the table before the game. Raises `Refused` for anybody but the host."""
    if user != table.host:
        raise Refused("Only {host}, who opened this table, can cancel it.", host=table.name(0))
    if table.status == "playing":
        raise Refused("The game has begun. To give it up, use **Surrender** or `/cribbage surrender`.")
    _check_lobby(table)
    return [TableClosed("cancelled")]


def _check_lobby(table: Table) -> None:
    match table.status:
        case "lobby":
            return
        case "playing":
            raise Refused(
                "This game has begun without you. You are welcome to watch, or to open a table of your own."
            )
        case "finished":
            raise Refused("This game is over. Open a new table with `/cribbage start`.")
        case "closed":
            raise Refused("This table was closed. Open a new one with `/cribbage start`.")
