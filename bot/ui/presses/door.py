"""The door that every interaction comes through, buttons and slash commands alike: in time, in tempo, answered.

Discord waits three seconds for an answer. Whoever handles an interaction has `BUDGET` of them. Then, if
nothing is stored yet, the handler is stopped and the person told that nothing has changed; if a commit has
begun, or the command is one that may take its time, the interaction is acknowledged, the handler goes on, and
its answer follows. So a move either counts or doesn't, and the person learns which.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord
import structlog
from discord import InteractionType, app_commands

from bot.background import Background
from bot.ui.live.answers.answering import answer
from bot.ui.live.answers.failures import ALREADY_ANSWERED, UNREACHABLE, described, is_gone
from bot.ui.panels.layout import notice
from bot.ui.presses.tempo import Tempo
from db import storing

_log = structlog.get_logger(__name__)

BUDGET: Final = 2.5
"""Seconds from an interaction's arrival until it is answered, stopped or acknowledged."""
GRACE: Final = 0.2
"""Seconds in which a stopped handler ends; one that needs longer is acknowledged meanwhile."""
LONGEST: Final = 600.0
"""Seconds after which what was allowed to take its time is stopped: its answer could hardly arrive any more."""

SLOW: Final[dict[Any, Any]] = {"slow": True}
"""The `extras` of a command that may take longer than the budget, and is answered in private."""
SLOW_IN_PUBLIC: Final[dict[Any, Any]] = {"slow": True, "public": True}
"""The same for one that is answered to everybody."""

UNCHANGED: Final = "That took too long just now, and nothing was changed: {again} in a moment."
SAVED: Final = (
    "That is saved, but showing it took too long. **My hand**, or the command again, shows how things are."
)
TOO_FAST: Final = "That was faster than the cards can follow, so some of it was left out. Pause for a moment."
UNSHOWN: Final = "That couldn't be shown just now: use the command again in a moment."


@dataclass(eq=False, slots=True)
class Passage:
    """An interaction on its way through the door. Watches what is stored in it (`db.storing.Watcher`).

    Whoever handles it in a task that survives being cancelled, like that of an event in discord.py, says so by
    `broken_off`.
    """

    interaction: discord.Interaction
    handler: asyncio.Task[Any]
    slow: bool
    timer: asyncio.TimerHandle | None = None
    acknowledging: asyncio.Task[None] | None = None
    stopped: bool = False
    broken_off: bool = False
    commits: int = 0
    stored: bool = False

    def commit_begins(self) -> None:
        """Count a commit that is under way."""
        self.commits += 1

    def commit_ends(self, *, stored: bool) -> None:
        """Count it as done, and remember whether it has stored anything."""
        self.commits -= 1
        self.stored = self.stored or stored

    @property
    def answered(self) -> bool:
        """Whether Discord has been told anything yet."""
        return self.interaction.response.is_done()


class Door:
    """Lets interactions in, and sees to it that each is answered."""

    def __init__(self, tempo: Tempo | None = None) -> None:
        self.tempo = Tempo() if tempo is None else tempo  # an empty one counts as false
        self._spawned = Background()

    async def enter(self, interaction: discord.Interaction, *, slow: bool = False) -> Passage | None:
        """Watch over the running task, which handles this interaction from here on.

        None when it is not to be handled, because this person presses too fast: it is answered already.
        `slow` is a button whose answer may take longer than the budget.
        """
        loop = asyncio.get_running_loop()
        verdict = self.tempo.press(interaction.user.id, loop.time())
        if verdict != "welcome":
            await self._leave_out(interaction, told=verdict == "surplus")
            return None
        handler = asyncio.current_task()
        assert handler is not None
        passage = Passage(interaction, handler, slow or bool(_extras(interaction).get("slow")))
        storing.watch(passage)
        passage.timer = loop.call_later(BUDGET, self._time_is_up, passage)
        handler.add_done_callback(lambda _: self._ended(passage))
        return passage

    async def _leave_out(self, interaction: discord.Interaction, *, told: bool) -> None:
        if interaction.type is InteractionType.component and told:
            await _acknowledge(interaction)
        else:
            # For a command Discord knows no answer without words.
            await _say(interaction, TOO_FAST)

    def _time_is_up(self, passage: Passage) -> None:
        loop = asyncio.get_running_loop()
        if passage.answered and not passage.slow:
            return
        if passage.slow or passage.stored or passage.commits:
            self._acknowledge(passage)
            passage.timer = loop.call_later(LONGEST, self._far_too_long, passage)
        else:
            self._stop(passage)
            passage.timer = loop.call_later(GRACE, self._acknowledge, passage)

    def _far_too_long(self, passage: Passage) -> None:
        if passage.commits:
            passage.timer = asyncio.get_running_loop().call_later(BUDGET, self._far_too_long, passage)
        else:
            self._stop(passage)

    def _stop(self, passage: Passage) -> None:
        passage.stopped = True
        passage.handler.cancel()

    def _acknowledge(self, passage: Passage) -> None:
        if not passage.answered:
            passage.acknowledging = self._spawned.begin(_acknowledge(passage.interaction))

    def _ended(self, passage: Passage) -> None:
        if passage.timer is not None:
            passage.timer.cancel()
        broken_off = passage.broken_off or passage.handler.cancelled()
        if passage.stopped and broken_off:
            self._spawned.begin(self._tell_why(passage))
        elif not broken_off and not passage.answered:
            self._spawned.begin(self._answer_after_all(passage))

    async def _tell_why(self, passage: Passage) -> None:
        interaction = passage.interaction
        _log.warning("press stopped", **_named(interaction), stored=passage.stored)
        if passage.acknowledging is not None:
            await passage.acknowledging
        again = "press again" if interaction.type is InteractionType.component else "try again"
        await _say(interaction, SAVED if passage.stored else UNCHANGED.format(again=again))

    async def _answer_after_all(self, passage: Passage) -> None:
        """Whatever its handler made of it, an interaction isn't left without an answer."""
        if passage.acknowledging is not None:
            await passage.acknowledging
        elif passage.interaction.type is InteractionType.component:
            await _acknowledge(passage.interaction)
        else:
            await _say(passage.interaction, UNSHOWN)


async def _acknowledge(interaction: discord.Interaction) -> None:
    """Tell Discord that the interaction has arrived, and that more may follow."""
    private = not _extras(interaction).get("public")
    try:
        if interaction.type is InteractionType.component:
            await interaction.response.defer()
        elif interaction.type is InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await interaction.response.defer(ephemeral=private, thinking=True)
    except discord.InteractionResponded:
        pass
    except UNREACHABLE as error:
        if isinstance(error, discord.HTTPException) and error.code == ALREADY_ANSWERED:
            return
        level = _log.info if is_gone(error) else _log.warning
        level("press not acknowledged", **_named(interaction), **described(error))


async def _say(interaction: discord.Interaction, said: str) -> None:
    if interaction.type is InteractionType.autocomplete:
        await _acknowledge(interaction)
    else:
        await answer(interaction, notice(said))


def _extras(interaction: discord.Interaction) -> Mapping[Any, Any]:
    command = interaction.command
    return command.extras if isinstance(command, app_commands.Command) else {}


def _named(interaction: discord.Interaction) -> dict[str, object]:
    """What an interaction was about, for the log."""
    named: dict[str, object] = {"user": interaction.user.id}
    if interaction.command is not None:
        named["command"] = interaction.command.qualified_name
    return named
