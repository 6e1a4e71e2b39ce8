"""The tables that are open on a server, with links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.table.hosting import TooManyTables
from bot.table.table import Table
from bot.ui.panels.colours import FELT, GREY
from bot.ui.panels.layout import Panel, Text
from bot.ui.panels.names import listed
from bot.ui.panels.table.playing import scores
from bot.ui.panels.table.titles import title
from bot.ui.panels.who import seat_name

MOST: Final = 15
"""How many tables are listed."""
FEW: Final = 5
"""How many of a person's own are listed when they can't open another."""
_LONGEST: Final = 3500
"""Characters that fit the message besides its title."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table, and where it is seen: a channel or thread, and the message there, None while there is none."""

    table: Table
    place: int
    message: int | None = None


def open_tables_panel(tables: Sequence[OpenTable], *, more: bool = False) -> Panel:
    """A line for each table in this order; `more` says that there are others."""
    if not tables:
        return Panel((Text("No table is open on this server. `/cribbage start` opens one."),), accent=FELT)
    lines: list[str] = []
    for each in tables:
        line = _line(each)
        if sum(map(len, lines)) + len(line) > _LONGEST:
            more = True
            break
        lines.append(line)
    if more:
        lines.append("-# and others")
    return Panel((Text("### Open tables"), Text("\n".join(lines))), accent=FELT)


def surplus_panel(surplus: TooManyTables, tables: Sequence[OpenTable]) -> Panel:
    """Say why somebody can't open another table, and where those are that they have; `tables` are some of them."""
    lines = [f"- {_line(each)}" for each in tables]
    if len(tables) < len(surplus.tables):
        lines.append("-# and others")
    return Panel((Text(str(surplus)), *((Text("\n".join(lines)),) if lines else ())), accent=GREY)


def _line(seen: OpenTable) -> str:
    table, place = seen.table, seen.place
    name = f"Table {table.id}"
    if seen.message is not None:
        name = f"[{name}](https://discord.com/channels/{table.guild}/{place}/{seen.message})"
    if table.status == "playing":
        return f"{name} · <#{place}> · {scores(table)}"
    seated = listed([seat_name(table, number) for number, seat in enumerate(table.seats) if not seat.free])
    free = len(table.free())
    return f"{name} · <#{place}> · {title(table)} · {seated} · {free} seat{'' if free == 1 else 's'} free"
