"""The end of a game: who won and by how much, and the seed of the shuffles."""

from __future__ import annotations

from datetime import timedelta

from bot.cribbage.seating import seats_of
from bot.table.results import results_of
from bot.table.table import Table
from bot.ui.layout import Block, Divider, Panel, Text
from bot.ui.names import listed, safe

GOLD = 0xC9A227
"""The colour of a win."""


def finish_panel(table: Table, best_hands: dict[int, int], length: timedelta | None = None) -> Panel:
    """The end of a finished game. `best_hands` are each seat's best counts, `length` how long it took.

    Raises `ValueError` when the game isn't over.
    """
    if table.game is None or table.status != "finished":
        raise ValueError(f"table {table.id} has no finished game")
    blocks: list[Block] = [Text(f"### {_headline(table)}\n-# {_length(table, length)}")]
    labels = [label for side in range(len(table.game.scores)) if (label := _label(table, side))]
    if labels:
        blocks.append(Text("\n".join(labels)))
    if best_hands:
        best = [f"{safe(table.name(seat))} **{points}**" for seat, points in sorted(best_hands.items())]
        blocks.append(Text(f"Best hands: {' · '.join(best)}"))
    blocks.append(Divider())
    blocks.append(
        Text(f"-# Seed revealed: `{table.seed}`\n-# `/cribbage verify number:{table.id}` checks every card.")
    )
    return Panel(tuple(blocks), accent=GOLD)


def _names(table: Table, side: int) -> str:
    return listed([safe(table.name(seat)) for seat in seats_of(side, table.players)])


def _headline(table: Table) -> str:
    game = table.game
    assert game is not None
    scores = [min(score, game.variant.target) for score in game.scores]
    if table.surrendered is not None:
        tally = "–".join(map(str, scores))
        return f"{_names(table, table.surrendered)} surrendered at {tally}"
    winners = listed([_names(table, side) for side in game.winners])
    first = [scores[side] for side in game.winners]
    others = [score for side, score in enumerate(scores) if side not in game.winners]
    verb = "win" if len(game.winners) > 1 or table.players > 3 else "wins"
    return f"{winners} {verb} {'–'.join(map(str, (*first, *others)))}{_skunk(table)}"


def _skunk(table: Table) -> str:
    worst = max(result.skunk_taken for result in results_of(table))
    return {0: "", 1: " — a skunk!", 2: " — a double skunk!"}[worst]


def _label(table: Table, side: int) -> str:
    game = table.game
    assert game is not None
    if table.surrendered is not None:
        if side == table.surrendered:
            loser = _names(table, side)
            return f"A loss for {loser}; no win and no skunk for anybody: the game was not played out."
        return ""
    if side in game.winners:
        return ""
    if game.variant.in_the_stink_hole(game.scores[side]):
        return f"{_names(table, side)} was left in the stink hole."
    return ""


def _length(table: Table, length: timedelta | None) -> str:
    assert table.game is not None
    deals = f"{table.game.deal} deal{'' if table.game.deal == 1 else 's'}"
    if length is None:
        return f"Table {table.id} · {deals}"
    minutes = max(1, round(length.total_seconds() / 60))
    return f"Table {table.id} · {deals} · {minutes} minute{'' if minutes == 1 else 's'}"
