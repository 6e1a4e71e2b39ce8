"""Discards: exact means against reference figures and brute force, and the quick ranking against both."""

from __future__ import annotations

import json
import random
from itertools import combinations
from pathlib import Path

import pytest

from bot.cribbage.cards import PACK, parse_cards
from bot.cribbage.counting import points
from bot.house.cribs import UNIFORM_THREE, UNIFORM_TWO
from bot.house.discards import ranking
from bot.house.ranks import PAIRS, TRIPLES
from bot.house.shipped import crib_model, figures
from tests.house.exact import CribMeans, appraise

CASES = json.loads((Path(__file__).parents[1] / "data" / "discard_cases.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_exact_means_agree_with_the_reference(case):
    found = {
        frozenset(line.given): line for line in appraise(parse_cards(" ".join(case["hand"])), UNIFORM_TWO)
    }
    assert len(found) == len(case["discards"]) == 15
    for expected in case["discards"]:
        line = found[frozenset(parse_cards(" ".join(expected["discard"])))]
        assert line.hand_mean == pytest.approx(expected["hand_mean"], abs=1e-9)
        assert (line.hand_min, line.hand_max) == (expected["hand_min"], expected["hand_max"])
        assert line.crib_mean == pytest.approx(expected["crib_mean"], abs=1e-9)
        assert line.total(own_crib=True) == pytest.approx(expected["dealer_mean"], abs=1e-9)
        assert line.total(own_crib=False) == pytest.approx(expected["pone_mean"], abs=1e-9)
    for own_crib, best in ((True, case["best_dealer"]), (False, case["best_pone"])):
        top = max(found.values(), key=lambda line: line.total(own_crib=own_crib))
        assert set(top.given) == set(parse_cards(" ".join(best)))


def crib_by_trying(dealt, given, model):
    """The mean crib by going through all cards that the others and the starter can be."""
    sets = PAIRS if model.others == 2 else TRIPLES
    weight_of = dict(zip(sets, model.weights, strict=True))
    unseen = [card for card in PACK if card not in dealt]
    total = everything = 0.0
    for others in combinations(unseen, model.others):
        weight = weight_of[tuple(sorted(card.rank for card in others))]
        if not weight:
            continue
        starters = [card for card in unseen if card not in others]
        total += weight * sum(points((*given, *others), starter, crib=True) for starter in starters)
        everything += weight * len(starters)
    return total / everything


@pytest.mark.parametrize("own_crib", [True, False])
def test_the_mean_crib_for_a_model_of_another_player(own_crib):
    dealt = parse_cards("JH 7H 5S JD 9C KH")
    model = crib_model(2, lowball=False, own_crib=own_crib)
    means = CribMeans(dealt, model)
    for given in (parse_cards("JH 7H"), parse_cards("JH JD"), parse_cards("5S 9C")):
        assert means.mean(given) == pytest.approx(crib_by_trying(dealt, given, model), abs=1e-9)


@pytest.mark.parametrize("model", [UNIFORM_THREE, crib_model(3, lowball=False, own_crib=False)])
def test_the_mean_crib_of_one_card_from_five(model):
    dealt = parse_cards("JH 7H 5S JD 9C")
    means = CribMeans(dealt, model)
    given = parse_cards("JH")
    assert means.mean(given) == pytest.approx(crib_by_trying(dealt, given, model), abs=1e-9)


def test_a_model_must_fit_the_cards():
    with pytest.raises(ValueError, match="doesn't fit"):
        appraise(parse_cards("JH 7H 5S JD 9C"), UNIFORM_TWO)
    with pytest.raises(ValueError, match="doesn't fit"):
        appraise(parse_cards("JH 7H 5S JD 9C 2D"), UNIFORM_THREE)


def test_the_quick_ranking_has_exact_hands_and_cribs_near_the_exact_ones():
    rng = random.Random(3)
    model = crib_model(2, lowball=False, own_crib=True)
    cribs = figures(2, lowball=False).own.cribs
    for _ in range(20):
        dealt = tuple(sorted(rng.sample(PACK, 6)))
        exact = {line.given: line for line in appraise(dealt, model)}
        for total, (given, kept) in ranking(dealt, cribs, 1):
            line = exact[tuple(dealt[place] for place in given)]
            assert line.kept == tuple(dealt[place] for place in kept)
            assert total - cribs.mean(line.given) == pytest.approx(line.hand_mean, abs=1e-9)
            assert cribs.mean(line.given) == pytest.approx(line.crib_mean, abs=1.2)


def test_four_and_five_cards_are_ranked_too():
    cribs = figures(4, lowball=False).other.cribs
    assert [split for _, split in ranking(parse_cards("5H 5S JD KC"), cribs, -1)] == [((), (0, 1, 2, 3))]
    assert len(ranking(parse_cards("5H 5S JD KC 2D"), cribs, -1)) == 5
