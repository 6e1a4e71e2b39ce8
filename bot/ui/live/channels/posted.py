"""Which messages of a channel show a table, and how far they have got: the publisher's own record."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from bot.table.store import Record
from bot.ui.panels.open_tables import OpenTable


class Posted(BaseModel):
    """What has been posted for a table.

    `lobby` is the lobby's message, `lobby_done` whether it shows the cut. `deal` is the deal that `message`
    shows (0: none), `shown` the last deal whose show has been posted, `finished` whether the end has been.
    `thread` is where the game is played if not in the lobby's channel. `reminder` is the message that
    mentions people, and `reminded_at` the event that it stands for.
    """

    model_config = ConfigDict(frozen=True)

    lobby: int | None = None
    lobby_done: bool = False
    deal: int = 0
    message: int | None = None
    shown: int = 0
    finished: bool = False
    thread: int | None = None
    reminder: int | None = None
    reminded_at: int = 0

    def but(self, **changes: object) -> Posted:
        """The same with some changes."""
        return self.model_copy(update=changes)

    @property
    def live(self) -> int | None:
        """The message by which a live table is seen."""
        return self.message or self.lobby


def seen_of(record: Record) -> OpenTable:
    """A table with the place where people see it."""
    posted = Posted.model_validate_json(record.messages)
    place = (posted.thread if posted.message else None) or record.table.channel
    return OpenTable(record.table, place, posted.live)
