"""Games paid for one after the other leave what adding up all their logs from the start gives."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cribbage.events import Dealt, GameWon, HandCounted, Scored
from bot.cribbage.seating import side_of
from bot.table.events import Event, GameStopped, HouseSeated, SeatTaken, Surrendered, TableOpened, WentMissing
from bot.table.results import shown_scores, skunks_of
from bot.table.standing.awards import Standing, awards
from bot.table.standing.career import Career
from bot.table.standing.feats import BY_KEY
from bot.table.standing.unlocks import backs_with, faces_at
from bot.table.standing.xp import level_of
from bot.table.table import Table, fold
from tests.games import at_random, events_of, greedy, seed_of, timid

pytestmark = pytest.mark.journey

PEOPLE = tuple(range(1, 9))
KINDS = [(2, "standard"), (2, "standard"), (3, "standard"), (4, "standard"), (2, "short"), (2, "lowball")]


@cache
def game_events(kind: int, policy: int, number: int) -> tuple[Event, ...]:
    policies = (at_random(random.Random(number)), greedy, timid)
    return tuple(events_of(*KINDS[kind], policies[policy], seed_of(number)))


def log_of(kind: int, policy: int, number: int, users: list[int], house: bool, ending: str) -> list[Event]:
    players, variant = KINDS[kind]
    log: list[Event] = [TableOpened(9, 2, users[0], players, variant, "c" * 64)]
    for seat in range(players):
        if house and seat == players - 1:
            log.append(HouseSeated(seat, "gentle", "House"))
        else:
            log.append(SeatTaken(seat, users[seat], f"P{users[seat]}"))
    events = list(game_events(kind, policy, number))
    if ending == "completed":
        return [*log, *events]
    cut = len(events) * 2 // 3
    why = Surrendered(0, 0) if ending == "surrendered" else WentMissing(0)
    return [*log, *events[:cut], why, GameStopped(ending)]


_games = st.builds(
    log_of,
    st.integers(0, len(KINDS) - 1),
    st.integers(0, 2),
    st.integers(1, 3),
    st.permutations(PEOPLE),
    st.sampled_from([False, False, False, True]),
    st.sampled_from(["completed"] * 5 + ["surrendered", "abandoned"]),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(_games, max_size=9))
def test_paying_as_games_end_is_recomputing_from_all_logs(logs: list[list[Event]]) -> None:
    records = {user: Standing(Career(), frozenset(), {}) for user in PEOPLE}
    gained: dict[int, Counter[str]] = defaultdict(Counter)
    unlocked: dict[int, set[str]] = defaultdict(set)
    for number, log in enumerate(logs, start=1):
        for award in awards(fold(number, log), log, records):
            user, gain = award.result.user, award.gain
            old = records[user]
            assert not old.feats & set(gain.feats), "a feat is achieved once"
            assert gain.level_before == level_of(old.career.xp)
            records[user] = Standing(
                award.career, old.feats | set(gain.feats), {**old.ratings, **award.ratings}
            )
            gained[user] += Counter(xp=gain.xp, prestige=gain.prestige)
            unlocked[user] |= {*gain.faces, *gain.backs}
    for user, record in records.items():
        expected = recomputed(user, logs)
        for name, value in expected.items():
            assert getattr(record.career, name) == value, (user, name)
        assert gained[user]["xp"] == expected["xp"]
        assert gained[user]["prestige"] == expected["prestige"]
        level = level_of(record.career.xp)
        assert unlocked[user] == (
            faces_at(level) - faces_at(1)
            | backs_with(record.career.prestige, record.feats) - backs_with(0, frozenset())
        )
        assert record.feats <= set(BY_KEY)
        assert ("first_win" in record.feats) == (expected["wins"] > 0)
        assert ("skunk" in record.feats) == (expected["prestige"] > 0)
        assert ("streak_3" in record.feats) == (expected["best_streak"] >= 3)
        assert bool(record.ratings) == (expected["completed"] > 0)


def recomputed(user: int, logs: list[list[Event]]) -> dict[str, object]:
    """A career, added up anew from nothing but logs."""
    sums: Counter[str] = Counter()
    hands: Counter[int] = Counter()
    streaks = [0]
    for number, log in enumerate(logs, start=1):
        table = fold(number, log)
        seat = table.seat_of(user)
        if seat is None:
            continue
        over = any(isinstance(event, GameWon) for event in log)
        if not over:
            if seat == 0 or (table.stopped == "surrendered" and table.side(seat) == 0):
                sums["surrendered" if table.stopped == "surrendered" else "abandoned"] += 1
            continue
        won = table.game is not None and table.side(seat) in table.game.winners
        counts = table.variant_name == "standard" and not table.practice
        sums["xp"] += (100 if won else 40) // (4 if table.practice else 1)
        sums["practice"] += table.practice
        if counts:
            sums["completed"] += 1
            sums["wins"] += won
            streaks.append(streaks[-1] + 1 if won else 0)
            sums["prestige"] += _prestige(table) if won else 0
        for event in log:
            match event:
                case Dealt():
                    sums["deals"] += 1
                case HandCounted(of, crib, points=points) if of == seat:
                    sums["cribs" if crib else "hands"] += 1
                    sums["crib_points" if crib else "hand_points"] += points
                    if not crib:
                        hands[points] += 1
                case Scored(side, of, points, reason) if of == seat and reason not in ("hand", "crib"):
                    assert side == side_of(seat, table.players)
                    sums["pegged"] += points
                case _:
                    pass
    names = ("surrendered", "abandoned", "xp", "practice", "completed", "wins", "prestige", "deals", "cribs")
    return {
        **{name: sums[name] for name in (*names, "hand_points", "crib_points", "pegged")},
        "hand_counts": dict(sorted(hands.items())),
        "best_hand": max(hands, default=0),
        "streak": streaks[-1],
        "best_streak": max(streaks),
    }


def _prestige(table: Table) -> int:
    assert table.game is not None
    assert max(shown_scores(table)) == 121
    return sum(
        2 if score < 61 else 1 if score < 91 else 0
        for side, score in enumerate(table.game.scores)
        if side not in table.game.winners
    )


def test_the_margins_that_are_added_up_are_those_of_the_rules() -> None:
    log = log_of(0, 0, 1, list(PEOPLE), False, "completed")
    table = fold(1, log)
    assert sum(skunks_of(table)) == _prestige(table)
