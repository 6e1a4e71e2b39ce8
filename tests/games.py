"""Whole games for tests: legal ones at random, states made to order, everything illegal, and twins.

`from tests.games import play, at_random` works in every test. Chance comes from sealed seeds
(`seed_of(1)`, `seed_of(2)`, …), so that a game is named by its players, variant, policy and number.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from bot.cribbage.cards import JACK, PACK, Card, parse_card, parse_cards
from bot.cribbage.commands import Command, Cut, Deal, Discard, Play, PlayerCommand, SayGo, TurnStarter
from bot.cribbage.events import (
    Dealt,
    Discarded,
    GameEvent,
    GameStarted,
    GameWon,
    HandCounted,
    Played,
    StarterTurned,
)
from bot.cribbage.game import decide, evolve
from bot.cribbage.pegging import peg
from bot.cribbage.seating import PLAYER_COUNTS, dealt_size, dealt_to_crib, discard_size
from bot.cribbage.shuffle import next_chance
from bot.cribbage.state import GameState
from bot.cribbage.variants import VARIANTS

KINDS = tuple((players, variant) for players in PLAYER_COUNTS for variant in VARIANTS)
"""Every kind of game: number of players, name of the variant."""

Policy = Callable[[GameState], PlayerCommand]
"""Picks one of the players that a game waits for, and what that player does."""


# --- playing --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One command of a game: the state it was given to, what it led to, the state after that."""

    before: GameState
    command: Command
    events: tuple[GameEvent, ...]
    after: GameState


def step(state: GameState, command: Command) -> Step:
    """Decide a command and fold what it leads to."""
    events = decide(state, command)
    after = state
    for event in events:
        after = evolve(after, event)
    return Step(state, command, tuple(events), after)


def seed_of(number: int) -> bytes:
    """The seed of a test's game number so-and-so."""
    return hashlib.sha256(f"test game {number}".encode()).digest()


def play(state: GameState, policy: Policy, seed: bytes, public: Sequence[int] = ()) -> Iterator[Step]:
    """Play a game on from `state` to its end."""
    while state.phase != "over":
        taken = step(state, next_chance(state, seed, public) or policy(state))
        yield taken
        state = taken.after


def events_of(players: int, variant: str, policy: Policy, seed: bytes) -> list[GameEvent]:
    """All events of a whole game, the first included."""
    start = GameState.new(players, variant)
    steps = play(start, policy, seed)
    return [GameStarted(players, start.variant.name), *(event for taken in steps for event in taken.events)]


# --- policies -------------------------------------------------------------------------------------------


def legal(state: GameState, seat: int) -> list[PlayerCommand]:
    """All that a seat may do now."""
    if state.phase == "discard" and seat in state.awaited():
        owed = state.owes_discard(seat)
        return [Discard(seat, cards) for cards in combinations(state.hands[seat], owed)]
    if state.phase == "play" and seat == state.turn:
        return [Play(seat, card) for card in state.playable(seat)]
    return []


def at_random(rng: random.Random) -> Policy:
    """Anybody who may act does anything that is legal."""

    def policy(state: GameState) -> PlayerCommand:
        return rng.choice(legal(state, rng.choice(state.awaited())))

    return policy


def greedy(state: GameState) -> PlayerCommand:
    """The first seat awaited gives its highest cards to the crib, and plays what pegs most now."""
    seat = state.awaited()[0]
    commands = legal(state, seat)
    if state.phase == "discard":
        return commands[-1]
    series = [played.card for played in state.series]
    return max(commands, key=lambda command: sum(line.points for line in peg([*series, command.card])))


def timid(state: GameState) -> PlayerCommand:
    """The last seat awaited gives its lowest cards to the crib, and plays what pegs least now."""
    seat = state.awaited()[-1]
    commands = legal(state, seat)
    if state.phase == "discard":
        return commands[0]
    series = [played.card for played in state.series]
    return min(commands, key=lambda command: sum(line.points for line in peg([*series, command.card])))


# --- states made to order -------------------------------------------------------------------------------


def new_game(players: int, variant: str = "standard", scores: Sequence[int] | None = None) -> GameState:
    """A game before the cut, with a score to start from if one is given."""
    state = GameState.new(players, variant)
    return state if scores is None else replace(state, scores=tuple(scores))


