"""The tables that come with the package: what they say, and that they can be made again."""

from __future__ import annotations

import json
import random
from collections import Counter
from importlib.resources import files
from statistics import mean

import pytest

from bot.cribbage.cards import PACK
from bot.cribbage.counting import points
from bot.cribbage.seating import PLAYER_COUNTS
from bot.house import position as positions
from bot.house.discards import ranking
from bot.house.make_figures import make, play_worth
from bot.house.ranks import HANDS, PAIRS, key_of, ways
from bot.house.selfplay import solve
from bot.house.shipped import decode, figures, file_name

FOLDER = files("bot.house").joinpath("figures")
FULL = [4] * 13


def stored(players, *, lowball):
    return json.loads(FOLDER.joinpath(file_name(players, lowball=lowball)).read_text("utf-8"))


def test_the_tables_are_small():
    sizes = [len(path.read_bytes()) for path in FOLDER.iterdir()]
    assert len(sizes) == 12
    assert sum(sizes) <= 200_000


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("lowball", [False, True])
def test_chances_add_up(players, lowball):
    known = figures(players, lowball=lowball)
    for role in (known.own, known.other):
        assert sum(role.throws) == pytest.approx(1, abs=1e-4)
        assert sum(role.kept[key_of(ranks)] * ways(ranks, FULL) for ranks in HANDS) > 0
    deals = known.deals
    assert sum(chance for _, _, chance in deals.play) == pytest.approx(1, abs=2e-3)
    for chances in (deals.dealer_hand, deals.other_hand, deals.crib):
        assert sum(chances) == pytest.approx(1, abs=1e-3)


SAMPLES = (((5, 5), 8.62), ((2, 3), 6.72), ((1, 1), 5.13), ((10, 13), 2.73))
"""Mean cribs of one's own at the fixed point of discards that think of the show alone."""


def test_shipped_cribs_are_near_the_known_ones():
    known = figures(2, lowball=False)
    for (low, high), expected in SAMPLES:
        # What ranks are worth in the play moves the fixed point a little.
        assert known.own.cribs.pairs[low * 14 + high] == pytest.approx(expected, abs=0.3)
    # A ten and a king make more in the other's crib than in one's own: dealers throw well, pones don't.
    assert all(
        known.other.cribs.pairs[a * 14 + b] > known.own.cribs.pairs[a * 14 + b]
        for a, b in ((10, 13), (9, 13))
    )


@pytest.mark.slow
def test_the_fixed_point_of_the_show_alone():
    found = solve(2, 1, lambda _: 0.0, lambda _: 0.0)
    for ranks, expected in SAMPLES:
        assert found.own_cribs[PAIRS.index(ranks)] == pytest.approx(expected, abs=0.03)


def test_self_play_by_the_tables_has_the_known_means():
    rng = random.Random(8)
    known = figures(2, lowball=False)
    dealers, pones, cribs = [], [], []
    for _ in range(8_000):
        pack = rng.sample(PACK, 13)
        starter = pack.pop()
        crib = []
        for dealt, role, sign, hands in (
            (pack[:6], known.own, 1, dealers),
            (pack[6:], known.other, -1, pones),
        ):
            _, (given, kept) = max(ranking(dealt, role.cribs, sign, role.play))
            crib += [dealt[place] for place in given]
            hands.append(points([dealt[place] for place in kept], starter))
        cribs.append(points(crib, starter, crib=True))
    # Standard errors are 0.055 for the hands and 0.04 for the crib.
    assert mean(pones) == pytest.approx(8.17, abs=0.22)
    assert mean(dealers) == pytest.approx(8.01, abs=0.22)
    assert mean(cribs) == pytest.approx(4.77, abs=0.17)


def test_the_generator_notes_the_known_means():
    notes = stored(2, lowball=False)["notes"]
    assert notes["other_hand"] == pytest.approx(8.17, abs=0.08)
    assert notes["dealer_hand"] == pytest.approx(8.01, abs=0.08)
    assert notes["crib"] == pytest.approx(4.77, abs=0.08)


@pytest.mark.parametrize(
    ("players", "lowball"), [(4, False), (6, True), pytest.param(2, False, marks=pytest.mark.slow)]
)
def test_the_fixed_point_comes_out_again(players, lowball):
    known = decode(stored(players, lowball=lowball))
    found = solve(players, -1 if lowball else 1, play_worth(known.own.play), play_worth(known.other.play))
    for habits, cribs, role in (
        (found.own, found.own_cribs, known.own),
        (found.other, found.other_cribs, known.other),
    ):
        shipped = [role.cribs.pairs[a * 14 + b] for a, b in PAIRS] if players == 2 else role.cribs.singles[1:]
        # The worth of the play is stored rounded, which tips a close discard here and there.
        assert list(cribs) == pytest.approx(list(shipped), abs=0.03)
        assert list(habits.throws) == pytest.approx(list(role.throws), abs=0.01)


@pytest.mark.slow
def test_a_whole_file_comes_out_again():
    assert make(3, lowball=False) == stored(3, lowball=False)


@pytest.mark.slow
def test_the_chances_to_win_come_out_again():
    packed = positions.pack(positions.solve(2, stored(2, lowball=False)["deals"]))
    assert packed == FOLDER.joinpath(positions.file_name(2, lowball=False)).read_bytes()


def test_worth_in_play_counts_pairs():
    play = [0.0] * 14 + [1.0]
    worth = play_worth(play)
    for ranks in ((1, 2, 3, 4), (1, 1, 2, 3), (1, 1, 2, 2), (3, 3, 3, 4), (9, 9, 9, 9)):
        pairs = sum(number * (number - 1) // 2 for number in Counter(ranks).values())
        assert worth(ranks) == pairs
