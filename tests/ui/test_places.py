"""Whether a place is gone is asked of Discord, before anything ends by it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.ui.live.channels import places
from tests.ui.refusals import refusal

GUILD, CHANNEL, THREAD = 1, 2, 3


class Client:
    """Answers what it is told to; keeps what it was asked."""

    def __init__(self, **answers: Exception) -> None:
        self.guild: Any = None
        self.answers = answers
        self.asked: list[str] = []

    def get_guild(self, _: int) -> Any:
        return self.guild

    async def fetch_guild(self, _: int, **_options: bool) -> None:
        self._ask("server")

    async def fetch_channel(self, place: int) -> None:
        self._ask({CHANNEL: "channel", THREAD: "thread"}[place])

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if error := self.answers.get(what):
            raise error


async def gone(client: Any, *, known: bool = True) -> bool:
    client.guild = object() if known else None
    return await places.any_gone(client, GUILD, (CHANNEL, THREAD))


async def test_what_can_be_seen_is_there() -> None:
    client = Client()
    assert not await gone(client)
    assert client.asked == ["channel", "thread"]


@pytest.mark.parametrize("which", ["channel", "thread"])
@pytest.mark.parametrize(
    ("error", "is_gone"),
    [
        (refusal(404, 10003), True),
        (refusal(404, 10004), True),
        (refusal(403, 50001), False),
        (refusal(404, 0), False),
        (refusal(401), False),
        (refusal(400), False),
        (discord.InvalidData("of a new kind"), False),
    ],
)
async def test_what_discord_says(which: str, error: Exception, is_gone: bool) -> None:
    assert await gone(Client(**{which: error})) == is_gone


async def test_the_worst_of_it_counts() -> None:
    assert await gone(Client(channel=refusal(403), thread=refusal(404, 10003)))
    assert await gone(Client(channel=discord.InvalidData(), thread=refusal(404, 10003)))
    assert not await gone(Client(channel=refusal(403), thread=discord.InvalidData()))


@pytest.mark.parametrize(
    "error", [refusal(500), refusal(503), refusal(429), aiohttp.ClientOSError(), TimeoutError()]
)
@pytest.mark.parametrize("which", ["server", "channel", "thread"])
async def test_who_can_not_be_asked_says_nothing(which: str, error: Exception) -> None:
    with pytest.raises(type(error)):
        await gone(Client(**{which: error}), known=which != "server")


@pytest.mark.parametrize("error", [refusal(404, 10004), refusal(403, 50001)])
async def test_a_server_that_the_bot_is_not_in_is_gone(error: Exception) -> None:
    client = Client(server=error)
    assert await gone(client, known=False)
    assert client.asked == ["server"]


async def test_a_server_is_not_gone_by_not_being_listed() -> None:
    client = Client()
    assert not await gone(client, known=False)
    assert client.asked == ["server", "channel", "thread"]


def around(*wanted: int, known: dict[int, Any] | None) -> frozenset[int] | None:
    server = None if known is None else SimpleNamespace(get_channel_or_thread=known.get)
    client: Any = SimpleNamespace(get_guild={GUILD: server}.get)
    return places.around(client, GUILD, wanted)


def test_the_channel_above_a_thread_belongs_to_it() -> None:
    thread = discord.Thread.__new__(discord.Thread)
    thread.parent_id = CHANNEL
    known = {CHANNEL: object(), THREAD: thread}
    assert around(CHANNEL, known=known) == {CHANNEL}
    assert around(THREAD, known=known) == {CHANNEL, THREAD}
    assert around(THREAD, known={THREAD: thread}) == {CHANNEL, THREAD}


def test_where_that_is_not_known_it_could_be_anywhere() -> None:
    assert around(CHANNEL, THREAD, known={CHANNEL: object()}) is None
    assert around(CHANNEL, known=None) is None
