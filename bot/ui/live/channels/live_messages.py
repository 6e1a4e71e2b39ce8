"""Which messages are live ones of tables, in memory: most messages that are deleted have nothing to do with us."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.ui.live.channels.posted import Posted


class LiveMessages:
    """The message by which each live table is seen. Until it is `filled`, there may be others."""

    def __init__(self) -> None:
        self.filled = False
        self._tables: dict[int, int] = {}  # by message
        self._messages: dict[int, int | None] = {}  # by table; None: it has none, or is over

    def fill(self, stored: Mapping[int, str]) -> None:
        """Take over what is stored about all live tables. What has been noted already is newer."""
        for table_id, messages in stored.items():
            if table_id not in self._messages:
                self._note(table_id, Posted.model_validate_json(messages).live)
        self._messages = {table_id: live for table_id, live in self._messages.items() if live is not None}
        self.filled = True

    def note(self, table_id: int, posted: Posted, *, live: bool) -> None:
        """Remember by which message a table is seen, as long as it is live."""
        self._note(table_id, posted.live if live else None)

    def among(self, messages: Collection[int]) -> list[int]:
        """The tables that are seen by one of these messages."""
        return [self._tables[message] for message in messages if message in self._tables]

    def _note(self, table_id: int, message: int | None) -> None:
        before = self._messages.pop(table_id, None)
        if before is not None:
            self._tables.pop(before, None)
        if message is not None:
            self._tables[message] = table_id
        if message is not None or not self.filled:
            self._messages[table_id] = message
