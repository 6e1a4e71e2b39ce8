"""What happened in a deal, told in the sentences of a card table. Hidden cards are never in it."""

from __future__ import annotations

from bot.cribbage.events import Played, SaidGo, Scored, SeriesEnded
from bot.table.table import Table
from bot.ui.who import seat_name
from bot.ui.words import called


def plays(table: Table) -> list[str]:
    """The play of the present deal, a paragraph for each series, oldest first."""
    paragraphs: list[list[str]] = [[]]
    for event in table.deal_log:
        match event:
            case Played(seat, card):
                verb = "plays" if paragraphs[-1] else "leads"
                paragraphs[-1].append(f"{seat_name(table, seat)} {verb} {card.symbol}")
            case SaidGo(seat):
                paragraphs[-1].append(f"{seat_name(table, seat)} says go")
            case Scored(reason="heels"):
                heels = f"The starter is a jack: {called(event)} for {seat_name(table, event.seat)}"
                paragraphs = [[heels], []]
            case Scored() if event.reason not in ("hand", "crib"):
                _tell_score(table, paragraphs[-1], event)
            case SeriesEnded():
                paragraphs.append([])
            case _:
                pass
    return [". ".join(sentences) + "." for sentences in paragraphs if sentences]


def _tell_score(table: Table, sentences: list[str], score: Scored) -> None:
    name = seat_name(table, score.seat)
    if sentences[-1].startswith(f"{name} ") and not sentences[-1].endswith(" says go"):
        joint = " and " if " — " in sentences[-1] else " — "
        sentences[-1] += joint + called(score)
    else:
        # The go falls to somebody who played before the others said go.
        sentences.append(f"{name}: {called(score)}")
