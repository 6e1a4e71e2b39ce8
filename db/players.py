"""The people who have played, by their Discord ids, under the names last seen."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from db.schema import players
from db.upsert import insert


async def upsert(connection: AsyncConnection, player_id: int, name: str, now: datetime) -> None:
    """Add the player, or note their new name; writes nothing if the name is known."""
    statement = insert(connection, players).values(id=player_id, name=name, created_at=now, updated_at=now)
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=[players.c.id],
            set_={"name": statement.excluded.name, "updated_at": statement.excluded.updated_at},
            where=players.c.name != statement.excluded.name,
        )
    )
