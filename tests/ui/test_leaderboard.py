"""Leaderboards as messages."""

from __future__ import annotations

from dataclasses import replace

from bot.table.standing.board import Line, Page, Query
from bot.table.standing.ratings import Rating
from bot.ui.leaderboard import leaderboard_panel
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
