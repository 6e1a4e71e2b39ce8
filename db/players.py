"""The people who have played, by their Discord ids, under the names last seen."""

from collections.abc import Collection, Mapping
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db.rows import PlayerRow
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


async def load(connection: AsyncConnection, player_id: int) -> PlayerRow | None:
    """Return a player, None if they are unknown."""
    row = (await connection.execute(sa.select(players).where(players.c.id == player_id))).one_or_none()
    return None if row is None else PlayerRow(*row)


async def load_all(connection: AsyncConnection, player_ids: Collection[int]) -> list[PlayerRow]:
    """Return those of these players who are known."""
    statement = sa.select(players).where(players.c.id.in_(player_ids))
    return [PlayerRow(*row) for row in await connection.execute(statement)]


async def lock(connection: AsyncConnection, player_ids: Collection[int]) -> list[PlayerRow]:
    """Return players, and keep other transactions from changing them until this one ends."""
    statement = sa.select(players).where(players.c.id.in_(player_ids)).order_by(players.c.id)
    return [PlayerRow(*row) for row in await connection.execute(statement.with_for_update())]


async def set_careers(connection: AsyncConnection, careers: Mapping[int, str]) -> None:
    """Store careers by player."""
    if careers:
        await connection.execute(
            sa.update(players)
            .where(players.c.id == sa.bindparam("player"))
            .values(career=sa.bindparam("new")),
            [{"player": player_id, "new": career} for player_id, career in careers.items()],
        )


async def set_cards(connection: AsyncConnection, player_id: int, *, face: str, back: str) -> None:
    """Store which cards a known player has chosen."""
    await connection.execute(sa.update(players).where(players.c.id == player_id).values(face=face, back=back))
