"""A check of a game's shuffles finds every kind of tampering."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.cribbage.cards import PACK
from bot.cribbage.events import CutForDeal, Dealt, HandCounted, StarterTurned
from bot.table.events import Event, SeatTaken
from bot.table.history import best_hands, end_of_deal, verify
from bot.table.table import fold
from bot.ui.panels.records.verdict import verdict_panel
from tests.games import at_random, events_of, seed_of
from tests.table.seated import log_of

SEED = seed_of(1)


def honest(players: int = 2) -> list[Event]:
    game = events_of(players, "standard", at_random(random.Random(1)), SEED)
    return log_of(game, players)


Tamper = Callable[[Event], Event]


def other_card(used: set) -> object:
    return next(card for card in PACK if card not in used)


def swap_hands(event: Event) -> Event:
    return replace(event, hands=event.hands[::-1])


def swap_one_card(event: Event) -> Event:
    used = {card for hand in event.hands for card in hand}
    first = (other_card(used), *event.hands[0][1:])
    return replace(event, hands=(first, *event.hands[1:]))


TAMPERINGS: dict[str, tuple[type, Tamper]] = {
    "the cut": (CutForDeal, lambda event: replace(event, cards=tuple((s, PACK[s]) for s, _ in event.cards))),
    "the hands trade places": (Dealt, swap_hands),
    "one card of a hand": (Dealt, swap_one_card),
    "who deals": (Dealt, lambda event: replace(event, dealer=1 - event.dealer)),
    "the number of a deal": (Dealt, lambda event: replace(event, number=event.number + 1)),
    "the starter": (StarterTurned, lambda event: replace(event, card=PACK[PACK.index(event.card) - 1])),
}


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_an_honest_game(players: int) -> None:
    log = honest(players)
    chances = sum(isinstance(event, CutForDeal | Dealt | StarterTurned) for event in log)
    verdict = verify(7, log, SEED)
    assert verdict.fair
    assert verdict.checked == chances
    told = verdict_panel(replace(fold(7, log), seed=SEED.hex()), verdict).text
    assert "every card was where it had to be" in told
    assert f"all {chances} cuts, deals and starters follow" in told
    assert SEED.hex() in told


@pytest.mark.parametrize("what", TAMPERINGS)
@pytest.mark.parametrize("which", [0, -1])
def test_a_tampered_event(what: str, which: int) -> None:
    log = honest()
    kind, tamper = TAMPERINGS[what]
    at = [place for place, event in enumerate(log) if isinstance(event, kind)][which]
    forged = [*log[:at], tamper(log[at]), *log[at + 1 :]]
    assert forged != log
    verdict = verify(7, forged, SEED)
    assert verdict.sealed
    assert not verdict.fair
    assert verdict.wrong
    assert "the cards don't follow from the seed" in verdict_panel(fold(7, forged), verdict).text


def test_another_seed() -> None:
    verdict = verify(7, honest(), seed_of(2))
    assert not verdict.sealed
    assert len(verdict.wrong) == verdict.checked
    assert "does **not** fit the seal" in verdict_panel(fold(7, honest()), verdict).text


def test_another_seal() -> None:
    log = honest()
    verdict = verify(7, [replace(log[0], commitment="0" * 64), *log[1:]], SEED)
    assert not verdict.fair
    assert verdict.wrong == ()


@pytest.mark.parametrize("press", [None, 12345])
def test_a_public_list_that_was_changed(press: int | None) -> None:
    game = events_of(2, "standard", at_random(random.Random(1)), SEED)
    log = log_of(game, 2)
    log[2] = SeatTaken(1, 101, "Bob", press)
    assert verify(7, log, SEED).fair == (press is None)


def test_a_deal_looked_back_at() -> None:
    log = honest()
    second = end_of_deal(7, log, 2)
    assert second.game.deal == 2
    assert second.game.phase == "deal"
    counted = [
        event for event in log if isinstance(event, HandCounted) and not event.crib and event.seat == 0
    ]
    assert best_hands(log)[0] == max(event.points for event in counted)
