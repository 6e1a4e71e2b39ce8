"""The rules at work: `decide` says what a command leads to, `evolve` what an event changes.

Both are pure. Chance is explicit: whenever the phase is `cut`, `deal` or `starter`, the game waits for a
command that carries cards (`bot.cribbage.shuffle` derives them from a sealed seed).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from bot.cribbage.cards import JACK, Card
from bot.cribbage.commands import Command, Cut, Deal, Discard, Play, SayGo, TurnStarter
from bot.cribbage.counting import count_hand
from bot.cribbage.events import (
    CutForDeal,
    Dealt,
    Discarded,
    GameEvent,
    GameStarted,
    GameWon,
    HandCounted,
    Played,
    SaidGo,
    Scored,
    ScoreReason,
    SeriesEnded,
    StarterTurned,
)
from bot.cribbage.pegging import LIMIT, fits, peg
from bot.cribbage.seating import CRIB_SIZE, PLAYER_COUNTS, clockwise, dealt_size, dealt_to_crib, eldest
from bot.cribbage.state import GameState, PlayedCard, without
from bot.cribbage.variants import VARIANTS

_T = TypeVar("_T")


class IllegalAction(Exception):
    """A command that the rules don't allow now. Its text is a sentence for the player."""


def replay(events: Iterable[GameEvent]) -> GameState:
    """The state that a game's events lead to. Raises `ValueError` unless they begin with `GameStarted`."""
    state: GameState | None = None
    for event in events:
        state = start(event) if state is None else evolve(state, event)
    if state is None:
        raise ValueError("there are no events to replay")
    return state


def start(event: GameEvent) -> GameState:
    """The state after a game's first event.

    Raises `ValueError` when that isn't `GameStarted`, or when no such game is on offer.
    """
    if not isinstance(event, GameStarted):
        raise ValueError(f"a game begins with game_started, not {event.kind}")
    if event.players not in PLAYER_COUNTS:
        raise ValueError(f"cribbage is for 2, 3, 4 or 6 players, not {event.players}")
    if event.variant not in VARIANTS:
        raise ValueError(f"there is no variant {event.variant!r}")
    return GameState.new(event.players, event.variant)


# --- decide ---------------------------------------------------------------------------------------------


def decide(state: GameState, command: Command) -> list[GameEvent]:
    """What a command leads to, as events. The state itself is not changed.

    Raises `IllegalAction`, with a sentence fit for the player, when the rules don't allow the command.
    """
    if state.phase == "over":
        raise IllegalAction("This game is over.")
    match command:
        case Cut():
            return _decide_cut(state, command)
        case Deal():
            return _decide_deal(state, command)
        case TurnStarter():
            return _decide_starter(state, command)
        case Discard():
            return _decide_discard(state, command)
        case Play():
            return _decide_play(state, command)
        case SayGo():
            raise _no_go(state, command.seat)


class _Decision:
    """Events as they are decided, and the state that they lead to."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.events: list[GameEvent] = []

    def add(self, event: GameEvent) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    def score(self, seat: int, points: int, reason: ScoreReason, cards: tuple[Card, ...] = ()) -> None:
        self.add(Scored(self.state.side(seat), seat, points, reason, cards))

    def won(self, seat: int) -> bool:
        """Whether this seat's side has just reached the target; if so, the game is over."""
        side = self.state.side(seat)
        if self.state.scores[side] < self.state.variant.target:
            return False
        others = tuple(other for other in range(len(self.state.scores)) if other != side)
        self.add(GameWon(side, others if self.state.variant.lowball else (side,)))
        return True


def _decide_cut(state: GameState, command: Cut) -> list[GameEvent]:
    """Rules: "Flow of a game", 1."""
    if state.phase != "cut":
        raise IllegalAction("The cut for deal has been made.")
    if tuple(seat for seat, _ in command.cards) != state.cutting():
        raise IllegalAction("Only the players still in the cut draw a card.")
    _all_different(card for _, card in command.cards)
    return [CutForDeal(command.cards)]


