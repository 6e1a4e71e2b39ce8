"""Run by Alembic, on the connection and in the transaction that `db.migrate` hands over."""

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import TypeDecorator

from db.schema import metadata


def _plain_type(kind: str, thing: object, _context: AutogenContext) -> str | Literal[False]:
    """Write migrations with the types of the database: ours may change or go."""
    if kind == "type" and isinstance(thing, TypeDecorator):
        return f"sa.{thing.impl!r}"
    return False


context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_item=_plain_type
)
with context.begin_transaction():
    context.run_migrations()
