"""Skunks taken in games from before they were counted, in the sums of all time that profiles show."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

TAKEN = """
    SELECT count(*) FROM results
    WHERE results.player_id = standings.player_id AND results.skunk_taken = {kind}
    AND results.variant = 'standard' AND NOT results.practice
    AND (standings.guild_id = 0 OR results.guild_id = standings.guild_id)
    AND (standings.size = 0 OR results.size = standings.size)
"""


def upgrade() -> None:
    op.execute(
        sa.text(
            f"UPDATE standings SET skunks_taken = ({TAKEN.format(kind=1)}), "  # noqa: S608
            f"double_skunks_taken = ({TAKEN.format(kind=2)}) WHERE period = 'all'"
        )
    )
