"""Messages whose pictures Discord doesn't take."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.cribbage.cards import parse_card
from bot.ui.live.sending.delivery import REMEMBERED, Delivery, delivery_of
from bot.ui.live.sending.rendering import Rendered, Renderer
from bot.ui.panels.layout import Document, Image, Panel, Text
from bot.ui.pictures.models import CardsSheet
from tests.ui.refusals import refusal

PICTURE = Image(CardsSheet("faces", ()), "faces.png", instead="in words")
CARD = parse_card("5H")
PANEL = Panel((Text(f"Look: {CARD.symbol}"), PICTURE))
WORDS = Panel((Text("Look"),))


class Discord:
    """Takes a message unless something is refused; keeps what was asked of it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.renderer = Renderer()
        self.delivery = Delivery(self.renderer, lambda: self.now)
        self.refuses: list[Exception | None] = []
        self.files: list[list[str]] = []
        self.said: list[str] = []

    async def request(self, ready: Rendered) -> int:
        self.files.append([file.filename for file in ready.files])
        texts = [item for item in ready.view.walk_children() if isinstance(item, discord.ui.TextDisplay)]
        self.said.append(" ".join(text.content for text in texts))
        if self.refuses and (error := self.refuses.pop(0)):
            raise error
        return len(self.files)

    async def send(self, panel: Panel = PANEL, way: Any = "post", place: int = 70) -> int:
        self.files.clear()
        self.said.clear()
        return await self.delivery.send(panel, way, place, self.request)


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> Discord:
    monkeypatch.setattr("bot.ui.live.sending.rendering.draw", lambda _: b"PNG")
    return Discord()


REFUSED = [(400, 0), (400, 50035), (413, 0), (413, 40005), (400, 40005), (403, 50013), (403, 40005)]


@pytest.mark.parametrize(("status", "code"), REFUSED)
async def test_what_is_refused_with_pictures_is_said_at_once_in_words(
    there: Discord, status: int, code: int
) -> None:
    there.refuses = [refusal(status, code)]
    assert await there.send() == 2
    assert there.files == [["faces.png"], []]
    assert there.said[1] == f"Look: {CARD.symbol} in words"


@pytest.mark.parametrize(
    "error",
    [
        *(refusal(400, code) for code in (30046, 40060, 50083, 160005, 160006, 160007)),
        refusal(403, 50001),
        refusal(404, 10008),
        refusal(429),
        refusal(500),
        aiohttp.ClientOSError(),
        TimeoutError(),
    ],
    ids=repr,
)
async def test_other_reasons_have_nothing_to_do_with_pictures(there: Discord, error: Exception) -> None:
    there.refuses = [error]
    with pytest.raises(type(error)) as raised:
        await there.send()
    assert raised.value is error
    assert there.files == [["faces.png"]]
    assert await there.send() == 1  # and nothing is remembered
    assert there.files == [["faces.png"]]


async def test_where_pictures_were_refused_none_are_sent_for_a_while(there: Discord) -> None:
    there.refuses = [refusal(413)]
    await there.send()
    there.now += REMEMBERED - timedelta(seconds=1)
    await there.send()
    assert there.files == [[]]
    assert "in words" in there.said[0]
    there.now += timedelta(seconds=1)
    await there.send()
    assert there.files == [["faces.png"]]


async def test_a_while_begins_anew_when_they_are_refused_again(there: Discord) -> None:
    there.refuses = [refusal(413), None, refusal(413), None, refusal(413)]
    await there.send(place=70)
    there.now += timedelta(minutes=5)
    await there.send(place=71)
    there.now += timedelta(minutes=5)
    await there.send(place=70)
    there.now += timedelta(minutes=5)
    for place, files in ((71, ["faces.png"]), (70, [])):
        await there.send(place=place)
        assert there.files == [files]


async def test_elsewhere_and_in_other_ways_they_are_sent(there: Discord) -> None:
    there.refuses = [refusal(413)]
    await there.send(way="edit", place=70)
    for way, place in (("post", 70), ("edit", 71)):
        await there.send(way=way, place=place)
        assert there.files == [["faces.png"]]


async def test_what_is_refused_in_words_too_is_not_about_pictures(there: Discord) -> None:
    there.refuses = [refusal(400), refusal(403, 50001)]
    with pytest.raises(discord.Forbidden):
        await there.send()
    await there.send()
    assert there.files == [["faces.png"]]


async def test_words_are_not_said_twice(there: Discord) -> None:
    there.refuses = [refusal(400)]
    with pytest.raises(discord.HTTPException):
        await there.send(WORDS)
    assert there.files == [[]]


async def test_emojis_are_left_out_with_the_pictures(there: Discord) -> None:
    """They are pictures too: somebody may have deleted them."""
    emoji = discord.PartialEmoji(name="card_5H", id=7)
    there.renderer.emojis = {CARD: emoji}
    words = Panel((Text(f"Look: {CARD.symbol}"),))
    there.refuses = [refusal(400, 50035)]
    await there.send(words)
    assert there.said == [f"Look: {emoji}", f"Look: {CARD.symbol}"]
    await there.send(words)
    assert there.said == [f"Look: {CARD.symbol}"]


async def test_documents_are_no_pictures(there: Discord) -> None:
    there.refuses = [refusal(413)]
    await there.send(Panel((PICTURE, Document("data.json", b"{}"))))
    assert there.files == [["faces.png", "data.json"], ["data.json"]]


def test_only_the_bot_sends_panels() -> None:
    client: Any = SimpleNamespace(delivery=1)
    assert delivery_of(client) == 1
    other: Any = SimpleNamespace()
    with pytest.raises(TypeError):
        delivery_of(other)
