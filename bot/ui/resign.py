"""Giving up: asking first, and saying that it is done (private)."""

from __future__ import annotations

from bot.table.table import Refused, Table
from bot.ui.ids import ButtonId
from bot.ui.layout import Button, Panel, Row, Text


def resign_panel(table: Table, user: int) -> Panel:
    """Ask whether a person means it. Raises `Refused` when they have nothing to give up."""
    if table.seat_of(user) is None:
        raise Refused("You don't play at this table, so there is nothing to surrender.")
    if table.status == "lobby":
        raise Refused("The game hasn't begun: press **Leave** to get up.")
    if table.status != "playing":
        raise Refused("This game is over.")
    return Panel(
        (
            Text(
                f"**Surrender at table {table.id}?** It counts as a loss for you and gives no XP. "
                "Nobody gets a win or a skunk for it."
            ),
            Row(
                (
                    Button("Surrender", str(ButtonId(table.id, 0, "yield")), "danger"),
                    Button("Play on", str(ButtonId(table.id, 0, "keep"))),
                )
            ),
        )
    )
