"""A server's settings: defaults, storage, and what older or newer versions wrote."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, datetime

import pytest

from bot.table import settings
from bot.table.settings import NO_HURRY, TURN_TIMES, GuildSettings
from db import guilds
from db.engine import Database

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
async def database() -> AsyncGenerator[Database]:
    database = await Database.open("sqlite://")
    yield database
    await database.close()


async def test_an_unknown_server_has_the_defaults(database: Database) -> None:
    assert await settings.read(database, 5) == GuildSettings(
        turn_seconds=180, channels=(), house_players=True, threads=False, quiet_reminders=False
    )


async def test_what_is_written_is_read(database: Database) -> None:
    wanted = GuildSettings(
        turn_seconds=NO_HURRY, channels=(3, 4), house_players=False, threads=True, quiet_reminders=True
    )
    await settings.write(database, 5, "The card room", wanted, NOW)
    await settings.write(database, 6, "Another", GuildSettings(), NOW)
    assert await settings.read(database, 5) == wanted
    assert await settings.read(database, 6) == GuildSettings()
    await settings.write(database, 5, "The card room", GuildSettings(), NOW)
    assert await settings.read(database, 5) == GuildSettings()


async def test_a_setting_of_another_version_does_no_harm(database: Database) -> None:
    async with database.write() as connection:
        await guilds.upsert(connection, 5, "The card room", NOW)
        await guilds.set_settings(connection, 5, '{"turn_seconds": 60, "colour": "green"}')
    assert await settings.read(database, 5) == GuildSettings(turn_seconds=60)


def test_the_turn_times_on_offer() -> None:
    assert list(TURN_TIMES) == sorted(TURN_TIMES)
    assert GuildSettings().turn_seconds in TURN_TIMES
    assert NO_HURRY == 86_400
