"""Weeks and months, where they begin and end."""

from datetime import UTC, datetime

import pytest

from bot.table.standing.book import periods


@pytest.mark.parametrize(
    ("moment", "month", "week"),
    [
        ((2026, 2, 3, 12), "2026-02", "2026-W06"),
        ((2026, 1, 31, 23, 59, 59), "2026-01", "2026-W05"),
        ((2026, 2, 1, 0), "2026-02", "2026-W05"),  # a Sunday
        ((2026, 2, 2, 0), "2026-02", "2026-W06"),
        ((2024, 2, 29, 12), "2024-02", "2024-W09"),
        ((2020, 12, 31, 12), "2020-12", "2020-W53"),
        ((2021, 1, 3, 23, 59), "2021-01", "2020-W53"),
        ((2021, 1, 4, 0), "2021-01", "2021-W01"),
        ((2024, 12, 30, 0), "2024-12", "2025-W01"),
        ((2024, 12, 29, 23), "2024-12", "2024-W52"),
        ((2027, 1, 1, 0), "2027-01", "2026-W53"),
    ],
)
def test_periods(moment, month, week):
    assert periods(datetime(*moment, tzinfo=UTC)) == ("all", month, week)
