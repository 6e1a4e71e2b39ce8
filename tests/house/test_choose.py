"""House players in whole games: always legal, never seeing what is hidden."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cribbage.cards import PACK
from bot.cribbage.commands import Discard, Play
from bot.cribbage.events import GameStarted
from bot.cribbage.game import decide, evolve, start
from bot.cribbage.observe import observe
from bot.cribbage.shuffle import next_chance
from bot.cribbage.variants import VARIANTS
from bot.house import STRENGTHS, choose


def positions(players, variant, seed, mover, limit=100_000):
    """Every state of a game in which a player is to move; `mover` makes the moves."""
    state = start(GameStarted(players, variant))
    cards = random.Random(seed).randbytes(32)
    while state.phase != "over" and limit:
        command = next_chance(state, cards, (seed,))
        if command is None:
            yield state
            limit -= 1
            command = mover(observe(state, state.awaited()[-1]))
        for event in decide(state, command):
            state = evolve(state, event)


def any_move(rng):
    def move(seen):
        if seen.owes:
            return Discard(seen.seat, tuple(rng.sample(seen.hand, seen.owes)))
        return Play(seen.seat, rng.choice(seen.playable))

    return move


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_whole_games_of_all_strengths_are_legal(players, variant):
    rng = random.Random(players)

    def move(seen):
        return choose(seen, STRENGTHS[(seen.seat + seen.deal) % 3], rng)

    # `decide` raises for anything that the rules don't allow.
    assert sum(1 for _ in positions(players, variant, players, move)) > 20


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_moves_are_legal_wherever_a_game_may_stray(players, strength):
    rng = random.Random(players)
    for state in positions(players, "standard", players, any_move(rng), 50):
        for seat in state.awaited():
            assert decide(state, choose(observe(state, seat), strength, rng))


def with_other_hidden_cards(state, seat, rng):
    """The same game to this seat's eyes, all that it can't see dealt anew."""
    seen = observe(state, seat)
    shown = {played.card for series in (*state.earlier, state.series) for played in series}
    known = {*seen.hand, *seen.given, *seen.kept, *shown, *((state.starter,) if state.starter else ())}
    pool = [card for card in PACK if card not in known]
    rng.shuffle(pool)

    def anew(cards):
        return tuple(pool.pop() for _ in cards)

    hands, kept, discards = list(state.hands), list(state.kept), list(state.discards)
    for other in range(state.players):
        if other != seat:
            hands[other] = tuple(sorted(anew(state.hands[other])))
            played = tuple(card for card in state.kept[other] if card not in state.hands[other])
            kept[other] = tuple(sorted((*hands[other], *played)))
            discards[other] = anew(state.discards[other])
    given = {card for cards in state.discards for card in cards}
    straight = anew([card for card in state.crib if card not in given])
    crib = (*straight, *(card for cards in discards for card in cards))
    return replace(state, hands=tuple(hands), kept=tuple(kept), discards=tuple(discards), crib=crib)


@settings(max_examples=25, deadline=None)
@given(
    players=st.sampled_from([2, 3, 4, 6]),
    variant=st.sampled_from(sorted(VARIANTS)),
    seed=st.integers(0, 10**6),
    moves=st.integers(1, 40),
)
def test_hidden_cards_never_change_a_choice(players, variant, seed, moves):
    rng = random.Random(seed)
    state = list(positions(players, variant, seed, any_move(rng), moves))[-1]
    for seat in state.awaited():
        other = with_other_hidden_cards(state, seat, rng)
        for strength in STRENGTHS:
            first = choose(observe(state, seat), strength, random.Random(seed))
            second = choose(observe(other, seat), strength, random.Random(seed))
            assert first == second


def test_only_the_seat_whose_move_it_is_is_asked():
    state = next(iter(positions(2, "standard", 1, any_move(random.Random(1)))))
    with pytest.raises(ValueError, match="doesn't wait"):
        choose(observe(state, None), "sharp", random.Random(1))
    after = evolve(state, decide(state, Discard(0, state.hands[0][:2]))[0])
    with pytest.raises(ValueError, match="doesn't wait"):
        choose(observe(after, 0), "sharp", random.Random(1))
    with pytest.raises(ValueError, match="no strength"):
        choose(observe(state, 0), "fierce", random.Random(1))