def _decide_deal(state: GameState, command: Deal) -> list[GameEvent]:
    """Rules: "Seats, sides and deal"."""
    if state.phase != "deal":
        raise IllegalAction("It isn't time to deal.")
    dealer = state.next_dealer()
    wanted = tuple(dealt_size(seat, dealer, state.players) for seat in range(state.players))
    if tuple(map(len, command.hands)) != wanted or len(command.crib) != dealt_to_crib(state.players):
        raise IllegalAction("That is the wrong number of cards for this deal.")
    _all_different(card for cards in (*command.hands, command.crib) for card in cards)
    return [Dealt(state.deal + 1, dealer, command.hands, command.crib)]


def _decide_starter(state: GameState, command: TurnStarter) -> list[GameEvent]:
    """Rules: "Flow of a game", 3."""
    if state.phase != "starter" or state.dealer is None:
        raise IllegalAction("It isn't time to turn the starter.")
    if command.card in state.in_use():
        raise IllegalAction("The starter comes from the undealt pack.")
    decision = _Decision(state)
    decision.add(StarterTurned(command.card))
    if command.card.rank == JACK:
        decision.score(state.dealer, 2, "heels", (command.card,))
        decision.won(state.dealer)
    return decision.events


def _decide_discard(state: GameState, command: Discard) -> list[GameEvent]:
    """Rules: "Flow of a game", 2."""
    _check_seat(state, command.seat)
    if state.phase != "discard":
        raise IllegalAction("It isn't time to discard.")
    if state.discards[command.seat]:
        raise IllegalAction("You have given to the crib already; that can't be taken back.")
    owed = state.owes_discard(command.seat)
    if not owed:
        raise IllegalAction("You keep all your cards in this deal.")
    if len(set(command.cards)) != len(command.cards) or len(command.cards) != owed:
        raise IllegalAction(f"Give {'one card' if owed == 1 else 'two different cards'} to the crib.")
    for card in command.cards:
        _check_held(state, command.seat, card)
    return [Discarded(command.seat, command.cards)]


def _decide_play(state: GameState, command: Play) -> list[GameEvent]:
    """Rules: "Flow of a game", 4 to 9."""
    _check_seat(state, command.seat)
    if state.phase != "play":
        raise IllegalAction("It isn't time to play a card.")
    if command.seat != state.turn:
        raise IllegalAction("It isn't your turn.")
    _check_held(state, command.seat, command.card)
    if not fits(command.card, state.count):
        raise IllegalAction(f"{command.card.symbol} would take the count past {LIMIT}.")
    decision = _Decision(state)
    decision.add(Played(command.seat, command.card, state.count + command.card.value))
    for line in peg([played.card for played in decision.state.series]):
        decision.score(command.seat, line.points, line.kind, line.cards)
    if not decision.won(command.seat):
        _go_on(decision, command.seat)
    return decision.events


def _go_on(decision: _Decision, last: int) -> None:
    """Pass the turn after a card of seat `last`, through goes, the end of the series and the show."""
    if decision.state.count < LIMIT:
        _say_goes(decision, last)
        if decision.state.turn is not None and decision.state.playable(decision.state.turn):
            return
        holding = any(decision.state.hands)
        decision.score(last, 1, "go" if holding else "last_card")
        if decision.won(last):
            return
    lead = next(
        (seat for seat in clockwise(last, decision.state.players) if decision.state.hands[seat]), None
    )
    decision.add(SeriesEnded(lead))
    if lead is None:
        _show(decision)


def _say_goes(decision: _Decision, last: int) -> None:
    """Say go for everybody but the last player who holds cards and has none that fits."""
    while (seat := decision.state.turn) not in (None, last) and not decision.state.playable(seat):
        decision.add(SaidGo(seat))


def _show(decision: _Decision) -> None:
    """Count the hands from eldest to dealer, then the crib, until somebody has won."""
    state = decision.state
    for seat, crib in _order_of_show(state.known_dealer, state.players):
        cards = tuple(sorted(state.crib if crib else state.kept[seat]))
        count = count_hand(cards, state.turned_starter, crib=crib)
        decision.add(HandCounted(seat, crib, cards, state.turned_starter, count.points, count.lines))
        if count.points:
            decision.score(seat, count.points, "crib" if crib else "hand", cards)
            if decision.won(seat):
                return


def _order_of_show(dealer: int, players: int) -> Iterator[tuple[int, bool]]:
    for seat in clockwise(dealer, players):
        yield seat, False
    yield dealer, True


