"""All that people are shown of a table at which somebody has a certain name, in words and in pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import chain

from bot.cribbage.events import GameEvent, Played, StarterTurned
from bot.table.events import (
    ChoiceGiven,
    Event,
    Gain,
    GameStopped,
    HouseSeated,
    RematchSealed,
    SeatTaken,
    SeedRevealed,
    Surrendered,
    SurrenderOffered,
    TableOpened,
    WentMissing,
)
from bot.table.history import best_hands, end_of_deal
from bot.table.standing.board import Line, Page, Query
from bot.table.standing.career import Career
from bot.table.standing.games import GamesPage
from bot.table.standing.games import Played as PlayedGame
from bot.table.standing.people import Encounter, Profile
from bot.table.table import Refused, Table, fold
from bot.ui.live.answers.failures import sentence
from bot.ui.panels.layout import Image, Panel, Text
from bot.ui.panels.open_tables import OpenTable, open_tables_panel
from bot.ui.panels.records.games import games_panel
from bot.ui.panels.records.leaderboard import leaderboard_panel
from bot.ui.panels.records.profile import encounter_panel, feats_panel, profile_panel
from bot.ui.panels.records.replay import replay_panel
from bot.ui.panels.records.verdict import check_panel
from bot.ui.panels.table.finish import finish_panel
from bot.ui.panels.table.hand import hand_panel
from bot.ui.panels.table.lobby import house_panel, lobby_panel, sealed_panel
from bot.ui.panels.table.playing import table_panel
from bot.ui.panels.table.reminder import reminder_panel
from bot.ui.panels.table.resign import resign_panel
from bot.ui.panels.table.show import show_panel
from bot.ui.pictures.alt import alt_text
from tests.games import events_of, greedy, seed_of

NOW = datetime(2026, 2, 3, 12, tzinfo=UTC)
HOUSE = "Steady House"


def everything(panel: Panel) -> str:
    """What a message says: its texts and labels, what its pictures show, in which words, and what replaces them."""
    said = [*panel.texts(), *(button.label for button in panel.buttons())]
    for block in panel.blocks:
        if isinstance(block, Image):
            said += [repr(block.model), alt_text(block.model), block.instead or ""]
    return "\n".join(said)


def log_with(name: str, game: Sequence[GameEvent] = (), players: int = 3) -> list[Event]:
    """The log of a table: in the first seat somebody of this name, then a house player, then Cleo and others."""
    opening = TableOpened(1, 2, 100, players, "short", "0" * 64)
    others = [SeatTaken(seat, 100 + seat, f"Cleo {seat}") for seat in range(2, players)]
    return [opening, SeatTaken(0, 100, name), HouseSeated(1, "steady", HOUSE), *others, *game]


def missing(log: Sequence[Event], seat: int = 0) -> list[Event]:
    """The log when whoever sits in a seat has gone missing, and a house player has it."""
    return [*log, WentMissing(seat), HouseSeated(seat, "steady", f"{HOUSE} 2")]


@cache
def _game(players: int) -> tuple[GameEvent, ...]:
    return tuple(events_of(players, "short", greedy, seed_of(1)))


def game_until(kind: type[GameEvent] | None, players: int = 3, more: int = 0) -> list[GameEvent]:
    """A game up to the first event of a kind and some more, or to its end."""
    game = _game(players)
    if kind is None:
        return list(game)
    at = next(at for at, event in enumerate(game) if isinstance(event, kind))
    return list(game[: at + 1 + more])


Shown = Callable[[str], Iterator[Panel]]


def _lobby(name: str) -> Iterator[Panel]:
    for players in (3, 4, 6):
        for log in (
            log_with(name, players=players),
            log_with(name, game_until(StarterTurned, players), players),
        ):
            table = fold(7, log)
            yield from (lobby_panel(table), house_panel(table), sealed_panel(table))


def _tables(name: str, players: int = 3) -> Iterator[Table]:
    discards = game_until(StarterTurned, players, -2)
    for game in (discards, game_until(StarterTurned, players), game_until(Played, players, 3)):
        log = log_with(name, game, players)
        yield from (fold(7, log), fold(7, missing(log)))
        if players > 3:
            yield fold(7, [*log, SurrenderOffered(0)])
        else:
            yield fold(7, [*log, Surrendered(2, 2), HouseSeated(2, "steady", f"{HOUSE} 3"), ChoiceGiven(0)])


def _table(name: str) -> Iterator[Panel]:
    for table in chain(_tables(name), _tables(name, 4), _tables(name, 6)):
        yield table_panel(table, until=NOW)
        yield table_panel(table, record=True)


def _hands(name: str) -> Iterator[Panel]:
    for table in chain(_tables(name), _tables(name, 4), _tables(name, 6)):
        for seat in range(table.players):
            yield hand_panel(table, seat)
            if table.seats[seat].present and table.choice is None:
                yield resign_panel(table, 100 + seat)


def _finished(name: str, players: int = 3) -> list[Event]:
    ended = [SeedRevealed(seed_of(1).hex()), RematchSealed("1" * 64, "2" * 64)]
    return [*log_with(name, game_until(None, players), players), *ended]


def _show(name: str) -> Iterator[Panel]:
    for players in (3, 4, 6):
        log = _finished(name, players)
        table = fold(7, log)
        assert table.game is not None
        for deal in range(1, table.game.deal + 1):
            if (panel := show_panel(end_of_deal(7, log, deal))) is not None:
                yield panel


def _finish(name: str) -> Iterator[Panel]:
    gains = tuple(Gain(user, 40, 1, 1, 2) for user in (100, 102))
    for players in (3, 4, 6):
        log = _finished(name, players)
        yield finish_panel(replace(fold(7, log), gains=gains), best_hands(log))
        stopped = missing(log_with(name, game_until(Played, players), players))
        for reason in ("abandoned", "surrendered"):
            yield finish_panel(fold(7, [*stopped, GameStopped(reason)]), {0: 12, 1: 8})


def _replay(name: str) -> Iterator[Panel]:
    for players in (3, 4, 6):
        log = _finished(name, players)
        yield from (replay_panel(7, log, 1), replay_panel(7, log, 99, 2), check_panel(fold(7, log), log))


def _reminder(name: str) -> Iterator[Panel]:
    for table in _tables(name):
        for stage in ("reminded", "called"):
            if (panel := reminder_panel(replace(table, stage=stage), None, None)) is not None:
                yield panel


def _open_tables(name: str) -> Iterator[Panel]:
    lobby = fold(7, log_with(name)[:3])
    yield open_tables_panel([OpenTable(table, 5, 6) for table in (lobby, *_tables(name))])


def _people(name: str) -> Iterator[Panel]:
    """Where house players have no records of their own, and are at most somebody's opponents."""
    game = PlayedGame(7, 4, "standard", False, "won", 121, 87, 0, (name, "Bob"), (name,), False, NOW)
    profile = Profile(Career(xp=100, completed=1), (), None, (), (), 3, 2, (game,))
    yield from (
        profile_panel(1, name, profile),
        profile_panel(1, name, None),
        feats_panel(name, {"skunk": NOW}),
    )
    yield encounter_panel(name, "Bob", Encounter(2, (1, 1), (0, 0), (0, 0), (1, 0), (1, 1), 0, 0, (game,)))
    yield encounter_panel("Bob", name, Encounter(0, (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), 0, 0, ()))
    yield games_panel(GamesPage(1, (game, replace(game, house=True)), 2))
    yield leaderboard_panel(Page(Query(), 0, (Line(1, 1, name, 3, 2, 0, 0, 0, 0, 0, None, None),), 1))


def _refusals(name: str) -> Iterator[Panel]:
    for table in _tables(name):
        for seat in table.seats:
            yield Panel((Text(sentence(Refused("It isn't your turn: {player} is to play.", player=[seat]))),))


KINDS: dict[str, Shown] = {
    "lobby": _lobby,
    "table": _table,
    "hands": _hands,
    "show": _show,
    "finish": _finish,
    "replay": _replay,
    "reminder": _reminder,
    "open tables": _open_tables,
    "people": _people,
    "refusals": _refusals,
}
"""What is shown of tables with somebody of a name, by kind of message."""
