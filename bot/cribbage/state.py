"""A game at one moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.cribbage.cards import Card
from bot.cribbage.pegging import fits
from bot.cribbage.seating import clockwise, discard_size, side_of, sides
from bot.cribbage.variants import STANDARD, VARIANTS, Variant

Phase = Literal["cut", "deal", "discard", "starter", "play", "show", "over"]
"""What the game waits for: chance (cut, deal, starter), players (discard, play), or nobody (over).

`show` lasts only between two events of one decision.
"""


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card on the table, and the seat that played it."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything about a game, hidden cards included: show people what `observe` returns instead.

    `scores`, `back_pegs` and `before` are by side: a back peg stands where the front peg stood before its
    last move, and since all that one card or hand makes is one move, `before` are the scores before the
    card that is on the table or the hand that is counted now. `hands`, `kept` and `discards` are by seat:
    the cards still held, the four that are played and counted, and those given to the crib. `crib` is
    what lies in the crib so far. `series` is the play since the count was last 0, `earlier` the series of
    this deal before it, `goes` the seats that have said go in this one.
    """

    players: int
    variant: Variant
    phase: Phase
    scores: tuple[int, ...]
    back_pegs: tuple[int, ...]
    before: tuple[int, ...]
    cuts: tuple[tuple[tuple[int, Card], ...], ...] = ()
    deal: int = 0
    dealer: int | None = None
    hands: tuple[tuple[Card, ...], ...] = ()
    kept: tuple[tuple[Card, ...], ...] = ()
    discards: tuple[tuple[Card, ...], ...] = ()
    crib: tuple[Card, ...] = ()
    starter: Card | None = None
    series: tuple[PlayedCard, ...] = ()
    earlier: tuple[tuple[PlayedCard, ...], ...] = ()
    goes: tuple[int, ...] = ()
    turn: int | None = None
    counted: int = 0
    winners: tuple[int, ...] = ()

    @classmethod
    def new(cls, players: int, variant: str = STANDARD.name) -> GameState:
        """A game before the cut for deal."""
        zero = (0,) * sides(players)
        return cls(players, VARIANTS[variant], "cut", zero, zero, zero)

    @property
    def count(self) -> int:
        """The running count of the series being played, 0 to 31."""
        return sum(played.card.value for played in self.series)

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

    def cutting(self) -> tuple[int, ...]:
        """The seats that cut next: all, then those tied for lowest; empty once somebody is lowest."""
        if not self.cuts:
            return tuple(range(self.players))
        lowest = min(card.rank for _, card in self.cuts[-1])
        tied = tuple(seat for seat, card in self.cuts[-1] if card.rank == lowest)
        return tied if len(tied) > 1 else ()

    def owes_discard(self, seat: int) -> int:
        """How many cards this seat has still to give to the crib."""
        if self.phase != "discard" or self.dealer is None or self.discards[seat]:
            return 0
        return discard_size(seat, self.dealer, self.players)

    def playable(self, seat: int) -> tuple[Card, ...]:
        """The cards of a seat that fit the count now, whoever's turn it is."""
        count = self.count
        return tuple(card for card in self.hands[seat] if fits(card, count))

    def awaited(self) -> tuple[int, ...]:
        """The seats whose move the game waits for."""
        if self.phase == "discard":
            return tuple(seat for seat in range(self.players) if self.owes_discard(seat))
        if self.phase == "play" and self.turn is not None:
            return (self.turn,)
        return ()

    def next_to_play(self, after: int) -> int | None:
        """The first seat from the left of `after` that holds cards and hasn't said go; None: nobody."""
        for seat in clockwise(after, self.players):
            if self.hands[seat] and seat not in self.goes:
                return seat
        return None

    def in_use(self) -> frozenset[Card]:
        """Every card that has left the pack in this deal."""
        cards = {card for held in self.hands for card in held}
        cards.update(self.crib)
        cards.update(played.card for series in (*self.earlier, self.series) for played in series)
        if self.starter is not None:
            cards.add(self.starter)
        return frozenset(cards)

    def next_dealer(self) -> int:
        """Who deals next: the winner of the cut, then the seat to the left of the last dealer."""
        if self.dealer is not None:
            return clockwise(self.dealer, self.players)[0]
        return min(self.cuts[-1], key=lambda cut: cut[1].rank)[0]


def without(cards: Sequence[Card], gone: Sequence[Card]) -> tuple[Card, ...]:
    """`cards` less those in `gone`, in the same order."""
    return tuple(card for card in cards if card not in gone)
