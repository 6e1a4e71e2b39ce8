"""Games that end, or go on, because somebody gives up or doesn't come back (rules: "Results, XP, prestige")."""

from __future__ import annotations

from typing import Final

from bot.house import Strength
from bot.table.events import (
    ChoiceGiven,
    Event,
    GameStopped,
    HouseSeated,
    OfferWithdrawn,
    PlayedOn,
    Returned,
    Surrendered,
    SurrenderOffered,
    TableClosed,
    WentMissing,
)
from bot.table.moves import at_play, playing
from bot.table.seats import house_name
from bot.table.table import Refused, Table, evolve

SUBSTITUTE: Final[Strength] = "steady"
"""The house player who sits in for people."""


def surrender(table: Table, user: int) -> list[Event]:
    """Give up for this person's side, or offer it when a partner has yet to agree.

    Raises `Refused` when there is no game to give up.
    """
    seat, game = playing(table, user)
    side = game.side(seat)
    undecided = [other for other in table.people_of(side) if other not in (*table.yielding, seat)]
    if undecided:
        if seat in table.yielding:
            partner = [table.seats[undecided[0]]]
            raise Refused("{partner} has yet to agree before your side surrenders.", partner=partner)
        return [SurrenderOffered(seat)]
    given_up: list[Event] = [Surrendered(side, seat)]
    return given_up + _go_on_without(evolve(table, given_up[0]))


def withdraw(table: Table, user: int) -> list[Event]:
    """Play on after all: an offer to surrender that stands is taken back, where this person made one.

    With the game its offers are over.
    """
    seat = table.seat_of(user)
    if seat is None or table.status != "playing" or seat not in table.yielding:
        return []
    return [OfferWithdrawn(seat)]


def missing(table: Table) -> list[Event]:
    """What the table does when the people whom it has called haven't come back."""
    events: list[Event] = [WentMissing(seat) for seat in table.awaited_people()]
    for event in events:
        table = evolve(table, event)
    if table.players == 2 or not table.sides_with_people():
        return [*events, GameStopped("abandoned")]
    return events + _substitutes(table)


def come_back(table: Table, user: int) -> list[Event]:
    """Take a seat back that a house player has been playing. Raises `Refused` when that can't be done."""
    seat, _ = at_play(table, user)
    if table.seats[seat].gone is None:
        raise Refused("You sit in your seat already. Press **My hand** to see your cards.")
    if table.seats[seat].gone == "surrendered":
        raise Refused("You have surrendered this game; a house player finishes it in your place.")
    if table.given_up(table.side(seat)):
        raise Refused("Your side has surrendered this game, so the seat can't be taken back.")
    back: list[Event] = [Returned(seat)]
    if table.choice is not None and table.choice != table.side(seat):
        # The side that was to decide has somebody to play against again.
        back += [PlayedOn(table.choice), *_substitutes(evolve(table, back[0]))]
    return back


def play_on(table: Table, user: int) -> list[Event]:
    """Play on against house players after the others surrendered. Raises `Refused`."""
    side = _chooser(table, user)
    return [PlayedOn(side), *_substitutes(table)]


def stop(table: Table, user: int) -> list[Event]:
    """Stop after the others surrendered. Raises `Refused`."""
    _chooser(table, user)
    return stop_by_default()


def stop_by_default() -> list[Event]:
    """What happens when nobody says whether to play on."""
    return [GameStopped("surrendered")]


def part(table: Table, user: int) -> list[Event]:
    """Give up for good: this person won't be there any more.

    A partner can't be made to surrender: they are asked as ever, and play on with a house player until they
    agree. Nothing happens where this person doesn't play (any more).
    """
    seat = table.seat_of(user)
    if seat is None or table.status != "playing" or table.seats[seat].gone is not None:
        return []
    side = table.side(seat)
    partners = [other for other in table.people_of(side) if other != seat]
    if table.choice is not None:
        return [WentMissing(seat)] if partners else stop_by_default()
    if all(partner in table.yielding for partner in partners):
        return surrender(table, user)
    offered: list[Event] = [] if seat in table.yielding else [SurrenderOffered(seat)]
    events = [*offered, WentMissing(seat)]
    return events + _substitutes(evolve(table, events[-1]))


def lost_channel(table: Table) -> list[Event]:
    """End a table whose channel, thread or server is gone: nobody's fault, so no result for anybody."""
    if not table.live:
        return []
    return [TableClosed("channel_gone") if table.status == "lobby" else GameStopped("channel_gone")]


def _go_on_without(table: Table) -> list[Event]:
    """Go on after a side has given up, with whoever is left."""
    left = table.sides_with_people()
    if not left:
        return [GameStopped("surrendered")]
    if len(left) == 1:
        return [ChoiceGiven(left[0])]
    return _substitutes(table)


def _substitutes(table: Table) -> list[Event]:
    """House players for all seats whose people have gone."""
    names = [seat.house.name for seat in table.seats if seat.house]
    events: list[Event] = []
    for number, seat in enumerate(table.seats):
        if seat.gone is not None and seat.house is None:
            names.append(house_name(SUBSTITUTE, names))
            events.append(HouseSeated(number, SUBSTITUTE, names[-1]))
    return events


def _chooser(table: Table, user: int) -> int:
    """The side that may choose, if this person plays for it."""
    seat = table.seat_of(user)
    if table.choice is None:
        raise Refused("There is nothing to decide at this table now.")
    if seat is None or seat not in table.people_of(table.choice):
        deciding = [table.seats[other] for other in table.people_of(table.choice)]
        raise Refused("That is for {names} to decide.", names=deciding)
    return table.choice
