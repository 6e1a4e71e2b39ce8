"""What a check of a game's shuffles found."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.events import Event
from bot.table.history import Verdict, verify
from bot.table.table import Refused, Table
from bot.ui.panels.colours import FELT
from bot.ui.panels.layout import Panel, Text
from bot.ui.panels.names import listed


def check_panel(table: Table, log: Sequence[Event]) -> Panel:
    """Derive every card of a finished game again. Raises `Refused` while its cards are secret."""
    if table.seed is None:
        raise Refused("The seed is revealed when the game ends; until then its cards are secret.")
    return verdict_panel(table, verify(table.id, log, bytes.fromhex(table.seed)))


def verdict_panel(table: Table, verdict: Verdict) -> Panel:
    """The outcome in a sentence, and what anyone needs to repeat the check without the bot."""
    presses = ", ".join(map(str, table.presses)) or "empty"
    return Panel(
        (
            Text(f"### Table {table.id}: {_headline(verdict)}"),
            Text(_told(verdict)),
            Text(
                f"-# Seal `{table.commitment}`\n-# Seed `{table.seed}`\n-# Public list: {presses}\n"
                "-# The bot's guide to fair shuffles has the lines of Python that repeat this check without the bot."
            ),
        ),
        accent=FELT if verdict.fair else 0xB3261E,
    )


def _headline(verdict: Verdict) -> str:
    return "every card was where it had to be" if verdict.fair else "the cards don't follow from the seed"


def _told(verdict: Verdict) -> str:
    seal = "The seed fits the seal" if verdict.sealed else "The seed does **not** fit the seal"
    if not verdict.wrong:
        return f"{seal}, and all {verdict.checked} cuts, deals and starters follow from it."
    wrong = listed(verdict.wrong)
    return f"{seal}; of {verdict.checked} cuts, deals and starters these came out differently: {wrong}."
