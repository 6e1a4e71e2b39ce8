"""The bot's process dies at a chosen moment: after so many of its effects on the world outside.

An effect is a request that Discord has carried out or a transaction that the database has committed. After
the last one nothing that the old process still does reaches Discord or the database.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from tests.room import Killed, Room


class Life:
    """What is left of a process: it may still have `effects`, and then it is `over`."""

    def __init__(self, effects: int) -> None:
        self.effects = effects
        self.over = effects == 0

    def spend(self) -> None:
        """One more effect has happened. Raises `Killed` when it was the last."""
        self.effects -= 1
        self.over = self.effects <= 0  # what was on its way when the last one happened still arrives
        self.check()

    def check(self) -> None:
        """Raise `Killed` when this life is over."""
        if self.over:
            raise Killed


@asynccontextmanager
async def dying(room: Room, effects: int) -> AsyncGenerator[Life]:
    """Let the running bot have `effects` more effects and then die. If it didn't get so far, it lives on."""
    life = Life(effects)
    database, http, answers = room.bot.database, room.bot.http, room.env._webhook_adapter
    write, read, request, answer = database.write, database.read, http.request, answers.request

    @asynccontextmanager
    async def mortal_write() -> AsyncGenerator[Any]:
        life.check()
        async with write() as connection:
            yield connection
            life.check()
        life.spend()

    @asynccontextmanager
    async def mortal_read() -> AsyncGenerator[Any]:
        life.check()
        async with read() as connection:
            yield connection

    async def mortal_request(*arguments: Any, **options: Any) -> Any:
        life.check()
        done = await request(*arguments, **options)
        life.spend()
        return done

    async def mortal_answer(*arguments: Any, **options: Any) -> Any:
        life.check()
        done = await answer(*arguments, **options)
        life.spend()
        return done

    database.write, database.read = mortal_write, mortal_read
    http.request, answers.request = mortal_request, mortal_answer
    try:
        yield life
        # Pictures are drawn by threads, and may be sent a little later than a press is answered.
        await room.env.settle()
    finally:
        if not life.over:
            database.write, database.read, http.request, answers.request = write, read, request, answer
