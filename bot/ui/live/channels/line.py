"""Tables that wait for their turn to be shown."""

from __future__ import annotations

from collections.abc import Container


class Line:
    """Each table once, in order of arrival; but those at which somebody has just acted go before the others."""

    def __init__(self) -> None:
        self._urgent: dict[int, None] = {}
        self._others: dict[int, None] = {}

    def add(self, table_id: int, *, urgent: bool) -> None:
        """Let a table wait for its turn."""
        if urgent:
            self._others.pop(table_id, None)
            self._urgent[table_id] = None
        elif table_id not in self._urgent:
            self._others[table_id] = None

    def next(self, *, but: Container[int], urgent: bool) -> int | None:
        """Take the table whose turn it is out of the line, only an urgent one if so wanted.

        None when nobody waits but these.
        """
        for waiting in (self._urgent,) if urgent else (self._urgent, self._others):
            for table_id in waiting:
                if table_id not in but:
                    del waiting[table_id]
                    return table_id
        return None

    def clear(self) -> None:
        """Send everybody away."""
        self._urgent.clear()
        self._others.clear()
