"""The books: reads what is known of people, and writes what a finished game brings them.

Both happen in the transaction that ends the game, so a game is paid for exactly once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.table.events import Event
from bot.table.seats import is_former
from bot.table.standing.awards import Award, Standing, awards
from bot.table.standing.career import Career
from bot.table.standing.ratings import LATELY, Rating
from bot.table.table import Table
from db import encounters, feats, players, ratings, results, standings
from db.rows import FeatRow, RatingRow, ResultRow, StandingRow

EVERYWHERE: Final = 0
"""Stands for all servers together; no server has this id."""


def periods(moment: datetime) -> tuple[str, str, str]:
    """The periods that a moment belongs to: all time, its month, its week (ISO, from Monday; UTC)."""
    year, week, _ = moment.isocalendar()
    return "all", f"{moment:%Y-%m}", f"{year}-W{week:02}"


async def settle(
    connection: AsyncConnection, table: Table, log: Sequence[Event], started: datetime, ended: datetime
) -> list[Award]:
    """Pay for a finished game: results, XP, prestige, ratings, feats and standings.

    Raises `db.errors.Conflict` when it is paid for already.
    """
    people = [seat.person.user for seat in table.seats if seat.person is not None]
    records = await _records(connection, people, table.guild)
    # Their rows are locked by now: no other game of theirs is paid for meanwhile.
    beaten = await encounters.beaten(connection, people, since=ended - LATELY)
    made = awards(table, log, records, beaten)
    await results.insert(connection, [_result(table, award, started, ended) for award in made])
    # Former players have nothing but their part in the games of others.
    made = [award for award in made if not is_former(award.result.user)]
    await players.set_careers(
        connection, {award.result.user: award.career.model_dump_json() for award in made}
    )
    await ratings.put(
        connection,
        [
            RatingRow(server, award.result.user, rating.mu, rating.sigma)
            for award in made
            for server, rating in award.ratings.items()
        ],
    )
    await feats.add(
        connection,
        [FeatRow(award.result.user, feat, table.id, ended) for award in made for feat in award.gain.feats],
    )
    await standings.add(connection, [row for award in made for row in _standings(table, award, ended)])
    return made


async def _records(connection: AsyncConnection, people: Sequence[int], guild: int) -> dict[int, Standing]:
    rows = await players.lock(connection, people)
    known_feats = await feats.of_players(connection, people)
    known_ratings = await ratings.of_players(connection, people, [EVERYWHERE, guild])
    return {
        row.id: Standing(
            career=Career.read(row.career),
            feats=frozenset(feat.feat for feat in known_feats if feat.player_id == row.id),
            ratings={
                rating.guild_id: Rating(rating.mu, rating.sigma)
                for rating in known_ratings
                if rating.player_id == row.id
            },
        )
        for row in rows
    }


def _result(table: Table, award: Award, started: datetime, ended: datetime) -> ResultRow:
    result = award.result
    rating = award.ratings.get(table.guild)
    return ResultRow(
        table_id=table.id,
        player_id=result.user,
        guild_id=table.guild,
        seat=result.seat,
        side=result.side,
        size=table.players,
        variant=table.variant_name,
        practice=table.practice,
        outcome=result.outcome,
        score=result.score,
        best_opponent_score=result.best_opponent,
        skunks_given=result.skunks_given,
        double_skunks_given=result.double_skunks_given,
        skunk_taken=result.skunk_taken,
        deals=table.the_game.deal,
        started_at=started,
        ended_at=ended,
        xp=award.gain.xp,
        prestige=award.gain.prestige,
        best_hand=max(award.deeds.hands, default=0),
        rating=None if rating is None else rating.shown,
    )


def _standings(table: Table, award: Award, ended: datetime) -> list[StandingRow]:
    """What the game adds to the player's sums, in every place where they are kept."""
    result, counts = award.result, award.counts
    finished = counts and result.outcome in ("won", "lost")
    lost = counts and result.outcome in ("lost", "surrendered")
    if not (award.gain.xp or finished or lost):
        return []
    rows: list[StandingRow] = []
    for server in (EVERYWHERE, table.guild):
        rating = award.ratings.get(server)
        for size in (0, table.players):
            for period in periods(ended):
                row = StandingRow(
                    guild_id=server,
                    size=size,
                    period=period,
                    player_id=result.user,
                    wins=int(finished and result.outcome == "won"),
                    losses=int(lost),
                    skunks=result.skunks_given if counts else 0,
                    double_skunks=result.double_skunks_given if counts else 0,
                    skunk_points=award.gain.prestige,
                    xp=award.gain.xp,
                    prestige=award.gain.prestige,
                    best_hand=max(award.deeds.hands, default=0) if finished else 0,
                    rating=rating.shown if rating and size == 0 and period == "all" else None,
                    skunks_taken=int(counts and result.skunk_taken == 1),
                    double_skunks_taken=int(counts and result.skunk_taken == 2),
                )
                rows.append(row)
    return rows
