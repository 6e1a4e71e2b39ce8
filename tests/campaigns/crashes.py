"""The real bot is killed again and again while people play: `python -m tests.campaigns.crashes --seed 1 --size 20`.

A process of `python -m bot` plays on a stand-in for Discord (`tests.loopback`), and is ended by SIGKILL: while
it starts, at a request of its own before or after that has its effect, right after a press, or at any moment.
Then another is started, and when it has caught up everything has to be right again. `--size` is the number of
kills; the exit code is 1 if anything was lost, doubled, missing or stuck.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import discord
import sqlalchemy as sa
from aiohttp import web

from bot.table import settings
from bot.table.events import Event
from bot.table.patience import Pace, patience
from bot.table.store import Record, Store
from db import results, schema
from db.engine import Database
from tests.db.server import postgresql
from tests.loopback.bot_side import Life
from tests.loopback.ledger import Ledger, unpaid
from tests.loopback.nursery import Nursery, open_nursery
from tests.loopback.people import Person, Place, Unanswered, people
from tests.loopback.service import Loopback, Stage, open_loopback, until
from tests.loopback.world import Refusal
from tests.told import timeless, told

MOMENTS: Final = {"start": 2, "request": 4, "press": 4, "pause": 1}
"""When the bot is killed, and how often in proportion."""
GAMES: Final = ("two", "two in a thread", "two", "three", "house")
"""What is played."""
CAUGHT_UP: Final = 300.0
"""Seconds after which a bot isn't waited for any more: what isn't right by then is reported."""
SHORT_TURN: Final = 2
"""Seconds for a turn at the table where in the end nobody moves."""


@dataclass
class Figures:
    """What happened, and what wasn't right."""

    kills: Counter[str] = field(default_factory=Counter)
    presses: int = 0
    unanswered: int = 0
    games: int = 0
    orphans: set[int] = field(default_factory=set)
    starts: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """These as lines of text."""
        yield f"{self.kills.total()} kills: " + ", ".join(f"{how} {n}" for how, n in self.kills.items())
        yield f"{self.presses} presses, of which {self.unanswered} got no answer; {self.games} games played out"
        starts = sorted(self.starts)
        yield f"caught up after {starts[len(starts) // 2]:.2f} s (median), {starts[-1]:.2f} s (longest)"
        yield f"lobbies that were posted twice: {len(self.orphans)}"
        yield f"{len(self.problems)} problems"
        yield from self.problems


class WrongError(Exception):
    """Something isn't right: it is among the problems."""


