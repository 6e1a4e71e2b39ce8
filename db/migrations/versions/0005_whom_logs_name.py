"""Whom the logs of tables name."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

# Who took a seat, and for whom one was kept.
NAMED = {
    "sqlite": """
        INSERT INTO appearances (player_id, table_id)
        SELECT json_extract(body, '$.user'), table_id FROM events WHERE kind = 'seat_taken'
        UNION
        SELECT json_extract(kept.value, '$.user'), table_id
        FROM events, json_each(events.body, '$.reserved') AS kept WHERE events.kind = 'table_opened'
    """,
    "postgresql": """
        INSERT INTO appearances (player_id, table_id)
        SELECT CAST(CAST(body AS json) ->> 'user' AS bigint), table_id FROM events WHERE kind = 'seat_taken'
        UNION
        SELECT CAST(kept.value ->> 'user' AS bigint), table_id
        FROM events, json_array_elements(CAST(events.body AS json) -> 'reserved') AS kept
        WHERE events.kind = 'table_opened'
    """,
}


def upgrade() -> None:
    op.create_table(
        "appearances",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_appearances_table_id")),
        sa.PrimaryKeyConstraint("player_id", "table_id", name=op.f("pk_appearances")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_tables_host_id"), "tables", ["host_id"], unique=False)
    op.execute(NAMED[op.get_bind().dialect.name])
