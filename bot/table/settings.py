"""What a server's managers may set."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from pydantic import BaseModel, ConfigDict

from db import guilds
from db.engine import Database
from db.errors import legible

NO_HURRY: Final = 24 * 60 * 60
"""Turn time, in seconds, at tables that are in no hurry."""
TURN_TIMES: Final = {
    60: "1 minute",
    180: "3 minutes",
    300: "5 minutes",
    600: "10 minutes",
    NO_HURRY: "no hurry (24 hours)",
}
"""The turn times on offer, in seconds."""


class GuildSettings(BaseModel):
    """A server's settings. `channels` are those where tables may stand; empty: in all of them."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    turn_seconds: int = 180
    channels: tuple[int, ...] = ()
    house_players: bool = True
    threads: bool = False
    quiet_reminders: bool = False


async def read(database: Database, guild: int) -> GuildSettings:
    """The settings of a server, the defaults if it never set any."""
    async with database.read() as connection:
        stored = await guilds.settings(connection, guild)
    with legible(f"What is set for server {guild}"):
        return GuildSettings.model_validate_json(stored)


async def write(database: Database, guild: int, name: str, settings: GuildSettings, now: datetime) -> None:
    """Store the settings of a server."""
    async with database.write() as connection:
        await guilds.upsert(connection, guild, name, now)
        await guilds.set_settings(connection, guild, settings.model_dump_json())
