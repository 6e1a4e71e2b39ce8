"""When a table's clock began to run, and a guild's settings."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("patience", sa.Double, nullable=True))
    op.add_column("guilds", sa.Column("settings", sa.Text(), server_default="{}", nullable=False))
