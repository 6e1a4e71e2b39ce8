"""Who may do what: worked out a second time from the rules of the house, to judge what presses have changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.cribbage.cards import Card
from bot.cribbage.events import Discarded, Played
from bot.table.events import (
    Event,
    GameStopped,
    HouseSeated,
    OfferWithdrawn,
    PersonForgotten,
    PlayedOn,
    Returned,
    SeatLeft,
    SeatTaken,
    Surrendered,
    SurrenderOffered,
    TableClosed,
    TableOpened,
)
from bot.table.table import Table
from bot.table.tables import Change
from bot.ui.panels.ids import ButtonId

_AT_GAMES: Final = {
    "give": (Discarded,),
    "play": (Played,),
    "yield": (Surrendered, SurrenderOffered),
    "keep": (OfferWithdrawn,),
    "back": (Returned,),
    "on": (PlayedOn,),
    "stop": (GameStopped,),
}
_BEFORE_GAMES: Final = {
    "join": (SeatTaken, SeatLeft),
    "leave": (SeatLeft,),
    "cancel": (TableClosed,),
    "sit": (HouseSeated,),
    "rise": (SeatLeft,),
}


def wrong(change: Change, user: int, did: ButtonId | str | None) -> str | None:
    """What is wrong with a change during a press by somebody; None when it is right.

    `did` is the pressed button, or the name of the command.
    """
    if change.by is None:
        return None  # the clock, a house player, a place that is gone
    if change.by != user:
        return f"person {change.by} moved while person {user} pressed"
    first = change.events[0]
    if did == "cribbage start":
        return None if isinstance(first, TableOpened) and first.host == user else "a command changed a table"
    if not isinstance(did, ButtonId):
        return f"{did} changed table {change.after.id}: {_kinds(change.events)}"
    if did.verb == "forget":
        return None if isinstance(first, PersonForgotten) else "forgetting somebody changed more than that"
    if did.verb == "again":
        return _rematch(change, user, did)
    if did.table != change.after.id:
        return f"a button of table {did.table} changed table {change.after.id}"
    if not isinstance(first, {**_AT_GAMES, **_BEFORE_GAMES}.get(did.verb, ())):
        return f"{did.verb} led to {_kinds(change.events)}"
    if did.verb in _BEFORE_GAMES:
        return _in_lobby(change.before, first, user, did)
    return _in_game(change.before, first, user, did)


def _rematch(change: Change, user: int, did: ButtonId) -> str | None:
    opening = change.after.opening
    if opening.rematch_of != did.table:
        return f"a rematch of table {did.table} changed table {change.after.id}"
    first = change.events[0]
    mine = isinstance(first, TableOpened | SeatTaken) and change.after.seat_of(user) is not None
    return None if mine else f"a rematch led to {_kinds(change.events)}"


def _in_lobby(before: Table, first: Event, user: int, did: ButtonId) -> str | None:
    if before.status != "lobby":
        return f"{did.verb} at a table that is {before.status}"
    seat = before.seat_of(user)
    match did.verb:
        case "join":
            kept = {kept.seat for kept in before.opening.reserved if kept.user == user}
            taken = (
                isinstance(first, SeatTaken) and first.user == user and first.seat in {*before.free(), *kept}
            )
            moved = isinstance(first, SeatLeft) and first.seat == seat
            return None if taken or moved else "somebody was given a seat that isn't theirs"
        case "leave":
            return None if isinstance(first, SeatLeft) and first.seat == seat else "somebody else got up"
        case "cancel":
            return None if user == before.host else "somebody but the host cancelled"
        case "rise":
            house = isinstance(first, SeatLeft) and before.seats[first.seat].house
            return None if seat is not None and house else "a person was made to get up"
        case _:
            return None if seat is not None else "an outsider let a house player sit down"


def _in_game(before: Table, first: Event, user: int, did: ButtonId) -> str | None:
    seat = before.seat_of(user)
    if before.status != "playing" or before.game is None or seat is None:
        return f"{did.verb} by somebody who doesn't play at table {before.id}"
    gone = before.seats[seat].gone
    match first:
        case Discarded(by, cards):
            right = by == seat and gone is None and set(cards) <= set(before.game.hands[seat])
            return _asked(before, did, cards) if right else "cards were given that weren't theirs"
        case Played(by, card):
            turn = before.game.turn == by == seat and gone is None
            right = turn and card in before.game.hands[seat]
            return _asked(before, did, (card,)) if right else "a card was played that wasn't theirs"
        case Surrendered(side):
            return None if gone is None and side == before.side(seat) else "another side surrendered"
        case SurrenderOffered(by):
            return None if by == seat and gone is None else "an offer was made for somebody else"
        case OfferWithdrawn(by):
            # Theirs to take back, though a house player plays for them meanwhile.
            return None if by == seat and gone in (None, "away") else "another's offer was taken back"
        case Returned(by):
            return None if by == seat and gone == "away" else "a seat was taken back by somebody else"
        case _:
            chooser = before.choice is not None and seat in before.people_of(before.choice)
            return None if chooser else "somebody decided who was not asked"


def _asked(before: Table, did: ButtonId, cards: Sequence[Card]) -> str | None:
    if did.seq != before.turn_seq:
        return "an old button moved"
    return None if did.arg == "".join(map(str, cards)) else "other cards moved than those that were pressed"


def _kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def may_move(table: Table, user: int, did: ButtonId) -> bool:
    """Whether a press must move: it is this person's turn, and the button is of this question and their cards."""
    seat, game = table.seat_of(user), table.game
    if table.status != "playing" or game is None or seat is None or table.choice is not None:
        return False
    if did.table != table.id or did.seq != table.turn_seq or table.seats[seat].gone is not None:
        return False
    if table.given_up(table.side(seat)):
        return False
    if did.verb == "play":
        return game.turn == seat and did.arg in {str(card) for card in game.playable(seat)}
    if did.verb != "give":
        return False
    cards = [did.arg[at : at + 2] for at in range(0, len(did.arg), 2)]
    mine = set(map(str, game.hands[seat]))
    return len(cards) == len(set(cards)) == game.owes_discard(seat) > 0 and set(cards) <= mine
