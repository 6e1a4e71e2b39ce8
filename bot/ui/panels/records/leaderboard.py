"""A leaderboard as a message."""

from __future__ import annotations

from typing import Final, cast, get_args

from bot.cribbage.variants import STANDARD
from bot.table.standing.board import RATE_GAMES, By, Line, Page, Period, Query, Scope
from bot.table.standing.xp import level_of
from bot.table.table import Refused
from bot.ui.panels.colours import FELT
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import Block, Button, Panel, Row, Text, numbered
from bot.ui.panels.names import safe
from bot.ui.panels.words import number

BY: Final[dict[By, str]] = {
    "rating": "rating",
    "wins": "wins",
    "xp": "XP",
    "prestige": "prestige",
    "skunk_points": "skunks given",
    "rate": "win rate",
    "best_hand": "best hand",
}
"""What a leaderboard can be ordered by, and what that is called."""

PERIODS: Final[dict[Period, str]] = {"all": "all time", "month": "this month", "week": "this week"}
_WEIGHED: Final = (
    "-# Wins over newcomers, over people rated far below you, and over the same people again and again count "
    "for little."
)
_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
_CODES: Final[dict[str, By]] = {by.replace("_", ""): by for by in BY}


def leaderboard_panel(page: Page) -> Panel:
    """A page of the leaderboard, with buttons to turn it and to find oneself."""
    title = Text(f"### Leaderboard · {BY[page.query.by]}\n-# {_which(page.query)}")
    if not page.players:
        return Panel((title, Text(_empty(page.query))), accent=FELT)
    blocks: list[Block] = [title, Text("\n".join(_line(line, page.query.by) for line in page.lines))]
    if page.pages > 1:
        blocks.append(Text(f"-# Page {page.number + 1} of {page.pages}"))
    if page.query.by == "rating":
        blocks.append(Text(_WEIGHED))
    blocks.append(Row((_turn("Previous", page, -1), _turn("Next", page, +1), _find(page))))
    return Panel(tuple(blocks), accent=FELT)


def arg_of(query: Query, number: int, what: str) -> str:
    """A query and a page for a custom id. `what` tells buttons of one message apart."""
    return f"{query.scope}-{query.by.replace('_', '')}-{query.period}-{query.size}-{number}-{what}"


def query_of(arg: str) -> tuple[Query, int, str]:
    """What `arg_of` wrote. Raises `Refused` on anything else."""
    parts = arg.split("-")
    by = _CODES.get(parts[1]) if len(parts) == 6 else None
    if (
        by is None
        or parts[0] not in get_args(Scope)
        or parts[2] not in PERIODS
        or not (parts[3].isdecimal() and parts[4].isdecimal())
    ):
        raise Refused("That button is from another version of the bot. `/leaderboard` shows the board.")
    return Query(cast("Scope", parts[0]), by, parts[2], int(parts[3])), int(parts[4]), parts[5]


def _which(query: Query) -> str:
    parts = ["this server" if query.scope == "server" else "all servers"]
    if query.by != "rating":
        parts.append(PERIODS[query.period])
        if query.size:
            parts.append(f"{number(query.size)} players")
    if query.by == "rate":
        parts.append(f"from {RATE_GAMES} games on")
    return " · ".join(parts)


def _empty(query: Query) -> str:
    if query.by == "rate":
        return f"Nobody is on it yet: it takes {RATE_GAMES} standard games against people."
    if query.by == "prestige" or query.by == "skunk_points":
        return f"Nobody is on it yet: win a standard game while somebody is below {STANDARD.skunk}."
    if query.by == "xp":
        return "Nobody is on it yet: play a game to the end. `/cribbage start` opens a table."
    return (
        f"Nobody is on it yet: play a standard game against people to {STANDARD.target}. "
        "`/cribbage start` opens a table."
    )


def _line(line: Line, by: By) -> str:
    place = _MEDALS.get(line.rank, numbered(line.rank))
    return f"{place} **{safe(line.name)}** — {' · '.join(_told(line, by))}"


def _told(line: Line, by: By) -> list[str]:
    """What a line says: first what the board is ordered by."""
    games = line.wins + line.losses
    record = f"{line.wins}–{line.losses}"
    match by:
        case "rating":
            assert line.rating is not None
            sure = " provisional" if line.rating.provisional else ""
            return [f"{line.rating.shown} ± {line.rating.give}{sure}", record]
        case "wins":
            rate = f"{round(100 * line.wins / games)} %"
            return [_many(line.wins, "win"), _many(line.losses, "loss", "losses"), rate, *_skunks(line)]
        case "xp":
            return [f"{line.xp} XP", f"level {level_of(line.xp)}"]
        case "prestige":
            return [f"prestige {line.prestige}", record]
        case "skunk_points":
            return [*_skunks(line), record]
        case "rate":
            return [f"{round(100 * (line.rate or 0))} %", record]
        case "best_hand":
            return [str(line.best_hand), record]


def _skunks(line: Line) -> list[str]:
    skunks = line.skunks + line.double_skunks
    if not skunks:
        return []
    double = f" ({line.double_skunks} double)" if line.double_skunks else ""
    return [f"{_many(skunks, 'skunk')}{double}"]


def _many(count: int, one: str, more: str | None = None) -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def _turn(label: str, page: Page, step: int) -> Button:
    there = 0 <= page.number + step < page.pages
    arg = arg_of(page.query, max(page.number + step, 0), label.lower())
    return Button(label, str(ButtonId(0, 0, "top", arg)), disabled=not there)


def _find(page: Page) -> Button:
    return Button("Where am I", str(ButtonId(0, 0, "top", arg_of(page.query, page.number, "me"))))
