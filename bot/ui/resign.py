"""Giving up: asking first, and saying what came of it (private)."""

from __future__ import annotations

from bot.table.moves import playing
from bot.table.table import Refused, Table
from bot.ui.ids import ButtonId
from bot.ui.layout import Button, Panel, Row, Text, notice
from bot.ui.names import listed
from bot.ui.who import seat_name


def resign_panel(table: Table, user: int) -> Panel:
    """Ask whether a person means it. Raises `Refused` when they have nothing to give up."""
    if table.seat_of(user) is None:
        raise Refused("You don't play at this table, so there is nothing to surrender.")
    seat, game = playing(table, user)
    undecided = [
        seat_name(table, other)
        for other in table.people_of(game.side(seat))
        if other != seat and other not in table.yielding
    ]
    partner = f" {listed(undecided)} must agree first." if undecided else ""
    return Panel(
        (
            Text(
                f"**Surrender at table {table.id}?** It counts as a loss and gives no XP; "
                f"nobody gets a skunk for it.{partner}"
            ),
            Row(
                (
                    Button("Surrender", str(ButtonId(table.id, 0, "yield")), "danger"),
                    Button("Play on", str(ButtonId(table.id, 0, "keep"))),
                )
            ),
        )
    )


def kept_panel(table: Table, user: int) -> Panel:
    """Answer a person who doesn't surrender after all."""
    if table.status != "playing":
        return notice("This game is over.")
    if table.seat_of(user) in table.yielding:
        return notice(
            "You play on. Your offer to surrender, made before, stands until the next deal: "
            "your partner may still agree."
        )
    return notice("You play on.")


def resigned_panel(table: Table, user: int) -> Panel:
    """Tell a person what their surrender has led to."""
    seat = table.seat_of(user)
    if seat in table.yielding:
        return notice(
            f"Your partner sees this at table {table.id}. Your side surrenders when they press **Surrender** too."
        )
    return notice(f"Your side has surrendered at table {table.id}.")
