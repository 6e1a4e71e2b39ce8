from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cribbage.cards import PACK, parse_card, parse_cards
from bot.cribbage.counting import CountLine, count_hand, points
from tests.cribbage.histogram import histogram
from tests.cribbage.subsets import count_by_subsets

DATA = Path(__file__).parent.parent / "data"
CASES = json.loads((DATA / "show_cases.json").read_text())["cases"]
GROUPS = {
    "fifteen": "fifteens",
    "pair": "pairs",
    "pair_royal": "pairs",
    "double_pair_royal": "pairs",
    "run": "runs",
    "flush": "flush",
    "nobs": "nobs",
}

fives = st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True)


def combos(lines: tuple[CountLine, ...]) -> Counter[tuple[str, int, frozenset[str]]]:
    """Lines as single combinations, with three and four alike taken apart into pairs."""
    found: Counter[tuple[str, int, frozenset[str]]] = Counter()
    for line in lines:
        cards = list(map(str, line.cards))
        if GROUPS[line.kind] == "pairs":
            pairs = list(combinations(cards, 2))
            assert line.points == 2 * len(pairs)
            found.update(("pair", 2, frozenset(pair)) for pair in pairs)
        else:
            found[line.kind, line.points, frozenset(cards)] += 1
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['title']}")
def test_the_reference_hands(case):
    hand, starter = parse_cards(" ".join(case["cards"])), parse_card(case["starter"])
    count = count_hand(hand, starter, crib=case["is_crib"])
    assert count.points == case["score"]
    assert points(hand, starter, crib=case["is_crib"]) == case["score"]

    breakdown = dict.fromkeys(GROUPS.values(), 0)
    for line in count.lines:
        breakdown[GROUPS[line.kind]] += line.points
    assert breakdown == case["breakdown"]

    expected = Counter(
        (combo["kind"], combo["points"], frozenset(combo["cards"])) for combo in case["combos"]
    )
    assert combos(count.lines) == expected


@pytest.mark.parametrize(
    ("hand", "starter", "lines"),
    [
        ("2C 4D 6H 8S", "TC", []),
        ("5H 5D 5S KC", "5C", ["fifteen"] * 8 + ["double_pair_royal"]),
        ("7H 7D 7S AC", "KC", ["fifteen"] * 3 + ["pair_royal"]),
        ("5C 5D 6H 7S", "KC", ["fifteen"] * 2 + ["pair", "run", "run"]),
        ("3C 3D 3H 4S", "5C", ["fifteen"] * 3 + ["pair_royal", "run", "run", "run"]),
        ("2H 4H JH KH", "6H", ["flush", "nobs"]),
        ("AC 2C 3D QH", "KS", ["fifteen", "fifteen", "run"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_lines_come_in_the_order_of_calling(hand, starter, lines):
    count = count_hand(parse_cards(hand), parse_card(starter))
    assert [line.kind for line in count.lines] == lines


@pytest.mark.parametrize(
    ("hand", "starter", "in_hand", "in_crib"),
    [("2H 4H 6H KH", "8H", 5, 5), ("2H 4H 6H KH", "8S", 4, 0), ("2H 4H 6H 8S", "KH", 0, 0)],
)
def test_a_flush_takes_all_four_hand_cards_and_in_a_crib_the_starter_too(hand, starter, in_hand, in_crib):
    for crib, expected in ((False, in_hand), (True, in_crib)):
        count = count_hand(parse_cards(hand), parse_card(starter), crib=crib)
        assert sum(line.points for line in count.lines if line.kind == "flush") == expected


def test_the_cards_of_a_line_are_in_order():
    for starter in ("9H", "9S"):
        count = count_hand(parse_cards("KH 4H 8H 2H"), parse_card(starter))
        (flush,) = (line for line in count.lines if line.kind == "flush")
        assert list(flush.cards) == sorted(flush.cards)
        assert flush.points == len(flush.cards)


def test_a_jack_as_starter_is_no_nobs_and_neither_is_one_of_another_suit():
    for hand, starter in (("2C 4D 6H 9S", "JS"), ("2C 4D JH 9S", "8C")):
        assert "nobs" not in {line.kind for line in count_hand(parse_cards(hand), parse_card(starter)).lines}
    assert points(parse_cards("2C 4D JH 8S"), parse_card("9H")) == 2 + 1


def test_queen_king_ace_is_no_run():
    assert count_hand(parse_cards("QC KD AH 2S"), parse_card("6C")).points == 0


@pytest.mark.parametrize("hand", ["5H 5S 5C", "5H 5S 5C JD QD", "5H 5S 5C JC", "5H 5S 5C JD JC"])
def test_a_count_takes_five_different_cards(hand):
    with pytest.raises(ValueError, match="four cards and a starter, all different"):
        count_hand(parse_cards(hand), parse_card("JC"))


@given(fives, st.booleans())
def test_three_ways_of_counting_agree(cards, crib):
    *hand, starter = cards
    count = count_hand(hand, starter, crib=crib)
    assert count.points == sum(line.points for line in count.lines)
    assert count.points == points(hand, starter, crib=crib) == count_by_subsets(hand, starter, crib=crib)
    assert len({(line.kind, frozenset(line.cards)) for line in count.lines}) == len(count.lines)
    assert all(set(line.cards) <= set(cards) for line in count.lines)


@given(fives, st.booleans())
def test_the_order_of_the_hand_makes_no_difference(cards, crib):
    *hand, starter = cards
    expected = count_hand(hand, starter, crib=crib)
    for order in permutations(hand):
        assert count_hand(order, starter, crib=crib) == expected
        assert points(order, starter, crib=crib) == expected.points


def test_three_ways_of_counting_agree_on_many_hands():
    rng = random.Random(29)
    for number in range(10_000):
        *hand, starter = rng.sample(PACK, 5)
        crib = number % 2 == 1
        total = points(hand, starter, crib=crib)
        assert total == count_by_subsets(hand, starter, crib=crib)
        if number % 4 < 2:
            assert total == count_hand(hand, starter, crib=crib).points


def test_two_ways_of_counting_agree_on_every_set_of_ranks():
    """Each of the 6,175 sets of five ranks, with each of its cards as the starter."""
    sets = 0
    for ranks in combinations_with_replacement(range(13), 5):
        if max(map(ranks.count, ranks)) == 5:
            continue
        sets += 1
        cards = [PACK[rank * 4 + place % 4] for place, rank in enumerate(ranks)]
        for place, starter in enumerate(cards):
            hand = cards[:place] + cards[place + 1 :]
            assert points(hand, starter) == count_by_subsets(hand, starter)
    assert sets == 6175


@pytest.mark.slow
def test_the_points_of_every_hand_that_there_is():
    reference = json.loads((DATA / "hand_distribution.json").read_text())
    hands, cribs = histogram()
    assert sum(hands) == sum(cribs) == reference["n"] == 12_994_800
    assert hands == [reference["hand"][str(total)] for total in range(30)]
    assert cribs == [reference["crib"][str(total)] for total in range(30)]
    assert [total for total in range(30) if not hands[total]] == reference["impossible"]
    for tally, stats in ((hands, reference["hand_stats"]), (cribs, reference["crib_stats"])):
        assert sum(total * number for total, number in enumerate(tally)) == stats["total_points"]
