"""Deaths at any moment: `python -m tests.campaigns.kills --seed 1 --size 20 [--database postgresql]`.

People play at several tables; after some number of effects on the world outside, in the midst of whatever is
being done, the bot's process is gone with all that it had in memory, and its connections to the database with
it. It is started anew, and then nothing may be lost or told twice.
"""

from __future__ import annotations

import argparse
import random
from typing import Final, NoReturn

from bot.table.table import Table, fold
from tests.campaigns import books
from tests.campaigns.channels import doubled, not_shown
from tests.campaigns.crowd import Crowd, Press, Use, text_of
from tests.campaigns.players import Players
from tests.campaigns.report import Broken, Report, command
from tests.campaigns.world import World, open_world
from tests.journeys.deaths import dying

_LATEST: Final = 14
"""Effects after which a life ends, at most: a deal's last card has a dozen."""


async def campaign(wanted: argparse.Namespace, report: Report) -> None:
    """Kill the bot `size` times."""
    async with open_world(wanted.database) as world:
        await Deaths(world, random.Random(wanted.seed), report).run(wanted.size)


class Deaths:
    """One death after the other."""

    def __init__(self, world: World, rng: random.Random, report: Report) -> None:
        self.world = world
        self.rng = rng
        self.report = report
        self.room = world.room
        self.crowd = Crowd(world, servers=2, people=7)
        self.tables: dict[int, Table] = {}
        self.players = Players(self.crowd, rng, self.tables)
        self.touched: set[int] = set()
        self.opened = 0
        """The last table that was open at the death before."""
        self.lobbies: set[int] = set()
        """Tables with two lobbies: the bot died after its answer, and couldn't know that it had arrived."""
        self.death = 0

    async def run(self, deaths: int) -> None:
        """Let the bot die so many times."""
        while self.death < deaths:
            await self._live_until_dead()
            self.death += 1
            self.report.figures["kills"] += 1
            await self.room.restart()
            self._forget_errors()
            await self.room.env.advance_time(1)
            await self._judge()
            self.crowd.scroll()
        for number in self.tables:
            self.touched.add(number)
        await self._judge()
        async for problem in books.miscounts(self.room):
            self._broken(problem)

    async def _live_until_dead(self) -> None:
        """Let people play until the bot is gone, which is in the midst of something."""
        for _ in range(self.rng.randrange(3)):
            await self._act()
            self._note()
        async with dying(self.room, self.rng.randint(1, _LATEST)) as life:
            while not life.over:
                await self._act()
                self._note()

    async def _act(self) -> None:
        if self.rng.random() < 0.06:
            await self.room.env.advance_time(self.rng.choice((2, 95, 200)))
            return
        act = self.players.next() or self.players.open()
        if self.rng.random() < 0.03 and (press := self._gives_up()):
            act = press
        if act is not None:
            await self.crowd.send(act)
            self.report.figures["presses and commands"] += 1

    def _gives_up(self) -> Press | None:
        playing = [table for table in self.players.live() if table.status == "playing"]
        if not playing:
            return None
        table = self.rng.choice(playing)
        users = [seat.person.user for seat in table.seats if seat.present and seat.person]
        return self.players.find(table, users, ("yield",)) or self.players.find(table, users, ("surrender",))

    def _note(self) -> None:
        """Remember what the bot has said that has happened."""
        for change in self.world.changes:
            self.tables[change.after.id] = change.after
            self.touched.add(change.after.id)
        self.world.changes.clear()
        self.world.wire.take()
        self.world.lines.take()
        self.world.forget()

    def _forget_errors(self) -> None:
        self.room.env._errors.clear()
        self.room.env._error_ids.clear()

    def _broken(self, what: str) -> NoReturn:
        raise Broken(f"kill {self.death}: {what}")

    async def _judge(self) -> None:
        """Nothing is lost or there twice, and the channels show how things are."""
        errors = [line for line in self.world.lines.take() if line.get("level") in ("error", "critical")]
        if errors:
            self._broken(f"in the log after the start: {errors[0]}")
        await self._nothing_is_lost()
        self._note()
        async for problem in books.disagreements(self.room, sorted(self.touched)):
            self._broken(problem)
        if not self.death % 25:
            async for problem in books.miscounts(self.room):
                self._broken(problem)
        for number in sorted(self.touched):
            table = await self._published(number)
            problem = not_shown(self.crowd, table) if table.live else None
            if problem == "2 live messages" and table.game is None and number > self.opened:
                self.lobbies.add(number)
                self.report.figures["lobbies that stand there twice"] += 1
            if problem and not (number in self.lobbies and table.game is None):
                self._broken(f"table {number}: {problem}")
            for problem in doubled(self.crowd, table):
                self._broken(problem)
            self.report.figures["tables looked at"] += 1
        await self._hands_answer()
        self.touched.clear()
        self.opened = max(self.tables, default=0)

    async def _published(self, number: int) -> Table:
        """Return a table that its channel has caught up with: house players may have moved while we looked."""
        left = 3
        while (record := await self.room.bot.tables.get(number)).published_seq < record.table.seq:
            if not left:
                self._broken(
                    f"table {number} is at {record.table.seq}, its channel at {record.published_seq}"
                )
            left -= 1
            await self.room.env.advance_time(1)
        self.tables[number] = record.table
        return record.table

    async def _nothing_is_lost(self) -> None:
        """What the bot has said to have happened has, and of what it hasn't at most one action."""
        number = max(self.tables, default=0) + 1
        while await self.room.bot.tables.store.load(number):
            self.touched.add(number)
            self.tables[number] = (await self.room.bot.tables.get(number)).table
            number += 1
        for number in sorted(self.touched):
            log = await self.room.bot.tables.store.log(number)
            told = self.tables[number]
            if fold(number, log[: told.seq]) != told:
                self._broken(f"table {number} had event {told.seq}, and now that is gone")
            self.report.figures["moves that were stored and not told"] += len(log) > told.seq
            self.tables[number] = fold(number, log)

    async def _hands_answer(self) -> None:
        """Whoever is waited for can open their hand."""
        for number in sorted(self.touched):
            table = self.tables[number]
            users = [p.user for seat in table.awaited_people() if (p := table.seats[seat].person)]
            for user in users[:1]:
                use = Use(user, table.channel, "cribbage hand")
                (record,) = await self.crowd.send(use)
                self._note()
                message = self.crowd.backend.messages[record.channel_id].get(record.message_id or 0)
                if message is None or not text_of(message):
                    self._broken(f"no hand for person {user} at table {number}")
                self.report.figures["hands opened"] += 1


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")


if __name__ == "__main__":
    command(campaign, "kills", "The bot dies at any moment, and is started again.", size=20, more=_arguments)
