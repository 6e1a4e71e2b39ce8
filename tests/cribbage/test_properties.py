"""What holds at every moment of every game, whoever plays it and however badly."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cribbage.cards import PACK
from bot.cribbage.commands import Command, Cut, Deal, Discard, Play, TurnStarter
from bot.cribbage.events import (
    CutForDeal,
    Dealt,
    GameEvent,
    GameStarted,
    GameWon,
    HandCounted,
    Played,
    SaidGo,
    Scored,
    SeriesEnded,
    StarterTurned,
)
from bot.cribbage.game import IllegalAction, decide, evolve, replay
from bot.cribbage.observe import observe
from bot.cribbage.seating import sides
from bot.cribbage.state import GameState
from tests.cribbage.referee import Fact, Referee
from tests.games import (
    KINDS,
    Policy,
    Step,
    at_random,
    events_of,
    greedy,
    illegal,
    legal,
    new_game,
    play,
    seed_of,
    timid,
    twin,
    undealt,
)

POLICIES: tuple[Callable[[random.Random], Policy], ...] = (
    at_random,
    lambda _: greedy,
    lambda _: timid,
)

kinds = st.sampled_from(KINDS)
numbers = st.integers(0, 2**32)
policies = st.sampled_from(POLICIES)

each_kind = pytest.mark.parametrize("kind", KINDS, ids="{0[0]}-{0[1]}".format)
some = settings(deadline=None, max_examples=2)


@st.composite
def endings(draw: st.DrawFn) -> tuple[GameState, Policy, bytes]:
    """Games that start with scores near the target, so that they end soon and in every way there is."""
    players, variant = draw(kinds)
    state = new_game(players, variant)
    target = state.variant.target
    scores = draw(
        st.lists(st.integers(target - 14, target - 1), min_size=sides(players), max_size=sides(players))
    )
    number = draw(numbers)
    return new_game(players, variant, scores), draw(policies)(random.Random(number)), seed_of(number)


def fold(state: GameState, events: list[GameEvent]) -> GameState:
    for event in events:
        state = evolve(state, event)
    return state


# --- the end --------------------------------------------------------------------------------------------


def check_end(start: GameState, steps: list[Step]) -> None:
    end = steps[-1].after
    target = end.variant.target
    reached = [side for side, score in enumerate(end.scores) if score >= target]
    assert end.phase == "over"
    assert len(reached) == 1
    if end.variant.lowball:
        assert end.winners == tuple(side for side in range(len(end.scores)) if side != reached[0])
    else:
        assert end.winners == tuple(reached)
    events = [event for taken in steps for event in taken.events]
    assert events[-1] == GameWon(reached[0], end.winners)
    assert isinstance(events[-2], Scored)
    assert events[-2].side == reached[0]
    assert sum(isinstance(event, GameWon) for event in events) == 1
    # Nobody was there before the last card or hand was counted.
    before = steps[-1].before.scores if not isinstance(events[-2], Scored) else end.before
    assert max(before) < target
    for side in range(len(end.scores)):
        scored = [event.points for event in events if isinstance(event, Scored) and event.side == side]
        assert end.scores[side] == start.scores[side] + sum(scored)
        assert all(points > 0 for points in scored)


@each_kind
@some
@given(policy=policies, number=numbers)
def test_every_game_ends_with_one_side_at_the_target_and_its_points_add_up(kind, policy, number):
    start = new_game(*kind)
    check_end(start, list(play(start, policy(random.Random(number)), seed_of(number))))


@settings(deadline=None, max_examples=150)
@given(endings())
def test_a_game_ends_the_moment_a_side_gets_there(ending):
    start, policy, seed = ending
    check_end(start, list(play(start, policy, seed)))


# --- the same as the other engine -----------------------------------------------------------------------


def facts_of(events: tuple[GameEvent, ...]) -> Iterator[Fact]:
    for event in events:
        match event:
            case Scored():
                yield "scored", event.side, event.seat, event.points, event.reason
            case SaidGo():
                yield "go", event.seat
            case SeriesEnded():
                yield "series ended", event.lead
            case HandCounted():
                yield "counted", event.seat, event.crib, event.points
            case GameWon():
                yield "won", event.reached, event.winners
            case _:
                pass


def check_against_referee(start: GameState, policy: Policy, seed: bytes) -> None:
    referee = Referee(start.players, start.variant.target, start.variant.lowball, start.scores)
    for taken in play(start, policy, seed):
        match taken.command:
            case Cut():
                referee.cut(dict(taken.command.cards))
            case Deal():
                referee.deal(taken.command.hands, taken.command.crib)
            case Discard():
                referee.discard(taken.command.seat, taken.command.cards)
            case TurnStarter():
                referee.turn_starter(taken.command.card)
            case Play():
                referee.play(taken.command.seat, taken.command.card)
        assert list(facts_of(taken.events)) == referee.facts
        assert list(taken.after.scores) == referee.scores
        assert (taken.after.phase == "over") == referee.over
        if taken.after.phase == "play":
            assert taken.after.turn == referee.to_play
            assert taken.after.count == referee.count()
            assert set(taken.after.goes) == referee.passed
        if taken.after.dealer is not None:
            assert (taken.after.dealer, taken.after.deal) == (referee.dealer, referee.deals)
        referee.facts.clear()


@each_kind
@some
@given(policy=policies, number=numbers)
def test_a_second_engine_written_from_the_rules_agrees(kind, policy, number):
    check_against_referee(new_game(*kind), policy(random.Random(number)), seed_of(number))


@settings(deadline=None, max_examples=150)
@given(endings())
def test_a_second_engine_agrees_on_how_games_end(ending):
    check_against_referee(*ending)


# --- events and states ----------------------------------------------------------------------------------


@each_kind
@some
@given(policy=policies, number=numbers)
def test_replay_gives_the_state_after_every_command(kind, policy, number):
    events: list[GameEvent] = [GameStarted(*kind)]
    folded = replay(events)
    for taken in play(new_game(*kind), policy(random.Random(number)), seed_of(number)):
        assert folded == taken.before
        events.extend(taken.events)
        folded = fold(folded, list(taken.events))
        assert folded == taken.after
    assert replay(events) == folded
    assert replay(events[: len(events) // 2]) == fold(replay(events[:1]), events[1 : len(events) // 2])


@each_kind
@some
@given(policy=policies, number=numbers)
def test_the_52_cards_are_conserved_at_every_event(kind, policy, number):
    state = new_game(*kind)
    for event in events_of(*kind, policy(random.Random(number)), seed_of(number))[1:]:
        state = evolve(state, event)
        on_table = [played.card for series in (*state.earlier, state.series) for played in series]
        starter = [] if state.starter is None else [state.starter]
        cards = [*(card for hand in state.hands for card in hand), *state.crib, *on_table, *starter]
        assert len(set(cards)) == len(cards)
        assert state.in_use() == set(cards)
        assert sorted([*cards, *undealt(state)]) == list(PACK)
        if state.deal:
            played = [
                [p.card for s in (*state.earlier, state.series) for p in s if p.seat == seat]
                for seat in range(state.players)
            ]
            for seat in range(state.players):
                assert sorted([*state.hands[seat], *played[seat]]) == list(state.kept[seat])
            straight = state.crib[:1] if state.players == 3 else ()
            given_away = [card for cards in state.discards for card in cards]
            assert sorted(state.crib) == sorted([*straight, *given_away])


@each_kind
@some
@given(policy=policies, number=numbers)
def test_the_play_keeps_its_rules_at_every_event(kind, policy, number):
    """The count never passes 31, nobody says go who could play, nobody plays after a go."""
    state = new_game(*kind)
    for event in events_of(*kind, policy(random.Random(number)), seed_of(number))[1:]:
        if isinstance(event, Played):
            assert event.seat == state.turn
            assert event.seat not in state.goes
            assert event.count == state.count + event.card.value <= 31
        if isinstance(event, SaidGo):
            assert event.seat == state.turn
            assert event.seat not in state.goes
            assert state.hands[event.seat]
            assert not state.playable(event.seat)
        if isinstance(event, SeriesEnded) and state.count < 31:
            assert not any(state.playable(seat) for seat in range(state.players))
        state = evolve(state, event)
        if isinstance(event, CutForDeal) and state.phase == "deal":
            lowest = min(event.cards, key=lambda lot: lot[1].rank)
            assert state.next_dealer() == lowest[0]


@each_kind
@some
@given(policy=policies, number=numbers)
def test_a_back_peg_stands_where_the_front_peg_stood_before_its_last_move(kind, policy, number):
    """All that one card or one hand makes is one move."""
    state = new_game(*kind)
    expected = [0] * len(state.scores)
    settled = state.scores
    for event in events_of(*kind, policy(random.Random(number)), seed_of(number))[1:]:
        if isinstance(event, Played | HandCounted | StarterTurned):
            settled = state.scores
        if isinstance(event, Scored):
            expected[event.side] = settled[event.side]
        state = evolve(state, event)
        assert list(state.back_pegs) == expected
        assert all(back <= front for back, front in zip(state.back_pegs, state.scores, strict=True))


# --- what is refused ------------------------------------------------------------------------------------


@each_kind
@some
@given(policy=policies, number=numbers)
def test_nothing_illegal_is_accepted_and_nothing_changes(kind, policy, number):
    rng = random.Random(number)
    steps = list(play(new_game(*kind), policy(rng), seed_of(number)))
    moments = [taken.before for taken in steps]
    by_phase = {state.phase: state for state in rng.sample(moments, len(moments))}
    for state in (*by_phase.values(), *rng.sample(moments, 6), steps[-1].after):
        held = repr(state)
        for wrong, command in illegal(state, rng):
            sentence = refusal(state, command)
            assert sentence is not None, (wrong, command)
            assert not sentence[0].islower(), wrong
            assert sentence.endswith("."), wrong
        assert repr(state) == held


def refusal(state: GameState, command: Command) -> str | None:
    """The sentence with which a command is refused; None: it isn't."""
    try:
        decide(state, command)
    except IllegalAction as refused:
        return str(refused)
    return None


