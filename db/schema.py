"""The tables. What is stored is said here and in `db.migrations`; a test proves that the two agree."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import get_args

import sqlalchemy as sa

from db.errors import DatabaseUnavailable
from db.rows import Outcome, Status

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


class UtcDateTime(sa.TypeDecorator[datetime]):
    """A moment, always aware: without time zone it is refused (StatementError), read it is UTC."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: object) -> datetime | None:  # noqa: ARG002 - SQLAlchemy gives it
        """Refuse a time without zone, and convert the others to UTC."""
        if value is None:
            return None
        if value.utcoffset() is None:
            raise ValueError("a stored time must have a time zone")
        return value.astimezone(UTC)

    def result_processor(  # pyright: ignore[reportIncompatibleMethodOverride] - a Callable's have no names
        self,
        dialect: sa.Dialect,  # noqa: ARG002 - SQLAlchemy gives them
        coltype: object,  # noqa: ARG002 - the same
    ) -> Callable[[object], datetime | None]:
        """Read what drivers hand out, SQLite's text or asyncpg's UTC. What can't be a time is a damaged database.

        A game's log has hundreds of times: this is a tenth of what SQLAlchemy's own way costs.
        """
        return _read_time


def _read_time(value: object) -> datetime | None:
    if value is None or isinstance(value, datetime):
        return value
    try:
        return datetime.fromisoformat(f"{value}+00:00")
    except ValueError:
        raise DatabaseUnavailable(
            "A stored time can't be read: the database is damaged. Restore it from a backup.", passing=False
        ) from None


def _one_of(column: str, type_: object) -> sa.CheckConstraint:
    values = ", ".join(f"'{value}'" for value in get_args(type_))
    return sa.CheckConstraint(f"{column} IN ({values})", name=column)


guilds = sa.Table(
    "guilds",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("settings", sa.Text, nullable=False, server_default="{}"),
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("updated_at", UtcDateTime, nullable=False),
    sa.Column("career", sa.Text, nullable=False, server_default="{}"),
    sa.Column("face", sa.Text, nullable=False, server_default=""),
    sa.Column("back", sa.Text, nullable=False, server_default=""),
)

