"""The leaderboard of a server."""

from __future__ import annotations

from typing import Final

from bot.table.standings import Page, Standing
from bot.ui.ids import ButtonId
from bot.ui.layout import Block, Button, Panel, Row, Text
from bot.ui.lobby import FELT
from bot.ui.names import safe

_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


def leaderboard_panel(page: Page) -> Panel:
    """A page of the leaderboard, with buttons to turn it when there are several."""
    title = Text("### Leaderboard\n-# Standard games played to 121 on this server, most wins first")
    if not page.players:
        return Panel(
            (title, Text("Nobody is on it yet: play a game to the end. `/cribbage start` opens a table.")),
            accent=FELT,
        )
    blocks: list[Block] = [title, Text("\n".join(map(_line, page.standings)))]
    if page.pages > 1:
        blocks.append(Text(f"-# Page {page.number + 1} of {page.pages}"))
        blocks.append(Row((_turn("Previous", page, -1), _turn("Next", page, +1))))
    return Panel(tuple(blocks), accent=FELT)


def _line(standing: Standing) -> str:
    place = _MEDALS.get(standing.rank, f"{standing.rank}.")
    rate = round(100 * standing.wins / (standing.wins + standing.losses))
    parts = [_many(standing.wins, "win"), _many(standing.losses, "loss", "losses"), f"{rate} %"]
    skunks = standing.skunks + standing.double_skunks
    if skunks:
        double = f" ({standing.double_skunks} double)" if standing.double_skunks else ""
        parts.append(f"{_many(skunks, 'skunk')}{double}")
    return f"{place} **{safe(standing.name)}** — {' · '.join(parts)}"


def _many(number: int, one: str, more: str | None = None) -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"


def _turn(label: str, page: Page, step: int) -> Button:
    number = page.number + step
    there = 0 <= number < page.pages
    # The label in the id keeps the two apart when both are off.
    return Button(label, str(ButtonId(0, 0, "top", f"{max(number, 0)}-{label.lower()}")), disabled=not there)
