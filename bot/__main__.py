"""The command line: `python -m bot`, or `cribbage-bot`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from bot import logs, settings
from bot.settings import Settings, UnusableSettings
from db.errors import DatabaseUnavailable

_UNUSABLE: Final = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 all well, 1 something isn't, 2 it can't run like this."""
    try:
        chosen = _parser().parse_args(arguments)
        return _COMMANDS[chosen.command](settings.load(), chosen)
    except (UnusableSettings, DatabaseUnavailable, Unusable) as error:
        sys.stderr.write(f"{error}\n")
        return _UNUSABLE
    except KeyboardInterrupt:
        return 0


class Unusable(Exception):
    """The command can't run here; the text is one sentence for the operator."""


class _Parser(argparse.ArgumentParser):
    """A parser that reports wrong arguments the way all other failures are reported."""

    def error(self, message: str) -> NoReturn:
        """Raise `Unusable` with a sentence from what argparse says, instead of printing and leaving."""
        wrong = message.removeprefix("argument ")
        raise Unusable(f"{wrong[0].upper()}{wrong[1:]}. `{self.prog} --help` tells what can be given.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser("cribbage-bot", description="Hosts cribbage on Discord.")
    commands = parser.add_subparsers(dest="command", metavar="command")
    parser.set_defaults(command="run")
    commands.add_parser("run", help="run the bot; without DISCORD_TOKEN, a local Discord page (the default)")
    commands.add_parser("check", help="tell whether token, database and permissions are in order")
    commands.add_parser("health", help="tell whether the running bot is well (exit code 0 or 1)")
    commands.add_parser("emojis", help="give the application its emojis of the cards, once")
    commands.add_parser("feats", help="derive all feats again from finished games, and add what is missing")
    gallery = commands.add_parser("gallery", help="draw every picture in every state, for work on the art")
    gallery.add_argument("folder", type=Path, help="where to put the pictures")
    arena = commands.add_parser("arena", help="let house players play matches against each other")
    for entrant in ("first", "second"):
        arena.add_argument(entrant, choices=("gentle", "steady", "sharp", "random"), help="an entrant")
    arena.add_argument(
        "--games", type=_number_of_games, default=1000, help="how many games to play (default 1000)"
    )
    arena.add_argument("--seed", type=int, default=None, help="a number that makes the match repeatable")
    return parser


def _number_of_games(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of games: give a whole number from 1 on")
    return int(text)


def _run(chosen: Settings, _arguments: argparse.Namespace) -> int:
    from bot.app import CannotConnect, serve

    logs.configure(chosen.log_level, chosen.log_format)
    # Docker and systemd end a process by SIGTERM: let that be like Ctrl+C, which closes everything in order.
    # Where a script starts it in the background SIGINT is ignored, and then SIGTERM would be, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _like_ctrl_c)
    if chosen.discord_token is None:
        return _run_page(chosen)
    try:
        asyncio.run(serve(chosen))
    except CannotConnect as error:
        raise Unusable(error) from error
    return 0


def _like_ctrl_c(number: int, _frame: FrameType | None) -> None:
    # Whoever ends a whole group of processes may send it twice: the second must not break off the closing.
    signal.signal(number, signal.SIG_IGN)
    signal.raise_signal(signal.SIGINT)


def _run_page(chosen: Settings) -> int:
    # The simulation logs in with a made-up token, and looks for itself without intents: nobody needs to know.
    logging.getLogger("discord").setLevel(logging.ERROR)
    try:
        from bot.preview import PageUnavailable, serve_page
    except ModuleNotFoundError as error:
        if error.name != "simcord":
            raise
        raise Unusable(
            "DISCORD_TOKEN isn't set, and the local page isn't installed: set the token, or install the "
            "`preview` dependency group (`uv run` does)."
        ) from error
    try:
        asyncio.run(serve_page(chosen, sys.stdout))
    except PageUnavailable as error:
        raise Unusable(error) from error
    return 0


def _check(chosen: Settings, _arguments: argparse.Namespace) -> int:
    from bot.check import check

    logs.configure("error", chosen.log_format)
    return 0 if asyncio.run(check(chosen, sys.stdout)) else 1


def _health(chosen: Settings, _arguments: argparse.Namespace) -> int:
    from bot.health import is_well

    return 0 if is_well(chosen.health_file) else 1


def _emojis(chosen: Settings, _arguments: argparse.Namespace) -> int:
    from bot.app import CannotConnect, upload_emojis

    logs.configure("error", chosen.log_format)
    try:
        number = asyncio.run(upload_emojis(chosen))
    except CannotConnect as error:
        raise Unusable(error) from error
    sys.stdout.write(f"{number} emojis uploaded.\n" if number else "The application has all its emojis.\n")
    return 0


def _feats(chosen: Settings, _arguments: argparse.Namespace) -> int:
    from bot.app import backfill_feats

    logs.configure("error", chosen.log_format)
    done = asyncio.run(backfill_feats(chosen))
    games = f"{done.games} finished game{'' if done.games == 1 else 's'} read"
    if done.added:
        told = ", ".join(f"{feat} {times}" for feat, times in sorted(done.added.items()))
        feats = f"{done.added.total()} feat{'' if done.added.total() == 1 else 's'}"
        sys.stdout.write(f"{games}, {feats} added: {told}.\n")
    else:
        sys.stdout.write(f"{games}, no feat was missing.\n")
    return 0


def _gallery(_chosen: Settings, arguments: argparse.Namespace) -> int:
    from bot.ui.pictures.gallery import write

    try:
        files = write(arguments.folder)
    except OSError as error:
        raise Unusable(f"The gallery can't be written to {arguments.folder}: {error.strerror}.") from error
    sys.stdout.write(f"{len(files)} pictures in {arguments.folder}.\n")
    return 0


def _arena(_chosen: Settings, arguments: argparse.Namespace) -> int:
    from bot.house.arena import run

    run(arguments.first, arguments.second, arguments.games, arguments.seed, sys.stdout)
    return 0


_COMMANDS: Final = {
    "run": _run,
    "check": _check,
    "health": _health,
    "emojis": _emojis,
    "feats": _feats,
    "gallery": _gallery,
    "arena": _arena,
}

if __name__ == "__main__":
    sys.exit(main())
