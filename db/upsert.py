"""INSERT ... ON CONFLICT, which both engines have and SQLAlchemy spells once for each."""

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def insert(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return an INSERT that has ``on_conflict_do_update`` and ``on_conflict_do_nothing``."""
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)
