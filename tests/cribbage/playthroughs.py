"""Whole games written down as text, so that any change of the rules shows as a change of a file.

After a change that is meant, write them again and read the difference:

    uv run --group dev python -m tests.cribbage.playthroughs
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.cribbage.cards import Card
from bot.cribbage.counting import CountLine
from bot.cribbage.events import (
    CutForDeal,
    Dealt,
    Discarded,
    GameEvent,
    GameWon,
    HandCounted,
    Played,
    SaidGo,
    Scored,
    SeriesEnded,
    StarterTurned,
)
from bot.cribbage.game import evolve, start
from tests.games import Policy, events_of, greedy, seed_of, timid

FOLDER = Path(__file__).parent.parent / "data" / "playthroughs"

GAMES: dict[str, tuple[int, str, Policy, int]] = {
    "two": (2, "standard", greedy, 1),
    "two-short": (2, "short", timid, 2),
    "three": (3, "standard", greedy, 3),
    "three-lowball": (3, "lowball", timid, 4),
    "four": (4, "standard", greedy, 5),
    "six": (6, "standard", greedy, 6),
}
"""By name of the file: players, variant, policy, number of the seed."""


def playthrough(name: str) -> str:
    """A game as text: a paragraph for each deal, what was scored behind each card and hand."""
    players, variant, policy, number = GAMES[name]
    events = events_of(players, variant, policy, seed_of(number))
    heading = f"{players} players, {variant}, {policy.__name__} play, seed_of({number})\n"
    return heading + "".join(_text(events)).rstrip() + "\n"


def _text(events: Sequence[GameEvent]) -> Iterator[str]:
    """The events as text; state is only needed for the scores at the end of each deal."""
    state = start(events[0])
    for event in events[1:]:
        if isinstance(event, Dealt):
            yield f"\nscores {_numbers(state.scores)}, back pegs {_numbers(state.back_pegs)}\n"
        state = evolve(state, event)
        yield _words(event)
    yield f"\nscores {_numbers(state.scores)}, back pegs {_numbers(state.back_pegs)}\n"


def _words(event: GameEvent) -> str:
    match event:
        case CutForDeal():
            return "\ncut " + ", ".join(f"{seat} {card}" for seat, card in event.cards)
        case Dealt():
            hands = "".join(f"\n  {seat}: {_cards(hand)}" for seat, hand in enumerate(event.hands))
            crib = f"\n  crib: {_cards(event.crib)}" if event.crib else ""
            return f"\ndeal {event.number}, dealer {event.dealer}{hands}{crib}\n  discards"
        case Discarded():
            return f" {event.seat}: {_cards(event.cards)},"
        case StarterTurned():
            return f"\n  starter {event.card}"
        case Played():
            first = event.count == event.card.value
            return ("\n  " if first else " ") + f"{event.seat} {event.card} {event.count}"
        case SaidGo():
            return f" {event.seat} go"
        case Scored():
            return f" [{event.side}+{event.points} {event.reason}]"
        case SeriesEnded():
            return "" if event.lead is None else f" -> {event.lead}"
        case HandCounted():
            name = "crib" if event.crib else event.seat
            return f"\n  show {name}: {_cards(event.cards)} = {event.points}{_lines(event.lines)}"
        case GameWon():
            return f"\n  {event.reached} is there, won by {_numbers(event.winners)}"
        case _:
            raise ValueError(event)


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _numbers(numbers: Sequence[int]) -> str:
    return "-".join(map(str, numbers))


def _lines(lines: Sequence[CountLine]) -> str:
    return "".join(f", {line.kind} {''.join(map(str, line.cards))}" for line in lines)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main()
