"""What channels show of tables: the newest state, and everything once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from simcord.backend.models import Message

from bot.table.store import Record
from bot.table.table import Table
from bot.ui.live.channels.posted import Posted
from tests.campaigns.crowd import Crowd, buttons_of, text_of


def places_of(record: Record, table: Table) -> set[int]:
    """The channel and the thread of a table."""
    return {table.channel, Posted.model_validate_json(record.messages).thread or table.channel}


def public(crowd: Crowd, table: Table) -> Iterator[Message]:
    """What everybody sees in a table's channel and its threads."""
    for channel in crowd.channels():
        if table.channel in (channel.id, channel.parent_id):
            for message in crowd.backend.messages.get(channel.id, {}).values():
                if not message.is_ephemeral:
                    yield message


def not_shown(crowd: Crowd, table: Table) -> str | None:
    """What is wrong with the message of a live table; None when it shows the newest state."""
    wanted = ("hand", "on") if table.status == "playing" else ("join",)
    messages = {
        seen.message.id: seen.message
        for message in public(crowd, table)
        for seen in buttons_of(message)
        if seen.parts[0] == str(table.id) and seen.parts[2] in wanted
    }
    if len(messages) != 1:
        return f"{len(messages)} live messages"
    text = text_of(next(iter(messages.values())))
    game = table.game
    if game is None:
        return None if f"Table {table.id}" in text else "the lobby doesn't say which table it is"
    expected = [f"deal {game.deal}", *(played.card.symbol for played in game.series)]
    missing = [part for part in expected if part not in text]
    return f"its message lacks {missing}" if missing else None


def doubled(crowd: Crowd, table: Table) -> Iterator[str]:
    """What is told twice of a table: a deal, a show, the end, or whom it waits for."""
    texts = [text_of(message) for message in public(crowd, table)]
    heads = Counter(head for text in texts if f"able {table.id} · deal" in (head := text.partition("\n")[0]))
    shows = Counter(text for text in texts if text.startswith("### Show"))
    ends = sum(f"-# Table {table.id} · " in text and "Seed revealed" in text for text in texts)
    calls = sum(_calls(text, table.id) for text in texts)
    for what, times in (*heads.items(), *shows.items(), ("the end", ends), ("whom it waits for", calls)):
        if times > 1:
            yield f"table {table.id} tells {times} times: {what[:60]!r}"


def _calls(text: str, number: int) -> bool:
    return re.search(rf"able {number}\b", text) is not None and (
        "it's your move at" in text or "calls for you" in text
    )
