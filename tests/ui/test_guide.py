"""The guide, and what else names a goal: each says what is so in the variant that is played."""

from __future__ import annotations

import re

import pytest

from bot.cribbage.variants import VARIANTS
from bot.table.events import GameStopped, Surrendered
from bot.ui.panels.guide import guide_panel
from bot.ui.panels.table.finish import finish_panel
from bot.ui.panels.table.resign import resign_panel
from tests.table.standing.made import Made, scored
from tests.ui.test_panels import within_limits

GOALS = {
    str(score)
    for game in VARIANTS.values()
    for score in (game.target, game.skunk, game.double_skunk)
    if score is not None
}


def named(text: str) -> set[str]:
    """The scores that a text names, of those that are special in some variant; a count of 31 apart."""
    return set(re.findall(r"[0-9]+", text.replace("may not pass 31", "").replace("31 = 2", ""))) & GOALS


@pytest.mark.parametrize("name", VARIANTS)
def test_the_guide_names_the_scores_of_its_variant_and_no_others(name: str) -> None:
    variant = VARIANTS[name]
    text = guide_panel(variant).text
    special = {variant.target, variant.skunk, variant.double_skunk} - {None}
    assert named(text) == set(map(str, special))
    assert ("skunk" in text) == (variant.skunk is not None)
    assert (f"reaches {variant.target} has lost" in text) == variant.lowball
    assert (f"reaches {variant.target} has won" in text) != variant.lowball
    assert ("no prestige" in text) == (name != "standard")
    within_limits(guide_panel(variant))


@pytest.mark.parametrize("name", VARIANTS)
def test_giving_up_says_nothing_of_skunks_where_there_are_none(name: str) -> None:
    game = Made(variant=name).points(0, 40).points(1, 20)
    asked = resign_panel(game.table, 100).text
    end = finish_panel(game.then(Surrendered(1, 1), GameStopped("surrendered")).table, {}).text
    for text in (asked, end):
        assert ("skunk" in text) == (VARIANTS[name].skunk is not None)


@pytest.mark.parametrize(("name", "score"), [("standard", 121), ("short", 61), ("lowball", 121)])
def test_the_end_says_when_a_game_gives_no_prestige(name: str, score: int) -> None:
    made = scored(score, 20, variant=name)
    assert ("no prestige and no rating" in finish_panel(made.table, {}).text) == (name != "standard")
    if VARIANTS[name].lowball:
        assert finish_panel(made.table, {}).text.startswith("### P1 wins 20–121")
