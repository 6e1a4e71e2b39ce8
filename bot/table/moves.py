"""During the game: discards and plays, by people and house players, and the cards that chance brings."""

from __future__ import annotations

from bot.cribbage.cards import Card
from bot.cribbage.commands import Discard, Play, PlayerCommand
from bot.cribbage.game import decide
from bot.cribbage.shuffle import next_chance
from bot.cribbage.state import GameState
from bot.table.events import Event, SeedRevealed
from bot.table.table import Refused, Table, evolve

STALE = "Play has moved on since that button was drawn."
OVER = "This game is over. Open a new table with `/cribbage start`."


def discard(table: Table, user: int, turn_seq: int, cards: tuple[Card, ...]) -> list[Event]:
    """Give cards to the crib.

    Raises `Refused`, or `IllegalAction` from the rules, when that can't be done.
    """
    seat, game = playing(table, user)
    if turn_seq != table.turn_seq:
        raise Refused(STALE)
    return list(decide(game, Discard(seat, cards)))


def play(table: Table, user: int, turn_seq: int, card: Card) -> list[Event]:
    """Play a card.

    Raises `Refused`, or `IllegalAction` from the rules, when that can't be done.
    """
    seat, game = playing(table, user)
    if turn_seq != table.turn_seq:
        raise Refused(STALE)
    if game.phase == "play" and game.turn is not None and game.turn != seat:
        raise Refused("It isn't your turn: {player} is to play.", player=[table.seats[game.turn]])
    return list(decide(game, Play(seat, card)))


def house_move(table: Table, turn_seq: int, command: PlayerCommand) -> list[Event]:
    """What a house player does. Raises `Refused` when play has moved on, or the seat's owner is back."""
    if table.game is None or turn_seq != table.turn_seq or command.seat not in table.awaited_house():
        raise Refused(STALE)
    return list(decide(table.game, command))


def chance(table: Table, seed: bytes) -> list[Event]:
    """What chance brings until somebody has to move: cut, deal, starter; after the end, the seed itself."""
    events: list[Event] = []

    def add(event: Event) -> None:
        nonlocal table
        events.append(event)
        table = evolve(table, event)

    while table.status == "playing" and table.game is not None:
        chance = next_chance(table.game, seed, table.presses)
        if chance is None:
            return events
        for event in decide(table.game, chance):
            add(event)
    if table.status == "finished" and table.seed is None:
        add(SeedRevealed(seed.hex()))
    return events


def playing(table: Table, user: int) -> tuple[int, GameState]:
    """The seat of a person who plays it, and the game that is on. Raises `Refused`."""
    seat, game = at_play(table, user)
    if table.seats[seat].gone == "surrendered":
        raise Refused("You have surrendered this game.")
    if table.given_up(table.side(seat)):
        raise Refused("Your side has surrendered this game.")
    if table.seats[seat].gone is not None:
        raise Refused("A house player has your seat. Press **My hand** to take it back.")
    if table.choice is not None:
        raise Refused("The game waits: the side that is left decides whether to play on.")
    return seat, game


def at_play(table: Table, user: int) -> tuple[int, GameState]:
    """The seat of a person whose game is on, and the game, even if they don't play it. Raises `Refused`."""
    seat = table.seat_of(user)
    if seat is None:
        raise Refused("You don't sit at this table. You are welcome to watch, or to open one of your own.")
    if table.status == "lobby":
        raise Refused("The game hasn't begun: it does when every seat is taken. To get up, press **Leave**.")
    if table.status != "playing" or table.game is None:
        raise Refused(OVER)
    return seat, table.game