# Without parameters, so that planners see that the partial indexes fit.
live = sa.text("ended_at IS NULL")
unpublished = sa.text("published_seq < seq")

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
    sa.Column("guild_id", sa.BigInteger, sa.ForeignKey(guilds.c.id), nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("host_id", sa.BigInteger, sa.ForeignKey(players.c.id), nullable=False, index=True),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("seed", sa.LargeBinary(32), nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    sa.Column("deadline", UtcDateTime, index=True),
    sa.Column("messages", sa.Text, nullable=False),
    sa.Column("published_seq", sa.Integer, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("started_at", UtcDateTime),
    sa.Column("ended_at", UtcDateTime),
    sa.Column("patience", sa.Double),
    _one_of("status", Status),
    sa.CheckConstraint("size IN (2, 3, 4, 6)", name="size"),
    sa.CheckConstraint("published_seq BETWEEN 0 AND seq", name="seq"),
    sa.CheckConstraint("length(seed) = 32", name="seed"),
    sa.CheckConstraint("length(commitment) = 64", name="commitment"),
    sa.CheckConstraint("(status IN ('lobby', 'playing')) = (ended_at IS NULL)", name="ended_at"),
    sa.Index("ix_tables_live", "guild_id", "id", sqlite_where=live, postgresql_where=live),
    sa.Index("ix_tables_hosted", "host_id", "id", sqlite_where=live, postgresql_where=live),
    sa.Index("ix_tables_unpublished", "id", sqlite_where=unpublished, postgresql_where=unpublished),
    sa.Index(None, "guild_id", "status"),
    sqlite_autoincrement=True,  # buttons carry the id, so it must never come back
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.BigInteger, sa.ForeignKey(tables.c.id), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player_id", sa.BigInteger, sa.ForeignKey(players.c.id), nullable=False, index=True),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("live", sa.Boolean, nullable=False),
    sa.CheckConstraint("seat BETWEEN 0 AND 5", name="seat"),
    sa.UniqueConstraint("table_id", "player_id"),
    sa.Index(
        "uq_seats_live",
        "channel_id",
        "player_id",
        unique=True,
        sqlite_where=sa.text("live"),
        postgresql_where=sa.text("live"),
    ),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.BigInteger, sa.ForeignKey(tables.c.id), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("at", UtcDateTime, nullable=False),
    sa.CheckConstraint("seq > 0", name="seq"),
    sqlite_with_rowid=False,
)

# Whom a table's log names: everybody who had a seat, if only in the lobby, or for whom one was kept. People
# for whom a seat was kept may not be players. Without this, finding somebody would mean reading all logs.
appearances = sa.Table(
    "appearances",
    metadata,
    sa.Column("player_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("table_id", sa.BigInteger, sa.ForeignKey(tables.c.id), primary_key=True),
    sqlite_with_rowid=False,
)

# Logs in which a person is still named who has become a former player everywhere else: many logs are
# rewritten in several transactions, and whoever reads one meanwhile has to put the former player there. Only
# logs of ended tables, which name nobody anew.
renamings = sa.Table(
    "renamings",
    metadata,
    sa.Column("table_id", sa.BigInteger, sa.ForeignKey(tables.c.id), primary_key=True),
    sa.Column("player_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("former_id", sa.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

results = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.BigInteger, sa.ForeignKey(tables.c.id), primary_key=True),
    sa.Column("player_id", sa.BigInteger, sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("guild_id", sa.BigInteger, sa.ForeignKey(guilds.c.id), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("side", sa.Integer, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("practice", sa.Boolean, nullable=False),
    sa.Column("outcome", sa.Text, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("best_opponent_score", sa.Integer, nullable=False),
    sa.Column("skunks_given", sa.Integer, nullable=False),
    sa.Column("double_skunks_given", sa.Integer, nullable=False),
    sa.Column("skunk_taken", sa.Integer, nullable=False),
    sa.Column("deals", sa.Integer, nullable=False),
    sa.Column("started_at", UtcDateTime, nullable=False),
    sa.Column("ended_at", UtcDateTime, nullable=False),
    sa.Column("xp", sa.Integer, nullable=False, server_default="0"),
    sa.Column("prestige", sa.Integer, nullable=False, server_default="0"),
    sa.Column("best_hand", sa.Integer, nullable=False, server_default="0"),
    sa.Column("rating", sa.Integer),
    _one_of("outcome", Outcome),
    sa.CheckConstraint("seat BETWEEN 0 AND 5", name="seat"),
    sa.CheckConstraint("skunk_taken BETWEEN 0 AND 2", name="skunk_taken"),
    sa.Index(None, "guild_id", "player_id", "ended_at", "table_id"),
    sa.Index(None, "player_id", "ended_at"),
)

# Leaderboards, each with its own order. Without parameters, as above.
on_board = {
    "wins": sa.text("wins + losses > 0"),
    **{by: sa.text(f"{by} > 0") for by in ("xp", "prestige", "skunk_points", "best_hand")},
    **{by: sa.text(f"{by} IS NOT NULL") for by in ("rate", "rating")},
}


def then_by(by: str) -> str:
    """The column by which a leaderboard orders those who are equal."""
    return "skunk_points" if by == "wins" else "wins"


def _board_index(by: str) -> sa.Index:
    """All that a page of a leaderboard has to know of those who are not on it."""
    who = on_board[by]
    columns = ["guild_id", "size", "period", by, then_by(by), "player_id"]
    if by == "wins":
        columns.append("losses")  # SQLite looks at it even in an index of those who have played
    return sa.Index(f"ix_standings_{by}", *columns, sqlite_where=who, postgresql_where=who)


# Sums over games, kept beside the results so that a leaderboard needn't add them up: a row for every player
# in every guild and in all together (guild 0), for every table size and for all (size 0), for every week,
# month and for all time. `rate` is null until there are enough games for it to mean something.
standings = sa.Table(
    "standings",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True),
    sa.Column("size", sa.Integer, primary_key=True),
    sa.Column("period", sa.Text, primary_key=True),
    sa.Column("player_id", sa.BigInteger, sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("losses", sa.Integer, nullable=False),
    sa.Column("skunks", sa.Integer, nullable=False),
    sa.Column("double_skunks", sa.Integer, nullable=False),
    sa.Column("skunk_points", sa.Integer, nullable=False),
    sa.Column("xp", sa.Integer, nullable=False),
    sa.Column("prestige", sa.Integer, nullable=False),
    sa.Column("best_hand", sa.Integer, nullable=False),
    sa.Column("rate", sa.Double),
    sa.Column("rating", sa.Integer),
    sa.Column("skunks_taken", sa.Integer, nullable=False, server_default="0"),
    sa.Column("double_skunks_taken", sa.Integer, nullable=False, server_default="0"),
    *map(_board_index, on_board),
    sa.Index(None, "player_id"),
    sqlite_with_rowid=False,
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True),
    sa.Column("player_id", sa.BigInteger, sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Index(None, "player_id"),
)

feats = sa.Table(
    "feats",
    metadata,
    sa.Column("player_id", sa.BigInteger, sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("feat", sa.Text, primary_key=True),
    sa.Column("table_id", sa.BigInteger, sa.ForeignKey(tables.c.id), nullable=False),
    sa.Column("at", UtcDateTime, nullable=False),
)
