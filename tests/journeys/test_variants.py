"""A variant is one line in `VARIANTS`: everything else follows from it, up to the board and the house's play."""

from __future__ import annotations

import random

import pytest

from bot.cribbage.variants import VARIANTS, Variant
from bot.ui.panels.guide import guide_panel
from bot.ui.pictures.draw import draw
from bot.ui.pictures.gallery import board
from cogs.cribbage import Cribbage
from tests.room import Room, take_turns

LONG = Variant("long", "a long game", 181, skunk=151, double_skunk=121)


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> Variant:
    """A variant more, from before the bot tells Discord what may be chosen."""
    monkeypatch.setitem(VARIANTS, LONG.name, LONG)
    return LONG


def test_the_choices_are_the_variants() -> None:
    (option,) = [option for option in Cribbage.start.parameters if option.name == "variant"]
    assert [choice.value for choice in option.choices] == list(VARIANTS)
    names = {choice.value: choice.name for choice in option.choices}
    assert names["short"] == "short, to 61"
    assert names["lowball"] == "lowball, 121 loses"


async def test_a_new_variant_is_played_and_drawn(long: Variant, room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant=long.name)
    assert "Cribbage · two players · to 181" in room.texts()[0]
    await take_turns(room, [ann, bob], random.Random(2))
    record = await room.record()
    assert record.game is not None
    assert max(record.game.scores) >= 181
    assert "wins 181–" in room.texts()[-1]
    assert "A long game gives XP, but no prestige and no rating." in room.texts()[-1]
    assert draw(board(("Ann", 150, 131), ("Bob", 181, 180), variant=long)) != draw(
        board(("Ann", 150, 131), ("Bob", 181, 180))
    )
    guide = str(guide_panel(long))
    assert "first to **181**" in guide
    assert "below 151 is *skunked*, below 121 skunked twice" in guide


@pytest.mark.parametrize("players", [2, 3])
async def test_house_players_play_a_new_variant(long: Variant, room: Room, players: int) -> None:
    """Their figures are of games to 121: they serve for others, too."""
    (ann,) = room.people("Ann")
    await ann.slash("cribbage start", variant=long.name, players=players)
    await ann.press(room.lobby, "Add a house player")
    for _ in range(players - 1):
        await ann.press(ann.private()[-1], "Sharp")
    await take_turns(room, [ann], random.Random(4))
    record = await room.record()
    assert record.game is not None
    assert record.game.winners


async def test_a_variant_that_is_no_more(long: Variant, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord still offers what a version before had told it."""
    monkeypatch.delitem(VARIANTS, long.name)
    (ann,) = room.people("Ann")
    told = await ann.slash("cribbage start", variant=long.name)
    assert told.ephemeral
    assert told.text == "That game isn't played here. Choose one of these: standard, short, lowball."
    assert not room.public()
