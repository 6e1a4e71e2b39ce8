"""How a game that is over is told: who won, what it counts for, and who left it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.cribbage.events import GameStarted
from bot.table.table import Table
from bot.ui.panels.colours import GREY
from bot.ui.panels.layout import Text
from bot.ui.panels.table.finish import GOLD, finish_panel
from tests.table.seated import table_of


def over(
    *scores: int,
    players: int = 2,
    variant: str = "standard",
    winners: tuple[int, ...] = (),
    gone: dict[int, Any] | None = None,
    **fields: Any,
) -> Table:
    """A table whose game has ended so; `gone` says why people don't play any more."""
    table = table_of([GameStarted(players, variant)], players, variant)
    assert table.game is not None
    game = replace(table.game, scores=scores, deal=1, winners=winners, phase="over")
    seats = tuple(replace(seat, gone=(gone or {}).get(number)) for number, seat in enumerate(table.seats))
    return replace(table, game=game, seats=seats, status="finished", seed="5eed", **fields)


def told(table: Table, length: timedelta | None = None) -> list[str]:
    """Headline and small print, and what is noted below the board."""
    texts = [block.markdown for block in finish_panel(table, {}, length).blocks if isinstance(block, Text)]
    return [line for text in texts[:-1] for line in text.split("\n")]


def test_a_game_that_goes_on_has_no_end() -> None:
    with pytest.raises(ValueError, match="no finished game"):
        finish_panel(replace(over(3, 5), status="playing"), {})
    with pytest.raises(ValueError, match="no finished game"):
        finish_panel(replace(over(3, 5), game=None), {})


@pytest.mark.parametrize(
    ("loser", "margin"), [(91, ""), (90, " — a skunk!"), (61, " — a skunk!"), (60, " — a double skunk!")]
)
def test_a_win_and_its_margin(loser: int, margin: str) -> None:
    assert told(over(loser, 125, winners=(1,))) == [
        f"### Bob wins 121–{loser}{margin}",
        "-# Table 7 · 1 deal",
    ]


@pytest.mark.parametrize(
    ("players", "scores", "winners", "headline"),
    [
        (3, (121, 100, 95), (0,), "Ann wins 121–100–95"),
        (4, (100, 121), (1,), "Bob and Dan win 121–100"),
        (3, (121, 100, 95), (1, 2), "Bob and Cleo win 100–95–121"),
    ],
)
def test_several_at_a_table(
    players: int, scores: tuple[int, ...], winners: tuple[int, ...], headline: str
) -> None:
    variant = "lowball" if len(winners) > 1 else "standard"
    assert told(over(*scores, players=players, variant=variant, winners=winners))[0] == f"### {headline}"


def test_of_several_losers_the_skunked_are_named() -> None:
    lines = told(over(121, 80, 50, players=3, winners=(0,)))
    assert lines[0] == "### Ann wins 121–80–50 — a double skunk!"
    assert lines[2:] == ["Bob: a skunk.", "Cleo: a double skunk."]


def test_the_stink_hole() -> None:
    assert told(over(121, 120, winners=(0,)))[2:] == ["Bob left in the stink hole."]


NO_SKUNK = "A loss for who gave up; no win and no skunk for anybody, the game was not played out."


@pytest.mark.parametrize(
    ("stopped", "gone", "headline", "notes"),
    [
        ("surrendered", {0: "surrendered"}, "Ann surrendered at 3–5–8", [NO_SKUNK]),
        (
            "surrendered",
            {0: "surrendered", 1: "away"},
            "Ann surrendered at 3–5–8",
            [NO_SKUNK, "Bob had gone missing: a game abandoned on record."],
        ),
        (
            "abandoned",
            {0: "away", 1: "away"},
            "Stopped, Ann and Bob went missing, at 3–5–8",
            ["No win and no loss; who went missing has a game abandoned on record."],
        ),
        (
            "abandoned",
            {0: "away", 1: "surrendered"},
            "Stopped, Ann went missing, at 3–5–8",
            [
                "No win for anybody; who went missing has a game abandoned on record.",
                "Bob had surrendered: a loss.",
            ],
        ),
        (
            "channel_gone",
            {0: "away", 1: "surrendered"},
            "Stopped at 3–5–8",
            [
                "Its channel or thread is gone: no win and no loss for anybody at the table.",
                "Bob had surrendered: a loss.",
            ],
        ),
    ],
)
def test_a_game_that_was_stopped(stopped: str, gone: dict[int, str], headline: str, notes: list[str]) -> None:
    lines = told(over(3, 5, 8, players=3, gone=gone, stopped=stopped))
    assert lines[0] == f"### {headline}"
    assert lines[2:] == notes


def test_a_game_that_was_played_out_without_some() -> None:
    lines = told(over(121, 100, 95, players=3, winners=(0,), gone={1: "surrendered", 2: "away"}))
    assert lines[2:] == [
        "Bob had surrendered: a loss.",
        "Cleo had gone missing: a game abandoned on record.",
    ]


def test_what_it_counts_for() -> None:
    practice = "A practice game: it is on record, but counts on no leaderboard."
    assert told(over(121, 100, winners=(0,), practice=True))[2:] == [practice]
    assert told(over(61, 50, winners=(0,), variant="short", practice=True))[2:] == [practice]
    short = "A short game gives XP, but no prestige and no rating."
    assert told(over(61, 50, winners=(0,), variant="short"))[2:] == [short]
    assert told(over(3, 5, variant="short", stopped="channel_gone"))[2:] == [
        "Its channel or thread is gone: no win and no loss for anybody at the table."
    ]


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "1 minute"), (89, "1 minute"), (95, "2 minutes"), (3600, "60 minutes")]
)
def test_how_long_it_took(seconds: int, said: str) -> None:
    assert (
        told(over(121, 100, winners=(0,)), timedelta(seconds=seconds))[1] == f"-# Table 7 · 1 deal · {said}"
    )


def test_what_there_is_to_press() -> None:
    def labels(table: Table) -> list[str]:
        return [button.label for button in finish_panel(table, {}).buttons()]

    won = over(121, 100, winners=(0,), rematch_seal="5ea1")
    assert labels(won) == ["Rematch", "Replay", "Check the shuffle"]
    assert labels(replace(won, rematch_seal=None)) == ["Replay", "Check the shuffle"]
    assert labels(replace(won, stopped="channel_gone")) == ["Replay", "Check the shuffle"]
    assert won.game is not None
    assert labels(replace(won, game=replace(won.game, deal=0))) == ["Rematch", "Check the shuffle"]


def test_its_colour_and_the_best_hands() -> None:
    won = finish_panel(over(121, 100, winners=(0,)), {1: 12, 0: 8})
    assert won.accent == GOLD
    assert "Best hands: Ann **8** · Bob **12**" in won.text
    assert "Best hands" not in finish_panel(over(121, 100, winners=(0,)), {}).text
    assert finish_panel(over(3, 5, stopped="abandoned", gone={0: "away"}), {}).accent == GREY
