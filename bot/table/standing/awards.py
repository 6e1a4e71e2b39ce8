"""What a finished game brings to each of its people, decided from its log and their careers so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.table.events import Event, Gain
from bot.table.results import Result, results_of
from bot.table.standing.career import Career
from bot.table.standing.deeds import Deeds, story_of
from bot.table.standing.feats import Game, achieved
from bot.table.standing.ratings import NEVER_MET, Beaten, Rating, rate
from bot.table.standing.unlocks import backs_with, faces_at
from bot.table.standing.xp import level_of, prestige_for, xp_for
from bot.table.table import Table


@dataclass(frozen=True)
class Standing:
    """What is known of a person before a game: their career, their feats, and their ratings by server.

    Server 0 stands for all servers together.
    """

    career: Career
    feats: frozenset[str]
    ratings: Mapping[int, Rating]


@dataclass(frozen=True)
class Award:
    """What a game brings to one person: their result, and what changes in their record.

    `counts` tells whether it counts on leaderboards: a standard game between people, completed or surrendered.
    """

    result: Result
    deeds: Deeds
    gain: Gain
    career: Career
    ratings: Mapping[int, Rating]
    counts: bool


def between_people(table: Table) -> bool:
    """Whether a game counts on leaderboards: a ranked variant, without a house player from the first deal."""
    return table.variant.ranked and not table.practice


def awards(
    table: Table, log: Sequence[Event], records: Mapping[int, Standing], beaten: Beaten = NEVER_MET
) -> list[Award]:
    """The awards of all people at a finished table, given their `records` by user id.

    `beaten` is how often they have beaten each other lately, on any server: ratings depend on it.
    Raises `ValueError` when the game isn't over.
    """
    story = story_of(table, log)
    rated = {server: _rated(table, records, server, beaten) for server in (0, table.guild)}
    made: list[Award] = []
    for result in results_of(table):
        record, deeds = records[result.user], story.deeds[result.seat]
        counts = between_people(table)
        finished, won = result.outcome in ("won", "lost"), result.outcome == "won"
        xp = xp_for(won=won, practice=table.practice) if finished else 0
        prestige = prestige_for(result.skunks_given, result.double_skunks_given) if counts else 0
        career = record.career.after(
            result, deeds, counts=counts, practice=table.practice, xp=xp, prestige=prestige
        )
        game = Game(result, deeds, story, career, table.variant, table.players, counts)
        feats = achieved(game) - record.feats if not table.practice else frozenset[str]()
        ratings = {server: new[result.user] for server, new in rated.items() if result.user in new}
        gain = _gain(result.user, record, career, feats, xp, prestige)
        made.append(Award(result, deeds, gain, career, ratings, counts))
    return made


def _gain(user: int, record: Standing, career: Career, feats: frozenset[str], xp: int, prestige: int) -> Gain:
    before, after = level_of(record.career.xp), level_of(career.xp)
    faces = faces_at(after) - faces_at(before)
    backs = backs_with(career.prestige, record.feats | feats) - backs_with(
        record.career.prestige, record.feats
    )
    return Gain(
        user, xp, prestige, before, after, tuple(sorted(feats)), tuple(sorted(faces)), tuple(sorted(backs))
    )


def _rated(table: Table, records: Mapping[int, Standing], server: int, beaten: Beaten) -> dict[int, Rating]:
    """New ratings, for a game that people alone have played to its end."""
    game = table.game
    if (
        game is None
        or not game.winners
        or not between_people(table)
        or any(seat.house for seat in table.seats)
    ):
        return {}
    sides: dict[int, tuple[int, ...]] = {}
    for number, seat in enumerate(table.seats):
        assert seat.person is not None
        side = table.side(number)
        sides[side] = (*sides.get(side, ()), seat.person.user)
    before = {user: records[user].ratings.get(server, Rating()) for users in sides.values() for user in users}
    return rate(sides, game.winners, before, beaten)
