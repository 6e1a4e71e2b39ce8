"""Cards as the application's own emojis: where there are some, and room for them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.cribbage.cards import PACK, parse_card
from bot.ui.live.sending import emojis as card_emojis
from bot.ui.live.sending.components import to_view
from bot.ui.panels.layout import LONGEST, Button, Panel, Row, Text
from bot.ui.pictures.emojis import BACK_NAME, emoji_name
from tests.ui.refusals import refusal

FIVE, JACK = parse_card("5H"), parse_card("JS")


class Application:
    """An application that has some emojis, and takes new ones until it doesn't."""

    def __init__(self, *names: str, takes: int = 100) -> None:
        self.names = list(names)
        self.takes = takes

    async def fetch_application_emojis(self) -> list[Any]:
        return [SimpleNamespace(name=name, id=number) for number, name in enumerate(self.names, start=7)]

    async def create_application_emoji(self, *, name: str, image: bytes) -> None:
        assert image.startswith(b"\x89PNG")
        if len(self.names) >= self.takes:
            raise refusal(500)
        self.names.append(name)


async def test_those_that_are_there_are_found() -> None:
    client: Any = Application("something", emoji_name(FIVE), BACK_NAME)
    assert await card_emojis.fetch(client) == {FIVE: discord.PartialEmoji(name=emoji_name(FIVE), id=8)}


async def test_those_that_are_missing_are_uploaded() -> None:
    client: Any = Application(emoji_name(FIVE))
    assert await card_emojis.upload(client) == len(PACK)  # the back is one, too
    assert await card_emojis.upload(client) == 0
    assert sorted(client.names) == sorted({*map(emoji_name, PACK), BACK_NAME})
    assert set(await card_emojis.fetch(client)) == set(PACK)


async def test_an_upload_that_was_interrupted_goes_on() -> None:
    client: Any = Application(takes=10)
    with pytest.raises(discord.HTTPException):
        await card_emojis.upload(client)
    client.takes = 100
    assert await card_emojis.upload(client) == len(PACK) + 1 - 10


EMOJI = discord.PartialEmoji(name="five", id=7)


def said(panel: Panel) -> list[str]:
    view = to_view(panel, {FIVE: EMOJI})
    return [item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay)]


def test_cards_are_drawn_as_far_as_there_are_emojis() -> None:
    assert said(Panel((Text(f"{FIVE.symbol} {JACK.symbol} 15"),))) == [f"{EMOJI} {JACK.symbol} 15"]


def test_where_there_is_no_room_for_them_cards_are_written() -> None:
    room = LONGEST - len(str(EMOJI))
    assert said(Panel((Text(FIVE.symbol + "x" * room),))) == [f"{EMOJI}{'x' * room}"]
    full = Panel((Text(FIVE.symbol + "x" * (room + 1)),))
    assert said(full) == [full.text]


def test_a_button_of_a_card_has_its_emoji_beside_its_name() -> None:
    labels = (FIVE.symbol, JACK.symbol, f"Play {FIVE.symbol}")
    view = to_view(Panel((Row(tuple(Button(label, f"id{label}") for label in labels)),)), {FIVE: EMOJI})
    buttons = [item for item in view.walk_children() if isinstance(item, discord.ui.Button)]
    assert [button.label for button in buttons] == list(labels)
    assert [button.emoji for button in buttons] == [EMOJI, None, None]
