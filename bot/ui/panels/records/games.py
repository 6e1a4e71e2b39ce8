"""Games that are over, a line each, and a person's own in pages."""

from __future__ import annotations

import re
from typing import Final

from bot.cribbage.variants import STANDARD
from bot.table.standing.games import GamesPage, Played
from bot.table.table import Refused
from bot.ui.panels.colours import FELT
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import Block, Button, Panel, Row, Text, rows
from bot.ui.panels.names import listed, safe
from bot.ui.panels.records.replay import replay_arg
from bot.ui.pictures.house_mark import HOUSE_MARK

_PAGE: Final = re.compile("[0-9]{1,6}")
_ENDED: Final = {
    "won": "won",
    "lost": "lost",
    "surrendered": "surrendered at",
    "stopped": "stopped at",
    "abandoned": "abandoned at",
}


def games_panel(page: GamesPage) -> Panel:
    """A page of one's own games; each opens as a replay (private)."""
    title = Text("### Your games on this server\n-# Newest first; a number opens the replay")
    if not page.games:
        return Panel((title, Text("None yet. `/cribbage start` opens a table.")), accent=FELT)
    blocks: list[Block] = [title, Text("\n".join(game_line(game) for game in page.lines))]
    blocks += rows(
        [
            Button(str(game.table), str(ButtonId(game.table, 0, "replay", replay_arg(1, page.number))))
            for game in page.lines
        ]
    )
    if page.pages > 1:
        blocks.append(Text(f"-# Page {page.number} of {page.pages}"))
        blocks.append(Row((_turn("Newer", page, -1), _turn("Older", page, +1))))
    return Panel(tuple(blocks), accent=FELT)


def game_line(game: Played) -> str:
    """A game in a line: `142 won 121–87 against Bob, a skunk`."""
    who = [safe(name) for name in game.opponents]
    if game.house:
        who.append(f"{HOUSE_MARK} the house")
    partners = f" with {listed([safe(name) for name in game.partners])}" if game.partners else ""
    told = f"**{game.table}** {_ENDED[game.outcome]} {game.score}–{game.best_opponent}{partners}"
    told += f" against {listed(who)}{_skunk(game)}"
    notes = [f"<t:{int(game.ended.timestamp())}:d>"]
    if game.variant != STANDARD.name:
        notes.append(game.variant)
    if game.practice:
        notes.append("practice")
    return f"{told} · {' · '.join(notes)}"


def page_of(arg: str) -> int:
    """The page that a button's argument names. Raises `Refused` on anything else."""
    if not _PAGE.fullmatch(arg):
        raise Refused("That button is from another version of the bot. `/history` shows your games.")
    return int(arg)


def _skunk(game: Played) -> str:
    if not game.skunks:
        return ""
    if game.outcome == "won":
        return ", a double skunk" if game.skunks == 2 else ", a skunk"
    return ", skunked twice" if game.skunks == 2 else ", skunked"


def _turn(label: str, page: GamesPage, step: int) -> Button:
    to = page.number + step
    return Button(label, str(ButtonId(0, 0, "games", str(to))), disabled=not 1 <= to <= page.pages)
