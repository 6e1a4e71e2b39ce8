"""Guilds, players, tables, seats, events and results."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guilds")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("messages", sa.Text(), nullable=False),
        sa.Column("published_seq", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(status IN ('lobby', 'playing')) = (ended_at IS NULL)", name=op.f("ck_tables_ended_at")
        ),
        sa.CheckConstraint(
            "status IN ('lobby', 'playing', 'finished', 'closed')", name=op.f("ck_tables_status")
        ),
        sa.CheckConstraint("length(commitment) = 64", name=op.f("ck_tables_commitment")),
        sa.CheckConstraint("length(seed) = 32", name=op.f("ck_tables_seed")),
        sa.CheckConstraint("published_seq BETWEEN 0 AND seq", name=op.f("ck_tables_seq")),
        sa.CheckConstraint("size IN (2, 3, 4, 6)", name=op.f("ck_tables_size")),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name=op.f("fk_tables_guild_id")),
        sa.ForeignKeyConstraint(["host_id"], ["players.id"], name=op.f("fk_tables_host_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_tables_deadline"), "tables", ["deadline"], unique=False)
    op.create_index(op.f("ix_tables_guild_id_status"), "tables", ["guild_id", "status"], unique=False)
    op.create_index(
        "ix_tables_live",
        "tables",
        ["guild_id", "id"],
        unique=False,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_index(
        "ix_tables_unpublished",
        "tables",
        ["id"],
        unique=False,
        sqlite_where=sa.text("published_seq < seq"),
        postgresql_where=sa.text("published_seq < seq"),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("seq > 0", name=op.f("ck_events_seq")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_events_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_events")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("best_opponent_score", sa.Integer(), nullable=False),
        sa.Column("skunks_given", sa.Integer(), nullable=False),
        sa.Column("double_skunks_given", sa.Integer(), nullable=False),
        sa.Column("skunk_taken", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "outcome IN ('won', 'lost', 'surrendered', 'stopped', 'abandoned')",
            name=op.f("ck_results_outcome"),
        ),
        sa.CheckConstraint("seat BETWEEN 0 AND 5", name=op.f("ck_results_seat")),
        sa.CheckConstraint("skunk_taken BETWEEN 0 AND 2", name=op.f("ck_results_skunk_taken")),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name=op.f("fk_results_guild_id")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_results_player_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_results_table_id")),
        sa.PrimaryKeyConstraint("table_id", "player_id", name=op.f("pk_results")),
    )
    op.create_index(
        op.f("ix_results_guild_id_variant_practice_player_id"),
        "results",
        ["guild_id", "variant", "practice", "player_id"],
        unique=False,
    )
    op.create_index(op.f("ix_results_player_id_ended_at"), "results", ["player_id", "ended_at"], unique=False)
    op.create_table(
        "seats",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.CheckConstraint("seat BETWEEN 0 AND 5", name=op.f("ck_seats_seat")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
        sa.UniqueConstraint("table_id", "player_id", name=op.f("uq_seats_table_id_player_id")),
    )
    op.create_index(op.f("ix_seats_player_id"), "seats", ["player_id"], unique=False)
    op.create_index(
        "uq_seats_live",
        "seats",
        ["channel_id", "player_id"],
        unique=True,
        sqlite_where=sa.text("live"),
        postgresql_where=sa.text("live"),
    )
