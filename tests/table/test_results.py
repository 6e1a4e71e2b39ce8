"""What a finished game is worth: margins at their borders, surrender, stink hole."""

from __future__ import annotations

import pytest

from bot.cribbage.cards import PACK
from bot.cribbage.events import CutForDeal, Dealt, GameEvent, GameStarted, GameWon, Scored
from bot.table.endings import lost_channel, missing, stop_by_default, surrender
from bot.table.results import Result, results_of, skunks_of
from bot.table.table import Table, evolve
from bot.ui.panels.table.finish import finish_panel
from tests.table.seated import table_of


def started(players: int, variant: str) -> list[GameEvent]:
    sizes = {2: (6, 6), 3: (5, 5, 5), 4: (5,) * 4}[players]
    pack = iter(PACK)
    hands = [tuple(next(pack) for _ in range(size)) for size in sizes]
    cut = CutForDeal(tuple((seat, PACK[4 * seat]) for seat in range(players)))
    return [
        GameStarted(players, variant),
        cut,
        Dealt(1, 0, tuple(hands), (next(pack),) if players == 3 else ()),
    ]


def ended(scores: tuple[int, ...], variant: str = "standard", players: int = 2) -> Table:
    """A game that the first side has ended by reaching the target."""
    others = tuple(range(1, len(scores)))
    points = [Scored(side, side, score, "hand") for side, score in enumerate(scores) if score]
    won = GameWon(0, others if variant == "lowball" else (0,))
    return table_of([*started(players, variant), *points, won], players, variant)


def result(table: Table, seat: int) -> Result:
    return results_of(table)[seat]


@pytest.mark.parametrize(
    ("variant", "target", "score", "skunk"),
    [
        ("standard", 121, 120, 0),
        ("standard", 121, 91, 0),
        ("standard", 121, 90, 1),
        ("standard", 121, 61, 1),
        ("standard", 121, 60, 2),
        ("standard", 121, 0, 2),
        ("short", 61, 60, 0),
        ("short", 61, 31, 0),
        ("short", 61, 30, 1),
        ("short", 61, 0, 1),
    ],
)
def test_the_margin(variant: str, target: int, score: int, skunk: int) -> None:
    table = ended((target, score), variant)
    winner, loser = result(table, 0), result(table, 1)
    assert (winner.outcome, loser.outcome) == ("won", "lost")
    assert (winner.skunks_given, winner.double_skunks_given) == (skunk == 1, skunk == 2)
    assert (winner.skunk_taken, loser.skunk_taken) == (0, skunk)
    assert (loser.skunks_given, loser.double_skunks_given) == (0, 0)
    assert (winner.best_opponent, loser.best_opponent) == (score, target)
    headline = finish_panel(table, {}).text.split("\n")[0]
    assert headline == f"### Ann wins {target}–{score}{('', ' — a skunk!', ' — a double skunk!')[skunk]}"


def test_points_past_the_target_are_not_shown() -> None:
    table = ended((129, 100))
    assert result(table, 0).score == 121
    assert "Ann wins 121–100" in finish_panel(table, {}).text


@pytest.mark.parametrize(("variant", "score"), [("standard", 120), ("short", 60)])
def test_the_stink_hole(variant: str, score: int) -> None:
    assert "Bob left in the stink hole." in finish_panel(ended((121, score), variant), {}).text
    assert "stink" not in finish_panel(ended((121, score - 1), variant), {}).text


def test_lowball_is_lost_by_who_reaches_121() -> None:
    table = ended((121, 20), "lowball")
    assert [result(table, seat).outcome for seat in (0, 1)] == ["lost", "won"]
    assert skunks_of(table) == (0, 0)
    assert "### Bob wins 20–121" in finish_panel(table, {}).text
    assert "stink" not in finish_panel(ended((121, 120), "lowball"), {}).text


def test_every_loser_is_measured_alone() -> None:
    table = ended((121, 90, 60), players=3)
    assert [result(table, seat).skunk_taken for seat in range(3)] == [0, 1, 2]
    winner = result(table, 0)
    assert (winner.skunks_given, winner.double_skunks_given) == (1, 1)


def test_partners_share() -> None:
    table = ended((121, 60), players=4)
    assert [result(table, seat).outcome for seat in range(4)] == ["won", "lost", "won", "lost"]
    assert [result(table, seat).double_skunks_given for seat in range(4)] == [1, 0, 1, 0]


def playing(scores: tuple[int, int]) -> Table:
    points = [Scored(side, side, score, "hand") for side, score in enumerate(scores)]
    return table_of([*started(2, "standard"), *points], 2)


def after(table: Table, events: list) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def test_a_surrender_far_behind_is_no_skunk() -> None:
    table = after(playing((10, 110)), surrender(playing((10, 110)), 100))
    table = after(table, stop_by_default())
    assert [result(table, seat).outcome for seat in (0, 1)] == ["surrendered", "stopped"]
    assert skunks_of(table) == (0, 0)


def test_a_game_that_was_abandoned_has_no_winner() -> None:
    table = playing((10, 110))
    awaited = table.awaited_people()
    table = after(table, missing(table))
    assert {result(table, seat).outcome for seat in awaited} == {"abandoned"}
    assert skunks_of(table) == (0, 0)


def test_a_lost_channel_is_nobodys_fault() -> None:
    table = playing((10, 110))
    table = after(table, lost_channel(table))
    assert {each.outcome for each in results_of(table)} == {"stopped"}


def test_there_are_no_results_before_the_end() -> None:
    with pytest.raises(ValueError, match="no finished game"):
        results_of(playing((1, 2)))
