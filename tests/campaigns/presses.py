"""Hostile and honest presses by the thousand: `python -m tests.campaigns.presses --seed 1 --size 1000`.

People at many tables play, and press whatever comes to their mind, also twice and at the same moment, with
custom ids of other tables, times and people's cards; meanwhile their servers, the bot's rights, its connection
and its database come and go. After every step it is asked whether all were answered, whether anybody was told
what they may not know, and whether only those moved who may.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from typing import Any, Final

from discord.app_commands import AppCommandError
from simcord.backend.models import Interaction

from bot.cribbage.game import IllegalAction
from bot.table import settings
from bot.table.events import PersonForgotten, RematchOpened, RematchSealed
from bot.table.table import Refused, Table
from bot.table.tables import Change
from bot.ui.live.answers.failures import cause_of
from bot.ui.panels.ids import ButtonId, parse
from db.errors import DatabaseUnavailable
from tests import wire as discord_rules
from tests.campaigns import books, forgery, rights
from tests.campaigns.channels import not_shown, places_of
from tests.campaigns.crowd import Crowd, Press, Seen, Use, buttons_of
from tests.campaigns.players import Players
from tests.campaigns.report import Broken, Report, command
from tests.campaigns.secrecy import Secrets, logged_cards, message_in, source_noted
from tests.campaigns.weather import Weather
from tests.campaigns.world import Sent, World, open_world

_CHECKED: Final = 40
"""Steps between two looks at the books."""
_CALM: Final = 1000
"""Steps between two times at which everything is mended, and every channel has to show its tables."""
_WRONG: Final = "Something went wrong"
_AWAY: Final = ("database unavailable",)
"""What the log may say as an error while the database is away."""


async def campaign(wanted: argparse.Namespace, report: Report) -> None:
    """Press `size` buttons."""
    async with open_world() as world:
        await Siege(world, random.Random(wanted.seed), report).run(wanted.size)


class Siege:
    """Somebody presses something, again and again."""

    def __init__(self, world: World, rng: random.Random, report: Report) -> None:
        self.world = world
        self.rng = rng
        self.report = report
        self.room = world.room
        self.crowd = Crowd(world, servers=3, people=9)
        self.weather = Weather(world, rng)
        self.secrets = Secrets()
        world.wire.ahead.insert(0, source_noted(world.room.env.backend))
        self.tables: dict[int, Table] = {}
        self.players = Players(self.crowd, rng, self.tables, lambda guild: guild in self.weather.away)
        self.touched: set[int] = set()
        self._old: list[str] = []  # custom ids that were shown once
        self.step = 0

    async def run(self, presses: int) -> None:
        """Go on until so many presses have been made."""
        for guild in self.crowd.guilds[:2]:
            rules = settings.GuildSettings(turn_seconds=settings.NO_HURRY)
            await settings.write(self.room.bot.database, guild.id, guild.name, rules, self.room.env.now())
        done = 0
        while done < presses:
            self.step += 1
            await self.weather.mend(self.step)
            await self._judge(())
            if self.rng.random() < 0.02:
                what = await self.weather.strike(self.step)
                self.report.figures[f"befell: {what}"] += 1
                await self._judge(())
            if self.rng.random() < 0.2:
                await self.room.env.advance_time(self.rng.choice((0.5, 2.0, 6.0)))
                await self._judge(())
            acts = self._acts()
            if acts:
                before = dict(self.tables)
                records = await self.crowd.send(*acts)
                await self._judge(acts, records, before)
                done += len(acts)
                self.report.figures["presses"] += sum(isinstance(act, Press) for act in acts)
                self.report.figures["commands"] += sum(isinstance(act, Use) for act in acts)
                self.report.figures["at the same moment"] += len(acts) > 1
            if not self.step % _CHECKED:
                await self._look_at_books()
            if not self.step % _CALM:
                await self._calm()
        await self._calm()
        await self._look_at_books(everything=True)

    # --- what is done

    def _acts(self) -> list[Press | Use]:
        """What somebody sends next, or several people at the same moment."""
        if not self.weather.connected:
            return []
        act = self._act()
        if act is None:
            return []
        if self.rng.random() >= 0.06:
            return [act]
        other = act if self.rng.random() < 0.5 else self._act()
        return [act] if other is None else [act, other]

    def _act(self) -> Press | Use | None:
        chance = self.rng.random()
        if chance < 0.66:
            return self.players.next() or self.players.open()
        if chance < 0.76:
            return self._whatever_is_seen()
        if chance < 0.94:
            return self._forged()
        return self._command()

    def _someone(self) -> tuple[Any, int] | None:
        places = self.weather.channels()
        if not places:
            return None
        channel = self.rng.choice(places)
        people = self.crowd.at(channel.guild_id)
        return (channel, self.rng.choice(people)) if people else None

    def _whatever_is_seen(self) -> Press | None:
        """Anybody presses anything that they see, also what can't be pressed."""
        if (where := self._someone()) is None:
            return None
        channel, user = where
        seen = list(self.crowd.buttons(channel.id, user))
        if not seen:
            return None
        chosen = self.rng.choice(seen)
        if chosen.parts[2] == "forget" and self.rng.random() < 0.8:
            return None
        return Press(user, chosen.message, chosen.custom_id)

    def _forged(self) -> Press | None:
        """Anybody presses what they were never shown, or what was another's, or what has been long ago."""
        if (where := self._someone()) is None:
            return None
        channel, user = where
        messages = list(self.crowd.newest(channel.id, user))
        if not messages:
            return None
        message = self.rng.choice(messages[:20])
        others = [seen.custom_id for c in self.weather.channels()[:12] for seen in self._all_buttons(c.id)]
        kind = self.rng.random()
        if others and kind < 0.35:
            custom_id = self.rng.choice(others)  # another's hand, another's table
        elif self._old and kind < 0.5:
            custom_id = self.rng.choice(self._old)
        elif others and kind < 0.75:
            custom_id = forgery.mutated(self.rng, self.rng.choice(others), others)
        elif kind < 0.78:
            custom_id = "crib:1:" + "9" * self.rng.choice((40, 93, 200, 4000))
        else:
            live = [table.id for table in self.players.live()] or [1]
            seqs = [table.turn_seq for table in self.players.live()]
            custom_id = forgery.custom_id(self.rng, live, seqs, self.crowd.people)
        button = parse(custom_id)
        if button is not None and button.verb == "forget" and self.rng.random() < 0.8:
            return None
        return Press(user, message, custom_id)

    def _all_buttons(self, channel: int) -> Iterator[Seen]:
        for message in list(self.room.env.backend.messages.get(channel, {}).values())[-15:]:
            yield from buttons_of(message)

    def _command(self) -> Use | None:
        if (where := self._someone()) is None:
            return None
        channel, user = where
        places = [c.id for c in self.crowd.channels()]
        name, options = forgery.command(self.rng, self.crowd.people, places, sorted(self.tables) or [1])
        return Use(user, channel.id, name, options)

    # --- what must hold

    def _broken(self, what: str, acts: tuple[Press | Use, ...] | list[Press | Use] = ()) -> None:
        raise Broken(f"step {self.step}: {what}" + "".join(f"\n  after {_told(act)}" for act in acts))

    async def _judge(
        self,
        acts: list[Press | Use] | tuple[()],
        records: list[Interaction] | tuple[()] = (),
        before: dict[int, Table] | None = None,
    ) -> None:
        """Look at all that a step has led to."""
        sent, lines = self.world.wire.take(), self.world.lines.take()
        changes = self.world.changes[:]
        self.world.changes.clear()
        for change in changes:
            await self._note(change)
            if acts and (problem := _all_wrong(change, acts)):
                self._broken(problem, acts)
        problems = (*self._secrecy(sent, acts), *logged_cards(lines), *self._log(lines), *self._raised())
        for problem in problems:
            self._broken(problem, acts)
        for act, record in zip(acts, records, strict=True):
            if problem := self._answered(record, sent):
                self._broken(problem, [act])
        if before is not None and len(acts) == 1 and not self.weather.provoked:
            self._moved(acts[0], before, changes)
        if refused := discord_rules.problems(self.room.env.backend.http_requests):
            self._broken(f"Discord would refuse {refused[0]}", acts)
        self._remember(sent)
        self.world.forget()
        if not self.step % 20:
            self.crowd.scroll()

    async def _note(self, change: Change) -> None:
        table = change.after
        self.tables[table.id] = table
        self.touched.add(table.id)
        self.secrets.changed(change)
        if table.live and table.id not in self.secrets.seeds and not self.weather.provoked:
            self.secrets.seeds[table.id] = (await self.room.bot.tables.get(table.id)).seed.hex()
        for event in change.events:
            if isinstance(event, RematchSealed):
                self.secrets.seeds[-table.id] = event.seed
            if isinstance(event, RematchOpened):
                self.secrets.seeds.pop(-table.id, None)
            if isinstance(event, PersonForgotten):
                self.report.figures["forgotten at live tables"] += 1
        if not table.live and change.before.live:
            self.report.figures[f"ended: {table.stopped or table.closed or 'played out'}"] += 1
        opening = table.opening.rematch_of
        if opening is not None:
            self.secrets.seeds.pop(-opening, None)

    def _secrecy(self, sent: list[Sent], acts: list[Press | Use] | tuple[()]) -> Iterator[str]:
        pressed = next((act.custom_id for act in acts if isinstance(act, Press)), "")
        for request in sent:
            message = message_in(self.room.env.backend, request)
            if message is None:
                continue
            yield from self.secrets.complaints(message, pressed)
            if _WRONG in message.text:
                yield f"somebody is told that something went wrong: {message.text[:200]!r}"
            if "can't reach its records" in message.text and not self.weather.provoked:
                yield "somebody is told that the records are away, and they aren't"

    def _log(self, lines: list[dict[str, Any]]) -> Iterator[str]:
        for line in lines:
            if line.get("level") in ("error", "critical"):
                if self.weather.provoked and line.get("event") in _AWAY:
                    continue
                yield f"in the log: {line}"

    def _raised(self) -> Iterator[str]:
        errors = self.room.env._errors
        for error in map(cause_of, errors):
            away = self.weather.provoked and isinstance(error, DatabaseUnavailable)
            if not away and not isinstance(error, Refused | IllegalAction | AppCommandError):
                yield f"the bot raised {error!r}"
        errors.clear()
        self.room.env._error_ids.clear()

    def _answered(self, record: Interaction, sent: list[Sent]) -> str | None:
        """Every interaction is answered exactly once, and nobody is left with a bot that thinks."""
        start = f"/interactions/{record.id}/"
        answers = [request for request in sent if request.path.startswith(start)]
        given = sum(request.error is None for request in answers)
        if given != 1:
            return f"answered {given} times: {[str(request.error) for request in answers]}"
        return "left thinking" if record.loading else None

    def _moved(self, act: Press | Use, before: dict[int, Table], changes: list[Change]) -> None:
        """A press that is right moves."""
        button = parse(act.custom_id) if isinstance(act, Press) else None
        table = before.get(button.table) if button else None
        if button is None or table is None or not rights.may_move(table, act.user, button):
            return
        if not any(change.after.id == table.id and change.by == act.user for change in changes):
            self._broken("a move that was right wasn't made", [act])
        self.report.figures["moves"] += 1

    def _remember(self, sent: list[Sent]) -> None:
        for request in sent:
            message = message_in(self.room.env.backend, request)
            if message and message.ids and self.rng.random() < 0.1:
                self._old.append(self.rng.choice(message.ids))
        del self._old[:-400]

    async def _look_at_books(self, *, everything: bool = False) -> None:
        if self.weather.provoked:
            return
        numbers, self.touched = self.touched, set()
        async for problem in books.disagreements(self.room, sorted(self.tables if everything else numbers)):
            self._broken(problem)
        self.report.figures["books looked at"] += len(numbers)
        if everything or not self.step % (_CHECKED * 25):
            async for problem in books.miscounts(self.room):
                self._broken(problem)

    async def _calm(self) -> None:
        """Mend everything; then every channel shows the newest state of its tables."""
        await self.weather.mend()
        await self._judge(())
        await self.room.env.advance_time(301)
        await self._judge(())
        for table in self.players.live():
            # What happens by itself has been shown by now, too.
            table = self.tables[table.id]
            if not table.live:
                continue
            record = await self.room.bot.tables.get(table.id)
            if not all(map(self.weather.reachable, places_of(record, table))):
                self.report.figures["places still closed"] += 1
                continue
            if record.published_seq != table.seq:
                self._broken(f"table {table.id} is at {table.seq}, its channel at {record.published_seq}")
            if problem := not_shown(self.crowd, table):
                self._broken(f"table {table.id}: {problem}")
            self.report.figures["tables looked at in their channel"] += 1


def _all_wrong(change: Change, acts: list[Press | Use]) -> str | None:
    """What is wrong with a change, unless it is right for one of those who pressed."""
    problems = [rights.wrong(change, act.user, _did(act)) for act in acts]
    return problems[0] if all(problems) else None


def _did(act: Press | Use) -> ButtonId | str | None:
    return parse(act.custom_id) if isinstance(act, Press) else act.name


def _told(act: Press | Use) -> str:
    if isinstance(act, Press):
        return f"person {act.user} pressed {act.custom_id[:120]!r} on message {act.message.id}"
    return f"person {act.user} used {act.name} {list(act.options)} in {act.channel}"


if __name__ == "__main__":
    command(campaign, "presses", "Presses by players, outsiders and forgers, in all weathers.", size=1000)
