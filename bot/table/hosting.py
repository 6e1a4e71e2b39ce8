"""How many tables one person may have open, as their host. Nobody who plays meets the limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.table.table import Refused
from db.rows import HostedRow

LOBBIES: Final = 3
"""How many tables of one host may wait for players on a server. A lobby closes after a quarter of an hour, and
whoever sits in a lobby can sit in another channel's too: a third one is for the impatient."""
TABLES: Final = 25
"""How many tables of one host may be open in all, on all servers. In no hurry, people have many games going, but
no more than one in a channel."""


class TooManyTables(Refused):
    """A person has as many tables open as one may: `tables` by number, `waiting` when it is too many lobbies."""

    def __init__(self, tables: Sequence[int], *, waiting: bool) -> None:
        many = len(tables)
        super().__init__(
            f"{many} tables of yours are waiting for players on this server already. Fill one, or press **Cancel** "
            "there, before you open another."
            if waiting
            else f"{many} tables that you have opened aren't over yet, which is as many as one person may have. Bring "
            "a game to its end before you open another."
        )
        self.tables = tuple(tables)
        self.waiting = waiting


def check(hosted: Sequence[HostedRow], guild: int) -> None:
    """Raise `TooManyTables` unless somebody who has these tables open may open one more on a server."""
    lobbies = [table.id for table in hosted if table.status == "lobby" and table.guild_id == guild]
    if len(lobbies) >= LOBBIES:
        raise TooManyTables(lobbies, waiting=True)
    if len(hosted) >= TABLES:
        raise TooManyTables([table.id for table in hosted], waiting=False)
