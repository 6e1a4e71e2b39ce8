"""A second engine, written from the rules alone and as plainly as possible, to check the first one against.

It keeps its own lists, deals in commands that are known to be legal, and reports what follows from each as
plain tuples. Of `bot.cribbage` it uses only the cards.
"""

from __future__ import annotations

from bot.cribbage.cards import Card
from tests.cribbage.subsets import count_by_subsets

SIDES = {2: 2, 3: 3, 4: 2, 6: 3}
ALIKE = {2: ("pair", 2), 3: ("pair_royal", 6), 4: ("double_pair_royal", 12)}

Fact = tuple[object, ...]


class Referee:
    def __init__(self, players: int, target: int, lowball: bool, scores: tuple[int, ...]) -> None:
        self.players = players
        self.target = target
        self.lowball = lowball
        self.scores = list(scores)
        self.cutters = list(range(players))
        self.dealer: int | None = None
        self.deals = 0
        self.over = False
        self.facts: list[Fact] = []

    def cut(self, cards: dict[int, Card]) -> None:
        assert sorted(cards) == self.cutters
        lowest = min(card.rank for card in cards.values())
        self.cutters = [seat for seat in self.cutters if cards[seat].rank == lowest]

    def deal(self, hands: tuple[tuple[Card, ...], ...], crib: tuple[Card, ...]) -> None:
        if self.dealer is None:
            (self.dealer,) = self.cutters
        else:
            self.dealer = (self.dealer + 1) % self.players
        self.deals += 1
        self.hands = [list(hand) for hand in hands]
        self.crib = list(crib)
        sizes = {2: [6, 6], 3: [5, 5, 5], 4: [5, 5, 5, 5]}.get(self.players)
        if self.players == 6:
            sizes = [5] * 6
            sizes[self.dealer] = sizes[(self.dealer + 3) % 6] = 4
        assert [len(hand) for hand in hands] == sizes
        assert len(crib) == (1 if self.players == 3 else 0)

    def discard(self, seat: int, cards: tuple[Card, ...]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.crib.extend(cards)

    def turn_starter(self, card: Card) -> None:
        assert len(self.crib) == 4
        assert all(len(hand) == 4 for hand in self.hands)
        self.starter = card
        self.shown = [list(hand) for hand in self.hands]
        self.table: list[Card] = []
        self.passed: set[int] = set()
        self.to_play = (self.dealer + 1) % self.players
        if card.rank == 11:
            self.score(self.dealer, [("heels", 2)])

    def play(self, seat: int, card: Card) -> None:
        assert seat == self.to_play
        self.hands[seat].remove(card)
        self.table.append(card)
        self.score(seat, self.pegged())
        if self.over:
            return
        if self.count() < 31:
            self.pass_on(seat)
            if any(self.fits(card) for hand in self.hands for card in hand):
                return
            self.score(seat, [("go" if any(self.hands) else "last_card", 1)])
            if self.over:
                return
        self.table, self.passed = [], set()
        for step in range(1, self.players + 1):
            lead = (seat + step) % self.players
            if self.hands[lead]:
                self.to_play = lead
                self.facts.append(("series ended", lead))
                return
        self.facts.append(("series ended", None))
        self.show()

    def pass_on(self, last: int) -> None:
        """Go round the table until somebody can play; whoever holds cards on the way says go, once."""
        for step in range(1, self.players + 1):
            seat = (last + step) % self.players
            if any(self.fits(card) for card in self.hands[seat]):
                self.to_play = seat
                return
            if self.hands[seat] and seat != last and seat not in self.passed:
                self.passed.add(seat)
                self.facts.append(("go", seat))

    def fits(self, card: Card) -> bool:
        return self.count() + card.value <= 31

    def count(self) -> int:
        return sum(card.value for card in self.table)

    def pegged(self) -> list[tuple[str, int]]:
        made: list[tuple[str, int]] = []
        if self.count() == 15:
            made.append(("fifteen", 2))
        if self.count() == 31:
            made.append(("thirty_one", 2))
        ranks = [card.rank for card in self.table]
        for number in (4, 3, 2):
            if len(ranks) >= number and len(set(ranks[-number:])) == 1:
                made.append(ALIKE[number])
                break
        for length in range(len(ranks), 2, -1):
            tail = sorted(ranks[-length:])
            if tail == list(range(tail[0], tail[0] + length)):
                made.append(("run", length))
                break
        return made

    def show(self) -> None:
        for step in range(1, self.players + 2):
            seat = (self.dealer + min(step, self.players)) % self.players
            crib = step > self.players
            cards = self.crib if crib else self.shown[seat]
            points = count_by_subsets(cards, self.starter, crib=crib)
            self.facts.append(("counted", seat, crib, points))
            if points:
                self.score(seat, [("crib" if crib else "hand", points)])
                if self.over:
                    return

    def side(self, seat: int) -> int:
        return seat % SIDES[self.players]

    def score(self, seat: int, made: list[tuple[str, int]]) -> None:
        side = self.side(seat)
        for reason, points in made:
            self.scores[side] += points
            self.facts.append(("scored", side, seat, points, reason))
        if self.scores[side] >= self.target:
            self.over = True
            winners = [other for other in range(len(self.scores)) if (other != side) == self.lowball]
            self.facts.append(("won", side, tuple(winners)))
