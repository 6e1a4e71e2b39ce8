"""Twenty tables at once in one server, in turns, each as if it were alone."""

from __future__ import annotations

import random
import re

from bot.cribbage.seating import sides
from tests.journeys.company import outcomes
from tests.room import Person, Room

TABLES = 20


class Seated:
    """A table in a channel of its own or shared with others, and the people at it."""

    def __init__(self, room: Room, number: int, people: list[Person]) -> None:
        self.room = room
        self.number = number
        self.people = people

    def message(self) -> object:
        """The live message of this table, None when its game is over."""
        head = f"### Table {self.number} · "
        return next((view for view in self.room.tables if view.text.startswith(head)), None)

    async def step(self, rng: random.Random) -> bool:
        """One person does one thing. False when the game is over."""
        message = self.message()
        if message is None:
            return False
        for person in self.people:
            if not person.can_move:
                continue
            while await person.press(person.hand, person.next_press(rng)) is None and person.choosing:
                pass
            return True
        for person in self.people:
            await person.press(message, "My hand")
        return True


async def test_twenty_tables_in_one_server(room: Room) -> None:
    """Ten with two players, five with three, five with four; in four channels."""
    channels = [room.channel, *(room.guild.create_text_channel(f"cards-{n}") for n in range(3))]
    tables: list[tuple[object, Seated]] = []
    for at in range(TABLES):
        players = (2, 3, 2, 4)[at % 4]
        people = room.people(*(f"P{at}{name}" for name in "ABCD"[:players]))
        with room.inside(channels[at % 4]):
            # Near the end, so that all of them get there in this test.
            await room.start_at([57] * sides(players), *people, players=players, variant="short")
            assert f"### Table {at + 1} · deal 1" in room.table.text
        tables.append((channels[at % 4], Seated(room, at + 1, people)))
    listed = (await tables[0][1].people[0].slash("cribbage tables")).text
    assert len(re.findall(r"\[Table \d+\]", listed)) == 15
    assert listed.endswith("-# and others")
    rng, playing = random.Random(5), list(tables)
    while playing:
        still = []
        for channel, table in playing:
            with room.inside(channel):
                if await table.step(rng):
                    still.append((channel, table))
        playing = still

    for at, (channel, table) in enumerate(tables):
        number = at + 1
        with room.inside(channel):
            ended = await outcomes(room, number)
            assert len(ended) == len(table.people)
            assert set(ended.values()) == {"won", "lost"}
            texts = room.texts()
            assert sum(f"-# Table {number} · " in text and "Seed revealed" in text for text in texts) == 1
            deals = [d for text in texts for d in re.findall(rf"### Table {number} · deal (\d+)", text)]
            assert deals == sorted(set(deals), key=int)
    assert await room.bot.tables.store.live_at(room.guild.id) == []
    assert "No table is open on this server." in (await tables[0][1].people[0].slash("cribbage tables")).text
