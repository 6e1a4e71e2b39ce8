"""Who comes through the door, and what the others are told. How long it takes is a matter of journeys."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import structlog
from discord import InteractionType, app_commands

from bot.ui.live.answers.failures import ALREADY_ANSWERED
from bot.ui.presses import door as door_module
from bot.ui.presses.door import SAVED, SLOW_IN_PUBLIC, TOO_FAST, UNCHANGED, UNSHOWN, Door, Passage
from bot.ui.presses.tempo import Tempo
from tests.ui.presses import Press
from tests.ui.refusals import refusal

PRESS, COMMAND, TYPING = (
    InteractionType.component,
    InteractionType.application_command,
    InteractionType.autocomplete,
)
KINDS = pytest.mark.parametrize("kind", [PRESS, COMMAND, TYPING])


class Visit:
    """A handler in a task of its own, which comes through a door and does what it is told to."""

    def __init__(
        self, kind: InteractionType = PRESS, *, door: Door | None = None, slow: bool = False
    ) -> None:
        self.door = door or Door()
        self.press: Any = Press(kind=kind)
        self.slow = slow
        self.inside, self.go_on = asyncio.Event(), asyncio.Event()
        self.passage: Passage | None = None
        self.task = asyncio.create_task(self._handle())

    async def _handle(self) -> None:
        self.passage = await self.door.enter(self.press, slow=self.slow)
        if self.passage is not None:
            self.inside.set()
            await self.go_on.wait()

    async def begin(self) -> Passage:
        inside = asyncio.create_task(self.inside.wait())
        await asyncio.wait([inside, self.task], return_when=asyncio.FIRST_COMPLETED)
        inside.cancel()
        assert self.passage is not None, self.task
        return self.passage

    async def end(self) -> None:
        self.go_on.set()
        await asyncio.wait([self.task])
        await self.settle()

    async def settle(self) -> None:
        await asyncio.sleep(0)
        while self.door._spawned:
            await asyncio.wait(self.door._spawned)
            await asyncio.sleep(0)

    @property
    def said(self) -> list[str]:
        return [text for _, text in self.press.answers if text]


@KINDS
async def test_whoever_presses_too_fast_is_told_once(kind: InteractionType) -> None:
    door = Door(Tempo(at_once=1, a_second=0.0001))
    first, *others = visits = [Visit(kind, door=door) for _ in range(4)]
    await first.begin()
    await asyncio.wait([visit.task for visit in others])
    for visit in visits:
        await visit.end()
    assert all(visit.passage is None for visit in others)
    if kind is TYPING:
        assert [visit.press.calls for visit in others] == [["autocomplete"]] * 3
    elif kind is COMMAND:
        # An acknowledged command would think for ever.
        assert [visit.press.answers for visit in others] == [[("send_message", TOO_FAST)]] * 3
    else:
        assert [visit.press.calls for visit in others] == [["send_message"], ["defer"], ["defer"]]
        assert others[0].said == [TOO_FAST]
        assert others[0].press.private == [True]


@KINDS
async def test_nobody_is_left_without_an_answer(kind: InteractionType) -> None:
    visit = Visit(kind)
    await visit.begin()
    await visit.end()
    assert visit.press.calls == [{PRESS: "defer", COMMAND: "send_message", TYPING: "autocomplete"}[kind]]
    assert visit.said == ([UNSHOWN] if kind is COMMAND else [])


async def test_who_has_been_answered_is_told_nothing_more() -> None:
    visit = Visit()
    await visit.begin()
    await visit.press.response.send_message(view=discord.ui.LayoutView(), ephemeral=True)
    await visit.end()
    assert visit.press.calls == ["send_message"]
    assert visit.passage is not None
    assert visit.passage.timer is not None
    assert visit.passage.timer.cancelled()


@KINDS
@pytest.mark.parametrize("stored", [False, True])
async def test_who_was_stopped_learns_whether_it_counts(kind: InteractionType, stored: bool) -> None:
    visit = Visit(kind)
    passage = await visit.begin()
    passage.stored = stored
    with structlog.testing.capture_logs() as log:
        visit.door._stop(passage)
        await asyncio.wait([visit.task])
        await visit.settle()
    again = "press again" if kind is PRESS else "try again"
    assert visit.said == ([] if kind is TYPING else [SAVED if stored else UNCHANGED.format(again=again)])
    assert [entry["stored"] for entry in log] == [stored]


async def test_a_handler_that_was_broken_off_by_others_is_not_explained() -> None:
    """The bot ends: nothing was too slow."""
    visit = Visit()
    await visit.begin()
    visit.task.cancel()
    await asyncio.wait([visit.task])
    await visit.settle()
    assert visit.press.answers == []


async def test_a_handler_that_ends_just_as_it_is_stopped_has_answered() -> None:
    visit = Visit()
    passage = await visit.begin()
    passage.stopped = True
    await visit.press.response.send_message(view=discord.ui.LayoutView(), ephemeral=True)
    await visit.end()
    assert visit.press.calls == ["send_message"]


async def time_is_up(visit: Visit, passage: Passage) -> None:
    visit.door._time_is_up(passage)
    await visit.settle()


@pytest.mark.parametrize("why", ["slow", "stored", "commits"])
async def test_what_may_not_be_stopped_is_acknowledged(why: str) -> None:
    visit = Visit(slow=why == "slow")
    passage = await visit.begin()
    if why == "stored":
        passage.stored = True
    elif why == "commits":
        passage.commit_begins()
    await time_is_up(visit, passage)
    assert not passage.stopped
    assert visit.press.calls == ["defer"]
    await visit.end()
    assert visit.press.calls == ["defer"]


async def test_what_has_been_stored_is_known_by_its_commits() -> None:
    visit = Visit()
    passage = await visit.begin()
    for stored in (False, True, False):
        passage.commit_begins()
        assert passage.commits == 1
        passage.commit_ends(stored=stored)
    assert (passage.commits, passage.stored) == (0, True)
    await visit.end()


async def test_what_only_reads_is_stopped() -> None:
    visit = Visit()
    passage = await visit.begin()
    visit.door._time_is_up(passage)
    await asyncio.wait([visit.task])
    await visit.settle()
    assert visit.said == [UNCHANGED.format(again="press again")]


@pytest.mark.parametrize("slow", [False, True])
async def test_a_handler_that_has_answered_in_time_may_go_on(slow: bool) -> None:
    visit = Visit(slow=slow)
    passage = await visit.begin()
    timer = passage.timer
    await visit.press.response.send_message(view=discord.ui.LayoutView(), ephemeral=True)
    await time_is_up(visit, passage)
    assert not passage.stopped
    assert visit.press.calls == ["send_message"]
    # Not for ever, if it may be slow.
    assert (passage.timer is not timer) is slow
    await visit.end()


async def test_a_commit_is_waited_for_even_if_it_takes_far_too_long() -> None:
    visit = Visit(slow=True)
    passage = await visit.begin()
    passage.commit_begins()
    visit.door._far_too_long(passage)
    assert not passage.stopped
    passage.commit_ends(stored=True)
    visit.door._far_too_long(passage)
    assert passage.stopped
    await asyncio.wait([visit.task])
    await visit.settle()
    assert visit.said == [SAVED]


@pytest.mark.parametrize("public", [False, True])
async def test_a_slow_command_is_acknowledged_as_it_will_be_answered(public: bool) -> None:
    async def callback(_: Any) -> None:
        raise NotImplementedError

    extras = SLOW_IN_PUBLIC if public else door_module.SLOW
    command = app_commands.Command(
        name="leaderboard", description="Who leads", callback=callback, extras=extras
    )
    visit = Visit(COMMAND)
    visit.press.command = command
    passage = await visit.begin()
    assert passage.slow
    await time_is_up(visit, passage)
    assert visit.press.calls == ["think"]
    assert visit.press.private == [not public]
    await visit.end()


ANSWERED = [refusal(400, ALREADY_ANSWERED)]
GONE = [refusal(404, 10062), refusal(404, 10015)]
TROUBLE = [refusal(500), refusal(400, 50035), aiohttp.ClientOSError(), TimeoutError()]


@pytest.mark.parametrize("error", [*ANSWERED, *GONE, *TROUBLE], ids=repr)
async def test_an_acknowledgement_that_does_not_arrive(error: Exception) -> None:
    """Somebody else was faster, it came too late, or Discord is in trouble."""
    visit = Visit()
    await visit.begin()
    visit.press.fails["defer"] = error
    with structlog.testing.capture_logs() as log:
        await visit.end()
    assert visit.press.answers == []
    levels = [] if error in ANSWERED else ["info" if error in GONE else "warning"]
    assert [entry["log_level"] for entry in log] == levels


async def test_the_log_names_the_command_and_the_person_alone() -> None:
    visit = Visit(COMMAND)
    visit.press.command = SimpleNamespace(qualified_name="cribbage hand")
    passage = await visit.begin()
    with structlog.testing.capture_logs() as log:
        visit.door._stop(passage)
        await asyncio.wait([visit.task])
        await visit.settle()
    (entry,) = log
    assert set(entry) == {"event", "log_level", "user", "command", "stored"}
    assert (entry["user"], entry["command"]) == (1, "cribbage hand")
