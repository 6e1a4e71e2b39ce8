"""A database for what is read of standing."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from db.engine import Database


@pytest.fixture
async def database() -> AsyncGenerator[Database]:
    database = await Database.open("sqlite://")
    yield database
    await database.close()
