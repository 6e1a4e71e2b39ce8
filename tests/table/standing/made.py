"""Finished games for tests of standing, made from the events that matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.cribbage.cards import PACK, parse_card, parse_cards
from bot.cribbage.events import (
    CutForDeal,
    Dealt,
    GameEvent,
    GameStarted,
    GameWon,
    HandCounted,
    Played,
    Scored,
    StarterTurned,
)
from bot.cribbage.seating import dealt_size, dealt_to_crib, sides
from bot.table.events import Event, HouseSeated, SeatTaken, TableOpened
from bot.table.standing.awards import Award, Standing, awards
from bot.table.standing.career import Career
from bot.table.table import Table, fold

GUILD = 9
CARD = parse_card("5H")
FOUR = parse_cards("2C 3D 7H KS")


@dataclass
class Made:
    """The log of a game. Seat n is person 100 + n; seats in `house` belong to house players from the start."""

    players: int = 2
    variant: str = "standard"
    house: Sequence[int] = ()
    dealer: int = 0
    log: list[Event] = field(default_factory=list[Event])

    def __post_init__(self) -> None:
        self.log.append(TableOpened(GUILD, 2, 100, self.players, self.variant, "c" * 64))
        for seat in range(self.players):
            taken = SeatTaken(seat, 100 + seat, f"P{seat}")
            self.log.append(HouseSeated(seat, "gentle", "House") if seat in self.house else taken)
        lots = tuple((seat, PACK[0 if seat == self.dealer else 40 + seat]) for seat in range(self.players))
        self.log += [GameStarted(self.players, self.variant), CutForDeal(lots)]
        self.deal(1)

    def deal(self, number: int) -> Made:
        """Another deal; the seats take turns at it."""
        dealer = (self.dealer + number - 1) % self.players
        pack = iter(PACK)
        hands = [
            tuple(next(pack) for _ in range(dealt_size(seat, dealer, self.players)))
            for seat in range(self.players)
        ]
        crib = tuple(next(pack) for _ in range(dealt_to_crib(self.players)))
        self.log.append(Dealt(number, dealer, tuple(hands), crib))
        return self

    def hand(self, seat: int, points: int, *, crib: bool = False) -> Made:
        """A hand or crib is counted."""
        self.log.append(HandCounted(seat, crib, FOUR, CARD, points, ()))
        return self.points(seat, points, "crib" if crib else "hand") if points else self

    def play(self, seat: int, *scores: tuple[int, str]) -> Made:
        """A card is played, and scores."""
        self.log.append(Played(seat, CARD, CARD.value))
        for points, reason in scores:
            self.points(seat, points, reason)
        return self

    def heels(self, seat: int) -> Made:
        """The starter is a jack."""
        self.log.append(StarterTurned(parse_card("JD")))
        return self.points(seat, 2, "heels")

    def points(self, seat: int, points: int, reason: str = "hand") -> Made:
        """Points out of nowhere: no hand is counted for them."""
        self.log.append(Scored(seat % sides(self.players), seat, points, reason))
        return self

    def won(self, side: int = 0) -> Made:
        """The side has reached the target."""
        lowball = self.variant == "lowball"
        others = tuple(other for other in range(sides(self.players)) if other != side)
        self.log.append(GameWon(side, others if lowball else (side,)))
        return self

    def then(self, *events: Event) -> Made:
        """Anything else happens."""
        self.log += events
        return self

    @property
    def table(self) -> Table:
        """The table that the log leads to; cards that nobody holds are of no account here."""
        return fold(7, self.log)

    def awards(self, records: Mapping[int, Standing] | None = None) -> dict[int, Award]:
        """What the game brings to each seat with a person in it."""
        known = {100 + seat: Standing(Career(), frozenset(), {}) for seat in range(self.players)}
        made = awards(self.table, self.log, known | dict(records or {}))
        return {award.result.seat: award for award in made}


def scored(*scores: int, players: int = 2, variant: str = "standard", house: Sequence[int] = ()) -> Made:
    """A game that side 0 has ended with these scores."""
    made = Made(players, variant, house)
    for side, points in reversed(list(enumerate(scores))):
        if points:
            made.points(side, points)
    return made.won()


def record(*feats: str, **sums: int) -> Standing:
    """A person with a past."""
    return Standing(Career(**sums), frozenset(feats), {})


def events_of_game(made: Made) -> list[GameEvent]:
    """Only what happened in the game."""
    return [event for event in made.log if isinstance(event, GameEvent)]