def at_discard(
    hands: Sequence[str],
    *,
    dealer: int = 0,
    crib: str = "",
    variant: str = "standard",
    scores: Sequence[int] | None = None,
) -> GameState:
    """A game after its first deal: `hands` as dealt, seat by seat, and what went straight to the crib."""
    players = len(hands)
    kings = [card for card in PACK if card.rank >= JACK]
    lots = tuple((seat, PACK[0] if seat == dealer else kings[seat]) for seat in range(players))
    state = step(new_game(players, variant, scores), Cut(lots)).after
    return step(state, Deal(tuple(map(parse_cards, hands)), parse_cards(crib))).after


def at_starter(
    hands: Sequence[str],
    *,
    dealer: int = 0,
    crib: str = "",
    variant: str = "standard",
    scores: Sequence[int] | None = None,
) -> GameState:
    """A game in which everyone has kept `hands`, four cards a seat, and the starter is still to come.

    Without `crib` the crib is made of the lowest cards that nobody holds.
    """
    players = len(hands)
    kept = [parse_cards(hand) for hand in hands]
    held = {card for hand in kept for card in hand}
    spare = iter(parse_cards(crib) or [card for card in PACK if card not in held])
    straight = [next(spare) for _ in range(dealt_to_crib(players))]
    given = [
        tuple(next(spare) for _ in range(discard_size(seat, dealer, players))) for seat in range(players)
    ]
    state = at_discard(
        [_words((*hand, *cards)) for hand, cards in zip(kept, given, strict=True)],
        dealer=dealer,
        crib=_words(straight),
        variant=variant,
        scores=scores,
    )
    for seat, cards in enumerate(given):
        if cards:
            state = step(state, Discard(seat, cards)).after
    return state


def at_play(
    hands: Sequence[str],
    *,
    dealer: int = 0,
    crib: str = "",
    starter: str = "",
    variant: str = "standard",
    scores: Sequence[int] | None = None,
) -> GameState:
    """A game in which eldest is to lead; without `starter` it is the highest free card but a jack."""
    state = at_starter(hands, dealer=dealer, crib=crib, variant=variant, scores=scores)
    free = [card for card in undealt(state) if card.rank != JACK]
    return step(state, TurnStarter(parse_card(starter) if starter else free[-1])).after


def undealt(state: GameState) -> tuple[Card, ...]:
    """The cards that are left in the pack."""
    return tuple(card for card in PACK if card not in state.in_use())


