"""What a viewer may know. Pictures, messages and house players see observations, never states."""

from __future__ import annotations

from dataclasses import dataclass

from bot.cribbage.cards import Card
from bot.cribbage.seating import discard_size, side_of
from bot.cribbage.state import GameState, Phase, PlayedCard
from bot.cribbage.variants import Variant


@dataclass(frozen=True, slots=True)
class Observation:
    """A game as one seat sees it, or as the public does when `seat` is None.

    `hand` are the viewer's cards still held, `given` those they gave to the crib, `kept` the four they
    play and count (all empty for the public). `held` tells how many cards each seat holds, `discarded`
    which seats have given to the crib all that they owe. `owes` is how many cards the viewer has still to
    give, `playable` those that the viewer may play now. `shown` are the cards that everybody may see by
    seat (None: hidden), and `shown_crib` the crib: they are open once counted, and all of them when the
    game is over.
    """

    seat: int | None
    players: int
    variant: Variant
    phase: Phase
    scores: tuple[int, ...]
    back_pegs: tuple[int, ...]
    cuts: tuple[tuple[tuple[int, Card], ...], ...]
    deal: int
    dealer: int | None
    hand: tuple[Card, ...]
    given: tuple[Card, ...]
    kept: tuple[Card, ...]
    held: tuple[int, ...]
    discarded: tuple[bool, ...]
    crib_size: int
    starter: Card | None
    series: tuple[PlayedCard, ...]
    earlier: tuple[tuple[PlayedCard, ...], ...]
    goes: tuple[int, ...]
    turn: int | None
    awaited: tuple[int, ...]
    owes: int
    playable: tuple[Card, ...]
    shown: tuple[tuple[Card, ...] | None, ...]
    shown_crib: tuple[Card, ...] | None
    winners: tuple[int, ...]

    @property
    def count(self) -> int:
        """The running count of the series being played."""
        return sum(played.card.value for played in self.series)

    @property
    def own_seat(self) -> int:
        """The viewer's seat. Raises `ValueError` for the public, who have none."""
        if self.seat is None:
            raise ValueError("the public has no seat")
        return self.seat

    @property
    def known_dealer(self) -> int:
        """The dealer's seat, once the cut has shown who deals. Raises `ValueError` before."""
        if self.dealer is None:
            raise ValueError("nobody deals yet")
        return self.dealer

    @property
    def turned_starter(self) -> Card:
        """The starter, once it is turned. Raises `ValueError` before."""
        if self.starter is None:
            raise ValueError("no starter is turned yet")
        return self.starter

    def side(self, seat: int) -> int:
        """The side that a seat plays for."""
        return side_of(seat, self.players)


def observe(state: GameState, seat: int | None) -> Observation:
    """All that the player at `seat`, or with None the public, may know of a game.

    Raises `ValueError` for a seat that doesn't exist.
    """
    if seat is not None and not 0 <= seat < state.players:
        raise ValueError(f"there is no seat {seat} in a game of {state.players}")
    dealt = state.dealer is not None
    own = seat if dealt else None
    shown, shown_crib = _shown(state)
    return Observation(
        seat=seat,
        players=state.players,
        variant=state.variant,
        phase=state.phase,
        scores=state.scores,
        back_pegs=state.back_pegs,
        cuts=state.cuts,
        deal=state.deal,
        dealer=state.dealer,
        hand=state.hands[own] if own is not None else (),
        given=state.discards[own] if own is not None else (),
        kept=state.kept[own] if own is not None else (),
        held=tuple(map(len, state.hands)),
        discarded=tuple(_has_discarded(state, other) for other in range(state.players)) if dealt else (),
        crib_size=len(state.crib),
        starter=state.starter,
        series=state.series,
        earlier=state.earlier,
        goes=state.goes,
        turn=state.turn,
        awaited=state.awaited(),
        owes=state.owes_discard(own) if own is not None else 0,
        playable=state.playable(own) if own is not None and own == state.turn else (),
        shown=shown,
        shown_crib=shown_crib,
        winners=state.winners,
    )


def _has_discarded(state: GameState, seat: int) -> bool:
    return len(state.discards[seat]) == discard_size(seat, state.known_dealer, state.players)


def _shown(state: GameState) -> tuple[tuple[tuple[Card, ...] | None, ...], tuple[Card, ...] | None]:
    if state.dealer is None:
        return (), None
    # Sorted, because the order in which a crib came together tells who gave what.
    crib = tuple(sorted(state.crib))
    if state.phase == "over":
        return state.kept, crib
    # Hands are counted from the dealer's left, the crib last.
    steps = [(seat - state.dealer - 1) % state.players for seat in range(state.players)]
    shown = tuple(state.kept[seat] if step < state.counted else None for seat, step in enumerate(steps))
    return shown, crib if state.counted > state.players else None
