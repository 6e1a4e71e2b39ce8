"""A local Discord in the browser: the same bot, unmodified, without a token or an account.

simcord simulates Discord in this process and serves a page on loopback in which several people can be
played. Left alone it stands still between two clicks: `_Clock` lets real time pass in it, and shows every
page what the bot posts by itself. Two of simcord's private names are used for that, so its version is
pinned in pyproject.toml.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import discord
import simcord
import structlog
from discord import app_commands
from simcord.preview import Preview

from bot.app import open_bot
from bot.client import CribbageBot
from bot.cribbage.game import IllegalAction
from bot.settings import Settings
from bot.table.table import Refused
from bot.ui.live.answers.failures import cause_of

_log = structlog.get_logger(__name__)

PEOPLE: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
"""Who can be played on the page. Their ids, and the channel's, are the same at every start."""
CHANNEL: Final = "cribbage"
PERIOD: Final = 0.5
"""Seconds between two looks at what has happened."""


@dataclass(frozen=True, slots=True)
class Page:
    """The running page: where it is, and the simulated Discord behind it."""

    url: str
    env: simcord.Env
    preview: Preview
    channel: simcord.ChannelHandle


class PageUnavailable(Exception):
    """The page can't be served; the text is one sentence for the operator."""


async def serve_page(settings: Settings, out: TextIO) -> None:
    """Serve the page until the process is stopped, and print its address. Raises `PageUnavailable`."""
    try:
        await _serve_page(settings, out)
    except simcord.SetupError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        raise PageUnavailable(
            f"The local page can't be served on port {settings.page_port} "
            f"({os.strerror(error.__cause__.errno or 0)}): set CRIBBAGE_PAGE_PORT to another port, or to 0 "
            "for any that is free."
        ) from error


async def _serve_page(settings: Settings, out: TextIO) -> None:
    async with open_bot(settings) as bot, open_page(bot, settings.page_port) as page:
        print("No DISCORD_TOKEN is set, so here is a local Discord. Open this in a browser:", file=out)
        print(f"\n    {page.url}\n", file=out)
        print(
            f"Choose whom to play as at the top ({', '.join(PEOPLE)}; a second window for a second", file=out
        )
        print("person), and type /cribbage start. Records are kept between runs. Ctrl+C ends it.", file=out)
        out.flush()
        await page.preview.wait_closed()


@asynccontextmanager
async def open_page(bot: CribbageBot, port: int = 0) -> AsyncGenerator[Page]:
    """The bot in a simulated Discord with a page at a loopback port (0: any that is free)."""
    env = simcord.Env(bot, check_errors=False)
    env.backend.edit_bot_profile("Cribbage")
    # Made at the simulation's own zero hour, these get the same ids every time; then it becomes today.
    guild = env.create_guild("The card room")
    channel = guild.create_text_channel(CHANNEL, topic="Type /cribbage start to open a table")
    people = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE]
    env.backend.advance_clock((datetime.now(UTC) - env.now()).total_seconds())
    # The simulated Discord has forgotten all messages of earlier runs.
    await bot.tables.store.forget_messages()
    await env.start()
    _take_refusals_for_answers(bot)
    try:
        preview = env.preview(channel, viewers=people, layout="channel", port=port)
        async with preview, _Clock(env, preview).running():
            yield Page(preview.url, env, preview, channel)
    finally:
        await env.shutdown()


def _take_refusals_for_answers(bot: CribbageBot) -> None:
    """Let the page not call a command failed whose answer is that something isn't allowed.

    simcord, once started, notes every error before the bot answers it.
    """
    noted, answered = bot.tree.on_error, type(bot.tree).on_error

    async def on_error(
        interaction: discord.Interaction[CribbageBot], error: app_commands.AppCommandError
    ) -> None:
        if isinstance(cause_of(error), Refused | IllegalAction):
            await answered(bot.tree, interaction, error)
        else:
            await noted(interaction, error)

    bot.tree.error(on_error)


class _Clock:
    """Lets the simulated time follow the real one, and republishes the pages when something has happened."""

    def __init__(self, env: simcord.Env, preview: Preview) -> None:
        self._env = env
        self._preview = preview
        # A page's action is refused while time advances or pages are refreshed: one lock for all three.
        self._lock = asyncio.Lock()
        self._stirred = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        inner: Any = self._preview._action  # pyright: ignore[reportPrivateUsage]  # noqa: SLF001

        async def action(page_id: str, body: dict[str, object]) -> object:
            async with self._lock:
                self._bring_up_to_date(page_id, body)
                try:
                    return await inner(page_id, body)
                finally:
                    self._stirred.set()

        self._preview._action = action  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]  # noqa: SLF001
        task = asyncio.create_task(self._drive())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def _bring_up_to_date(self, page_id: str, body: dict[str, object]) -> None:
        """Accept a press on a page that hasn't drawn the newest revision yet: the bot knows stale buttons."""
        drawn = body.get("published_revision")
        if isinstance(drawn, int):
            with suppress(simcord.SetupError):
                page = self._preview._get_page(page_id)  # pyright: ignore[reportPrivateUsage]  # noqa: SLF001
                body["published_revision"] = max(drawn, page.revision)

    async def _drive(self) -> None:
        last, seen = time.perf_counter(), -1
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stirred.wait(), PERIOD)
            self._stirred.clear()
            async with self._lock:
                now = time.perf_counter()
                elapsed, last = now - last, now
                try:
                    await self._env.advance_time(elapsed)
                    happened = len(self._env.backend.transcript)
                    if happened != seen:
                        await self._preview.refresh()
                        seen = happened
                except Exception as error:  # noqa: BLE001 - a failure in the bot must not stop the clock
                    _log.warning("the page's clock", error=type(error).__name__)
