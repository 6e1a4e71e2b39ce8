"""The play in the head against the play by the rules."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.cribbage.cards import PACK, parse_cards
from bot.cribbage.commands import Play, TurnStarter
from bot.cribbage.events import GameStarted, Scored
from bot.cribbage.game import decide, evolve, start
from bot.cribbage.observe import observe
from bot.cribbage.pegging import count_of, fits, peg
from bot.cribbage.shuffle import next_chance
from bot.house import choose
from bot.house.belief import read_play, worlds
from bot.house.playouts import Playouts
from bot.house.ranks import VALUE, key_of
from bot.house.series import code_of, hand_code, peg_points, rest_of
from bot.house.shipped import figures


def ranks_in(code: int) -> list[int]:
    """The ranks of a number, the lowest four bits first."""
    ranks: list[int] = []
    while code:
        ranks.append(code & 15)
        code >>= 4
    return ranks


def deal(players, variant, seed):
    """A game at its first discard."""
    state = start(GameStarted(players, variant))
    cards = random.Random(seed).randbytes(32)
    while (command := next_chance(state, cards, (players,))) is not None:
        for event in decide(state, command):
            state = evolve(state, event)
    return state, cards


def advance(state, cards, command):
    """The state after a command and the chance that follows it, with the events."""
    events = decide(state, command)
    for event in events:
        state = evolve(state, event)
    if state.phase == "starter":
        command = next_chance(state, cards, (state.players,))
        assert isinstance(command, TurnStarter)
        more = decide(state, command)
        for event in more:
            state = evolve(state, event)
        events = [*events, *more]
    return state, events


def to_the_play(players, variant, seed):
    state, cards = deal(players, variant, seed)
    while state.phase == "discard":
        seat = state.awaited()[0]
        state, _ = advance(state, cards, choose(observe(state, seat), "steady", random.Random(0)))
    return state, cards


def test_points_in_a_series_are_those_of_the_rules():
    rng = random.Random(5)
    for _ in range(2500):
        pack = PACK[: rng.choice([12, 24, 52])]
        series = []
        for card in rng.sample(pack, 10):
            if not fits(card, count_of(series)):
                break
            series.append(card)
            expected = sum(line.points for line in peg(series))
            assert peg_points(code_of(card.rank for card in series), count_of(series)) == expected


def test_hand_codes():
    hand = hand_code(parse_cards("5H KD 5S AC"))
    assert ranks_in(hand) == [1, 5, 5, 13]
    assert ranks_in(rest_of(hand, 5)) == [1, 5, 13]
    assert ranks_in(rest_of(rest_of(hand, 13), 1)) == [5, 5]


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_a_play_out_scores_what_the_rules_score(players):
    for seed in range(12):
        state, cards = to_the_play(players, "standard", seed)
        table = Playouts(players, 1)
        scores = [0] * len(state.scores)
        hands = [hand_code(hand) for hand in state.hands]
        assert state.turn is not None
        assert not table.play_out(hands, state.turn, 0, 0, scores, 1000)
        by_rules = [0] * len(state.scores)
        number = state.deal
        while state.phase == "play" and state.deal == number:
            command = choose(observe(state, state.turn), "steady", random.Random(0))
            state, events = advance(state, cards, command)
            for event in events:
                if isinstance(event, Scored) and event.reason not in {"hand", "crib"}:
                    by_rules[event.side] += event.points
        assert scores == by_rules


def test_a_play_out_ends_when_the_target_is_reached():
    scores = [120, 120]
    hands = [hand_code(parse_cards("5H 2S")), hand_code(parse_cards("TD 9C"))]
    assert Playouts(2, 1).play_out(hands, 0, 0, 0, scores, 121, 5)
    assert scores == [120, 122]


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_what_is_read_off_the_play_is_never_wrong(players):
    for seed in range(8):
        rng = random.Random(seed)
        state, cards = to_the_play(players, "standard", seed)
        while state.phase == "play":
            assert state.turn is not None
            seen = observe(state, state.turn)
            told = read_play(seen, 1)
            for seat, about in enumerate(told):
                assert about.held == len(state.hands[seat])
                held = [card.rank for card in state.hands[seat]]
                assert sorted((*about.shown, *held)) == sorted(card.rank for card in state.kept[seat])
                if seat != seen.seat:
                    assert all(VALUE[rank] > about.floor for rank in held)
            state, _ = advance(state, cards, Play(state.turn, rng.choice(state.playable(state.turn))))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_believed_hands_fit_what_was_seen(players):
    for seed in range(3):
        rng = random.Random(seed)
        state, cards = to_the_play(players, "standard", seed)
        known = figures(players, lowball=False)
        while state.phase == "play":
            assert state.turn is not None
            seen = observe(state, state.turn)
            told = read_play(seen, 1)
            mine = [card.rank for card in (*seen.kept, *seen.given)]
            believed = worlds(seen, known, 1, rng, 20)
            assert believed
            for world in believed:
                assert world.weight > 0
                everything = list(mine)
                for seat, hand in enumerate(world.hands):
                    ranks = ranks_in(hand)
                    assert len(ranks) == seen.held[seat]
                    if seat != seen.seat:
                        everything += [*ranks, *told[seat].shown]
                        assert world.kept[seat] == key_of((*ranks, *told[seat].shown))
                assert seen.starter is not None
                everything.append(seen.starter.rank)
                assert all(everything.count(rank) <= 4 for rank in everything)
            state, _ = advance(state, cards, Play(state.turn, rng.choice(state.playable(state.turn))))


def test_a_go_tells_that_low_cards_are_not_held():
    state, cards = to_the_play(2, "standard", 1)
    pone = parse_cards("TH JS 2D AC")
    dealer = parse_cards("KH QD 9S 8C")
    hands = (dealer, pone) if state.turn == 1 else (pone, dealer)
    state = replace(state, hands=tuple(tuple(sorted(hand)) for hand in hands), kept=hands)
    for card in ("TH", "KH", "JS"):
        state, _ = advance(state, cards, Play(state.turn, parse_cards(card)[0]))
    # On thirty the dealer had to say go; the pone holds an ace and plays on.
    assert state.goes == (state.dealer,)
    told = read_play(observe(state, state.turn), 1)
    assert told[state.dealer].floor == 1
