"""XP, standings, ratings and feats."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_ratings_player_id")),
        sa.PrimaryKeyConstraint("guild_id", "player_id", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_player_id"), "ratings", ["player_id"], unique=False)
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("skunks", sa.Integer(), nullable=False),
        sa.Column("double_skunks", sa.Integer(), nullable=False),
        sa.Column("skunk_points", sa.Integer(), nullable=False),
        sa.Column("xp", sa.Integer(), nullable=False),
        sa.Column("prestige", sa.Integer(), nullable=False),
        sa.Column("best_hand", sa.Integer(), nullable=False),
        sa.Column("rate", sa.Double, nullable=True),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_standings_player_id")),
        sa.PrimaryKeyConstraint("guild_id", "size", "period", "player_id", name=op.f("pk_standings")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_standings_best_hand",
        "standings",
        ["guild_id", "size", "period", "best_hand", "wins", "player_id"],
        unique=False,
    )
    op.create_index(op.f("ix_standings_player_id"), "standings", ["player_id"], unique=False)
    op.create_index(
        "ix_standings_prestige",
        "standings",
        ["guild_id", "size", "period", "prestige", "wins", "player_id"],
        unique=False,
    )
    op.create_index(
        "ix_standings_rate",
        "standings",
        ["guild_id", "size", "period", "rate", "wins", "player_id"],
        unique=False,
    )
    op.create_index(
        "ix_standings_rating",
        "standings",
        ["guild_id", "size", "period", "rating", "wins", "player_id"],
        unique=False,
    )
    op.create_index(
        "ix_standings_skunk_points",
        "standings",
        ["guild_id", "size", "period", "skunk_points", "wins", "player_id"],
        unique=False,
    )
    op.create_index(
        "ix_standings_wins",
        "standings",
        ["guild_id", "size", "period", "wins", "skunk_points", "player_id"],
        unique=False,
    )
    op.create_index(
        "ix_standings_xp",
        "standings",
        ["guild_id", "size", "period", "xp", "wins", "player_id"],
        unique=False,
    )
    op.create_table(
        "feats",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("feat", sa.Text(), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_feats_player_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_feats_table_id")),
        sa.PrimaryKeyConstraint("player_id", "feat", name=op.f("pk_feats")),
    )
    op.add_column("players", sa.Column("career", sa.Text(), server_default="{}", nullable=False))
    op.add_column("players", sa.Column("face", sa.Text(), server_default="", nullable=False))
    op.add_column("players", sa.Column("back", sa.Text(), server_default="", nullable=False))
    op.add_column("results", sa.Column("xp", sa.Integer(), server_default="0", nullable=False))
    op.add_column("results", sa.Column("prestige", sa.Integer(), server_default="0", nullable=False))
    op.add_column("results", sa.Column("best_hand", sa.Integer(), server_default="0", nullable=False))
    op.add_column("results", sa.Column("rating", sa.Integer(), nullable=True))
