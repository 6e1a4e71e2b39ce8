"""Which logs still name a person whose data is being deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "renamings",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("former_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_renamings_table_id")),
        sa.PrimaryKeyConstraint("table_id", "player_id", name=op.f("pk_renamings")),
        sqlite_with_rowid=False,
    )
