"""The end of a game: who won and by how much, the seed of the shuffles, and another game."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.cribbage.observe import observe
from bot.table.results import shown_scores, skunks_of
from bot.table.table import Table
from bot.ui.panels.colours import GREY
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import Block, Button, Divider, Image, Panel, Row, Text
from bot.ui.panels.names import listed, safe
from bot.ui.panels.table.gains import gains_told
from bot.ui.panels.who import plain_side_names, seat_name, side_names
from bot.ui.pictures.observed import board_picture

GOLD: Final = 0xC9A227
"""The colour of a win."""


def finish_panel(table: Table, best_hands: dict[int, int], length: timedelta | None = None) -> Panel:
    """The end of a finished game. `best_hands` are each seat's best counts, `length` how long it took.

    Raises `ValueError` when the game isn't over.
    """
    if table.game is None or table.status != "finished":
        raise ValueError(f"table {table.id} has no finished game")
    board = board_picture(observe(table.game, None), plain_side_names(table))
    blocks: list[Block] = [
        Text(f"### {headline(table)}\n-# {_length(table, length)}"),
        Image(board, f"board-{table.id}.png"),
    ]
    notes = _notes(table)
    if notes:
        blocks.append(Text("\n".join(notes)))
    if best_hands:
        best = [f"{seat_name(table, seat)} **{points}**" for seat, points in sorted(best_hands.items())]
        blocks.append(Text(f"Best hands: {' · '.join(best)}"))
    gains = gains_told(table)
    if gains:
        blocks.append(Text("\n".join(gains)))
    blocks.append(Divider())
    blocks.append(Text(_seals(table)))
    blocks.append(_buttons(table))
    return Panel(tuple(blocks), accent=GOLD if table.game.winners else GREY)


def headline(table: Table) -> str:
    """Who won and by how much, or why nobody did: `Ann wins 121–87 — a skunk!`."""
    game = table.the_game
    scores = shown_scores(table)
    if not game.winners:
        return f"{_stopped(table)} at {'–'.join(map(str, scores))}"
    winners = listed([side_names(table, side) for side in game.winners])
    first = [scores[side] for side in game.winners]
    others = [score for side, score in enumerate(scores) if side not in game.winners]
    verb = "win" if len(game.winners) > 1 or table.players > 3 else "wins"
    return f"{winners} {verb} {'–'.join(map(str, (*first, *others)))}{_skunk(table)}"


def _buttons(table: Table) -> Row:
    """Another game, and what there is to see of this one."""
    buttons: list[Button] = []
    if table.rematch_seal is not None and table.stopped != "channel_gone":
        buttons.append(Button("Rematch", str(ButtonId(table.id, 0, "again")), "success"))
    if table.game is not None and table.game.deal:
        buttons.append(Button("Replay", str(ButtonId(table.id, 0, "replay"))))
    buttons.append(Button("Check the shuffle", str(ButtonId(table.id, 0, "check"))))
    return Row(tuple(buttons))


def _stopped(table: Table) -> str:
    match table.stopped:
        case "surrendered":
            return f"{_gone(table, 'surrendered')} surrendered"
        case "abandoned":
            return f"Stopped, {_gone(table, 'away')} went missing,"
        case _:
            return "Stopped"


def _gone(table: Table, why: str) -> str:
    """Those who have left the game for one reason, by name."""
    return listed([safe(seat.person.name) for seat in table.seats if seat.person and seat.gone == why])


def _skunk(table: Table) -> str:
    return {0: "", 1: " — a skunk!", 2: " — a double skunk!"}[max(skunks_of(table))]


def _notes(table: Table) -> list[str]:
    game = table.the_game
    surrendered, missing = _gone(table, "surrendered"), _gone(table, "away")
    match table.stopped:
        case "surrendered":
            skunk = "" if game.variant.skunk is None else " and no skunk"
            notes = [f"A loss for who gave up; no win{skunk} for anybody, the game was not played out."]
        case "abandoned":
            others = "No win for anybody" if surrendered else "No win and no loss"
            notes = [f"{others}; who went missing has a game abandoned on record."]
        case "channel_gone":
            notes = ["Its channel or thread is gone: no win and no loss for anybody at the table."]
        case None:
            notes = [_loss(table, side) for side in range(len(game.scores)) if side not in game.winners]
    if surrendered and table.stopped != "surrendered":
        notes.append(f"{surrendered} had surrendered: a loss.")
    if missing and table.stopped in (None, "surrendered"):
        notes.append(f"{missing} had gone missing: a game abandoned on record.")
    if table.practice:
        notes.append("A practice game: it is on record, but counts on no leaderboard.")
    elif not game.variant.ranked and game.winners:
        kind = game.variant.title
        notes.append(f"{kind[0].upper()}{kind[1:]} gives XP, but no prestige and no rating.")
    return [note for note in notes if note]


def _loss(table: Table, side: int) -> str:
    """What more there is to say of a side that lost."""
    game = table.the_game
    if game.variant.in_the_stink_hole(game.scores[side]):
        return f"{side_names(table, side)} left in the stink hole."
    skunk = skunks_of(table)[side]
    if skunk and len(game.scores) > 2:
        return f"{side_names(table, side)}: {'a double skunk' if skunk == 2 else 'a skunk'}."
    return ""


def _seals(table: Table) -> str:
    lines = [
        f"-# Seed revealed: `{table.seed}`",
        f"-# `/cribbage verify number:{table.id}` checks every card.",
    ]
    if table.rematch_seal is not None:
        lines.append(f"-# A rematch's shuffles are sealed: `{table.rematch_seal}`")
    return "\n".join(lines)


def _length(table: Table, length: timedelta | None) -> str:
    deals = f"{table.the_game.deal} deal{'' if table.the_game.deal == 1 else 's'}"
    if length is None:
        return f"Table {table.id} · {deals}"
    minutes = max(1, round(length.total_seconds() / 60))
    return f"Table {table.id} · {deals} · {minutes} minute{'' if minutes == 1 else 's'}"
