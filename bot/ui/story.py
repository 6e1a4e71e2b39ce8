"""What happened in a deal, told in the sentences of a card table. Hidden cards are never in it."""

from __future__ import annotations

from bot.cribbage.events import Played, SaidGo, Scored, SeriesEnded, StarterTurned
from bot.table.table import Table
from bot.ui.names import safe
from bot.ui.words import called


def plays(table: Table) -> list[str]:
    """The play of the present deal, a paragraph for each series, oldest first."""
    paragraphs: list[list[str]] = [[]]
    for event in table.deal_log:
        match event:
            case StarterTurned(card):
                paragraphs[-1].append(f"Starter {card.symbol}")
            case Played(seat, card):
                if _after_starter(paragraphs[-1]):
                    paragraphs.append([])
                verb = "plays" if paragraphs[-1] else "leads"
                paragraphs[-1].append(f"{safe(table.name(seat))} {verb} {card.symbol}")
            case SaidGo(seat):
                paragraphs[-1].append(f"{safe(table.name(seat))} says go")
            case Scored() if event.reason not in ("hand", "crib"):
                _tell_score(table, paragraphs[-1], event)
            case SeriesEnded():
                paragraphs.append([])
            case _:
                pass
    return [". ".join(sentences) + "." for sentences in paragraphs if sentences]


def _after_starter(sentences: list[str]) -> bool:
    return bool(sentences) and sentences[0].startswith("Starter ")


def _tell_score(table: Table, sentences: list[str], score: Scored) -> None:
    name = safe(table.name(score.seat))
    if score.reason == "heels":
        sentences[-1] += f" — {called(score)} for {name}"
    elif sentences[-1].startswith(f"{name} ") and not sentences[-1].endswith(" says go"):
        joint = " and " if " — " in sentences[-1] else " — "
        sentences[-1] += joint + called(score)
    else:
        # The go falls to somebody who played before the others said go.
        sentences.append(f"{name}: {called(score)}")
