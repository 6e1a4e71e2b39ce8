"""Points as players say them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.cribbage.cards import Card, symbols
from bot.cribbage.counting import CountLine
from bot.cribbage.events import HandCounted, Scored, ScoreReason

_UNITS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = {2: "twenty", 3: "thirty"}

_PLAYED: Final[dict[ScoreReason, str]] = {
    "fifteen": "fifteen for {points}",
    "thirty_one": "thirty-one for {points}",
    "pair": "a pair for {points}",
    "pair_royal": "pair royal for {points}",
    "double_pair_royal": "double pair royal for {points}",
    "run": "a run of {length} for {points}",
    "go": "go, {points}",
    "last_card": "last card, {points}",
    "heels": "his heels, {points}",
}


def number(value: int) -> str:
    """A number in words, as far as counting cards needs them: below forty."""
    tens, units = divmod(value, 10)
    if value < 20:
        return _UNITS[value]
    if tens not in _TENS:
        return str(value)
    return f"{_TENS[tens]}-{_UNITS[units]}" if units else _TENS[tens]


def called(score: Scored) -> str:
    """A score in the play, as it is called: `fifteen for two`."""
    return _PLAYED[score.reason].format(points=number(score.points), length=number(len(score.cards)))


def cadence(count: HandCounted) -> str:
    """A hand as it is counted aloud: `fifteen two, fifteen four, and a pair for six`."""
    if not count.points:
        return "nothing" if count.crib else "nineteen, that is nothing"
    total = 0
    said: list[str] = []
    for phrase, points in _phrases(count.lines):
        total += points
        said.append(f"{phrase} {number(total)}")
    if len(said) == 1 or said[-1].startswith("fifteen"):
        return ", ".join(said)
    return f"{', '.join(said[:-1])}, and {said[-1]}"


def _phrases(lines: Sequence[CountLine]) -> list[tuple[str, int]]:
    """What is called, in order, each with the points that it adds."""
    fifteens = [("fifteen", line.points) for line in lines if line.kind == "fifteen"]
    runs = [line for line in lines if line.kind == "run"]
    in_runs = {card for line in runs for card in line.cards}
    # A double run is called with the pair that makes it double.
    alike = [line for line in lines if line.kind in _ALIKE]
    with_run = [line for line in alike if len(runs) > 1 and line.cards[0] in in_runs]
    phrases = [*fifteens]
    phrases += [(_ALIKE[line.kind], line.points) for line in alike if line not in with_run]
    if runs:
        points = sum(line.points for line in (*runs, *with_run))
        phrases.append((f"{_RUNS[len(runs)]} of {number(len(runs[0].cards))} for", points))
    phrases += [("a flush for", line.points) for line in lines if line.kind == "flush"]
    phrases += [("his nobs for", line.points) for line in lines if line.kind == "nobs"]
    return phrases


_ALIKE: Final[dict[str, str]] = {
    "pair": "a pair for",
    "pair_royal": "a pair royal for",
    "double_pair_royal": "a double pair royal for",
}

_RUNS: Final = {1: "a run", 2: "a double run", 3: "a triple run", 4: "a double-double run"}


def breakdown(lines: Sequence[CountLine]) -> str:
    """Every combination with its cards and points, in small print."""
    kinds: dict[str, list[tuple[Card, ...]]] = {}
    points: dict[str, int] = {}
    for line in lines:
        kinds.setdefault(line.kind, []).append(line.cards)
        points[line.kind] = points.get(line.kind, 0) + line.points
    return " · ".join(
        f"{_LABELS[kind]} {', '.join(symbols(cards).replace(' ', '') for cards in made)} = {points[kind]}"
        for kind, made in kinds.items()
    )


_LABELS: Final[dict[str, str]] = {
    "fifteen": "15s",
    "pair": "pair",
    "pair_royal": "pair royal",
    "double_pair_royal": "double pair royal",
    "run": "run",
    "flush": "flush",
    "nobs": "nobs",
}


def relative(moment: datetime) -> str:
    """A moment as Discord tells it: `in 12 minutes`, counted down by itself."""
    return f"<t:{int(moment.timestamp())}:R>"
