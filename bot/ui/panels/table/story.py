"""What happened in a deal, told in the sentences of a card table. Hidden cards are never in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from bot.cribbage.events import Played, SaidGo, Scored, SeriesEnded
from bot.table.table import Table
from bot.ui.panels.who import seat_name
from bot.ui.panels.words import called


@dataclass(slots=True)
class _Told:
    """Something that somebody did. A `late` one is points that came to them after others said go."""

    name: str
    did: Literal["plays", "go", "late"]
    card: str = ""
    points: list[str] = field(default_factory=list[str])


def plays(table: Table) -> list[str]:
    """The play of the present deal, a paragraph for each series, oldest first."""
    heels, series = _told(table)
    return heels + [_in_sentences(each) for each in series]


def plays_in_short(table: Table) -> list[str]:
    """The same, with all series but the newest told in a few words, without who said go."""
    heels, series = _told(table)
    return heels + [_in_short(each) for each in series[:-1]] + [_in_sentences(each) for each in series[-1:]]


def _told(table: Table) -> tuple[list[str], list[list[_Told]]]:
    """A sentence if there were heels, and what happened in every series that has begun."""
    heels: list[str] = []
    series: list[list[_Told]] = [[]]
    for event in table.deal_log:
        match event:
            case Played(seat, card):
                series[-1].append(_Told(seat_name(table, seat), "plays", card.symbol))
            case SaidGo(seat):
                series[-1].append(_Told(seat_name(table, seat), "go"))
            case Scored(reason="heels"):
                heels = [f"The starter is a jack: {called(event)} for {seat_name(table, event.seat)}."]
            case Scored() if event.reason not in ("hand", "crib"):
                _add(series[-1], seat_name(table, event.seat), called(event))
            case SeriesEnded():
                series.append([])
            case _:
                pass
    return heels, [each for each in series if each]


def _add(series: list[_Told], name: str, points: str) -> None:
    last = series[-1]
    if last.name != name or last.did == "go":
        series.append(last := _Told(name, "late"))
    last.points.append(points)


def _in_sentences(series: Sequence[_Told]) -> str:
    sentences: list[str] = []
    for told in series:
        points = " and ".join(told.points)
        if told.did == "go":
            sentences.append(f"{told.name} says go")
        elif told.did == "late":
            sentences.append(f"{told.name}: {points}")
        else:
            verb = "plays" if sentences else "leads"
            sentences.append(f"{told.name} {verb} {told.card}{f' — {points}' if points else ''}")
    return ". ".join(sentences) + "."


def _in_short(series: Sequence[_Told]) -> str:
    plays: list[tuple[str, list[str]]] = []
    for told in series:
        points = [" and ".join(told.points)] if told.points else []
        if told.did == "plays":
            plays.append((f"{told.name} {told.card}", points))
        else:
            # What comes after a go is for whoever played last.
            plays[-1][1].extend(points)
    return ", ".join(f"{play} ({'; '.join(points)})" if points else play for play, points in plays)
