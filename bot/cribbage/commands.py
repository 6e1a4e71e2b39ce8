"""What can be asked of a game: by chance (`Cut`, `Deal`, `TurnStarter`) or by a player (the rest)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.cribbage.cards import Card


@dataclass(frozen=True, slots=True)
class Cut:
    """Chance: each seat still in the cut for deal draws a card, as (seat, card)."""

    cards: tuple[tuple[int, Card], ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the cards of each seat, and those that go straight to the crib."""

    hands: tuple[tuple[Card, ...], ...]
    crib: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnStarter:
    """Chance: the card cut from the undealt pack."""

    card: Card


@dataclass(frozen=True, slots=True)
class Discard:
    """A player gives cards to the crib."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A player plays a card."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class SayGo:
    """A player wants to say go. The engine says go for whoever must, so asking is never legal."""

    seat: int


ChanceCommand = Cut | Deal | TurnStarter
PlayerCommand = Discard | Play | SayGo
Command = ChanceCommand | PlayerCommand
