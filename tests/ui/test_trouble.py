"""What follows from whatever Discord, the network or the database answers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.ui.live.channels.trouble import Trouble, judge
from db.errors import Conflict, DatabaseUnavailable


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    response: Any = SimpleNamespace(status=status, reason="")
    return kind(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("status", "code", "trouble"),
    [
        (400, 0, Trouble.WRONG),
        (400, 30046, Trouble.WRONG),
        (400, 40006, Trouble.PASSING),
        (400, 40060, Trouble.WRONG),
        (400, 50035, Trouble.WRONG),
        (400, 50083, Trouble.CLOSED),
        (400, 160004, Trouble.WRONG),
        (400, 160005, Trouble.CLOSED),
        (400, 160006, Trouble.CLOSED),
        (401, 50027, Trouble.CLOSED),
        (403, 0, Trouble.CLOSED),
        (403, 50001, Trouble.CLOSED),
        (403, 50013, Trouble.CLOSED),
        (404, 0, Trouble.CLOSED),
        (404, 10003, Trouble.MISSING),
        (404, 10004, Trouble.MISSING),
        (404, 10008, Trouble.CLOSED),
        (404, 10015, Trouble.CLOSED),
        (404, 10062, Trouble.CLOSED),
        (405, 0, Trouble.WRONG),
        (408, 0, Trouble.PASSING),
        (413, 40005, Trouble.WRONG),
        (429, 0, Trouble.PASSING),
        (429, 20028, Trouble.PASSING),
        (500, 0, Trouble.PASSING),
        (502, 0, Trouble.PASSING),
        (503, 130000, Trouble.PASSING),
        (504, 0, Trouble.PASSING),
    ],
)
def test_what_discord_answers(status: int, code: int, trouble: Trouble) -> None:
    assert judge(refusal(status, code)) is trouble


@pytest.mark.parametrize(
    "error",
    [
        TimeoutError(),
        ConnectionResetError(),
        OSError(),
        aiohttp.ClientOSError(),
        aiohttp.ServerDisconnectedError(),
        DatabaseUnavailable("It is away."),
        Conflict("Somebody was faster."),
    ],
)
def test_what_passes(error: Exception) -> None:
    assert judge(error) is Trouble.PASSING


@pytest.mark.parametrize("error", [ZeroDivisionError(), ValueError(), KeyError(1)])
def test_a_fault_of_the_program_is_one_again(error: Exception) -> None:
    assert judge(error) is Trouble.WRONG
