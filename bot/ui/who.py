"""Those at a table by name, made safe for messages."""

from __future__ import annotations

from bot.cribbage.seating import seats_of, sides
from bot.table.table import Table
from bot.ui.names import listed, plain, safe


def seat_name(table: Table, seat: int) -> str:
    """Whoever plays a seat. A house player that sits in for somebody is named after them."""
    at = table.seats[seat]
    if at.person is not None and at.house is not None:
        return f"{safe(at.person.name)} (house)"
    return safe(at.name)


def side_name(table: Table, side: int) -> str:
    """Those who play for a side: `Ann`, or `Ann & Cleo`."""
    return " & ".join(seat_name(table, seat) for seat in seats_of(side, table.players))


def side_names(table: Table, side: int) -> str:
    """Those who play for a side, as a sentence names them: `Ann and Cleo`."""
    return listed([seat_name(table, seat) for seat in seats_of(side, table.players)])


def short_side_name(table: Table, side: int) -> str:
    """A side for the fixed-width board, unescaped: `Ann`, `Ann+Cl`."""
    seats = seats_of(side, table.players)
    if len(seats) == 1:
        return plain(table.name(seats[0]))
    return "+".join(plain(table.name(seat))[:3] for seat in seats)


def plain_side_names(table: Table) -> list[str]:
    """All sides for a picture, unescaped: `Ann`, or `Ann & Cleo`."""
    return [
        " & ".join(plain(table.name(seat)) for seat in seats_of(side, table.players))
        for side in range(sides(table.players))
    ]
