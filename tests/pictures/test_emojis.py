"""The application's emojis: all cards and a back, within Discord's limits, no two alike."""

from __future__ import annotations

import io
import re

from PIL import Image

from bot.cribbage.cards import PACK
from bot.ui.pictures.emojis import BACK_NAME, emoji_name, emojis


def test_there_is_an_emoji_for_every_card_and_the_back() -> None:
    files = emojis()
    assert set(files) == {emoji_name(card) for card in PACK} | {BACK_NAME}
    assert len(files) == 53
    assert all(re.fullmatch(r"\w{2,32}", name) for name in files)
    assert len(set(files.values())) == 53


def test_emojis_are_small_square_and_transparent_at_the_corners() -> None:
    for png in emojis().values():
        assert len(png) < 256 * 1024
        image = Image.open(io.BytesIO(png))
        assert image.size == (128, 128)
        assert image.getchannel("A").getpixel((0, 0)) == 0