def _words(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def plays(state: GameState, cards: str) -> Step:
    """Play cards in turn, whoever's turn it is; what the last one did is returned."""
    taken: Step | None = None
    for card in parse_cards(cards):
        assert state.turn is not None
        taken = step(state, Play(state.turn, card))
        state = taken.after
    assert taken is not None
    return taken


# --- what must be refused -------------------------------------------------------------------------------


def illegal(state: GameState, rng: random.Random) -> Iterator[tuple[str, Command]]:
    """Commands that the rules don't allow now, each with what is wrong with it.

    All of what a player could try with a card in the pack, and samples of the rest.
    """
    yield from _illegal_chance(state, rng)
    for seat in (-state.players, -1, state.players, state.players + 1):
        yield "no such seat", Discard(seat, tuple(rng.sample(PACK, 2)))
        yield "no such seat", Play(seat, rng.choice(PACK))
        yield "no such seat", SayGo(seat)
    for seat in range(state.players):
        yield "go is never asked for", SayGo(seat)
        for card in PACK:
            if state.phase != "play" or seat != state.turn:
                yield "not to play", Play(seat, card)
            elif card not in state.hands[seat]:
                yield "not held", Play(seat, card)
            elif state.count + card.value > 31:
                yield "past 31", Play(seat, card)
        yield from _illegal_discards(state, seat, rng)


def _illegal_discards(state: GameState, seat: int, rng: random.Random) -> Iterator[tuple[str, Command]]:
    hand = state.hands[seat] if state.hands else tuple(rng.sample(PACK, 4))
    others = [card for card in PACK if card not in hand]
    owed = state.owes_discard(seat)
    for size in range(6):
        if size <= len(hand) and size != owed:
            yield "a wrong number of cards", Discard(seat, tuple(rng.sample(hand, size)))
        if size and size <= len(hand):
            yield (
                "a card that is not held",
                Discard(seat, (*rng.sample(hand, size - 1), rng.choice(others))),
            )
    if hand:
        yield "a card twice", Discard(seat, (hand[0], hand[0]))
    if not owed:
        yield "nothing", Discard(seat, ())
    if state.discards and state.discards[seat]:
        yield "the same again", Discard(seat, state.discards[seat])


def _illegal_chance(state: GameState, rng: random.Random) -> Iterator[tuple[str, Command]]:
    seats = state.cutting() if state.phase == "cut" else tuple(range(state.players))
    lots = tuple(zip(seats, rng.sample(PACK, len(seats)), strict=True))
    if state.phase == "cut":
        yield "nobody cuts", Cut(())
        yield "one too few cuts", Cut(lots[1:])
        yield "one too many cuts", Cut((*lots, (state.players, lots[0][1])))
        yield "a seat cuts twice", Cut((*lots, lots[0]))
        yield "out of order", Cut(lots[::-1])
        yield "a card twice", Cut(tuple((seat, lots[0][1]) for seat in seats))
    else:
        yield "cut too late", Cut(lots)
    if state.phase == "deal":
        hands, crib = _deal(state.players, state.next_dealer(), rng)
        yield "a hand too few", Deal(hands[:-1], crib)
        yield "a card too few", Deal((hands[0][:-1], *hands[1:]), crib)
        yield "a card too many for the crib", Deal(hands, (*crib, _unused(hands, crib)))
        yield "a card twice", Deal(((*hands[0][:-1], hands[1][0]), *hands[1:]), crib)
        if state.players == 6:
            other, _ = _deal(6, (state.next_dealer() + 1) % 6, rng)
            yield "somebody else's deal", Deal(other, crib)
        if crib:
            yield "nothing for the crib", Deal(hands, ())
            yield "a card twice", Deal(hands, (hands[0][0],))
    else:
        dealer = state.dealer if state.dealer is not None else 0
        yield "deal out of phase", Deal(*_deal(state.players, dealer, rng))
    if state.phase == "starter":
        for card in PACK:
            if card not in undealt(state):
                yield "a card that was dealt", TurnStarter(card)
    else:
        yield "starter out of phase", TurnStarter(rng.choice(undealt(state)))


def _deal(
    players: int, dealer: int, rng: random.Random
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    pack = iter(rng.sample(PACK, 52))
    hands = tuple(
        tuple(next(pack) for _ in range(dealt_size(seat, dealer, players))) for seat in range(players)
    )
    return hands, tuple(next(pack) for _ in range(dealt_to_crib(players)))


def _unused(hands: Sequence[Sequence[Card]], crib: Sequence[Card]) -> Card:
    used = {card for cards in (*hands, crib) for card in cards}
    return next(card for card in PACK if card not in used)


# --- twins ----------------------------------------------------------------------------------------------


def twin(events: Sequence[GameEvent], viewer: int | None, rng: random.Random) -> list[GameEvent]:
    """Another course of the game that `viewer` (None: the public) can't tell from this one.

    Cards that the viewer has not seen trade places, wherever they are: in the others' hands, in the
    crib, in the undealt pack. Once the crib is open its cards still trade places among those who gave
    them. What is visible is worked out from the rules here, not from `observe`.
    """
    starts = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
    if not starts:
        return list(events)
    current = events[starts[-1] :]
    seen, open_crib = _seen(current, viewer)
    trade: dict[Card, Card] = {}
    for group in (open_crib - seen, set(PACK) - seen - open_crib):
        cards = sorted(group)
        trade.update(zip(cards, rng.sample(cards, len(cards)), strict=True))

    def traded(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(trade.get(card, card) for card in cards)

    course: list[GameEvent] = list(events[: starts[-1]])
    for event in current:
        if isinstance(event, Dealt):
            course.append(replace(event, hands=tuple(map(traded, event.hands)), crib=traded(event.crib)))
        elif isinstance(event, Discarded):
            course.append(replace(event, cards=traded(event.cards)))
        else:
            course.append(event)
    return course


def _seen(deal: Sequence[GameEvent], viewer: int | None) -> tuple[set[Card], set[Card]]:
    """The cards whose place the viewer knows, and those of the crib if it is open."""
    seen: set[Card] = set()
    dealt: set[Card] = set()
    crib: set[Card] = set()
    crib_is_open = False
    for event in deal:
        match event:
            case Dealt():
                dealt.update(card for hand in event.hands for card in hand)
                crib.update(event.crib)
                if viewer is not None:
                    seen.update(event.hands[viewer])
            case Discarded():
                crib.update(event.cards)
            case StarterTurned() | Played():
                seen.add(event.card)
            case HandCounted(crib=False):
                seen.update(event.cards)
            case HandCounted():
                crib_is_open = True
            case GameWon():
                crib_is_open = True
                seen.update(dealt - crib)
            case _:
                pass
    return seen, crib if crib_is_open else set()
