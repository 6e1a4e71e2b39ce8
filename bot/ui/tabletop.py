"""The message of a table at play: one glance tells whose move it is, the count, the score, what happened."""

from __future__ import annotations

from bot.cribbage.observe import Observation, observe
from bot.cribbage.seating import discard_size
from bot.table.table import Table
from bot.ui.board import track
from bot.ui.ids import ButtonId
from bot.ui.layout import Block, Button, Panel, Row, Text
from bot.ui.lobby import FELT, GREY
from bot.ui.names import listed, possessive, safe
from bot.ui.story import plays
from bot.ui.words import number


def table_panel(table: Table, *, record: bool = False) -> Panel:
    """The table in the middle of a deal, or with `record` what remains of it when the deal is over.

    Raises `ValueError` when no game has begun.
    """
    if table.game is None:
        raise ValueError(f"no game has begun at table {table.id}")
    seen = observe(table.game, None)
    blocks: list[Block] = [Text(_heading(table, seen)), Text(_scores(table, seen)), Text(_track(table, seen))]
    if seen.starter is not None:
        blocks.append(Text(_cards(seen)))
    blocks += _story(table)
    if not record:
        blocks.append(Text(waiting(table, seen)))
        blocks.append(
            Row(
                (
                    Button("My hand", str(ButtonId(table.id, 0, "hand")), "primary"),
                    Button("Rules", str(ButtonId(table.id, 0, "rules"))),
                    Button("Surrender", str(ButtonId(table.id, 0, "surrender"))),
                )
            )
        )
    return Panel(tuple(blocks), accent=GREY if record else FELT)


def crib_name(table: Table, seen: Observation) -> str:
    """`Ann's crib`, escaped."""
    assert seen.dealer is not None
    return f"{possessive(safe(table.name(seen.dealer)))} crib"


def waiting(table: Table, seen: Observation) -> str:
    """Whose move it is, and what they are to do."""
    names = [safe(table.name(seat)) for seat in seen.awaited]
    if seen.phase == "play":
        return f"**{names[0]} to {'play' if seen.series else 'lead'}**"
    if seen.phase == "discard":
        assert seen.dealer is not None
        most = max(discard_size(seat, seen.dealer, seen.players) for seat in seen.awaited)
        cards = "a card" if most == 1 else f"{number(most)} cards"
        each = " each" if len(names) > 1 else ""
        return f"**{listed(names)} to give {cards}{each}** to {crib_name(table, seen)}"
    return "The game is over."


def _heading(table: Table, seen: Observation) -> str:
    assert seen.dealer is not None
    dealer = safe(table.name(seen.dealer))
    return f"### Table {table.id} · deal {seen.deal}\n{dealer} has the deal and the crib"


def _scores(table: Table, seen: Observation) -> str:
    target = seen.variant.target
    return " · ".join(
        f"**{safe(table.side_name(side))}** {min(score, target)}" for side, score in enumerate(seen.scores)
    )


def _track(table: Table, seen: Observation) -> str:
    names = [table.side_name(side) for side in range(len(seen.scores))]
    return track(names, seen.scores, seen.back_pegs, seen.variant.target)


def _cards(seen: Observation) -> str:
    assert seen.starter is not None
    line = f"Starter **{seen.starter.symbol}**"
    if seen.series:
        line += f" · count **{seen.count}**: {' '.join(played.card.symbol for played in seen.series)}"
    elif seen.phase == "play":
        line += " · count **0**"
    return line


def _story(table: Table) -> list[Block]:
    told = plays(table)
    if not told:
        return []
    earlier = [f"-# {paragraph}" for paragraph in told[:-1]]
    return [Text("\n".join([*earlier, told[-1]]))]
