"""What is known of a person, and of two people against each other."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.cribbage.variants import VARIANTS
from bot.table.standing.career import Career
from bot.table.standing.games import Played, played
from bot.table.standing.ratings import Rating
from bot.table.standing.unlocks import backs_with, faces_at
from bot.table.standing.xp import level_of, xp_at
from db import encounters, feats, games, players, ratings, standings
from db.engine import Database

RECENT: Final = 5
_RANKED: Final = [variant.name for variant in VARIANTS.values() if variant.ranked]
"""Games that a profile, or the record of two people, names."""
_CURVE: Final = 200
"""Rated games of which a profile draws the ratings."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Standard games against people at tables of one size (0: all): losses include surrendered games.

    Skunks don't include double ones.
    """

    players: int
    wins: int
    losses: int
    skunks: int
    double_skunks: int
    skunks_taken: int
    double_skunks_taken: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's standing: `career` and `feats` are of all servers, the rest of one.

    `sums` come by the size of the table, the sum over all sizes (0) first, and only where there are games.
    `rating` is None before the first rated game, `curve` the ratings after each, oldest first. `feats` are
    keys with the moment when each was achieved, newest first. `faces` and `backs` tell how many are unlocked.
    """

    career: Career
    sums: tuple[Sums, ...]
    rating: Rating | None
    curve: tuple[int, ...]
    feats: tuple[tuple[str, datetime], ...]
    faces: int
    backs: int
    recent: tuple[Played, ...]

    @property
    def level(self) -> int:
        """The level that their XP have reached."""
        return level_of(self.career.xp)

    @property
    def into_level(self) -> tuple[int, int]:
        """XP since the level began, and how many the level takes."""
        begin = xp_at(self.level)
        return self.career.xp - begin, xp_at(self.level + 1) - begin


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two people's standard games against each other on a server; pairs are the first's and the second's.

    `games` are all of them, also those that neither won. Skunks are those given to the other, without
    double ones. `points` are the sums of their sides' scores. `together` are games finished as partners.
    `recent` are as the first one sees them.
    """

    games: int
    wins: tuple[int, int]
    skunks: tuple[int, int]
    double_skunks: tuple[int, int]
    surrenders: tuple[int, int]
    points: tuple[int, int]
    together: int
    won_together: int
    recent: tuple[Played, ...]


async def profile_of(database: Database, guild: int, player: int) -> Profile | None:
    """A person's profile on a server, None when they are unknown."""
    async with database.read() as connection:
        row = await players.load(connection, player)
        if row is None:
            return None
        sums = await standings.of_player(connection, guild, player)
        rated = await ratings.of_players(connection, [player], [guild])
        curve = await games.ratings(connection, guild, player, limit=_CURVE)
        achieved = await feats.of_players(connection, [player])
        newest = await games.page(connection, guild, player, limit=RECENT)
        recent = await played(connection, newest, player)
    career = Career.read(row.career)
    keys = frozenset(feat.feat for feat in achieved)
    return Profile(
        career=career,
        sums=tuple(
            Sums(
                players=sum_.size,
                wins=sum_.wins,
                losses=sum_.losses,
                skunks=sum_.skunks,
                double_skunks=sum_.double_skunks,
                skunks_taken=sum_.skunks_taken,
                double_skunks_taken=sum_.double_skunks_taken,
            )
            for sum_ in sums
            if sum_.wins + sum_.losses
        ),
        rating=Rating(rated[0].mu, rated[0].sigma) if rated else None,
        curve=tuple(curve),
        feats=tuple((feat.feat, feat.at) for feat in reversed(achieved)),
        faces=len(faces_at(level_of(career.xp))),
        backs=len(backs_with(career.prestige, keys)),
        recent=recent,
    )


async def feats_of(database: Database, player: int) -> tuple[str, dict[str, datetime]] | None:
    """A person's name, and when they achieved which feats (by key); None when they are unknown."""
    async with database.read() as connection:
        row = await players.load(connection, player)
        achieved = await feats.of_players(connection, [player])
    return None if row is None else (row.name, {feat.feat: feat.at for feat in achieved})


async def encounter(database: Database, guild: int, one: int, other: int) -> Encounter:
    """The record of two people on a server."""
    async with database.read() as connection:
        # The shorter list of games is the one to go through.
        one_first = await games.count(connection, guild, one) <= await games.count(connection, guild, other)
        pair = (one, other) if one_first else (other, one)
        row = await encounters.between(connection, guild, *pair, variants=_RANKED)
        newest = await encounters.latest(connection, guild, *pair, limit=RECENT)
        recent = await played(connection, newest, one)

    def ordered(numbers: tuple[int, int]) -> tuple[int, int]:
        return numbers if one_first else (numbers[1], numbers[0])

    return Encounter(
        games=row.games,
        wins=ordered(row.wins),
        skunks=ordered(row.skunks),
        double_skunks=ordered(row.double_skunks),
        surrenders=ordered(row.surrenders),
        points=ordered(row.points),
        together=row.together,
        won_together=row.won_together,
        recent=recent,
    )
