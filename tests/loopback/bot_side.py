"""The bot's side of the stand-in: `python -m bot` as it is, but for where Discord is and for what takes long.

Run as a program it makes one bot after the other for whoever asks with a line: a fork is much quicker than a
start. It ends, and so does its bot, when nobody can ask any more.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import signal
import sys
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final

import discord
import yarl
from discord.gateway import DiscordWebSocket

TOKEN: Final = "a-token-for-loopback"
_LOADED: Final = (
    "bot.app",
    "bot.health",
    "bot.logs",
    "aiosqlite",
    "asyncpg",
    "sqlalchemy.dialects.sqlite.aiosqlite",
)
"""What takes long to load, besides what the bot's commands need."""


@dataclass(frozen=True)
class Life:
    """What a bot is to know: where Discord and the database are, and a folder for its log and other files.

    `call` is how long people who are called have to answer, `pause` the longest time until a table is tried
    again that couldn't be shown, both in seconds.
    """

    rest: int
    gateway: int
    database: str
    folder: str
    call: float = 60.0
    pause: float = 300.0

    def line(self) -> str:
        """This as a line of text."""
        return json.dumps(asdict(self))


def api(port: int) -> str:
    """The address of the REST API."""
    return f"http://127.0.0.1:{port}/api/v10"


def gateway(port: int) -> str:
    """The address of the gateway."""
    return f"ws://127.0.0.1:{port}/gateway/"


def use(life: Life) -> None:
    """Let discord.py talk to the stand-in, and let the bot not wait where only real people need it to."""
    import bot.app
    from bot.client import CribbageBot
    from bot.table.patience import Pace
    from bot.ui.live.channels import retries
    from bot.ui.live.channels.trouble import Trouble
    from bot.ui.presses.tempo import Tempo

    discord.http.Route.BASE = api(life.rest)
    # A client without shards doesn't ask `/gateway/bot` where to connect.
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway(life.gateway))
    retries.LONGEST[Trouble.PASSING] = life.pause

    def make(*arguments: Any) -> CribbageBot:
        made = CribbageBot(*arguments, pace=Pace(house=0, call=life.call))
        made.door.tempo = Tempo(at_once=1_000_000)
        # How long discord.py waits after each server for another.
        made._connection.guild_ready_timeout = 0.02
        return made

    bot.app.CribbageBot = partial(make)


def live(life: Life) -> None:
    """Be `python -m bot` until the end of this process."""
    os.chdir(life.folder)
    log = os.open("log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    for stream in (sys.stdout, sys.stderr):
        os.dup2(log, stream.fileno())
    os.environ |= {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": life.database}
    use(life)
    sys.argv = ["bot"]
    runpy.run_module("bot", run_name="__main__")


def main() -> None:
    """Do what each line says: a number is a signal to end the bot with, anything else is a `Life` to begin.

    Answers with the process id of the new bot, or with the exit code of the old one.
    """
    for module in _LOADED:
        importlib.import_module(module)
    from bot.client import EXTENSIONS

    for module in EXTENSIONS:
        importlib.import_module(module)

    process = 0
    for line in sys.stdin:
        if not line.strip().isdecimal():
            process = os.fork()
            if not process:
                live(Life(**json.loads(line)))
            print(process, flush=True)
        else:
            os.kill(process, int(line))
            status, process = os.waitpid(process, 0)[1], 0
            print(os.waitstatus_to_exitcode(status), flush=True)
    if process:
        os.kill(process, signal.SIGKILL)


if __name__ == "__main__":
    main()
