"""The same people at a new table: same seats, a new cut, new shuffles.

The seal of a rematch's shuffles is shown at the end of the game, so that every press for it counts.
"""

from __future__ import annotations

from bot.cribbage.events import GameStarted
from bot.table.events import Event, HouseSeated, Reservation, SeatTaken, TableOpened
from bot.table.settings import GuildSettings
from bot.table.table import Refused, Table


def check_played(table: Table, user: int) -> int:
    """The seat in which a person played a game that is over. Raises `Refused`."""
    seat = table.seat_of(user)
    if seat is None:
        raise Refused(
            "A rematch is for those who played this game. `/cribbage start` opens a table of your own."
        )
    if table.status != "finished" or table.rematch_seal is None:
        raise Refused("There can be a rematch when this game is over.")
    return seat


def rematch_log(table: Table, user: int, press: int, rules: GuildSettings) -> list[Event]:
    """How the log of a rematch begins: this person and the house players sit, the others' seats are kept.

    It is played by the server's present `rules`: whoever plays all evening by rematches sees a change of them.
    Raises `Refused` when this person didn't play.
    """
    own = check_played(table, user)
    assert table.rematch_seal is not None
    reserved = [
        Reservation(number, seat.person.user, seat.person.name)
        for number, seat in enumerate(table.seats)
        if seat.person is not None and not seat.person.former
    ]
    before = table.opening
    log: list[Event] = [
        TableOpened(
            guild=before.guild,
            channel=before.channel,
            host=user,
            players=before.players,
            variant=before.variant,
            commitment=table.rematch_seal,
            turn_seconds=rules.turn_seconds,
            thread=before.thread,
            quiet=rules.quiet_reminders,
            reserved=tuple(reserved),
            rematch_of=table.id,
        )
    ]
    for number, seat in enumerate(table.seats):
        if number == own and seat.person is not None:
            log.append(SeatTaken(number, user, seat.person.name, press))
        elif seat.person is None and seat.house is not None:
            log.append(HouseSeated(number, seat.house.strength, seat.house.name))
    if sum(seat.person is not None for seat in table.seats) == 1:
        log.append(GameStarted(before.players, before.variant))
    return log
