"""Positions in which everybody knows what to do."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.cribbage.cards import PACK, parse_card, parse_cards, symbols
from bot.cribbage.observe import observe
from bot.cribbage.state import GameState, PlayedCard
from bot.house import choose
from bot.house.shipped import figures

STRONG = ["steady", "sharp"]
ALL = ["gentle", *STRONG]


def discarding(hand, *, dealer, scores=(0, 0), variant="standard"):
    """Seat 0 has six cards and is to discard; with `dealer` the crib is its own."""
    cards = parse_cards(hand)
    others = tuple(card for card in PACK if card not in cards)[:6]
    return replace(
        GameState.new(2, variant), phase="discard", scores=scores, deal=1,
        dealer=0 if dealer else 1, hands=(tuple(sorted(cards)), others), kept=(cards, others), discards=((), ()),
    )  # fmt: skip


def playing(hand, series, *, dealer, starter="7C", given="3C 9D", held=4, scores=(0, 0), variant="standard"):
    """Seat 0 is to play from `hand`; `series` is what lies, the last card from seat 1, turn about."""
    cards, lies = parse_cards(hand), parse_cards(series) if series else ()
    seats = [1 - (len(lies) - 1 - place) % 2 for place in range(len(lies))]
    mine = tuple(card for card, seat in zip(lies, seats, strict=True) if seat == 0)
    theirs = tuple(card for card, seat in zip(lies, seats, strict=True) if seat == 1)
    known = {*cards, *lies, parse_card(starter), *parse_cards(given)}
    hidden = tuple(card for card in PACK if card not in known)
    others, thrown = hidden[: held - len(theirs)], hidden[-2:]
    return replace(
        GameState.new(2, variant), phase="play", scores=scores, deal=1,
        dealer=0 if dealer else 1, hands=(tuple(sorted(cards)), others),
        kept=(tuple(sorted((*cards, *mine))), (*others, *theirs)), discards=(parse_cards(given), thrown),
        crib=(*parse_cards(given), *thrown), starter=parse_card(starter),
        series=tuple(PlayedCard(seat, card) for seat, card in zip(seats, lies, strict=True)), turn=0,
    )  # fmt: skip


def choices(state, strength, tries=6):
    """What is chosen with different random numbers."""
    return [choose(observe(state, 0), strength, random.Random(seed)) for seed in range(tries)]


def given_by(state, strength):
    return {symbols(sorted(choice.cards)) for choice in choices(state, strength)}


def played_by(state, strength):
    return {choice.card.rank for choice in choices(state, strength)}


@pytest.mark.parametrize("strength", STRONG)
@pytest.mark.parametrize("dealer", [True, False])
def test_keeps_the_best_there_is(strength, dealer):
    # Two fives with ten-cards, a double run, a made run with fifteens.
    for hand, gone in (
        ("5H 5S JD QC 2H 8D", "2H 8D"),
        ("4H 5S 5D 6C KH 9D", "9D KH"),
        ("6H 7S 8D 8C KH 2D", "2D KH"),
    ):
        assert given_by(discarding(hand, dealer=dealer), strength) == {symbols(sorted(parse_cards(gone)))}


@pytest.mark.parametrize("strength", STRONG)
def test_gives_a_pair_of_fives_to_nobody_else(strength):
    state = discarding("5H 5S TD 2C 9H KD", dealer=False)
    for choice in choices(state, strength):
        assert all(card.rank != 5 for card in choice.cards)


def test_sharp_keeps_good_cards_out_of_the_others_crib():
    rng = random.Random(4)
    cribs = figures(2, lowball=False).own.cribs
    richer = poorer = 0
    for _ in range(60):
        hand = symbols(rng.sample(PACK, 6))
        mine, theirs = (choices(discarding(hand, dealer=dealer), "sharp", 1)[0] for dealer in (True, False))
        difference = cribs.mean(mine.cards) - cribs.mean(theirs.cards)
        richer += difference > 0.5
        poorer += difference < -0.5
    assert richer > 15
    assert not poorer


@pytest.mark.parametrize("dealer", [True, False])
def test_gentle_leaves_a_pair_of_fives_together(dealer):
    for hand in ("5H 5S JD QC 2H 8D", "5H 5S 2D 9C KH 8D", "5H 5S 6D 7C KH AD"):
        for choice in choices(discarding(hand, dealer=dealer), "gentle", 60):
            assert sum(card.rank == 5 for card in choice.cards) != 1


@pytest.mark.parametrize("strength", ALL)
def test_takes_fifteen_and_thirty_one(strength):
    assert played_by(playing("8H KS 2D AC", "7D", dealer=True), strength) == {8}
    assert played_by(playing("AH 6S 9D", "KD QC 6D 4C", dealer=False, held=4), strength) == {1}
    assert played_by(playing("5H KS 2D 9C", "TD", dealer=True), strength) == {5}


@pytest.mark.parametrize("strength", STRONG)
def test_takes_a_pair_royal_and_a_run(strength):
    assert played_by(playing("3H KS 9D", "3C 3D", dealer=False, given="2C 9S"), strength) == {3}
    assert played_by(playing("4H 8S 9D", "2C 3D", dealer=False, given="2D 9S"), strength) == {4}


@pytest.mark.parametrize("strength", STRONG)
def test_leads(strength):
    # Never a five; from a pair, for the pair royal; under five, which nobody can make fifteen on.
    for hand in ("5H 5S JD QC", "5H 4S 6D JC", "5H TS JD QC"):
        assert 5 not in played_by(playing(hand, "", dealer=False), strength)
    assert played_by(playing("3H 3S JD QC", "", dealer=False, given="9C 8D"), strength) == {3}
    assert played_by(playing("4H 9S TD KC", "", dealer=False), strength) == {4}


@pytest.mark.parametrize("strength", ["gentle", "steady"])
def test_does_not_leave_twenty_one_for_nothing(strength):
    # A face card on eleven makes 21, on which any ten-card takes two.
    assert 11 not in played_by(
        playing("JH 2S 3D", "4D 7C", dealer=False, given="2C 5D", starter="QC"), strength
    )


def test_sharp_takes_the_points_that_win():
    # At 119 a pair wins at once, whatever a fifteen for later might promise.
    state = playing("7H 8S 2D 3C", "8D", dealer=True, scores=(119, 119))
    assert played_by(state, "sharp") <= {7, 8}
    only_two = playing("8S 6D 2C", "9D 2H 8C", dealer=True, scores=(119, 100), given="KC QD")
    assert played_by(only_two, "sharp") == {8}


def test_sharp_looks_at_the_score_when_it_discards():
    # The pone counts first, and needs nine: 2 6 7 8 have seven and may have more, 2 2 6 7 have six.
    state = discarding("7H 8S 2D 2C 6H QD", dealer=False, scores=(112, 119))
    kept = [set(state.hands[0]) - set(choice.cards) for choice in choices(state, "sharp")]
    assert all({card.rank for card in cards} == {2, 6, 7, 8} for cards in kept)


@pytest.mark.parametrize("strength", ALL)
def test_lowball_is_played_to_score_little(strength):
    assert 8 not in played_by(playing("8H KS 2D AC", "7D", dealer=True, variant="lowball"), strength)
    for choice in choices(discarding("5H 5S JD QC 2H 9D", dealer=False, variant="lowball"), strength):
        assert any(card.rank == 5 for card in choice.cards)