class Campaign:
    """People, tables, and a bot that doesn't live long."""

    def __init__(
        self, loopback: Loopback, nursery: Nursery, url: str, folder: str, rng: random.Random
    ) -> None:
        self.loopback, self.nursery, self.rng = loopback, nursery, rng
        self.figures, self.ledger = Figures(), Ledger()
        self.guild = loopback.world.add_guild("The card room")
        self.games: list[Game] = []
        self.playing = False
        self.over = False
        self._url = url
        self._life = Life(loopback.rest_port, loopback.gateway_port, url, folder, call=1.0, pause=1.0)
        self._log = Path(folder, "log")
        self._began = discord.utils.utcnow()
        self._right: set[int] = set()
        loopback.watchers.append(self._watch)
        self._requests, self._wanted = 0, (0, "before")
        self._reached, self._dead = asyncio.Event(), asyncio.Event()

    async def run(self, size: int, tables: int) -> Figures:
        """Kill the bot `size` times, then let all games be played to their end; or stop where something is wrong."""
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(tables):
                    group.create_task(self._play())
                while self.figures.kills.total() < size:
                    await self._live_and_die(self.rng.choices([*MOMENTS], [*MOMENTS.values()])[0])
                self.over = True
                await self._begin()
                self.playing = True
            await self._caught_up()
            await self._nobody_moves()
            self._right.clear()
            await self._caught_up()
            self.figures.problems += [problem async for problem in self._miscounts()]
        except* WrongError:
            pass
        if await self.nursery.stop() != 0:
            self.figures.problems.append("the bot didn't stop in order")
        log = self._log.read_text()
        if "Traceback" in log:
            self.figures.problems.append(log[log.index("Traceback") :][:2000])
        return self.figures

    # --- the bot

    async def _begin(self) -> None:
        self._dead.clear()
        self._began = discord.utils.utcnow()
        await self.nursery.begin(self._life)

    async def _live_and_die(self, how: str) -> None:
        await self._begin()
        if how == "start":
            self.playing = True
            await asyncio.sleep(self.rng.uniform(0, 1))
        else:
            await self._caught_up()
            await self._moment(how)
        self.playing = False
        await self.nursery.kill()
        self._dead.set()
        await self.loopback.gone()
        self.figures.kills[how] += 1

    async def _moment(self, how: str) -> None:
        """Let people play until it is time."""
        self._reached.clear()
        pressed = self.figures.presses
        if how == "request":
            stage: Stage = self.rng.choice(("before", "after"))
            self._wanted = (self._requests + self.rng.randint(1, 30), stage)
        self.playing = True
        if how == "request":
            await self._reached.wait()
        elif how == "press":
            wanted = pressed + self.rng.randint(1, 12)
            await until(lambda: self.figures.presses >= wanted)
            await asyncio.sleep(self.rng.uniform(0, 0.03))
        else:
            await asyncio.sleep(self.rng.uniform(0, 1))

    async def _watch(self, _request: web.Request, stage: Stage) -> None:
        self._requests += stage == "before"
        if (self._requests, stage) == self._wanted:
            self._wanted = (0, "before")
            self._reached.set()
            await self._dead.wait()
        if self._dead.is_set():
            raise Refusal(503, 0, "nobody hears this")

    # --- what people do

    async def turn(self) -> None:
        """Wait until people may press, and somebody is there to hear it."""
        while not (self.playing and self.loopback.gateway.connected):  # noqa: ASYNC110 - see `until`
            await asyncio.sleep(0.01)

    async def _play(self) -> None:
        """Play one game after the other."""
        while not self.over:
            kind = GAMES[len(self.games) % len(GAMES)]
            game = Game(self, kind, random.Random(self.rng.random()))
            self.games.append(game)
            await game.play()
            self.figures.games += 1

    async def _nobody_moves(self) -> None:
        """At one more table people go away, the bot is killed, and the clock does what is left to be done."""
        async with self._database() as (database, _):
            rules = settings.GuildSettings(turn_seconds=SHORT_TURN)
            await settings.write(database, self.guild, "The card room", rules, discord.utils.utcnow())
        game = Game(self, "two", self.rng)
        self.games.append(game)
        await game.open()
        await asyncio.sleep(self.rng.uniform(0, SHORT_TURN))
        self.playing = False
        await self.nursery.kill()
        await self.loopback.gone()
        await self._begin()
        try:
            await until(lambda: game.place.over)
        except TimeoutError:
            self.figures.problems.append("the clock doesn't go on at a table where nobody moves")
            raise WrongError from None

    # --- what has to be right

    async def _caught_up(self) -> None:
        """Wait until the channels show how things are, and see whether hands answer."""
        began = time.monotonic()
        await self.loopback.connected()
        while wrong := [problem async for problem in self._disagreements()]:
            if time.monotonic() - began > CAUGHT_UP:
                break
            await asyncio.sleep(0.05)
        self.figures.starts.append(time.monotonic() - began)
        self.figures.problems += wrong
        for game in self.games:
            self.figures.problems += await game.hands_answer()
        if self.figures.problems:
            raise WrongError

    async def _disagreements(self) -> AsyncIterator[str]:
        """Where records, channels and what people were told don't agree."""
        async with self._database() as (database, store):
            for game in self.games:
                texts = [timeless(view.text) for view in game.place.public()]
                number = game.number
                if number is None:
                    numbers = await store.live_at(self.guild, game.place.channel.id)
                    if numbers or texts:
                        yield f"tables {numbers}, but messages {texts}"
                elif number not in self._right:
                    async for problem in self._wrong_at(database, store, number, texts):
                        yield problem

    async def _wrong_at(
        self, database: Database, store: Store, number: int, texts: Sequence[str]
    ) -> AsyncIterator[str]:
        record = await store.load(number)
        assert record is not None
        table, log = record.table, await store.log(number)
        async with database.read() as connection:
            paid = await results.of_table(connection, number)
        wrong = [
            *self.ledger.lost(table, log),
            *unpaid(table, log, paid),
            *self._untold(record, log, texts),
        ]
        if (
            record.table.live
            and patience(table, Pace())
            and (record.deadline is None or record.deadline < self._began)
        ):
            wrong.append(f"table {number}: its clock stands")
        if not table.live and not wrong:
            self._right.add(number)
        for problem in wrong:
            yield problem

    def _untold(self, record: Record, log: Sequence[Event], texts: Sequence[str]) -> Iterator[str]:
        wanted = told(record, log, texts)
        if texts == wanted:
            return
        # A lobby that answers a command has no nonce: if the bot dies before it knows of it, it is posted again.
        for at, text in enumerate(texts):
            if "open seat" in text and [*texts[:at], *texts[at + 1 :]] == wanted:
                self.figures.orphans.add(record.table.id)
                return
        where = f"table {record.table.id} at event {record.table.seq}"
        more, less = Counter(texts) - Counter(wanted), Counter(wanted) - Counter(texts)
        yield f"{where}: shown too much {list(more.elements())}, too little {list(less.elements())}, or out of order"

    async def _miscounts(self) -> AsyncIterator[str]:
        """Where somebody's XP isn't the sum of what their games brought."""
        kept, rows = schema.standings.c, schema.results.c
        async with self._database() as (database, _), database.read() as connection:
            of_all = (kept.guild_id == 0) & (kept.size == 0) & (kept.period == "all")
            sums = dict(
                map(tuple, await connection.execute(sa.select(kept.player_id, kept.xp).where(of_all)))
            )
            earned = sa.select(rows.player_id, sa.func.sum(rows.xp)).group_by(rows.player_id)
            for player, xp in await connection.execute(earned):
                if sums.get(player, 0) != xp:
                    yield f"{player} has {sums.get(player)} XP, and has earned {xp}"

    @asynccontextmanager
    async def _database(self) -> AsyncIterator[tuple[Database, Store]]:
        """The database, for a moment: a bot that starts is to find it as the one before left it."""
        database = await Database.open(self._url)
        try:
            yield database, Store(database, discord.utils.utcnow, Pace())
        finally:
            await database.close()


