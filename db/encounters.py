"""Two players and their games against each other."""

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from db.rows import EncounterRow
from db.schema import results

_mine, _theirs = results.alias("mine"), results.alias("theirs")
_both = _mine.join(_theirs, _mine.c.table_id == _theirs.c.table_id)


async def between(
    connection: AsyncConnection, guild_id: int, one: int, other: int, *, variants: Collection[str]
) -> EncounterRow:
    """Return the record of two players against each other in a guild, in games of these variants."""
    against, together = _mine.c.side != _theirs.c.side, _mine.c.side == _theirs.c.side
    finished = _mine.c.outcome.in_(("won", "lost"))
    sums = [
        _times(against),
        *(_times(against, player.c.outcome == "won") for player in (_mine, _theirs)),
        *(_times(against, *_skunked(winner, loser, 1)) for winner, loser in _pairs),
        *(_times(against, *_skunked(winner, loser, 2)) for winner, loser in _pairs),
        *(_times(against, player.c.outcome == "surrendered") for player in (_mine, _theirs)),
        *(
            sa.func.coalesce(sa.func.sum(player.c.score).filter(against), 0).label(None)
            for player in (_mine, _theirs)
        ),
        _times(together, finished),
        _times(together, _mine.c.outcome == "won"),
    ]
    # Of the games without the other nothing is read but the number, if all conditions are on the other's row.
    counted = _theirs.c.variant.in_(variants), _theirs.c.practice.is_(False)
    row = (
        await connection.execute(
            sa.select(*sums).select_from(_both).where(*_of(guild_id, one, other), *counted)
        )
    ).one()
    games, won, they_won, *rest = map(int, row)
    pairs = list(zip(rest[0:8:2], rest[1:8:2], strict=True))
    return EncounterRow(games, (won, they_won), *pairs, together=rest[8], won_together=rest[9])


async def latest(
    connection: AsyncConnection, guild_id: int, one: int, other: int, *, limit: int
) -> list[int]:
    """Return the tables of the newest games that two players both played, newest first."""
    statement = (
        sa.select(_mine.c.table_id)
        .select_from(_both)
        .where(*_of(guild_id, one, other))
        .order_by(_mine.c.ended_at.desc(), _mine.c.table_id.desc())
        .limit(limit)
    )
    return list((await connection.execute(statement)).scalars())


async def beaten(
    connection: AsyncConnection, player_ids: Collection[int], *, since: datetime
) -> dict[tuple[int, int], int]:
    """Return how often each of these players has beaten each other one in rated games that ended after ``since``.

    Pairs without such a game are missing; games of all guilds count.
    """
    statement = (
        sa.select(_mine.c.player_id, _theirs.c.player_id, sa.func.count())
        .select_from(_both)
        .where(
            _mine.c.player_id.in_(player_ids),
            _mine.c.ended_at > since,
            _mine.c.outcome == "won",
            _mine.c.rating.is_not(None),
            _theirs.c.player_id.in_(player_ids),
            _theirs.c.outcome == "lost",
        )
        .group_by(_mine.c.player_id, _theirs.c.player_id)
    )
    return {(winner, loser): games for winner, loser, games in await connection.execute(statement)}


_pairs = ((_mine, _theirs), (_theirs, _mine))


def _of(guild_id: int, one: int, other: int) -> list[sa.ColumnElement[bool]]:
    return [_mine.c.guild_id == guild_id, _mine.c.player_id == one, _theirs.c.player_id == other]


def _skunked(winner: sa.FromClause, loser: sa.FromClause, skunk: int) -> list[sa.ColumnElement[bool]]:
    return [winner.c.outcome == "won", loser.c.skunk_taken == skunk]


def _times(*conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.count().filter(*conditions).label(None)
