"""Who is shown first."""

from __future__ import annotations

from bot.ui.live.channels.line import Line


def order(line: Line) -> list[int]:
    taken: list[int] = []
    while (table := line.next(but=(), urgent=False)) is not None:
        taken.append(table)
    return taken


def test_those_where_somebody_acted_go_first() -> None:
    line = Line()
    for table in (1, 2, 3, 2):
        line.add(table, urgent=False)
    for table in (5, 3):
        line.add(table, urgent=True)
    line.add(5, urgent=False)
    assert order(line) == [5, 3, 1, 2]
    assert order(line) == []


def test_a_table_does_not_go_twice_at_the_same_time() -> None:
    line = Line()
    line.add(1, urgent=True)
    assert line.next(but={1}, urgent=False) is None
    line.add(2, urgent=False)
    assert line.next(but={1}, urgent=True) is None
    assert line.next(but={1}, urgent=False) == 2
    assert order(line) == [1]


def test_everybody_is_sent_away() -> None:
    line = Line()
    line.add(1, urgent=True)
    line.add(2, urgent=False)
    line.clear()
    assert order(line) == []
