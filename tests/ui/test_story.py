"""A deal's play in words: in sentences, and in short where it is long past."""

from __future__ import annotations

from dataclasses import replace

from bot.cribbage.cards import parse_cards
from bot.cribbage.events import GameEvent, GameStarted, Played, SaidGo, Scored, SeriesEnded
from bot.table.table import Table
from bot.ui.panels.table.story import plays, plays_in_short
from tests.table.seated import table_of


def after(*events: GameEvent) -> Table:
    """A table for two, with what has happened since the starter was turned."""
    return replace(table_of([GameStarted(2, "standard")], 2), deal_log=events)


def text_signs(paragraphs: list[str]) -> list[str]:
    """Without the sign that keeps Discord from showing suits as emojis."""
    return [paragraph.replace("\ufe0e", "") for paragraph in paragraphs]


def played(seat: int, card: str, count: int) -> Played:
    return Played(seat, parse_cards(card)[0], count)


HEELS = Scored(1, 1, 2, "heels", parse_cards("JD"))
SERIES = (
    played(0, "7C", 7),
    played(1, "8H", 15),
    Scored(1, 1, 2, "fifteen", parse_cards("7C 8H")),
    played(0, "8S", 23),
    Scored(0, 0, 2, "pair", parse_cards("8H 8S")),
    SaidGo(1),
    Scored(0, 0, 1, "go"),
    SeriesEnded(1),
)
NEXT = (played(1, "KC", 10), played(0, "5H", 15), Scored(0, 0, 2, "fifteen", parse_cards("KC 5H")))


def test_every_play_is_a_sentence() -> None:
    assert text_signs(plays(after(HEELS, *SERIES, *NEXT))) == [
        "The starter is a jack: his heels, two for Bob.",
        "Ann leads 7♣. Bob plays 8♥ — fifteen for two. Ann plays 8♠ — a pair for two. Bob says go. Ann: go, one.",
        "Bob leads K♣. Ann plays 5♥ — fifteen for two.",
    ]


def test_a_series_that_is_over_is_told_in_short() -> None:
    assert text_signs(plays_in_short(after(HEELS, *SERIES, *NEXT))) == [
        "The starter is a jack: his heels, two for Bob.",
        "Ann 7♣, Bob 8♥ (fifteen for two), Ann 8♠ (a pair for two; go, one)",
        "Bob leads K♣. Ann plays 5♥ — fifteen for two.",
    ]


def test_the_newest_series_stays_in_sentences_when_it_is_over() -> None:
    """Until the next card is led, it is what just happened."""
    assert plays_in_short(after(*SERIES)) == plays(after(*SERIES))


def test_before_the_first_card_there_is_nothing_to_tell() -> None:
    assert plays(after()) == plays_in_short(after()) == []
    assert plays_in_short(after(HEELS)) == ["The starter is a jack: his heels, two for Bob."]
