"""The message of a table that waits for players, and what remains of it when the game is on."""

from __future__ import annotations

from typing import Final

from bot.cribbage.cards import Card
from bot.table.table import Table
from bot.ui.ids import ButtonId, Verb
from bot.ui.layout import Block, Button, Divider, Panel, Row, Style, Text
from bot.ui.names import listed, safe
from bot.ui.words import number

FELT: Final = 0x2F6F4F
"""The colour of a table where something happens."""
GREY: Final = 0x6B7280
"""The colour of what is over."""


def title(table: Table) -> str:
    """What is played: `Cribbage · two players · to 121`."""
    variant = table.variant
    goal = f"{variant.target} loses" if variant.lowball else f"to {variant.target}"
    return f"Cribbage · {number(table.players)} players · {goal}"


def lobby_panel(table: Table) -> Panel:
    """The lobby: who sits, which seats are open, what to press."""
    if table.status == "closed":
        return _closed(table)
    if table.status != "lobby":
        return _begun(table)
    blocks: list[Block] = [
        Text(f"### {title(table)}\n-# Table {table.id}"),
        Text(_seats(table)),
        Text(_sealed(table)),
        Row(
            (
                _button(table, "Join", "join", "success"),
                _button(table, "Leave", "leave"),
                _button(table, "Cancel", "cancel"),
                _button(table, "How shuffles are sealed", "sealed"),
            )
        ),
    ]
    notifies = () if table.invited is None else (table.invited,)
    return Panel(tuple(blocks), accent=FELT, notifies=notifies)


def _begun(table: Table) -> Panel:
    return Panel(
        (
            Text(f"### {title(table)}\n-# Table {table.id}"),
            Text(_seats(table)),
            Divider(),
            Text(_cut(table)),
            Text(_sealed(table)),
        ),
        accent=GREY,
    )


def _closed(table: Table) -> Panel:
    return Panel(
        (
            Text(f"### {title(table)}\n-# Table {table.id}"),
            Text("This table was closed before the game began. `/cribbage start` opens a new one."),
        ),
        accent=GREY,
    )


def _seats(table: Table) -> str:
    free = [seat for seat, person in enumerate(table.seats) if person is None]
    lines: list[str] = []
    for seat, person in enumerate(table.seats):
        if person is not None:
            lines.append(f"{seat + 1}. **{safe(person.name)}**")
        elif free == [seat] and table.invited is not None and table.seat_of(table.invited) is None:
            lines.append(f"{seat + 1}. <@{table.invited}>, you are invited: press **Join**")
        else:
            lines.append(f"{seat + 1}. *open seat*")
    return "\n".join(lines)


def _sealed(table: Table) -> str:
    return f"-# Shuffles are sealed: `{table.commitment}`"


def _cut(table: Table) -> str:
    """Tell the cut: `Cut for deal: Ann 4♣, Bob 9♦ — Ann deals first.`."""
    game = table.game
    if game is None or not game.cuts:
        return "The game begins."
    rounds = [_drawn(table, cut) for cut in game.cuts]
    told = "Cut for deal: " + "; a tie, and again: ".join(rounds)
    first = min(game.cuts[-1], key=lambda cut: cut[1].rank)[0]
    return f"{told} — **{safe(table.name(first))}** deals first."


def _drawn(table: Table, cut: tuple[tuple[int, Card], ...]) -> str:
    return ", ".join(f"{safe(table.name(seat))} {card.symbol}" for seat, card in cut)


def _button(table: Table, label: str, verb: Verb, style: Style = "plain") -> Button:
    return Button(label, str(ButtonId(table.id, 0, verb)), style)


def sealed_panel(table: Table) -> Panel:
    """How shuffles are sealed, and what can be checked (private)."""
    presses = listed([str(press) for press in table.presses]) or "none yet"
    return Panel(
        (
            Text("### How shuffles are sealed"),
            Text(
                "Before anybody could join, the bot drew a secret seed and showed its SHA-256. Every press "
                "of **Join** then added the number that Discord gave to that press to a public list. Cut, deals "
                "and starters all follow from seed and list, so nobody, whoever runs the bot included, can "
                "pick the cards once the seal is out. The seed is shown when the game ends, and "
                f"`/cribbage verify number:{table.id}` then derives every card again."
            ),
            Text(f"Seal: `{table.commitment}`\nPublic list: {presses}"),
        )
    )
