"""Hands as they are counted aloud."""

from __future__ import annotations

import pytest

from bot.cribbage.cards import parse_card, parse_cards
from bot.cribbage.counting import count_hand
from bot.cribbage.events import HandCounted, Scored
from bot.ui.panels.words import breakdown, cadence, called, number


def counted(hand: str, starter: str, *, crib: bool = False) -> HandCounted:
    cards, turned = tuple(parse_cards(hand)), parse_card(starter)
    count = count_hand(cards, turned, crib=crib)
    return HandCounted(0, crib, cards, turned, count.points, count.lines)


@pytest.mark.parametrize(
    ("hand", "starter", "points", "ends"),
    [
        # Whole phrases, from the last of the fifteens on.
        (
            "5H 5S 5C JD",
            "5D",
            29,
            "a double pair royal for twenty-eight, and his nobs for twenty-nine",
        ),
        ("5H 5S 5C 5D", "KC", 28, "fifteen sixteen, and a double pair royal for twenty-eight"),
        ("4S 4H 5C 6D", "6H", 24, "fifteen eight, and a double-double run of three for twenty-four"),
        ("5S 5H 5C 6D", "7H", 17, "fifteen two, and a triple run of three for seventeen"),
        ("2S 3H 3C 4D", "KH", 12, "fifteen four, and a double run of three for twelve"),
        ("3H 4S 5D 6C", "6H", 16, "fifteen six, and a double run of four for sixteen"),
        ("2H 4H 6H 8H", "TH", 5, "a flush for five"),
        ("2H 4H 6H QH", "TS", 4, "a flush for four"),
        ("JH 2C 4D 8S", "TH", 1, "his nobs for one"),
        ("2C 2D 7S 9H", "KC", 2, "a pair for two"),
        ("AS 2D 3H 4C", "KD", 8, "fifteen four, and a run of four for eight"),
        ("AS 2D 3H 4C", "5D", 7, "fifteen two, and a run of five for seven"),
        ("7C 8D KS QH", "2D", 2, "fifteen two"),
        ("2C 4D 6S 8H", "TC", 0, "nineteen, that is nothing"),
    ],
)
def test_the_cadence(hand: str, starter: str, points: int, ends: str) -> None:
    count = counted(hand, starter)
    assert count.points == points
    said = cadence(count)
    assert said.endswith(ends), said
    fifteens = [f"fifteen {number(2 * made)}" for made in range(1, said.count("fifteen ") + 1)]
    assert all(fifteen in said for fifteen in fifteens)


def test_every_total_is_reached_in_the_end() -> None:
    """Whatever the hand: the last number said is what it counts."""
    for hand, starter in (
        ("5H 5S 5C JD", "5D"),
        ("7C 7D 8S 8H", "9C"),
        ("6H 6S 9C 9D", "6C"),
        ("AH 2H 3H 4H", "5H"),
        ("TH JH QH KH", "5C"),
    ):
        count = counted(hand, starter)
        assert cadence(count).split()[-1] == number(count.points)


def test_nothing_in_the_crib() -> None:
    assert cadence(counted("2C 4D 6S 8H", "TC", crib=True)) == "nothing"
    assert cadence(counted("2H 4H 6H QH", "TS", crib=True)) == "nothing"  # no flush of four there


def test_the_breakdown_shows_every_combination() -> None:
    text = breakdown(counted("4S 5C 6D 6H", "JC").lines).replace("\ufe0e", "")
    assert text.count("=") == 3
    for part in ("15s", "pair 6♦6♥ = 2", "run 4♠5♣6♦, 4♠5♣6♥ = 6"):
        assert part in text


@pytest.mark.parametrize(
    ("reason", "points", "cards", "said"),
    [
        ("fifteen", 2, "7H 8S", "fifteen for two"),
        ("thirty_one", 2, "KH", "thirty-one for two"),
        ("pair_royal", 6, "5H 5S 5C", "pair royal for six"),
        ("run", 4, "4H 5S 6C 7D", "a run of four for four"),
        ("go", 1, "", "go, one"),
        ("last_card", 1, "", "last card, one"),
        ("heels", 2, "JH", "his heels, two"),
    ],
)
def test_points_in_the_play(reason: str, points: int, cards: str, said: str) -> None:
    assert called(Scored(0, 0, points, reason, tuple(parse_cards(cards) if cards else ()))) == said


def test_numbers() -> None:
    assert [number(value) for value in (0, 12, 19, 20, 21, 29, 31)] == [
        *("zero", "twelve", "nineteen", "twenty", "twenty-one", "twenty-nine", "thirty-one"),
    ]
