"""What a house player thinks up is looked at before it is done: people wait for a move that counts."""

from __future__ import annotations

import random

import pytest
from structlog.testing import capture_logs

from bot.cribbage.cards import PACK, Card
from bot.cribbage.commands import Discard, Play, PlayerCommand
from bot.cribbage.game import decide
from bot.cribbage.observe import observe
from bot.cribbage.state import GameState
from bot.table import house_players
from tests.games import at_random, events_of, seed_of
from tests.table.seated import table_of


def until(kind: str) -> GameState:
    """A game of two, just after the first event of a kind."""
    events = events_of(2, "standard", at_random(random.Random(1)), seed_of(1))
    first = next(at for at, event in enumerate(events) if event.kind == kind)
    game = table_of(events[: first + 1], 2).game
    assert game is not None
    return game


DISCARDING, PLAYING = until("dealt"), until("starter_turned")
TURN = PLAYING.turn or 0
OWN, THEIRS = DISCARDING.hands
HELD = PLAYING.hands[TURN]


def done(
    monkeypatch: pytest.MonkeyPatch, game: GameState, seat: int, thought: PlayerCommand
) -> tuple[PlayerCommand, int]:
    """What is done when this was thought, and how often a fault was logged."""
    monkeypatch.setattr(house_players, "choose", lambda *_: thought)
    with capture_logs() as log:
        command = house_players._chosen(1, observe(game, seat), "gentle")
    assert "cards" not in str(log), "what it thought may name cards"
    return command, sum(entry["event"] == "house player failed" for entry in log)


@pytest.mark.parametrize(
    "thought",
    [
        Discard(0, OWN[:1]),
        Discard(0, OWN[:3]),
        Discard(0, (OWN[0], OWN[0])),
        Discard(0, (OWN[0], THEIRS[0])),
        Discard(1, OWN[:2]),
        Play(0, OWN[0]),
    ],
    ids=["too few", "too many", "one twice", "another's card", "from another seat", "a play too soon"],
)
def test_an_illegal_discard_gives_way_to_a_legal_one(
    monkeypatch: pytest.MonkeyPatch, thought: PlayerCommand
) -> None:
    command, faults = done(monkeypatch, DISCARDING, 0, thought)
    assert faults == 1
    assert decide(DISCARDING, command)


def absent() -> Card:
    return next(card for card in PACK if card not in HELD)


@pytest.mark.parametrize(
    "thought",
    [Play(TURN, absent()), Play(1 - TURN, HELD[0]), Discard(TURN, HELD[:2])],
    ids=["a card it hasn't", "from another seat", "a discard too late"],
)
def test_an_illegal_play_gives_way_to_a_legal_one(
    monkeypatch: pytest.MonkeyPatch, thought: PlayerCommand
) -> None:
    command, faults = done(monkeypatch, PLAYING, TURN, thought)
    assert faults == 1
    assert decide(PLAYING, command)


def test_what_is_legal_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, seat, thought in (
        (DISCARDING, 0, Discard(0, (OWN[4], OWN[1]))),
        (PLAYING, TURN, Play(TURN, HELD[-1])),
    ):
        assert done(monkeypatch, game, seat, thought) == (thought, 0)
