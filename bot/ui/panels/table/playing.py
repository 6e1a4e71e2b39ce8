"""The message of a table at play: one glance tells whose move it is, the count, the score, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.cribbage.observe import Observation, observe
from bot.cribbage.seating import discard_size
from bot.table.results import shown_scores
from bot.table.table import Table
from bot.ui.panels.colours import FELT, GREY
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import Block, Button, Image, Panel, Row, Text
from bot.ui.panels.names import listed, possessive
from bot.ui.panels.table.board import track
from bot.ui.panels.table.story import plays_in_short
from bot.ui.panels.who import (
    person_name,
    plain_seat_name,
    plain_side_names,
    seat_name,
    short_side_name,
    side_name,
)
from bot.ui.panels.words import number, relative
from bot.ui.pictures.house_mark import HOUSE_MARK
from bot.ui.pictures.observed import table_picture


def table_panel(
    table: Table, *, until: datetime | None = None, record: bool = False, backs: Sequence[str] = ()
) -> Panel:
    """The table in the middle of a deal, or with `record` what remains of it when the deal is over.

    `until` is when the time of those who are to move is up, `backs` are the backs of each seat's cards.
    Raises `ValueError` when no game has begun.
    """
    if table.game is None:
        raise ValueError(f"no game has begun at table {table.id}")
    seen = observe(table.game, None)
    picture = table_picture(
        seen,
        [plain_seat_name(table, seat) for seat in range(table.players)],
        plain_side_names(table),
        backs=backs,
        banner=""
        if seen.starter is not None
        else f"{possessive(plain_seat_name(table, seen.dealer or 0))} crib",
    )
    blocks: list[Block] = [
        Text(_heading(table, seen)),
        Image(picture, f"table-{table.id}.png", instead=_track(table, seen)),
        Text(scores(table)),
    ]
    if seen.starter is not None:
        blocks.append(Text(_cards(seen)))
    blocks += _story(table)
    if not record:
        blocks += [Text(text) for text in _asked(table, seen, until)]
        blocks += _buttons(table)
    return Panel(tuple(blocks), accent=GREY if record else FELT)


def scores(table: Table) -> str:
    """Every side's score: `Ann 46 · Bob 51`."""
    return " · ".join(
        f"**{side_name(table, side)}** {score}" for side, score in enumerate(shown_scores(table))
    )


def crib_name(table: Table, seen: Observation) -> str:
    """`Ann's crib`, escaped."""
    return f"{possessive(seat_name(table, seen.known_dealer))} crib"


def waiting(table: Table, seen: Observation) -> str:
    """Whose move it is, and what they are to do."""
    if table.choice is not None:
        deciding = listed([seat_name(table, seat) for seat in table.people_of(table.choice)])
        return f"**{deciding}** may play on against house players, or stop"
    names = [seat_name(table, seat) for seat in seen.awaited]
    if seen.phase == "play":
        return f"**{names[0]} to {'play' if seen.series else 'lead'}**"
    if seen.phase == "discard":
        most = max(discard_size(seat, seen.known_dealer, seen.players) for seat in seen.awaited)
        cards = "a card" if most == 1 else f"{number(most)} cards"
        each = " each" if len(names) > 1 else ""
        return f"**{listed(names)} to give {cards}{each}** to {crib_name(table, seen)}"
    return "The game is over."


def _asked(table: Table, seen: Observation, until: datetime | None) -> list[str]:
    """What the table waits for, and what else there is to know."""
    line = waiting(table, seen)
    if until is not None and (table.choice is not None or table.awaited_people()):
        line += f" · {relative(until)}"
    lines = [line]
    lines += _offered(table)
    away = [person_name(table, seat) for seat in _away(table)]
    if away:
        house = "A house player sits" if len(away) == 1 else "House players sit"
        lines.append(f"-# {HOUSE_MARK} {house} in for {listed(away)}: **My hand** takes the seat back.")
    return lines


def _offered(table: Table) -> list[str]:
    """Who would surrender, and what is still missing for it."""
    open_sides = [
        side for side in table.sides_with_people() if not set(table.people_of(side)) <= set(table.yielding)
    ]
    asking = [seat_name(table, seat) for seat in table.yielding if table.side(seat) in open_sides]
    # Their partner went missing after the offer.
    alone = [seat_name(table, seat) for seat in table.yielding if table.side(seat) not in open_sides]
    lines: list[str] = []
    if asking:
        names = listed(asking)
        lines.append(f"{names} would surrender: with their partner's **Surrender** too, the side gives up.")
    if alone:
        lines.append(
            f"{listed(alone)} would surrender, and nobody has to agree any more: another **Surrender** does it."
        )
    return lines


def _away(table: Table) -> list[int]:
    """The seats that a missing person may take back."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.gone is not None and not table.given_up(table.side(number))
    ]


def _buttons(table: Table) -> list[Block]:
    hand = Button("My hand", str(ButtonId(table.id, 0, "hand")), "primary")
    rules = Button("Rules", str(ButtonId(table.id, 0, "rules")))
    if table.choice is not None:
        play_on = Button("Play on", str(ButtonId(table.id, 0, "on")), "success")
        back = (hand,) if _away(table) else ()
        return [Row((play_on, Button("Stop", str(ButtonId(table.id, 0, "stop"))), *back, rules))]
    return [
        Row(
            (
                hand,
                rules,
                Button("Surrender", str(ButtonId(table.id, 0, "surrender"))),
            )
        )
    ]


def _heading(table: Table, seen: Observation) -> str:
    return f"### Table {table.id} · deal {seen.deal}\n{seat_name(table, seen.known_dealer)} has the deal and the crib"


def _track(table: Table, seen: Observation) -> str:
    names = [short_side_name(table, side) for side in range(len(seen.scores))]
    return track(names, seen.scores, seen.back_pegs, seen.variant.target)


def _cards(seen: Observation) -> str:
    line = f"Starter **{seen.turned_starter.symbol}**"
    if seen.series:
        line += f" · count **{seen.count}**: {' '.join(played.card.symbol for played in seen.series)}"
    elif seen.phase == "play":
        line += " · count **0**"
    return line


def _story(table: Table) -> list[Block]:
    told = plays_in_short(table)
    if not told:
        return []
    earlier = [f"-# {paragraph}" for paragraph in told[:-1]]
    return [Text("\n".join([*earlier, told[-1]]))]