@each_kind
@some
@given(policy=policies, number=numbers)
def test_everything_legal_is_accepted_and_waited_for(kind, policy, number):
    rng = random.Random(number)
    for taken in play(new_game(*kind), policy(rng), seed_of(number)):
        state = taken.before
        assert bool(state.awaited()) == (state.phase in ("discard", "play"))
        for seat in range(state.players):
            commands = legal(state, seat)
            assert bool(commands) == (seat in state.awaited())
            for command in commands:
                assert decide(state, command)


# --- what is hidden -------------------------------------------------------------------------------------


@each_kind
@some
@given(policy=policies, number=numbers)
def test_what_a_viewer_cannot_know_makes_no_difference_to_what_they_observe(kind, policy, number):
    rng = random.Random(number)
    events = events_of(*kind, policy(rng), seed_of(number))
    state = before_deal = replay(events[:1])
    deal: list[GameEvent] = []
    for place, event in enumerate(events[1:], start=2):
        if isinstance(event, Dealt):
            before_deal, deal = state, []
        deal.append(event)
        state = evolve(state, event)
        if place == len(events) or rng.random() < 0.05:
            for viewer in (None, *range(state.players)):
                other = fold(before_deal, twin(deal, viewer, rng))
                assert observe(other, viewer) == observe(state, viewer)


@each_kind
@some
@given(number=numbers)
def test_the_twins_are_not_the_same_game(kind, number):
    """Without this the property above would hold for want of trying."""
    rng = random.Random(number)
    events = events_of(*kind, at_random(rng), seed_of(number))
    first = next(place for place, event in enumerate(events) if isinstance(event, StarterTurned))
    state = replay(events[: first + 1])
    for viewer in (None, *range(state.players)):
        other = replay(twin(events[: first + 1], viewer, rng))
        assert other != state
        assert [seat for seat in range(state.players) if other.hands[seat] != state.hands[seat]] == [
            seat for seat in range(state.players) if seat != viewer
        ]
