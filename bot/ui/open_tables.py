"""The tables that are open on a server, with links."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.store import Record
from bot.ui.layout import Panel, Text
from bot.ui.lobby import FELT, title
from bot.ui.names import listed
from bot.ui.posted import Posted
from bot.ui.tabletop import scores
from bot.ui.who import seat_name

MOST = 15
"""How many tables fit a message."""


def open_tables_panel(records: Sequence[Record]) -> Panel:
    """A line for each table, the newest first."""
    if not records:
        return Panel((Text("No table is open on this server. `/cribbage start` opens one."),), accent=FELT)
    lines = [_line(record) for record in records[::-1][:MOST]]
    more = len(records) - len(lines)
    if more > 0:
        lines.append(f"-# and {more} more")
    return Panel((Text("### Open tables"), Text("\n".join(lines))), accent=FELT)


def _line(record: Record) -> str:
    table = record.table
    posted = Posted.model_validate_json(record.messages)
    message = posted.message or posted.lobby
    place = (posted.thread if posted.message else None) or table.channel
    name = f"Table {table.id}"
    if message is not None:
        name = f"[{name}](https://discord.com/channels/{table.guild}/{place}/{message})"
    if table.status == "playing":
        return f"{name} · <#{place}> · {scores(table)}"
    seated = listed([seat_name(table, number) for number, seat in enumerate(table.seats) if not seat.free])
    free = len(table.free())
    return f"{name} · <#{place}> · {title(table)} · {seated} · {free} seat{'' if free == 1 else 's'} free"
