"""Finds the tables that somebody has open, however many they have had."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    live = sa.text("ended_at IS NULL")
    op.create_index(
        op.f("ix_tables_hosted"),
        "tables",
        ["host_id", "id"],
        sqlite_where=live,
        postgresql_where=live,
    )
