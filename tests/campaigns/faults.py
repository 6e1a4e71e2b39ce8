"""Every request of a whole game fails in every way: `python -m tests.campaigns.faults --seed 1 --size 100`.

The sites at which the bot asks something of Discord are those of one game that nothing disturbs. Each fails in
each way, once and for good, while people play on as well as they can. `--size` says how many of these faults are
tried, `--first` from which one on; without a size all are.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import AsyncIterator, Iterator
from functools import partial
from itertools import product
from typing import Final

from bot.cribbage.game import IllegalAction
from bot.table.events import Called, Reminded, WentMissing
from bot.table.table import Refused
from bot.table.tables import Change
from bot.ui.live.answers.failures import cause_of
from tests.campaigns import books
from tests.campaigns.channels import doubled, not_shown
from tests.campaigns.crowd import Crowd
from tests.campaigns.report import Broken, Report, command
from tests.campaigns.scripts import Script
from tests.campaigns.secrecy import logged_cards
from tests.campaigns.sites import FAILURES, Fault, Site, recording
from tests.campaigns.world import Sent, World, open_world

_RUNS: Final = 25
"""How many games are played in one world."""
_DAY: Final = 86_400.0
_HEALED: Final = 3_700.0
"""Seconds after which whatever is tried again has been: an hour is the longest pause."""
_TRIED_AGAIN: Final = 16.0
"""Seconds after which something has been tried again twice."""
_WRONG: Final = ("413", "30046", "40060")
"""What Discord says of requests that would be wrong again: those are made no more until the table changes."""
_MOST_A_DAY: Final = 900
"""Requests of a day in which one table can't be shown: a try of up to three requests every five minutes."""

Case = tuple[str, Site, str, bool, int]
"""A script, a site of it, how that fails, whether for good, and how often the site is asked for something."""


async def campaign(wanted: argparse.Namespace, report: Report) -> None:
    """Try so many faults."""
    rng = random.Random(wanted.seed)
    cases = await reference(wanted.seed)
    sites = {(script, site) for script, site, *_ in cases}
    rng.shuffle(cases)
    cases = cases[wanted.first : wanted.first + wanted.size if wanted.size else None]
    report.figures["sites"] = len(sites)
    report.figures["ways to fail"] = len(FAILURES)
    report.figures["sites × ways, once and for good"] = len(sites) * len(FAILURES) * 2
    left = list(enumerate(cases, start=wanted.first))
    while left:
        await _in_one_world(left, wanted.seed, report)


async def _in_one_world(left: list[tuple[int, Case]], seed: int, report: Report) -> None:
    """Try faults until one wasn't stood, and leave the others."""
    async with open_world() as world:
        trial = Trial(world, Crowd(world, servers=1, people=3), report)
        await trial.undisturbed("game", random.Random(seed))
        for _ in range(_RUNS):
            if not left:
                break
            number, (script, site, failure, for_good, times) = left.pop(0)
            rng = random.Random(f"{seed} {number}")
            fault = Fault(
                site, failure, occurrence=0 if for_good else rng.randrange(times), for_good=for_good
            )
            try:
                await trial.run(script, fault, random.Random(seed), f"c{number}")
            except Broken as broken:
                report.broken.append(f"fault {number} (--first {number} --size 1), {fault}: {broken}")
                return
        async for problem in books.miscounts(world.room):
            report.broken.append(f"before fault {left[0][0] if left else 'the end'}: {problem}")


async def reference(seed: int) -> list[Case]:
    """Every site of an undisturbed game, and of all commands after it, with every way to fail there."""
    cases: list[Case] = []
    known: set[Site] = set()
    async with open_world() as world:
        trial = Trial(world, Crowd(world, servers=1, people=3), Report())
        for script in ("game", "commands"):
            sites: dict[Site, int] = {}
            world.wire.ahead.append(recording(sites))
            await trial.undisturbed(script, random.Random(seed))
            world.wire.ahead.clear()
            for (site, times), failure, for_good in product(sites.items(), FAILURES, (False, True)):
                if site not in known:
                    cases.append((script, site, failure, for_good, times))
            known |= sites.keys()
    return cases