class Game:
    """A table in a channel of its own, from `/cribbage start` to the end of the game."""

    def __init__(self, campaign: Campaign, kind: str, rng: random.Random) -> None:
        loopback = campaign.loopback
        channel = loopback.world.add_channel(campaign.guild, f"table-{len(campaign.games)}")
        self.place = Place(loopback, channel)
        names = {"house": ("Ann",), "three": ("Ann", "Bob", "Cleo")}.get(kind, ("Ann", "Bob"))
        self.people = people(loopback, self.place, *names)
        self._campaign, self._kind, self._rng = campaign, kind, rng

    @property
    def number(self) -> int | None:
        """The table's number, as soon as a message tells it."""
        found = (re.search(r"Table (\d+)", view.text) for view in self.place.public())
        return next((int(number[1]) for number in found if number), None)

    async def play(self) -> None:
        """Play it out, everybody at their own pace."""
        await self.open()
        async with asyncio.TaskGroup() as group:
            for person in self.people:
                group.create_task(self._play(person))

    async def open(self) -> None:
        """Get as far as the first deal."""
        host, *guests = self.people
        while self.place.offering("My hand") is None:
            await self._campaign.turn()
            with suppress(Unanswered):
                if self.number is None:
                    options = {"players": 3} if self._kind == "three" else {"thread": "thread" in self._kind}
                    await self._said(host.slash("cribbage start", variant="short", **options))
                elif (lobby := self.place.offering("Join")) is None:
                    pass
                elif self._kind == "house":
                    choice = await self._said(host.press(lobby, "Add a house player"))
                    if choice.view is not None and "Gentle" in choice.view.labels():
                        await self._said(host.press(choice.view, "Gentle"))
                else:
                    guest = next((each for each in guests if f"**{each.name}**" not in lobby.text), guests[0])
                    await self._said(guest.press(lobby, "Join"))
            await asyncio.sleep(0.05)

    async def _play(self, person: Person) -> None:
        idle = 0
        while not self.place.over:
            await self._campaign.turn()
            await asyncio.sleep(self._rng.uniform(0, 0.05))
            hand, table = person.hand, self.place.offering("My hand")
            with suppress(Unanswered):
                if hand is not None and hand.cards():
                    label, idle = hand.next_press(self._rng), 0
                    heard = await self._said(person.press(hand, label))
                    self._campaign.ledger.note(person, hand, label, heard)
                elif table is not None and idle % 40 == 0:
                    await self._said(person.press(table, "My hand"))
            idle += 1

    async def _said(self, press):
        """An answer, counted. Raises `Unanswered`."""
        self._campaign.figures.presses += 1
        try:
            return await press
        except Unanswered:
            self._campaign.figures.unanswered += 1
            raise

    async def hands_answer(self) -> list[str]:
        """Who isn't shown their hand when they press for it."""
        table = self.place.offering("My hand")
        if table is None:
            return []
        wrong: list[str] = []
        for person in self.people:
            try:
                heard = await self._said(person.press(table, "My hand"))
            except Unanswered:
                wrong.append(f"table {self.number}: the hand of {person.name} doesn't come")
            else:
                if heard.view is None or not heard.view.is_hand or heard.view.deal != table.deal:
                    wrong.append(f"table {self.number}: for their hand {person.name} is shown {heard.view}")
        return wrong


async def campaign(nursery: Nursery, url: str, seed: int, size: int, tables: int = 2) -> Figures:
    """Run a campaign on an empty database, with so many tables at a time."""
    with tempfile.TemporaryDirectory(prefix="cribbage-") as folder:
        async with open_loopback() as loopback:
            return await Campaign(loopback, nursery, url, folder, random.Random(seed)).run(size, tables)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a campaign as the command line says. Returns the exit code."""
    parser = argparse.ArgumentParser("python -m tests.campaigns.crashes", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="a number that chooses the moments")
    parser.add_argument("--size", type=int, default=20, help="how many kills")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="cribbage-") as folder, open_nursery() as nursery:
        file = f"sqlite:///{folder}/cribbage.sqlite3"
        with postgresql() if chosen.database == "postgresql" else nullcontext(file) as url:
            figures = asyncio.run(campaign(nursery, url.format("postgres"), chosen.seed, chosen.size))
    print(*figures.lines(), sep="\n")
    return 1 if figures.problems else 0


if __name__ == "__main__":
    sys.exit(main())
