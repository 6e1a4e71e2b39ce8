"""Profiles, two people's record, and lists of games, in words."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.table.standing.career import Career
from bot.table.standing.feats import FEATS
from bot.table.standing.games import PAGE_SIZE, GamesPage, Played
from bot.table.standing.people import Encounter, Profile, Sums
from bot.table.standing.ratings import Rating
from bot.table.table import Refused
from bot.ui.panels.layout import LONGEST
from bot.ui.panels.records.games import game_line, games_panel, page_of
from bot.ui.panels.records.profile import HANDS_WORTH, bar, encounter_panel, feats_panel, profile_panel
from tests.ui.test_replay import LOUD

NOW = datetime(2026, 2, 3, 12, tzinfo=UTC)
GAME = Played(142, 2, "standard", False, "won", 121, 87, 1, ("Bob",), (), False, NOW)
LOUDEST = Played(10**15, 6, "lowball", True, "abandoned", 100, 100, 0, LOUD[:4], LOUD[4:5], True, NOW)
CAREER = Career(
    xp=3220, completed=30, wins=18, streak=2, best_streak=7, abandoned=1, prestige=6,
    deals=270, hand_points=2106, crib_points=648, cribs=135, pegged=800, best_hand=24,
    hand_counts={8: 260, 24: 10},
)  # fmt: skip
PROFILE = Profile(
    career=CAREER,
    sums=(Sums(0, 18, 12, 3, 1, 2, 0), Sums(2, 17, 10, 3, 1, 2, 0), Sums(3, 1, 2, 0, 0, 0, 0)),
    rating=Rating(30, 4),
    curve=(1020, 1100),
    feats=(("skunk", NOW), ("hand_24", NOW), ("nineteen", NOW), ("first_win", NOW)),
    faces=5,
    backs=4,
    recent=(GAME,),
)


def test_a_profile():
    assert profile_panel(1, "Ann", PROFILE).text.split("\n") == [
        "### Ann",
        "Level **8** ▰▰▰▰▰▰▱▱▱▱▱▱ 420 of 800 XP",
        "-# 3220 XP in all · prestige 6",
        "**On this server**",
        "Rating **1720** ± 160",
        "Won **18**, lost **12** (60 %)",
        "-# two players 17–10 · three players 1–2",
        "Skunks given 4 (1 double), taken 2",
        "**On all servers**",
        "Average hand 7.8 · crib 4.8 · pegged 3.0",
        "Highest hand 24",
        "Winning streak 2, best 7",
        "Abandoned 1",
        f"Feats **4** of {len(FEATS)}, newest: *Skunk*, *Two dozen* and *Nineteen*",
        "Cards unlocked: 5 of 7 faces, 4 of 10 backs",
        "**Recent games here**",
        f"**142** won 121–87 against Bob, a skunk · <t:{int(NOW.timestamp())}:d>",
    ]


def test_a_rating_is_provisional_at_first():
    text = profile_panel(1, "Ann", replace(PROFILE, rating=Rating())).text
    assert "Rating **1000** ± 333, provisional" in text


def test_a_person_with_practice_alone():
    career = Career(xp=25, practice=1, deals=8, hand_points=60, pegged=20, hand_counts={7: 8}, best_hand=7)
    text = profile_panel(1, "Ann", Profile(career, (), None, (), (), 3, 2, ())).text
    assert "No standard game against people finished yet" in text
    assert "Abandoned 0 · practice games 1" in text
    assert "Average hand 7.5 · pegged 2.5" in text
    assert "Feats **0** of" in text


@pytest.mark.parametrize("profile", [None, Profile(Career(), (), None, (), (), 3, 2, ())])
def test_nobody_yet(profile):
    panel = profile_panel(1, "**Ann**", profile)
    assert "\\*\\*Ann\\*\\*" in panel.text
    assert "No game finished yet" in panel.text


@pytest.mark.parametrize(("share", "full"), [(0, 0), (0.04, 0), (0.5, 6), (0.999, 11), (1, 12)])
def test_the_bar(share, full):
    assert bar(share) == "▰" * full + "▱" * (12 - full)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"outcome": "lost", "score": 87, "best_opponent": 121}, "lost 87–121 against Bob, skunked"),
        ({"skunks": 2}, "won 121–87 against Bob, a double skunk"),
        ({"outcome": "lost", "skunks": 2}, "lost 121–87 against Bob, skunked twice"),
        ({"outcome": "surrendered", "skunks": 0}, "surrendered at 121–87 against Bob"),
        (
            {"players": 4, "opponents": ("Bob", "Di"), "partners": ("Cy",)},
            "won 121–87 with Cy against Bob and Di, a skunk",
        ),
        ({"players": 3, "house": True, "skunks": 0}, "won 121–87 against Bob and ⌂ the house"),
        ({"opponents": (), "house": True, "skunks": 0}, "won 121–87 against ⌂ the house"),
        ({"players": 3, "opponents": (), "house": True, "skunks": 0}, "won 121–87 against ⌂ the house"),
    ],
)
def test_a_game_in_a_line(changes, line):
    assert game_line(replace(GAME, **changes)) == f"**142** {line} · <t:{int(NOW.timestamp())}:d>"


def test_what_else_there_is_to_say_of_a_game():
    line = game_line(replace(GAME, variant="short", practice=True))
    assert line.endswith(":d> · short · practice")


def test_two_people():
    met = Encounter(22, (12, 8), (2, 0), (1, 0), (0, 1), (2400, 2200), 3, 2, (GAME,))
    assert encounter_panel("Ann", "Bob", met).text.split("\n") == [
        "### Ann and Bob",
        "-# standard games on this server",
        "**Ann 12 – 8 Bob**",
        "-# and 2 that neither of them won",
        "Skunks given: Ann 3 (1 double) · Bob 0",
        "Surrendered: Bob 1",
        "Average score 109–100",
        "As partners they won 2 of 3.",
        "**Recent games**, as Ann saw them",
        f"**142** won 121–87 against Bob, a skunk · <t:{int(NOW.timestamp())}:d>",
    ]
    only_short = replace(met, games=0, wins=(0, 0), together=0)
    assert "Ann 0" not in encounter_panel("Ann", "Bob", only_short).text
    assert "haven't played each other" in encounter_panel("Ann", "Bob", replace(met, recent=())).text


def test_the_longest_lists_fit_into_a_message():
    page = GamesPage(99_999, (LOUDEST,) * PAGE_SIZE, 10**6)
    loud = replace(PROFILE, recent=(LOUDEST,) * 5)
    met = Encounter(22, (12, 8), (2, 0), (1, 0), (0, 1), (2400, 2200), 3, 2, (LOUDEST,) * 5)
    for panel in (games_panel(page), profile_panel(1, LOUD[0], loud), encounter_panel(*LOUD[:2], met)):
        assert len(panel.text) <= LONGEST
        assert all(len(button.custom_id) <= 100 for button in panel.buttons())


@pytest.mark.parametrize("arg", ["", "x", "-1", "1234567"])
def test_other_pages_are_refused(arg):
    with pytest.raises(Refused, match="another version"):
        page_of(arg)


def test_the_mathematical_distribution_is_that_of_all_hands() -> None:
    known = json.loads((Path(__file__).parents[1] / "data" / "hand_distribution.json").read_text())["hand"]
    assert list(HANDS_WORTH) == [known[str(points)] for points in range(30)]


def test_feats_with_what_they_take_and_their_dates():
    lines = feats_panel("Les", {"skunk": NOW, "hand_29": NOW, "of_old": NOW}).text.split("\n")
    assert lines[:4] == [
        f"### Les' feats · 2 of {len(FEATS)}",
        f"**Twenty-nine** — Count the perfect hand · <t:{int(NOW.timestamp())}:d>",
        f"**Skunk** — Skunk somebody · <t:{int(NOW.timestamp())}:d>",
        "**Still to come**",
    ]
    assert "-# Fixture — Finish a hundred games against people" in lines
    assert len(lines) == len(FEATS) + 2


@pytest.mark.parametrize("achieved", [{}, {feat.key: NOW for feat in FEATS}])
def test_no_feats_or_all_fit_into_a_message(achieved):
    told = feats_panel("*" * 32, achieved)
    assert len(told.text) <= LONGEST
    assert ("Still to come" in told.text) == (not achieved)
