"""The message of a table that waits for players, and what remains of it when the game is on."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.cribbage.cards import Card
from bot.cribbage.seating import seats_of, sides
from bot.house import STRENGTHS
from bot.table.table import Table
from bot.ui.panels.colours import FELT, GREY
from bot.ui.panels.ids import ButtonId, Verb
from bot.ui.panels.layout import Block, Button, Divider, Panel, Row, Style, Text, numbered
from bot.ui.panels.names import listed
from bot.ui.panels.table.titles import title
from bot.ui.panels.who import seat_name
from bot.ui.panels.words import relative
from bot.ui.pictures.house_mark import HOUSE_MARK

SIDES: Final = "ABC"
"""What sides of partners are called in a lobby."""

_STRENGTHS: Final = {
    "gentle": "**Gentle** plays like a friendly beginner",
    "steady": "**Steady** plays well",
    "sharp": "**Sharp** plays very well",
}


def heading(table: Table) -> Text:
    """The title, and which table it is."""
    rematch = "" if table.opening.rematch_of is None else f" · rematch of table {table.opening.rematch_of}"
    return Text(f"### {title(table)}\n-# Table {table.id}{rematch}")


def lobby_panel(table: Table, until: datetime | None = None) -> Panel:
    """The lobby: who sits, which seats are open, what to press. It closes by itself at `until`."""
    if table.status == "closed":
        return _closed(table)
    if table.game is not None:
        return _begun(table)
    closes = "" if until is None else f"\n-# Closes {relative(until)} if it isn't full"
    blocks: list[Block] = [
        heading(table),
        Text(_seats(table)),
        Text(f"{_sealed(table)}{closes}"),
        Row(_join_buttons(table)),
        Row(
            (
                _button(table, "Add a house player", "house"),
                _button(table, "How shuffles are sealed", "sealed"),
            )
        ),
    ]
    kept = (table.kept_for(seat) for seat in range(table.players))
    notifies = tuple(reservation.user for reservation in kept if reservation is not None)
    return Panel(tuple(blocks), accent=FELT, notifies=notifies)


def _join_buttons(table: Table) -> tuple[Button, ...]:
    """Join; with partners, the side is the player's to choose, unless everybody has a seat of their own."""
    leave = (_button(table, "Leave", "leave"), _button(table, "Cancel", "cancel"))
    if table.players < 4 or all(table.kept_for(seat) for seat in table.free()):
        return (_button(table, "Join", "join", "success"), *leave)
    join = tuple(
        Button(
            f"Join side {SIDES[side]}",
            str(ButtonId(table.id, 0, "join", str(side))),
            "success",
            disabled=not any(table.seats[seat].free for seat in seats_of(side, table.players)),
        )
        for side in range(sides(table.players))
    )
    return (*join, *leave)


def _begun(table: Table) -> Panel:
    return Panel(
        (heading(table), Text(_seats(table)), Divider(), Text(_cut(table)), Text(_sealed(table))),
        accent=GREY,
    )


def _closed(table: Table) -> Panel:
    why = {
        "cancelled": "The host cancelled this table.",
        "emptied": "The host got up, so this table closed.",
        "expired": "Not every seat was taken in time, so this table closed.",
        "channel_gone": "This table's channel is gone.",
        None: "This table is closed.",
    }[table.closed]
    return Panel((heading(table), Text(f"{why} `/cribbage start` opens a new one.")), accent=GREY)


def _seats(table: Table) -> str:
    if table.players < 4:
        lines = [_seat(table, seat) for seat in range(table.players)]
    else:
        lines = [
            f"**Side {SIDES[side]}**\n"
            + "\n".join(_seat(table, seat) for seat in seats_of(side, table.players))
            for side in range(sides(table.players))
        ]
    if any(seat.house for seat in table.seats):
        lines.append(f"-# {HOUSE_MARK} marks a house player")
    return "\n".join(lines)


def _seat(table: Table, seat: int) -> str:
    place = numbered(seat + 1)
    kept = table.kept_for(seat)
    if kept is not None and table.status == "lobby":
        again = (
            "press **Join** to play again" if table.opening.rematch_of else "you are invited: press **Join**"
        )
        return f"{place} <@{kept.user}>, {again}"
    if table.seats[seat].free:
        return f"{place} *open seat*"
    return f"{place} **{seat_name(table, seat)}**"


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
    return f"{told} — **{seat_name(table, first)}** deals first."


def _drawn(table: Table, cut: tuple[tuple[int, Card], ...]) -> str:
    return ", ".join(f"{seat_name(table, seat)} {card.symbol}" for seat, card in cut)


def _button(table: Table, label: str, verb: Verb, style: Style = "plain") -> Button:
    return Button(label, str(ButtonId(table.id, 0, verb)), style)


def house_panel(table: Table) -> Panel:
    """Choose a house player for the next free seat (private)."""
    add = [
        Button(strength.capitalize(), str(ButtonId(table.id, 0, "sit", strength)), "primary")
        for strength in STRENGTHS
    ]
    seated = [seat_name(table, number) for number, seat in enumerate(table.seats) if seat.house]
    here = f"At the table: {listed(seated)}." if seated else "A table with a house player is practice."
    return Panel(
        (
            Text("**Add a house player** to the next free seat.\n" + " · ".join(_STRENGTHS.values())),
            Text(f"-# {here}"),
            Row((*add, *([_button(table, "Remove one", "rise")] if seated else []))),
        )
    )


def sealed_panel(table: Table) -> Panel:
    """How shuffles are sealed, and what can be checked (private)."""
    presses = listed([str(press) for press in table.presses]) or "none yet"
    return Panel(
        (
            Text("### How shuffles are sealed"),
            Text(
                "Before anybody could take a seat, the bot drew a secret seed and showed its SHA-256. Every press "
                "that then filled a seat added its number, which Discord gave it, to a public list. Cut, deals "
                "and starters all follow from seed and list, so nobody, whoever runs the bot included, can "
                "pick the cards once the seal is out. The seed is shown when the game ends, and "
                f"`/cribbage verify number:{table.id}` then derives every card again."
            ),
            Text(f"Seal: `{table.commitment}`\nPublic list: {presses}"),
        )
    )
