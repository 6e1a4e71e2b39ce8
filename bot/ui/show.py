"""The show: every hand with its combinations, in the players' cadence."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cribbage.cards import Card, symbols
from bot.cribbage.events import HandCounted, Scored
from bot.cribbage.observe import observe
from bot.cribbage.seating import clockwise
from bot.table.table import Table
from bot.ui.layout import Block, Panel, Text
from bot.ui.lobby import GREY
from bot.ui.names import possessive
from bot.ui.who import seat_name
from bot.ui.words import breakdown, cadence


def show_panel(table: Table) -> Panel | None:
    """The show of the table's present deal; None when no hand was counted in it."""
    counts = [event for event in table.deal_log if isinstance(event, HandCounted)]
    if not counts:
        return None
    game = table.game
    assert game is not None
    totals = _totals(table)
    blocks: list[Block] = [Text(f"### Show, deal {game.deal} · starter {counts[0].starter.symbol}")]
    blocks += [Text(_counted(table, count, totals[at])) for at, count in enumerate(counts)]
    uncounted = _uncounted(table, len(counts))
    if uncounted:
        blocks.append(Text("\n".join(["-# Not counted, the game was over:", *uncounted])))
    return Panel(tuple(blocks), accent=GREY)


def _totals(table: Table) -> list[int]:
    """The side's score after each hand counted, in order, at most the target."""
    game = table.game
    assert game is not None
    after = list(game.scores)
    totals: list[int] = []
    pending = 0
    for event in reversed(table.deal_log):
        match event:
            case Scored(side, _, points, reason) if reason in ("hand", "crib"):
                totals.append(min(after[side], game.variant.target))
                after[side] -= points
                pending += 1
            case HandCounted(seat, points=points):
                if not points:
                    totals.append(min(after[game.side(seat)], game.variant.target))
            case _:
                pass
    return totals[::-1]


def _counted(table: Table, count: HandCounted, total: int) -> str:
    name = seat_name(table, count.seat)
    whose = f"{possessive(name)} crib" if count.crib else name
    said = cadence(count)
    lines = [
        f"**{whose}** {symbols(count.cards)}",
        f"{said[0].upper()}{said[1:]}. **{count.points}**, to {total}",
    ]
    if count.lines:
        lines.append(f"-# {breakdown(count.lines)}")
    return "\n".join(lines)


def _uncounted(table: Table, counted: int) -> list[str]:
    """The hands left when a hand won the game: open, but worth nothing."""
    game = table.game
    assert game is not None
    assert game.dealer is not None
    if game.phase != "over":
        return []
    seen = observe(game, None)
    order: list[tuple[str, Sequence[Card] | None]] = [
        (seat_name(table, seat), seen.shown[seat]) for seat in clockwise(game.dealer, game.players)
    ]
    order.append((f"{possessive(seat_name(table, game.dealer))} crib", seen.shown_crib))
    return [f"-# {whose} {symbols(sorted(cards))}" for whose, cards in order[counted:] if cards]