def _no_go(state: GameState, seat: int) -> IllegalAction:
    _check_seat(state, seat)
    if state.phase == "play" and seat == state.turn:
        card = state.playable(seat)[0]
        return IllegalAction(f"You can play {card.symbol}, and who can play must.")
    return IllegalAction("It isn't your turn; when you must say go, it is said for you.")


def _check_seat(state: GameState, seat: int) -> None:
    if not 0 <= seat < state.players:
        raise IllegalAction("There is no such seat.")


def _check_held(state: GameState, seat: int, card: Card) -> None:
    if card not in state.hands[seat]:
        raise IllegalAction(f"You don't hold {card.symbol}.")


def _all_different(cards: Iterable[Card]) -> None:
    cards = list(cards)
    if len(set(cards)) != len(cards):
        raise IllegalAction("The same card can't come twice.")


# --- evolve ---------------------------------------------------------------------------------------------


def evolve(state: GameState, event: GameEvent) -> GameState:
    """The state after an event. Events are facts: they are not checked again."""
    match event:
        case GameStarted():
            return start(event)
        case CutForDeal():
            cut = replace(state, cuts=(*state.cuts, event.cards))
            return cut if cut.cutting() else replace(cut, phase="deal")
        case Dealt():
            return _evolve_dealt(state, event)
        case Discarded():
            return _evolve_discarded(state, event)
        case StarterTurned():
            return replace(
                state, phase="play", starter=event.card, turn=eldest(state.known_dealer, state.players)
            )
        case Played():
            return _evolve_played(state, event)
        case SaidGo():
            gone = replace(state, goes=(*state.goes, event.seat))
            return replace(gone, turn=gone.next_to_play(event.seat))
        case SeriesEnded():
            return _evolve_series_ended(state, event)
        case Scored():
            return _evolve_scored(state, event)
        case HandCounted():
            phase = "deal" if event.crib else state.phase
            return replace(state, counted=state.counted + 1, phase=phase, before=state.scores)
        case GameWon():
            return replace(state, phase="over", turn=None, winners=event.winners)


def _evolve_dealt(state: GameState, event: Dealt) -> GameState:
    hands = tuple(tuple(sorted(hand)) for hand in event.hands)
    fresh = GameState.new(state.players, state.variant.name)
    return _starter_next(
        replace(
            fresh,
            phase="discard",
            scores=state.scores,
            back_pegs=state.back_pegs,
            before=state.scores,
            cuts=state.cuts,
            deal=event.number,
            dealer=event.dealer,
            hands=hands,
            kept=hands,
            discards=((),) * state.players,
            crib=event.crib,
        )
    )


def _evolve_discarded(state: GameState, event: Discarded) -> GameState:
    hand = without(state.hands[event.seat], event.cards)
    return _starter_next(
        replace(
            state,
            hands=_put(state.hands, event.seat, hand),
            kept=_put(state.kept, event.seat, hand),
            discards=_put(state.discards, event.seat, event.cards),
            crib=(*state.crib, *event.cards),
        )
    )


def _starter_next(state: GameState) -> GameState:
    """Once the crib is full, the starter is to be turned."""
    return replace(state, phase="starter") if len(state.crib) == CRIB_SIZE else state


def _evolve_played(state: GameState, event: Played) -> GameState:
    played = replace(
        state,
        hands=_put(state.hands, event.seat, without(state.hands[event.seat], (event.card,))),
        series=(*state.series, PlayedCard(event.seat, event.card)),
        before=state.scores,
    )
    return replace(played, turn=played.next_to_play(event.seat))


def _evolve_series_ended(state: GameState, event: SeriesEnded) -> GameState:
    return replace(
        state,
        phase="show" if event.lead is None else "play",
        earlier=(*state.earlier, state.series),
        series=(),
        goes=(),
        turn=event.lead,
    )


def _evolve_scored(state: GameState, event: Scored) -> GameState:
    return replace(
        state,
        scores=_put(state.scores, event.side, state.scores[event.side] + event.points),
        back_pegs=_put(state.back_pegs, event.side, state.before[event.side]),
    )


def _put(items: tuple[_T, ...], index: int, item: _T) -> tuple[_T, ...]:
    return (*items[:index], item, *items[index + 1 :])
