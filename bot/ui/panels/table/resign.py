"""Giving up: asking first, and saying what came of it (private)."""

from __future__ import annotations

from bot.table.moves import playing
from bot.table.table import Refused, Table
from bot.table.tables import Change
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import Button, Panel, Row, Text, notice
from bot.ui.panels.names import listed
from bot.ui.panels.who import seat_name


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
    if undecided and seat in table.yielding:
        return _offered_panel(table, f"You have offered to surrender. {listed(undecided)} has yet to agree.")
    partner = f" {listed(undecided)} must agree first." if undecided else ""
    skunk = "" if table.variant.skunk is None else "; nobody gets a skunk for it"
    text = f"**Surrender at table {table.id}?** It counts as a loss and gives no XP{skunk}.{partner}"
    surrender = Button("Surrender", str(ButtonId(table.id, 0, "yield")), "danger")
    return Panel((Text(text), Row((surrender, _keep(table, "Play on")))))


def kept_panel(change: Change, user: int) -> Panel:
    """Answer a person who doesn't surrender after all, or no longer."""
    table = change.after
    seat = table.seat_of(user)
    if table.status != "playing":
        return notice("This game is over.")
    if seat is not None and table.given_up(table.side(seat)):
        return notice(f"Your side has surrendered at table {table.id} already.")
    taken_back = " Your offer to surrender is taken back." if change.events else ""
    if seat is not None and table.seats[seat].gone == "away":
        return notice(f"A house player has your seat: press **My hand** to take it back.{taken_back}")
    return notice(f"You play on.{taken_back}")


def resigned_panel(table: Table, user: int) -> Panel:
    """Tell a person what their surrender has led to."""
    if table.seat_of(user) in table.yielding:
        return _offered_panel(
            table,
            f"Your partner sees this at table {table.id}. "
            "Your side surrenders when they press **Surrender** too.",
        )
    return notice(f"Your side has surrendered at table {table.id}.")


def _offered_panel(table: Table, text: str) -> Panel:
    """What is said to somebody whose offer stands, with a way back."""
    return Panel((Text(f"{text} The next deal ends the offer."), Row((_keep(table, "Take it back"),))))


def _keep(table: Table, label: str) -> Button:
    return Button(label, str(ButtonId(table.id, 0, "keep")))
