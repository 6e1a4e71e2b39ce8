"""The show: every hand with its combinations, in the players' cadence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.cribbage.cards import Card, symbols
from bot.cribbage.events import HandCounted, Scored
from bot.cribbage.observe import observe
from bot.cribbage.seating import clockwise
from bot.table.table import Table
from bot.ui.panels.colours import GREY
from bot.ui.panels.layout import Block, Image, Panel, Text
from bot.ui.panels.names import possessive
from bot.ui.panels.who import plain_seat_name, seat_name
from bot.ui.panels.words import breakdown, cadence
from bot.ui.pictures.models import ShowPicture
from bot.ui.pictures.observed import shown_hand, uncounted_hand
from bot.ui.pictures.show import pages


def show_panel(table: Table) -> Panel | None:
    """The show of the table's present deal; None when no hand was counted in it."""
    counts = [event for event in table.deal_log if isinstance(event, HandCounted)]
    if not counts:
        return None
    game = table.the_game
    totals = _totals(table)
    blocks: list[Block] = [
        Text(f"### Show, deal {game.deal} · starter {counts[0].starter.symbol}"),
        *(
            Image(page, f"show-{table.id}-{game.deal}-{number}.png")
            for number, page in enumerate(pages(_picture(table, counts, totals)), start=1)
        ),
    ]
    blocks += [Text(_counted(table, count, totals[at])) for at, count in enumerate(counts)]
    uncounted = [
        f"-# {_whose(seat_name(table, hand.seat), crib=hand.crib)} {symbols(hand.cards)}"
        for hand in _uncounted(table, len(counts))
    ]
    if uncounted:
        blocks.append(Text("\n".join(["-# Not counted, the game was over:", *uncounted])))
    return Panel(tuple(blocks), accent=GREY)


def _totals(table: Table) -> list[int]:
    """The side's score after each hand counted, in order, at most the target."""
    game = table.the_game
    after = list(game.scores)
    totals: list[int] = []
    for event in reversed(table.deal_log):
        match event:
            case Scored(side, _, points, reason) if reason in ("hand", "crib"):
                totals.append(min(after[side], game.variant.target))
                after[side] -= points
            case HandCounted(seat, points=points):
                if not points:
                    totals.append(min(after[game.side(seat)], game.variant.target))
            case _:
                pass
    return totals[::-1]


def _counted(table: Table, count: HandCounted, total: int) -> str:
    whose = _whose(seat_name(table, count.seat), crib=count.crib)
    said = cadence(count)
    lines = [
        f"**{whose}** {symbols(count.cards)}",
        f"{said[0].upper()}{said[1:]}. **{count.points}**, to {total}",
    ]
    if count.lines:
        lines.append(f"-# {breakdown(count.lines)}")
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class _Open:
    """A hand or crib that everybody may see, though it was not counted."""

    seat: int
    crib: bool
    cards: tuple[Card, ...]


def _uncounted(table: Table, counted: int) -> list[_Open]:
    """The hands left when a hand won the game: open, but worth nothing."""
    game = table.the_game
    if game.phase != "over":
        return []
    seen = observe(game, None)
    order = [
        _Open(seat, False, tuple(sorted(seen.shown[seat] or ())))
        for seat in clockwise(game.known_dealer, game.players)
    ]
    order.append(_Open(game.known_dealer, True, tuple(sorted(seen.shown_crib or ()))))
    return [hand for hand in order[counted:] if hand.cards]


def _whose(name: str, *, crib: bool) -> str:
    return f"{possessive(name)} crib" if crib else name


def _picture(table: Table, counts: Sequence[HandCounted], totals: Sequence[int]) -> ShowPicture:
    shown = [
        shown_hand(count, plain_seat_name(table, count.seat), table.side(count.seat), total)
        for count, total in zip(counts, totals, strict=True)
    ]
    shown += [
        uncounted_hand(plain_seat_name(table, hand.seat), hand.cards, table.side(hand.seat), crib=hand.crib)
        for hand in _uncounted(table, len(counts))
    ]
    return ShowPicture(counts[0].starter, tuple(shown))
