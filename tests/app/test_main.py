"""The command line: one clear line and exit code 2 for whatever can't run, never a traceback."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sqlite3
import sys
import time
from pathlib import Path

import discord.http
import pytest

from bot.__main__ import _COMMANDS, main
from bot.house.arena import ENTRANTS
from db.engine import Database
from tests.app.discord_api import DiscordApi
from tests.table.played import play, seated, tables_on


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a command ends with."""
    assert main(arguments) == 2
    said = capsys.readouterr()
    (line,) = said.err.splitlines()
    return line


def test_an_unknown_setting(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("CRIBBAGE_COLOUR", "green")
    for command in ("run", "check", "health"):
        assert (
            refused(capsys, command)
            == "There is no setting CRIBBAGE_COLOUR; .github/OPERATING.md lists them all."
        )


def test_a_token_that_discord_refuses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], api: DiscordApi
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "not-a-token")
    monkeypatch.setenv("CRIBBAGE_LOG_LEVEL", "error")
    api.answers["/users/@me"] = 401, {"message": "401: Unauthorized", "code": 0}
    assert refused(capsys, "run").startswith("Discord refuses this DISCORD_TOKEN: ")


def test_a_discord_that_does_not_let_the_bot_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], api: DiscordApi
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    monkeypatch.setenv("CRIBBAGE_LOG_LEVEL", "error")
    api.answers["/users/@me"] = 403, {"message": "403: Forbidden", "code": 0}
    line = refused(capsys, "run")
    assert line.startswith("Discord doesn't let the bot in: ")
    assert "403" in line


def test_no_network(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}")
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    monkeypatch.setenv("CRIBBAGE_LOG_LEVEL", "error")
    assert refused(capsys, "run") == "Discord can't be reached: check the network, then start again."


def test_a_database_in_an_impossible_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").touch()
    monkeypatch.setenv("DATABASE_URL", "sqlite:///file/cribbage.sqlite3")
    line = refused(capsys, "run")
    assert line.startswith("The SQLite database file/cribbage.sqlite3 ")


def test_a_locked_database(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///locked.sqlite3")
    other = sqlite3.connect("locked.sqlite3", isolation_level=None)
    try:
        other.execute("BEGIN EXCLUSIVE")
        line = refused(capsys, "run")
    finally:
        other.close()
    assert line.startswith("The SQLite database locked.sqlite3 is locked by another process: ")


def test_a_port_that_is_taken(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("CRIBBAGE_PAGE_PORT", str(port))
        monkeypatch.setenv("CRIBBAGE_LOG_LEVEL", "error")
        line = refused(capsys, "run")
    assert line.startswith(f"The local page can't be served on port {port} (")


def test_neither_token_nor_local_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "bot.preview", raising=False)
    monkeypatch.setitem(sys.modules, "simcord", None)
    assert refused(capsys, "run").startswith("DISCORD_TOKEN isn't set, and the local page isn't installed: ")


def test_health_tells_by_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRIBBAGE_HEALTH_FILE", "alive")
    assert main(["health"]) == 1
    Path("alive").touch()
    assert main(["health"]) == 0
    os.utime("alive", (time.time() - 300,) * 2)
    assert main(["health"]) == 1


def test_check_tells_by_its_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check"]) == 0
    Path("file").touch()
    monkeypatch.setenv("DATABASE_URL", "sqlite:///file/cribbage.sqlite3")
    assert main(["check"]) == 1
    assert capsys.readouterr().out.count("database: ") == 2


def test_feats_tells_what_was_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///feats.sqlite3")
    asyncio.run(_a_game("sqlite:///feats.sqlite3"))
    assert main(["feats"]) == 0
    assert capsys.readouterr().out == "1 finished game read, no feat was missing.\n"
    with sqlite3.connect("feats.sqlite3") as database:
        lost = sorted(feat for (feat,) in database.execute("DELETE FROM feats RETURNING feat"))
    database.close()
    assert main(["feats"]) == 0
    told = ", ".join(f"{feat} {lost.count(feat)}" for feat in sorted(set(lost)))
    feats = "1 feat" if len(lost) == 1 else f"{len(lost)} feats"
    assert capsys.readouterr().out == f"1 finished game read, {feats} added: {told}.\n"
    Path("file").touch()
    monkeypatch.setenv("DATABASE_URL", "sqlite:///file/cribbage.sqlite3")
    assert refused(capsys, "feats").startswith("The SQLite database file/cribbage.sqlite3 ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["arena", "sharp", "steady", "--games", "-5"], "--games: '-5' is no number of games: "),
        (["arena", "sharp", "steady", "--games", "0"], "--games: '0' is no number of games: "),
        (["arena", "sharp", "steady", "--games", "many"], "--games: 'many' is no number of games: "),
        (["arena", "sharp", "steady", "--games"], "--games: expected one argument."),
        (["arena", "sharp", "steady", "--seed", "x"], "--seed: invalid int value: 'x'."),
        (["arena", "sharp", "fierce"], "Second: invalid choice: 'fierce' (choose from "),
        (["arena"], "The following arguments are required: first, second."),
        (["gallery"], "The following arguments are required: folder."),
        *(
            ([command, "--fast"], "Unrecognized arguments: --fast.")
            for command in _COMMANDS
            if command not in ("arena", "gallery")
        ),
        (["gallery", "here", "there"], "Unrecognized arguments: there."),
        (["dance"], "Command: invalid choice: 'dance' (choose from "),
    ],
)
def test_arguments_that_make_no_sense(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    line = refused(capsys, *arguments)
    assert line.startswith(said)
    assert line.endswith(" --help` tells what can be given.")


def test_a_match_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "random", "random", "--games", "3", "--seed", "4"]) == 0
    assert "4 games in pairs with the same cards, seed 4" in capsys.readouterr().out
    assert main(["arena", "random", "random", "--games", "1", "--seed", "-4"]) == 0


def test_all_entrants_may_enter(capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, "arena", "nobody", "random")
    assert all(name in line for name in ENTRANTS)


async def _a_game(url: str) -> None:
    database = await Database.open(url)
    tables = tables_on(database)
    table = await seated(tables, {11: "Ann", 12: "Bob"}, head_start=50)
    await play(tables, table.id, random.Random(1))
    await database.close()


@pytest.mark.parametrize(
    "how",
    [
        pytest.param([signal.SIGINT], id="Ctrl+C"),
        pytest.param([signal.SIGTERM], id="SIGTERM"),
        pytest.param([signal.SIGTERM] * 2, id="SIGTERM to it and to its group"),
    ],
)
async def test_the_local_page_ends_in_order(tmp_path: Path, how: list[signal.Signals]) -> None:
    await _ends_in_order(tmp_path, how)


async def test_sigterm_ends_what_a_script_has_started_in_its_background(tmp_path: Path) -> None:
    # There the shell has SIGINT ignored.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        await _ends_in_order(tmp_path, [signal.SIGTERM])
    finally:
        signal.signal(signal.SIGINT, before)


async def _ends_in_order(tmp_path: Path, how: list[signal.Signals]) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        env={**os.environ, "CRIBBAGE_PAGE_PORT": "0"},
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        lines = [await asyncio.wait_for(process.stdout.readline(), 60) for _ in range(6)]
        assert b"No DISCORD_TOKEN is set, so here is a local Discord." in lines[0]
        for each in how:
            process.send_signal(each)
            await asyncio.sleep(0.02)
        _, log = await asyncio.wait_for(process.communicate(), 30)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0
    assert b"Traceback" not in log
    assert b"warning" not in log
    assert (tmp_path / "data" / "cribbage.sqlite3").exists()
