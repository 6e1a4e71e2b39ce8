"""The Discord servers that the bot has met."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db.schema import guilds
from db.upsert import insert


async def settings(connection: AsyncConnection, guild_id: int) -> str:
    """Return the guild's settings: JSON that only its owner understands, ``{}`` for an unknown guild."""
    found = await connection.scalar(sa.select(guilds.c.settings).where(guilds.c.id == guild_id))
    return found or "{}"


async def set_settings(connection: AsyncConnection, guild_id: int, settings: str) -> None:
    """Store the settings of a known guild."""
    await connection.execute(sa.update(guilds).where(guilds.c.id == guild_id).values(settings=settings))


async def upsert(connection: AsyncConnection, guild_id: int, name: str, now: datetime) -> None:
    """Add the guild, or note its new name; writes nothing if the name is known."""
    statement = insert(connection, guilds).values(id=guild_id, name=name, created_at=now)
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=[guilds.c.id],
            set_={"name": statement.excluded.name},
            where=guilds.c.name != statement.excluded.name,
        )
    )