class Trial:
    """Games that are played while one site fails."""

    def __init__(self, world: World, crowd: Crowd, report: Report) -> None:
        self.world = world
        self.room = world.room
        self.crowd = crowd
        self.report = report
        self._sent: list[Sent] = []
        self._problems: list[str] = []
        self._posted: set[str] = set()
        self._given_up = False
        world.hears.append(self._hear)

    async def undisturbed(self, name: str, rng: random.Random) -> None:
        """Let a script run without any fault."""
        script = Script(self.world, self.crowd, rng, f"quiet {name}")
        await getattr(script, name)()
        assert name != "game" or not script.helped, "the script doesn't find its buttons"
        await self._leave(script)

    async def run(self, name: str, fault: Fault, rng: random.Random, channel: str) -> None:
        """Let a script run with a fault. Raises `Broken`."""
        self._problems.clear()
        self._sent.clear()
        self._given_up = False
        script = Script(self.world, self.crowd, rng, channel)
        fault.attach(self.world.wire)
        if not fault.for_good:
            script.afterwards = partial(self._heals, script, fault)
        await getattr(script, name)()
        script.afterwards = None
        self._take()
        if fault.for_good:
            await self._leave_alone(script)
            fault.heal(self.world.wire)
            await script.wait(_HEALED)
            if script.table is not None and script.table.live:
                await script.use(script.ann, "cribbage hand")
        await script.wait(20)
        fault.heal(self.world.wire)
        self._take()
        async for problem in self._wrong(script, fault):
            raise Broken(problem)
        kind = "for good" if fault.for_good else "once"
        self.report.figures[f"faults {kind}"] += 1
        self.report.figures["faults that never came to pass"] += not fault.struck
        self.report.figures["moves that nobody was shown a hand for"] += script.helped
        await self._leave(script)

    async def _heals(self, script: Script, fault: Fault) -> None:
        """Once it has failed, people wait a moment: the channel comes to show the newest state by itself."""
        if not fault.struck:
            return
        script.afterwards = None
        await script.wait(_TRIED_AGAIN)
        self._take()
        self.report.figures["channels that healed by themselves"] += 1
        if self._given_up and fault.failure in _WRONG:
            self.report.figures["tables given up until they change"] += 1
            return
        for table in list(script.tables.values()):
            record = await self.room.bot.tables.get(table.id)
            problem = not_shown(self.crowd, table) if table.live else None
            if record.published_seq < table.seq:
                problem = f"its channel is at {record.published_seq} of {table.seq}"
            if problem:
                self._problems.append(f"table {table.id} wasn't shown after {_TRIED_AGAIN:.0f} s: {problem}")

    async def _leave_alone(self, script: Script) -> None:
        """For a day nobody does anything: the bot doesn't ask without end."""
        before = len(self._sent)
        await script.wait(_DAY)
        self._take()
        requests = len(self._sent) - before
        self.report.figures["most requests on a day with a fault"] = max(
            requests, self.report.figures["most requests on a day with a fault"]
        )
        if requests > _MOST_A_DAY:
            self._problems.append(f"{requests} requests on one day")

    def _hear(self, change: Change) -> None:
        """No clock goes on where people haven't been shown what it is about."""
        if change.by is not None or change.before is change.after:
            return
        table = change.before
        if any(isinstance(event, Called | WentMissing) for event in change.events):
            self._take()
            if f"{table.id}.remind{table.asked_seq}" not in self._posted:
                self._problems.append(
                    f"table {table.id} went on to {change.events[0].kind}, but nobody was told"
                )
        if isinstance(change.events[0], Reminded) and (problem := not_shown(self.crowd, table)):
            self._problems.append(f"the clock ran at table {table.id}, which wasn't shown: {problem}")

    def _take(self) -> None:
        """Look at what was sent since the last time."""
        sent = self.world.wire.take()
        self._sent += sent
        self._posted |= {
            str(s.json["nonce"]) for s in sent if s.done and isinstance(s.json, dict) and "nonce" in s.json
        }
        lines = self.world.lines.take()
        self._given_up |= any(line.get("event") == "table given up" for line in lines)
        self._problems += logged_cards(lines)
        self._problems += [
            f"in the log: {line}" for line in lines if line.get("level") in ("error", "critical")
        ]
        errors = self.room.env._errors
        self._problems += [
            f"the bot raised {error!r}"
            for error in map(cause_of, errors)
            if not isinstance(error, Refused | IllegalAction)
        ]
        errors.clear()
        self.room.env._error_ids.clear()
        self.world.changes.clear()
        self.world.forget()

    async def _wrong(self, script: Script, fault: Fault) -> AsyncIterator[str]:
        for problem in (*self._problems, *self._unanswered(script)):
            yield problem
        async for problem in books.disagreements(self.room, sorted(script.tables)):
            yield problem
        for table in script.tables.values():
            record = await self.room.bot.tables.get(table.id)
            if table.live and record.published_seq != table.seq:
                yield f"table {table.id} is at {table.seq}, its channel at {record.published_seq}"
            if table.live and (problem := not_shown(self.crowd, table)):
                yield f"table {table.id}: {problem}"
            # What can't be deleted stays, an answer that got lost may be given once more, and so may a
            # reminder of which the bot never hears that it has arrived.
            if fault.site.method != "DELETE" and not (
                fault.failure == "answer lost"
                and ("token" in fault.site.route or (fault.for_good and "_remind" in str(fault.site)))
            ):
                for problem in doubled(self.crowd, table):
                    yield problem

    def _unanswered(self, script: Script) -> Iterator[str]:
        """Every press is answered once, where it was the bot that could."""
        for record in script.answers:
            start = f"/interactions/{record.id}/"
            answers = [sent for sent in self._sent if sent.path.startswith(start)]
            failed = any("by the campaign" in str(sent.error) for sent in answers)
            if sum(sent.done for sent in answers) != 1 and not failed:
                yield f"a press was answered {len(answers)} times"
            if record.loading and not self._gave_up(record.token):
                yield "somebody was left with a bot that thinks"

    def _gave_up(self, token: str) -> bool:
        return any(token in sent.path and "by the campaign" in str(sent.error) for sent in self._sent)

    async def _leave(self, script: Script) -> None:
        """Delete the channel, and with it whatever still goes on there."""
        script.close()
        backend = self.crowd.backend
        with self.room.env._bot_scope():
            for thread in [c for c in self.crowd.channels() if c.parent_id == script.channel]:
                backend.delete_channel(thread.id)
            backend.delete_channel(script.channel)
        await self.room.env.settle()
        await script.wait(400)
        self._take()
        self._sent.clear()
        self.crowd.scroll()


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--first", type=int, default=0, help="the number of the first fault (0)")


if __name__ == "__main__":
    command(campaign, "faults", "Every request of a game fails in every way.", size=0, more=_arguments)
