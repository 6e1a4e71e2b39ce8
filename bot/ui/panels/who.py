"""Those at a table by name, made safe for messages.

House players are marked because of who sits there, whatever the name: `⌂ Steady House`, or `⌂ Ann` in the place
of somebody who has gone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.cribbage.seating import seats_of, sides
from bot.table.seats import Seat
from bot.table.table import Table
from bot.ui.panels.names import listed, plain, safe
from bot.ui.pictures.house_mark import HOUSE_MARK

_IN_SHORT: Final = 3
"""Characters of a name where partners stand on one short line."""


def called(seat: Seat, write: Callable[[str], str] = safe) -> str:
    """Whoever plays in a seat, by the name as `write` makes it fit to be shown."""
    of = seat.person or seat.house
    if of is None:
        return "open seat"
    return f"{HOUSE_MARK} {write(of.name)}" if seat.house else write(of.name)


def seat_name(table: Table, seat: int) -> str:
    """Whoever plays a seat."""
    return called(table.seats[seat])


def plain_seat_name(table: Table, seat: int) -> str:
    """Whoever plays a seat, for pictures and labels, which know no markdown."""
    return called(table.seats[seat], plain)


def person_name(table: Table, seat: int) -> str:
    """The person whose seat it is, even while a house player plays it."""
    person = table.seats[seat].person
    return called(table.seats[seat]) if person is None else safe(person.name)


def side_name(table: Table, side: int) -> str:
    """Those who play for a side: `Ann`, or `Ann & Cleo`."""
    return " & ".join(seat_name(table, seat) for seat in seats_of(side, table.players))


def side_names(table: Table, side: int) -> str:
    """Those who play for a side, as a sentence names them: `Ann and Cleo`."""
    return listed([seat_name(table, seat) for seat in seats_of(side, table.players)])


def short_side_name(table: Table, side: int) -> str:
    """A side for the fixed-width board, unescaped: `Ann`, `Ann+Cle`, `⌂Ste`."""
    seats = [table.seats[seat] for seat in seats_of(side, table.players)]
    if len(seats) == 1:
        return _in_short(seats[0])
    return "+".join(_in_short(seat, _IN_SHORT) for seat in seats)


def plain_side_names(table: Table) -> list[str]:
    """All sides for a picture, unescaped: `Ann`, or `Ann & Cleo`."""
    return [
        " & ".join(plain_seat_name(table, seat) for seat in seats_of(side, table.players))
        for side in range(sides(table.players))
    ]


def _in_short(seat: Seat, length: int | None = None) -> str:
    """A name without a space to spare."""
    return called(seat, lambda name: plain(name)[:length]).replace(f"{HOUSE_MARK} ", HOUSE_MARK)
