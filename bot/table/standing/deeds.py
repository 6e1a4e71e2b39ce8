"""What each player did in a finished game, gathered from its events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.cribbage.events import Dealt, GameWon, HandCounted, Played, Scored, ScoreReason, StarterTurned
from bot.cribbage.seating import sides
from bot.table.events import Event, Returned, WentMissing
from bot.table.table import Table


@dataclass
class Deeds:
    """One seat's game: how often it was dealt cards, what its hands, cribs and pegging brought, in points.

    `pegged_in_deal` is the best pegging of one deal, `trailed_by` how far its side was ever behind the best
    other side when a deal ended. `reasons` are the scores it made in the play, as often as it made them.
    Deals in which a house player sat in the person's place are left out of all that cards brought.
    """

    deals: int = 0
    hands: list[int] = field(default_factory=list[int])
    cribs: list[int] = field(default_factory=list[int])
    pegged: int = 0
    pegged_in_deal: int = 0
    trailed_by: int = 0
    first_deal: bool = False
    longest_run: int = 0
    reasons: dict[ScoreReason, int] = field(default_factory=dict[ScoreReason, int])


@dataclass(frozen=True)
class Story:
    """A finished game as far as feats need it: each seat's deeds, and how it ended.

    `last_score` is the score that won, `score_before` its side's score before the count or card that won.
    """

    deeds: tuple[Deeds, ...]
    last_score: Scored | None
    score_before: int


def story_of(table: Table, log: Sequence[Event]) -> Story:
    """Gather the deeds of a finished game from its log."""
    teller = _Teller(table.players, _stood_in(log))
    for event in log:
        teller.hear(event)
    return Story(tuple(teller.deeds), teller.last, teller.before)


def _stood_in(log: Sequence[Event]) -> set[tuple[int, int]]:
    """The deals, with the seats, in which somebody was missing, if only for a while."""
    found: set[tuple[int, int]] = set()
    missing: set[int] = set()
    deal = 0
    for event in log:
        match event:
            case Dealt():
                deal = event.number
                found.update((deal, seat) for seat in missing)
            case WentMissing(seat):
                missing.add(seat)
                found.add((deal, seat))
            case Returned(seat):
                missing.discard(seat)
            case _:
                pass
    return found


class _Teller:
    def __init__(self, players: int, stood_in: set[tuple[int, int]]) -> None:
        self.deeds = [Deeds() for _ in range(players)]
        self.scores = [0] * sides(players)
        self.last: Scored | None = None
        self.before = 0
        self._deal_pegging = [0] * players
        self._stood = list(self.scores)
        self._won = False
        self._deal = 0
        self._stood_in = stood_in

    def hear(self, event: Event) -> None:
        match event:
            case Dealt():
                self._dealt(event)
            case Played() | StarterTurned():
                self._stood = list(self.scores)
            case HandCounted(seat, crib, points=points):
                self._stood = list(self.scores)
                if self._theirs(seat):
                    (self.deeds[seat].cribs if crib else self.deeds[seat].hands).append(points)
            case Scored():
                self._scored(event)
            case GameWon():
                self._won = True
            case _:
                pass

    def _theirs(self, seat: int) -> bool:
        return (self._deal, seat) not in self._stood_in

    def _dealt(self, event: Dealt) -> None:
        self._deal = event.number
        self._deal_pegging = [0] * len(self.deeds)
        for seat, deeds in enumerate(self.deeds):
            deeds.deals += self._theirs(seat)
            side = seat % len(self.scores)
            best_other = max(score for other, score in enumerate(self.scores) if other != side)
            deeds.trailed_by = max(deeds.trailed_by, best_other - self.scores[side])
        if event.number == 1:
            self.deeds[event.dealer].first_deal = True

    def _scored(self, event: Scored) -> None:
        deeds = self.deeds[event.seat]
        if not self._won:
            self.last, self.before = event, self._stood[event.side]
        self.scores[event.side] += event.points
        if event.reason in ("hand", "crib") or not self._theirs(event.seat):
            return
        deeds.pegged += event.points
        deeds.reasons[event.reason] = deeds.reasons.get(event.reason, 0) + 1
        self._deal_pegging[event.seat] += event.points
        deeds.pegged_in_deal = max(deeds.pegged_in_deal, self._deal_pegging[event.seat])
        if event.reason == "run":
            deeds.longest_run = max(deeds.longest_run, event.points)
