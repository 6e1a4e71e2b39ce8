"""What a channel has to show of a table by its records: every message, from the lobby to the end of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.table.events import Event
from bot.table.history import best_hands, end_of_deal
from bot.table.store import Record
from bot.ui.live.channels.posted import Posted
from bot.ui.panels.layout import Panel
from bot.ui.panels.table.finish import finish_panel
from bot.ui.panels.table.lobby import lobby_panel
from bot.ui.panels.table.playing import table_panel
from bot.ui.panels.table.reminder import reminder_panel
from bot.ui.panels.table.show import show_panel


def told(record: Record, log: Sequence[Event], seen: Sequence[str]) -> list[str]:
    """What the messages of a table say, oldest first, each once. Moments are left out of them, as by `timeless`.

    Tables of past deals are in it only as far as they are among those `seen`: a deal that is played faster than
    a busy machine can show it is told by its show alone.
    """
    said = ((timeless(panel.text), past) for panel, past in _panels(record, log))
    return [text for text, past in said if text in seen or not past]


def timeless(text: str) -> str:
    """A text without the moments that it names: Discord counts them down."""
    return re.sub(r"<t:\d+:R>", "<t:R>", text)


def _panels(record: Record, log: Sequence[Event]) -> Iterator[tuple[Panel, bool]]:
    """Every panel, and whether it is the table of a past deal."""
    table = record.table
    yield lobby_panel(table, record.until), False
    if table.game is None:
        return
    over = table.status == "finished"
    for number in range(1, table.game.deal + over):
        then = end_of_deal(table.id, log, number)
        yield table_panel(then, record=True), True
        if (show := show_panel(then)) is not None:
            yield show, False
    if over:
        started, ended = record.started_at, record.ended_at
        yield finish_panel(table, best_hands(log), ended - started if started and ended else None), False
        return
    yield table_panel(table, until=record.until), False
    posted = Posted.model_validate_json(record.messages)
    place = posted.thread or table.channel
    link = f"https://discord.com/channels/{table.guild}/{place}/{posted.message}"
    if (reminder := reminder_panel(table, link, record.until)) is not None:
        yield reminder, False
