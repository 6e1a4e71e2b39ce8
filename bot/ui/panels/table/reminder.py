"""Messages that mention the people who are waited for; they are removed when those people act."""

from __future__ import annotations

from datetime import datetime

from bot.table.table import Table
from bot.ui.panels.colours import FELT
from bot.ui.panels.layout import Panel, Text
from bot.ui.panels.names import listed
from bot.ui.panels.words import relative


def reminder_panel(table: Table, link: str | None, until: datetime | None) -> Panel | None:
    """The reminder, or the call, that a table needs now; None: nobody has to be told anything.

    `link` leads to the table's message, `until` is when the minute after the call is over.
    """
    if table.stage == "waiting" or table.status != "playing":
        return None
    users = [person.user for seat in table.awaited_people() if (person := table.seats[seat].present)]
    if not users:
        return None
    who = listed([f"<@{user}>" for user in users])
    where = f"[table {table.id}]({link})" if link else f"table {table.id}"
    if table.stage == "reminded":
        text = f"{who}, it's your move at {where}."
    else:
        text = f"{who}, {where} calls for you: your place goes {_when(until)} if you don't come back."
    return Panel((Text(text),), accent=FELT, notifies=tuple(users))


def _when(until: datetime | None) -> str:
    return "in a minute" if until is None else relative(until)
