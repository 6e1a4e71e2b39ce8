"""The stand-in, with a channel, and bots to come."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest

from tests.loopback.nursery import Nursery, open_nursery
from tests.loopback.people import Place
from tests.loopback.service import Loopback, open_loopback


@pytest.fixture(scope="session")
def nursery() -> Generator[Nursery]:
    with open_nursery() as nursery:
        yield nursery


@pytest.fixture
async def loopback() -> AsyncGenerator[Loopback]:
    async with open_loopback() as loopback:
        yield loopback


@pytest.fixture
def place(loopback: Loopback) -> Place:
    guild = loopback.world.add_guild("The card room")
    return Place(loopback, loopback.world.add_channel(guild, "cribbage"))


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'cribbage.sqlite3'}"
