"""A person's data as messages: a copy of it, and the question whether to delete it (private)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.table.privacy.parts import Part
from bot.table.seats import Person
from bot.table.table import Table
from bot.ui.panels.colours import GREY
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import Button, Document, Panel, Row, Text, notice
from bot.ui.panels.names import listed

ASKED: Final = timedelta(minutes=15)
"""How long the question may be answered with yes."""

NOTHING: Final = "Nothing is stored about you."

_DELETED: Final = """\
- Your profile, XP, prestige, ratings, feats, chosen cards and places on leaderboards go.
- Games stay on record for those who played them with you. There you become a *Former player*, with another \
number in place of your Discord id."""
_STAYS: Final = """\
- Messages that are in channels already stay, and may name you; whoever manages the server can delete them."""
_RED: Final = 0xC0392B


def export_panel(part: Part, number: int) -> Panel:
    """A document of somebody's data, the first one (1) or another."""
    told = (
        "**Your data**\nEverything that is stored about you, and the records of your games. Other players' "
        "cards in games that are still on are left out."
        if number == 1
        else f"**Your data**, part {number}"
    )
    return Panel((Text(told), Document(part.name, part.content)), accent=GREY)


def forget_panel(tables: Sequence[Table], user: int, now: datetime) -> Panel:
    """Ask whether to delete everything; `tables` are the live ones at which this person sits."""
    text = "\n".join((_DELETED, *_leaving(tables, user), _STAYS))
    return Panel(
        (
            Text(
                f"**Delete everything that is stored about you?**\n{text}\n"
                "It can't be undone. You may play again at any time, from the beginning."
            ),
            Row(
                (
                    Button(
                        "Delete everything",
                        str(ButtonId(0, int(now.timestamp()), "forget")),
                        "danger",
                    ),
                    Button("Keep it", str(ButtonId(0, 0, "stay"))),
                )
            ),
        ),
        accent=_RED,
    )


def forgotten_panel(former: Person | None) -> Panel:
    """Say that everything is deleted, and who stands in this person's place."""
    if former is None:
        return notice("Everything that was stored about you is deleted.")
    return notice(
        "Everything that was stored about you is deleted. In the games of others you are now "
        f"*{former.name}*."
    )


def _leaving(tables: Sequence[Table], user: int) -> list[str]:
    """What becomes of the tables at which a person sits."""
    waiting = [table for table in tables if table.status == "lobby"]
    playing = [table for table in tables if table.status == "playing" and _plays(table, user)]
    lines: list[str] = []
    if playing:
        lines.append(
            f"- You give up your game at {_numbers(playing)}: others may play on, and a house player may "
            "take your seat."
        )
    if waiting:
        closed = [table for table in waiting if table.host == user]
        closes = (
            f" {_numbers(closed).capitalize()} then closes, as you opened it." if len(closed) == 1 else ""
        )
        if len(closed) > 1:
            closes = f" {_numbers(closed).capitalize()} then close, as you opened them."
        lines.append(f"- You get up from {_numbers(waiting)}.{closes}")
    return lines


def _plays(table: Table, user: int) -> bool:
    seat = table.seat_of(user)
    return seat is not None and table.seats[seat].gone is None


def _numbers(tables: Sequence[Table]) -> str:
    word = "table" if len(tables) == 1 else "tables"
    return f"{word} {listed([str(table.id) for table in tables])}"
