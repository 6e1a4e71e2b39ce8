"""Skunks taken, and indexes that hold who is on a leaderboard and no one else."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

BOARDS = {
    "wins": "wins + losses > 0",
    "xp": "xp > 0",
    "prestige": "prestige > 0",
    "skunk_points": "skunk_points > 0",
    "best_hand": "best_hand > 0",
    "rate": "rate IS NOT NULL",
    "rating": "rating IS NOT NULL",
}


def upgrade() -> None:
    op.drop_index("ix_results_guild_id_variant_practice_player_id", table_name="results")
    op.create_index(
        "ix_results_guild_id_player_id_ended_at_table_id",
        "results",
        ["guild_id", "player_id", "ended_at", "table_id"],
    )
    for column in ("skunks_taken", "double_skunks_taken"):
        op.add_column("standings", sa.Column(column, sa.Integer(), server_default="0", nullable=False))
    for by, who in BOARDS.items():
        then = ["skunk_points", "player_id", "losses"] if by == "wins" else ["wins", "player_id"]
        op.drop_index(f"ix_standings_{by}", table_name="standings")
        op.create_index(
            f"ix_standings_{by}",
            "standings",
            ["guild_id", "size", "period", by, *then],
            sqlite_where=sa.text(who),
            postgresql_where=sa.text(who),
        )
