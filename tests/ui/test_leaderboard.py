"""Leaderboards as messages."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from bot.table.standing.board import Line, Page, Query, Scope
from bot.table.standing.ratings import Rating
from bot.table.table import Refused
from bot.ui.panels.records.leaderboard import arg_of, leaderboard_panel, query_of
from db.standings import By


def line(rank: int, name: str, wins: int) -> Line:
    return Line(rank, 1, name, wins, 2, 0, 0, 0, 0, 0, None, None)


def test_who_is_equal_shares_a_rank_and_no_line_is_numbered_by_a_list() -> None:
    """Discord would number the lines of a list one after the other, whatever stands in front of them."""
    lines = (line(3, "Ann", 5), line(4, "Bob", 4), line(4, "Cy", 4), line(6, "Dan", 1))
    told = leaderboard_panel(Page(Query(), 0, lines, 4)).text.splitlines()
    ranks = [row.partition(" **")[0] for row in told if "**" in row]
    assert ranks == ["🥉", r"4\.", r"4\.", r"6\."]


def test_where_ratings_are_shown_it_says_what_counts_for_little() -> None:
    def told(by: By) -> str:
        rated = replace(line(1, "Ann", 5), rating=Rating(30, 2))
        return leaderboard_panel(Page(Query(by=by), 0, (rated,), 1)).text

    assert "over the same people again and again count for little" in told("rating")
    assert "count for little" not in told("wins")


@pytest.mark.parametrize(
    ("query", "heading"),
    [
        (Query(), "this server · all time"),
        (Query(scope="everywhere"), "all servers · all time"),
        (Query(size=4), "this server · all time · four players"),
        (Query(by="rating", size=4), "this server"),
        (Query(by="rate"), "this server · all time · from 10 games on"),
    ],
)
def test_the_heading_says_what_is_counted(query: Query, heading: str) -> None:
    assert leaderboard_panel(Page(query, 0, (), 0)).text.splitlines()[1] == f"-# {heading}"


@pytest.mark.parametrize(
    ("by", "takes"),
    [
        ("wins", "play a standard game against people to 121"),
        ("best_hand", "play a standard game against people to 121"),
        ("rate", "it takes 10 standard games against people"),
        ("prestige", "win a standard game while somebody is below 91"),
        ("skunk_points", "win a standard game while somebody is below 91"),
        ("xp", "play a game to the end"),
    ],
)
def test_an_empty_one_says_what_it_takes(by: By, takes: str) -> None:
    panel = leaderboard_panel(Page(Query(by=by), 0, (), 0))
    assert takes in panel.text
    assert list(panel.buttons()) == []


@pytest.mark.parametrize(
    ("number", "pages", "enabled"),
    [(0, 1, []), (0, 3, ["Next"]), (1, 3, ["Previous", "Next"]), (2, 3, ["Previous"])],
)
def test_pages_turn_as_far_as_there_are_some(number: int, pages: int, enabled: list[str]) -> None:
    query = Query("everywhere", "skunk_points", "all", 3)
    panel = leaderboard_panel(Page(query, number, (line(1, "Ann", 5),), 10 * pages))
    buttons = {button.label: button for button in panel.buttons()}
    assert [label for label, button in buttons.items() if not button.disabled] == [*enabled, "Where am I"]
    assert (f"Page {number + 1} of {pages}" in panel.text) is (pages > 1)
    for label in enabled:
        arg = buttons[label].custom_id.rpartition(":")[2]
        assert query_of(arg)[:2] == (query, number + (1 if label == "Next" else -1))


@pytest.mark.parametrize("by", get_args(By))
@pytest.mark.parametrize("scope", get_args(Scope))
def test_queries_come_back_as_they_went(by: By, scope: Scope) -> None:
    query = Query(scope, by, "all", 6)
    assert query_of(arg_of(query, 7, "me")) == (query, 7, "me")


@pytest.mark.parametrize(
    "arg",
    [
        "",
        "3",
        "server-wins-all-0-0",
        "server-wins-all-0-0-me-too",
        "club-wins-all-0-0-me",
        "server-luck-all-0-0-me",
        "server-wins-always-0-0-me",
        "server-wins-all-x-0-me",
        "server-wins-all-0-x-me",
    ],
)
def test_other_queries_are_refused(arg: str) -> None:
    with pytest.raises(Refused, match="another version"):
        query_of(arg)


def test_skunks_are_counted_double_ones_among_them() -> None:
    def told(single: int, double: int) -> str:
        counted = replace(line(1, "Ann", 5), skunks=single, double_skunks=double)
        return leaderboard_panel(Page(Query(), 0, (counted,), 1)).text

    assert "5 wins · 2 losses · 71 %" in told(0, 0)
    assert "skunk" not in told(0, 0)
    assert told(1, 0).endswith("71 % · 1 skunk")
    assert told(0, 1).endswith("71 % · 1 skunk (1 double)")
    assert told(2, 1).endswith("71 % · 3 skunks (1 double)")
