"""A finished game to step through, deal by deal: hands as dealt, discards, the play, the show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.cribbage.cards import symbols
from bot.cribbage.events import Dealt, Discarded, StarterTurned
from bot.table.events import Event
from bot.table.history import end_of_deal
from bot.table.results import shown_scores
from bot.table.table import Refused, Table, fold
from bot.ui.panels.colours import GREY
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import LONGEST, Block, Button, Panel, Row, Text
from bot.ui.panels.names import plain
from bot.ui.panels.table.finish import headline
from bot.ui.panels.table.show import show_panel
from bot.ui.panels.table.story import plays
from bot.ui.panels.who import seat_name, side_name

_BRIEF: Final = 8
"""Characters of a name where many long ones don't fit."""
_ARG: Final = re.compile("([0-9]{1,4})(?:-([0-9]{1,6}))?")


def replay_arg(deal: int, page: int | None = None) -> str:
    """A deal, and the page of one's games to go back to, for a custom id."""
    return f"{deal}" if page is None else f"{deal}-{page}"


def replay_of(arg: str) -> tuple[int, int | None]:
    """What `replay_arg` wrote; without anything it is the first deal. Raises `Refused` on anything else."""
    match = _ARG.fullmatch(arg or "1")
    if match is None:
        raise Refused("That button is from another version of the bot. `/history` shows your games.")
    return int(match[1]), int(match[2]) if match[2] else None


def replay_panel(table_id: int, log: Sequence[Event], deal: int, page: int | None = None) -> Panel:
    """A deal of a finished game, or its first or last when there is no such deal.

    `page` is the page of one's games to go back to. Raises `Refused` while the game goes on, because its
    cards are secret, and when not a single card was dealt.
    """
    table = fold(table_id, log)
    if table.status != "finished" or table.game is None:
        raise Refused(f"There is a replay of table {table_id} when its game is over.")
    deals = table.game.deal
    if not deals:
        raise Refused(f"The game of table {table_id} ended before the first deal.")
    deal = min(max(deal, 1), deals)
    before, after = end_of_deal(table_id, log, deal - 1), end_of_deal(table_id, log, deal)
    panel = _deal_panel(before, after, table, page)
    if len(panel.text) > LONGEST:
        panel = _without_small_print(panel)
    if len(panel.text) > LONGEST:
        panel = _without_small_print(_deal_panel(_briefly(before), _briefly(after), _briefly(table), page))
    return panel


def _deal_panel(before: Table, after: Table, end: Table, page: int | None) -> Panel:
    """The deal between two moments of a game that has come to its end."""
    deal, deals = after.the_game.deal, end.the_game.deal
    blocks: list[Block] = [
        Text(f"### Table {end.id} · deal {deal} of {deals}\n{_heading(before, after)}"),
        Text(_dealt(after)),
    ]
    told = _played(after)
    if told:
        blocks.append(Text(told))
    show = show_panel(after)
    if show is not None:
        blocks += show.blocks
    if deal == deals:
        blocks.append(Text(f"**{headline(end)}**"))
    blocks += _buttons(end.id, deal, deals, page)
    return Panel(tuple(blocks), accent=GREY)


def _heading(before: Table, after: Table) -> str:
    scores = " · ".join(
        f"**{side_name(after, side)}** {was} → **{now}**"
        for side, (was, now) in enumerate(zip(shown_scores(before), shown_scores(after), strict=True))
    )
    return f"{seat_name(after, after.the_game.known_dealer)} has the deal and the crib\n{scores}"


def _dealt(table: Table) -> str:
    """Every hand as it was dealt, and what of it went to the crib."""
    (dealt,) = [event for event in table.deal_log if isinstance(event, Dealt)]
    given = {event.seat: event.cards for event in table.deal_log if isinstance(event, Discarded)}
    lines = [
        f"{seat_name(table, seat)} {symbols(sorted(hand))}"
        + (f" · gives {symbols(sorted(given[seat]))}" if seat in given else "")
        for seat, hand in enumerate(dealt.hands)
    ]
    if dealt.crib:
        lines.append(f"From the pack to the crib {symbols(dealt.crib)}")
    return "\n".join(lines)


def _played(table: Table) -> str:
    starter = [
        f"Starter **{event.card.symbol}**" for event in table.deal_log if isinstance(event, StarterTurned)
    ]
    return "\n".join([*starter, *plays(table)])


def _buttons(table_id: int, deal: int, deals: int, page: int | None) -> list[Block]:
    def to(label: str, number: int) -> Button:
        button = ButtonId(table_id, 0, "replay", replay_arg(number, page))
        return Button(label, str(button), disabled=not 1 <= number <= deals)

    buttons = [
        to("Previous deal", deal - 1),
        to("Next deal", deal + 1),
        Button("Check the shuffle", str(ButtonId(table_id, 0, "check"))),
    ]
    if page is not None:
        buttons.append(Button("Your games", str(ButtonId(0, 0, "games", str(page)))))
    return [Row(tuple(buttons))]


def _without_small_print(panel: Panel) -> Panel:
    """The panel without the breakdowns of the show."""
    blocks = [_unprinted(block) if isinstance(block, Text) else block for block in panel.blocks]
    return Panel(tuple(blocks), panel.accent)


def _unprinted(text: Text) -> Text:
    lines = text.markdown.split("\n")
    if lines[0].startswith("-# "):
        return text  # hands that weren't counted: all of it is small
    return Text("\n".join(line for line in lines if not line.startswith("-# ")))


def _briefly(table: Table) -> Table:
    """The table with the names of its people cut short, so that all that they did fits into a message."""
    seats = [
        replace(seat, person=replace(seat.person, name=plain(seat.person.name)[:_BRIEF]))
        if seat.person
        else seat
        for seat in table.seats
    ]
    return replace(table, seats=tuple(seats))
