"""What journeys with more than two at a table have in common."""

from __future__ import annotations

from bot.table.table import Table
from tests.room import Person, Room

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


async def open_table(room: Room, players: int, people: list[Person], **options: object) -> None:
    """A table with these people; house players take the seats that are left."""
    host, *guests = people
    await room.start(host, *guests, players=players, **options)
    house = players - len(people)
    if house:
        await host.press(room.lobby, "Add a house player")
        for number in range(house):
            await host.press(host.private()[-1], ("Gentle", "Steady", "Sharp")[number % 3])


async def outcomes(room: Room, number: int = 1) -> dict[str, str]:
    """How a game ended, by name of the person; each is paid once."""
    table = await room.record(number)
    results = await room.results(number)
    names = {seat.person.user: seat.person.name for seat in table.seats if seat.person}
    assert len({result.player_id for result in results}) == len(results)
    return {names[result.player_id]: result.outcome for result in results}


def name_at(table: Table, number: int) -> str:
    """Whose seat it is, by name: a person's, or a house player's."""
    seat = table.seats[number]
    owner = seat.person or seat.house
    assert owner is not None
    return owner.name


def awaited(table: Table) -> list[str]:
    """Whom a table waits for, by name."""
    return [name_at(table, seat) for seat in table.awaited_people()]


def called_for(room: Room) -> list[list[int]]:
    """Whom the reminders and calls in the channel mention, message by message."""
    return [
        sorted(message.ping_user_ids)
        for message in room.stored()[::-1]
        if message.ping_user_ids and ("your move" in (text := _text(room, message.id)) or "calls for" in text)
    ]


def _text(room: Room, number: int) -> str:
    return next(view.text for view in room.public() if view.message.id == number)


async def wait(room: Room, seconds: float) -> None:
    """Let time go by."""
    await room.env.advance_time(seconds)


async def surrender(room: Room, person: Person) -> None:
    """Press **Surrender** on the table, and again when asked."""
    await person.press(room.table, "Surrender")
    await person.press(person.answer, "Surrender")


async def backend(room: Room, call: str, *arguments: int) -> None:
    """What somebody does to the server."""
    with room.env._bot_scope():
        getattr(room.env.backend, call)(*arguments)
    await room.env.settle()
