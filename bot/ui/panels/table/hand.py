"""The private hand: your cards as buttons, for discards and then for plays."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cribbage.cards import Card, symbols
from bot.cribbage.observe import Observation, observe
from bot.table.table import Table
from bot.ui.panels.colours import FELT, GREY
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import Block, Button, Image, Panel, Text, rows
from bot.ui.panels.names import listed, possessive
from bot.ui.panels.table.playing import crib_name, scores, waiting
from bot.ui.panels.who import plain_seat_name, seat_name
from bot.ui.panels.words import number
from bot.ui.pictures.observed import hand_picture


def hand_panel(
    table: Table, seat: int, chosen: Sequence[Card] = (), said: str | None = None, *, face: str = ""
) -> Panel:
    """A person's hand at this moment, as only they may see it.

    `chosen` are the cards marked for the crib; `said` is a sentence that answers their last press; `face` is
    the face of the cards that they have chosen.
    """
    first: list[Block] = [] if said is None else [Text(said)]
    if table.game is None or table.game.dealer is None:
        return Panel((*first, Text("Your cards are dealt when every seat is taken.")), accent=GREY)
    seen = observe(table.game, seat)
    if table.status != "playing":
        return Panel((*first, Text("This game is over.")), accent=GREY)
    if table.seats[seat].gone is not None:
        return Panel((*first, *_gone(table, seat)), accent=GREY)
    if table.choice is not None:
        return Panel((*first, Text(f"The game waits: {waiting(table, seen)}.")), accent=GREY)
    blocks: list[Block]
    if seen.owes:
        chosen = tuple(card for card in sorted(chosen) if card in seen.hand)[: seen.owes]
        blocks = _discarding(table, seen, chosen)
    elif seen.phase == "discard":
        blocks = [
            Text(_given(table, seen)),
            Text(f"You keep {symbols(seen.kept)}."),
            Text(waiting(table, seen)),
        ]
    else:
        blocks = _playing(table, seen)
    lead, *others = blocks
    shown = (*first, lead, *_picture(seen, chosen, face), *others, *_offer(table, seat))
    return Panel(shown, accent=FELT if seat in seen.awaited else GREY)


def _picture(seen: Observation, chosen: Sequence[Card], face: str) -> list[Block]:
    if not seen.hand:
        return []
    return [Image(hand_picture(seen, chosen if seen.owes else (), face), "hand.png")]


def _offer(table: Table, seat: int) -> list[Block]:
    """What a partner who would surrender asks of this person."""
    offered = [seat_name(table, other) for other in table.yielding if table.side(other) == table.side(seat)]
    if not offered or seat in table.yielding:
        return []
    return [Text(f"{listed(offered)} would surrender. If you agree, press **Surrender** at the table.")]


def _gone(table: Table, seat: int) -> list[Block]:
    """What a person sees while a house player plays in their place."""
    if table.given_up(table.side(seat)):
        who = "You have" if table.seats[seat].gone == "surrendered" else "Your side has"
        return [Text(f"{who} surrendered at table {table.id}.")]
    back = Button("Take my seat back", str(ButtonId(table.id, 0, "back")), "success")
    return [
        Text(
            f"You were missing at table {table.id}, so a house player has your seat. It is yours until the end."
        ),
        *rows([back]),
    ]


def _where(table: Table, seen: Observation) -> str:
    return f"-# Table {table.id} · deal {seen.deal} · {scores(table)}"


def _whose_crib(table: Table, seen: Observation) -> str:
    if seen.known_dealer == seen.own_seat:
        return "your own crib"
    if seen.side(seen.known_dealer) == seen.side(seen.own_seat):
        return f"your partner's crib ({seat_name(table, seen.known_dealer)})"
    return crib_name(table, seen)


def _discarding(table: Table, seen: Observation, chosen: Sequence[Card]) -> list[Block]:
    crib = _whose_crib(table, seen)
    owed = "a card" if seen.owes == 1 else f"{number(seen.owes)} cards"
    buttons = [_mark(table, seen, chosen, card) for card in seen.hand]
    ready = len(chosen) == seen.owes
    arg = "".join(map(str, chosen))
    give = Button(
        f"Give to {_button_crib(table, seen)}",
        str(ButtonId(table.id, table.turn_seq, "give", arg)),
        "success",
        disabled=not ready,
    )
    told = (
        f"Chosen: **{symbols(chosen)}**"
        if chosen
        else "Press a card to choose it, press it again to take it back."
    )
    return [
        Text(f"**Your hand** — choose {owed} for {crib}.\n{_where(table, seen)}"),
        *rows(buttons, 3 if len(buttons) == 6 else 5),
        Text(told),
        *rows([give]),
    ]


def _button_crib(table: Table, seen: Observation) -> str:
    """The crib's owner for a label, which knows no markdown."""
    if seen.known_dealer == seen.seat:
        return "your crib"
    return f"{possessive(plain_seat_name(table, seen.known_dealer))} crib"


def _mark(table: Table, seen: Observation, chosen: Sequence[Card], card: Card) -> Button:
    """A card that can be chosen: the custom id carries the choice as it is after the press."""
    if card in chosen:
        after = [other for other in chosen if other is not card]
    elif len(chosen) == seen.owes == 1:
        after = [card]
    elif len(chosen) < seen.owes:
        after = sorted([*chosen, card])
    else:
        after = []
    # Every id in a message must differ, and so must those of cards that can't be added now.
    arg = f"{''.join(map(str, after))}-{card}"
    return Button(
        card.symbol,
        str(ButtonId(table.id, table.turn_seq, "mark", arg)),
        "primary" if card in chosen else "plain",
        disabled=card not in chosen and len(chosen) == seen.owes > 1,
    )


def _given(table: Table, seen: Observation) -> str:
    if not seen.given:
        did = "you keep all your cards in this deal"
    else:
        did = f"you gave {symbols(seen.given)} to {_whose_crib(table, seen)}"
    return f"**Your hand** — {did}.\n{_where(table, seen)}"


def _playing(table: Table, seen: Observation) -> list[Block]:
    mine = seen.turn == seen.seat
    lead = "**Your move**" if mine else waiting(table, seen)
    if seen.series:
        lead += f" — count **{seen.count}**"
    elif mine:
        lead += " — you lead"
    series = f" · {' '.join(played.card.symbol for played in seen.series)}" if seen.series else ""
    buttons = [
        Button(
            card.symbol,
            str(ButtonId(table.id, table.turn_seq, "play", str(card))),
            "primary" if card in seen.playable else "plain",
            disabled=card not in seen.playable,
        )
        for card in seen.hand
    ]
    gave = f" · gave {symbols(seen.given)}" if seen.given else ""
    return [
        Text(f"{lead}{series}\n{_where(table, seen)}"),
        *rows(buttons),
        Text(f"-# Starter {seen.turned_starter.symbol} · you kept {symbols(seen.kept)}{gave}"),
    ]
