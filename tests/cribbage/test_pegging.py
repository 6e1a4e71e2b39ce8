from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cribbage.cards import PACK, parse_card, parse_cards
from bot.cribbage.commands import Play
from bot.cribbage.events import GameEvent, GameWon, Played, SaidGo, Scored, SeriesEnded
from bot.cribbage.pegging import count_of, fits, peg
from bot.cribbage.state import GameState
from tests.games import at_play, step

DATA = Path(__file__).parent.parent / "data"
CASES = json.loads((DATA / "pegging_cases.json").read_text())["cases"]


def opening(case) -> GameState:
    assert case["target"] == 121
    state = at_play(
        [" ".join(hand) for hand in case["hands"]], dealer=case["dealer"], scores=case["start_scores"]
    )
    assert [state.side(seat) for seat in range(state.players)] == case["teams"]
    return state


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['title']}")
def test_the_reference_plays(case):
    state = opening(case)
    scores = list(case["start_scores"])
    pegged = [0] * len(case["hands"])
    said_go: set[int] = set()
    won: list[GameWon] = []
    for number, expected in enumerate(case["plays"]):
        seat, card = expected["seat"], parse_card(expected["card"])
        assert state.turn == seat
        assert sorted(map(str, state.playable(seat))) == sorted(expected["legal"])

        taken = step(state, Play(seat, card))
        state = taken.after
        in_play = before_the_show(taken.events)
        assert in_play[0] == Played(seat, card, expected["count"])

        scored = [event for event in in_play if isinstance(event, Scored)]
        assert [[event.reason, event.points] for event in scored] == expected["why"]
        assert sum(event.points for event in scored) == expected["points"]
        assert {(event.seat, event.side) for event in scored} <= {(seat, case["teams"][seat])}
        pegged[seat] += expected["points"]
        scores[case["teams"][seat]] += expected["points"]
        if str(number) in case["focus"]:
            assert expected["points"] == case["focus"][str(number)]

        # The reference lists everybody who is passed over; a go is said once in a series.
        goes = [event.seat for event in in_play if isinstance(event, SaidGo)]
        assert goes == [other for other in expected["go_after"] if other not in said_go]
        said_go.update(goes)

        won = [event for event in in_play if isinstance(event, GameWon)]
        ends = [event for event in in_play if isinstance(event, SeriesEnded)]
        if won:
            assert number == len(case["plays"]) - 1
            assert state.phase == "over"
        else:
            assert bool(ends) == expected["ends_series"]
            assert [event.lead for event in ends] == ([expected["next_lead"]] if ends else [])
        if ends:
            said_go.clear()
    assert pegged == case["pegged_by_seat"] or by_side(pegged, case) == case["pegged_by_seat"]
    assert scores == case["final_scores"]
    assert [event.reached for event in won] == ([] if case["winner"] is None else [case["winner"]])


def before_the_show(events: tuple[GameEvent, ...]) -> list[GameEvent]:
    """What a card leads to, up to the end of the series."""
    kept: list[GameEvent] = []
    for event in events:
        kept.append(event)
        if isinstance(event, SeriesEnded):
            break
    return kept


def by_side(pegged, case) -> list[int]:
    sides = sorted(set(case["teams"]))
    return [sum(pegged[seat] for seat, side in enumerate(case["teams"]) if side == own) for own in sides]


@pytest.mark.parametrize(
    ("series", "lines"),
    [
        ("7H", []),
        ("7H 8S", ["fifteen 2"]),
        ("7H 7S", ["pair 2"]),
        ("5H 5S 5C", ["fifteen 2", "pair_royal 6"]),
        ("3H 3S 3C 3D", ["double_pair_royal 12"]),
        ("7H 7S AH 7C", []),
        ("TH JH", []),
        ("JH TS KH AS", ["thirty_one 2"]),
        ("KH KS AH", []),
        ("4H 5S 6D", ["fifteen 2", "run 3"]),
        ("6H 4S 5D", ["fifteen 2", "run 3"]),
        ("2H 3H 4H 5H", ["run 4"]),
        ("4H 5S 5D 6C", []),
        ("3H 4S 4D 5C 3D", ["run 3"]),
        ("5H 4S 3D 3C 5D", []),
        ("AH 2S 3D 4C 5D 6H 7S", ["run 7"]),
        ("7S AH 3D 5C 2D 6H 4S", ["run 7"]),
        ("QH KS AH", []),
        ("JH QS KD", ["run 3"]),
        ("2H 3S 4D 8C", []),
        ("8H 9S TD 4C", ["thirty_one 2"]),
        ("AH 2H 3H 4H", ["run 4"]),
        ("2H 4H 6H 8H", []),
    ],
)
def test_what_the_last_card_makes(series, lines):
    assert [f"{line.kind} {line.points}" for line in peg(parse_cards(series))] == lines


def test_which_cards_make_it():
    by_kind = {line.kind: line.cards for line in peg(parse_cards("2D 4S 3H 6C"))}
    assert by_kind == {"fifteen": parse_cards("2D 4S 3H 6C")}
    by_kind = {line.kind: line.cards for line in peg(parse_cards("9D AS 5H 5C 5D"))}
    assert by_kind == {"pair_royal": parse_cards("5H 5C 5D")}
    by_kind = {line.kind: line.cards for line in peg(parse_cards("9D 3S 2H AC"))}
    assert by_kind == {"fifteen": parse_cards("9D 3S 2H AC"), "run": parse_cards("3S 2H AC")}


def test_nothing_has_been_played():
    assert peg(()) == ()
    assert count_of(()) == 0


@given(st.permutations(PACK))
def test_the_longest_run_and_the_most_alike_of_any_series(pack):
    """Against trying all tails, on series as they can come up."""
    series = []
    for card in pack:
        if fits(card, count_of(series)):
            series.append(card)
            found = {line.kind: line for line in peg(series)}
            ranks = [played.rank for played in series]
            runs = [
                size
                for size in range(3, len(series) + 1)
                if sorted(ranks[-size:]) == list(range(min(ranks[-size:]), min(ranks[-size:]) + size))
            ]
            alike = [size for size in (2, 3, 4) if len(series) >= size and len(set(ranks[-size:])) == 1]
            assert ("run" in found) == bool(runs)
            if runs:
                assert found["run"].points == len(found["run"].cards) == max(runs)
            pairs = [
                line for kind, line in found.items() if kind in ("pair", "pair_royal", "double_pair_royal")
            ]
            assert [line.points for line in pairs] == [size * (size - 1) for size in alike[-1:]]
            assert ("fifteen" in found) == (count_of(series) == 15)
            assert ("thirty_one" in found) == (count_of(series) == 31)


@pytest.mark.parametrize(
    ("card", "count", "may"), [("AH", 30, True), ("AH", 31, False), ("KH", 21, True), ("KH", 22, False)]
)
def test_what_fits(card, count, may):
    assert fits(parse_card(card), count) is may
