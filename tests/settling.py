"""Simulated time that doesn't depend on how fast the machine is.

simcord's `settle_timeout` says two things at once: which of the bot's timers are waited for, and how long, on
the wall's clock, before a test is given up. Here it says the first alone:

- A timer that is set for at most `settle_timeout` seconds rings by itself, and is waited for.
- A longer one rings when a test advances time, and never because a test took that long on a slow machine: no
  turn ends and no budget runs out meanwhile.
- What doesn't settle is given up after `PATIENCE`, which no machine needs.

Importing this module is enough; it changes `simcord.Env`. A database's time is the machine's: `unhurried` gives
it as much as it needs.
"""

from __future__ import annotations

import functools
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final
from unittest import mock

import simcord

from db import backends, engine

PATIENCE: Final = 180.0
"""Real seconds after which the bot hangs: far more than a busy machine takes for anything that ends."""


@contextmanager
def unhurried() -> Generator[None]:
    """Let databases that are opened meanwhile take as long as a busy machine needs for an answer."""
    limits = dict.fromkeys(backends._LIMITS, f"{PATIENCE:.0f}s")
    with (
        mock.patch.object(engine, "_PATIENCE", PATIENCE),
        mock.patch.object(backends, "_ANSWER", PATIENCE),
        mock.patch.object(backends, "_LIMITS", limits),
    ):
        yield


_prepare = simcord.Env.__init__
_settle = simcord.Env._settle_internal
_schedule = simcord.Env._schedule_timer


@functools.wraps(_prepare)
def _prepare_patiently(env: simcord.Env, *arguments: Any, **options: Any) -> None:
    _prepare(env, *arguments, **options)
    env._waited_for = env.settle_timeout
    env.settle_timeout = PATIENCE


@functools.wraps(_settle)
async def _settle_patiently(
    env: simcord.Env,
    *,
    timeout: float | None = None,  # noqa: ASYNC109
    idle: float = 0.001,
    **options: Any,
) -> None:
    await _settle(env, timeout=PATIENCE if timeout is not None else None, idle=idle, **options)


@functools.wraps(_schedule)
def _schedule_in_reach(env: simcord.Env, record: Any, *arguments: Any) -> None:
    """Without a timer of the real loop behind it, a timer is parked until time is advanced."""
    if record.when - env._virtual_time <= env._waited_for:
        _schedule(env, record, *arguments)


simcord.Env.__init__ = _prepare_patiently
# Settling looks again after this long whenever a timer is parked; the default makes every press cost 50 ms.
simcord.Env._settle_internal = _settle_patiently
simcord.Env.settle.__defaults__ = (None, 0.001)
simcord.Env._schedule_timer = _schedule_in_reach
