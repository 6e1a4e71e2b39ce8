"""Fixtures for tests that need the whole bot."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.room import Room, open_room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncGenerator[Room]:
    """A card room with the bot on a database file of its own, which may be restarted."""
    async with open_room(f"sqlite:///{tmp_path / 'room.sqlite3'}") as room:
        yield room
