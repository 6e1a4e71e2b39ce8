"""What people were told has been done, to be compared with the records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.cribbage.cards import Card
from bot.cribbage.events import Dealt, Discarded, Played
from bot.table.events import Event, Rewarded
from bot.table.results import results_of
from bot.table.table import Table
from bot.ui.panels.ids import parse
from bot.ui.presses.game import cards_in
from db.rows import ResultRow
from tests.loopback.people import Heard, Person, Shown


@dataclass(frozen=True, slots=True)
class Move:
    """Cards that somebody gave or played in a deal."""

    user: int
    deal: int
    cards: frozenset[Card]


@dataclass
class Ledger:
    """The moves whose presses were answered as done, by table."""

    moves: dict[int, set[Move]] = field(default_factory=dict)

    @property
    def entries(self) -> int:
        """How many moves are known."""
        return sum(map(len, self.moves.values()))

    def note(self, person: Person, hand: Shown, label: str, heard: Heard) -> None:
        """Keep in mind what a press in a hand led to, if the answer shows that it was done."""
        pressed, after = parse(hand.custom_id(label)), heard.view
        if pressed is None or pressed.verb not in ("give", "play"):
            return
        # Whatever shows no hand may say why it wasn't done.
        if after is None or not heard.in_place or not after.deal:
            return
        cards = frozenset(cards_in(pressed.arg))
        # In a later deal the same cards may be there again.
        if after.deal == hand.deal and cards & set(after.cards(enabled=False)):
            return
        self.moves.setdefault(pressed.table, set()).add(Move(person.id, hand.deal, cards))

    def lost(self, table: Table, log: Sequence[Event]) -> Iterator[str]:
        """The moves at a table that its log doesn't have."""
        done: set[Move] = set()
        deal = 0
        for event in log:
            if isinstance(event, Dealt):
                deal = event.number
            elif isinstance(event, Discarded | Played):
                person = table.seats[event.seat].person
                cards = event.cards if isinstance(event, Discarded) else (event.card,)
                if person is not None:
                    done.add(Move(person.user, deal, frozenset(cards)))
        for move in self.moves.get(table.id, set()) - done:
            yield f"table {table.id}: {len(move.cards)} cards of {move.user} in deal {move.deal} are lost"


def unpaid(table: Table, log: Sequence[Event], paid: Sequence[ResultRow]) -> Iterator[str]:
    """Where a table isn't paid for exactly once when it is over, and not before."""
    expected = results_of(table) if table.status == "finished" else ()
    wanted = [(result.user, result.outcome, result.score) for result in expected]
    if [(row.player_id, row.outcome, row.score) for row in paid] != wanted:
        yield f"table {table.id}: results {paid}, not {wanted}"
    gains = [gain for event in log if isinstance(event, Rewarded) for gain in event.gains]
    if sorted((gain.user, gain.xp) for gain in gains) != sorted((row.player_id, row.xp) for row in paid):
        yield f"table {table.id}: paid {gains}, on record {paid}"
