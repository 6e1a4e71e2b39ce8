"""Pictures look as they did when somebody last looked (golden.py tells how to renew them on purpose)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageFilter

from bot.cribbage.cards import parse_cards
from bot.ui.pictures.draw import draw_afresh
from bot.ui.pictures.gallery import scenes
from bot.ui.pictures.models import HandPicture, Laid, Picture, TablePicture
from tests.pictures.golden import FOLDER, MOST, at_phone_size, difference

SCENES = scenes()


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_looks_as_agreed(name: str) -> None:
    golden = Image.open(FOLDER / f"{name}.png").convert("RGB")
    apart = difference(at_phone_size(draw_afresh(SCENES[name])), golden)
    assert apart <= MOST, f"{name} looks different ({apart:.0f}); see tests/pictures/golden.py"


def test_no_golden_picture_is_left_over_and_all_are_small() -> None:
    files = list(FOLDER.glob("*.png"))
    assert {path.stem for path in files} == set(SCENES)
    assert sum(path.stat().st_size for path in files) < 600_000


def _table() -> TablePicture:
    model = SCENES["table-two"]
    assert isinstance(model, TablePicture)
    return model


def _changed() -> dict[str, tuple[Picture, Picture]]:
    table, hand = _table(), SCENES["hand-choosing"]
    assert isinstance(hand, HandPicture)
    first, *others = table.board.tracks
    ahead = replace(table.board, tracks=(replace(first, score=first.score + 1), *others))
    (other,) = parse_cards("7H")
    turned = tuple(replace(place, awaited=not place.awaited) for place in table.places)
    richer = tuple(replace(place, held=place.held + 1) for place in table.places)
    return {
        "a peg one hole ahead": (table, replace(table, board=ahead)),
        "another suit of the same colour": (table, replace(table, starter=other)),
        "another side's card": (
            table,
            replace(table, series=(*table.series[:-1], Laid(table.series[-1].card, 0))),
        ),
        "another turn": (table, replace(table, places=turned)),
        "a card more": (table, replace(table, places=richer)),
        "a card not chosen": (hand, replace(hand, marked=frozenset())),
    }


CHANGED = _changed()


@pytest.mark.parametrize("change", CHANGED)
def test_a_visible_change_is_noticed(change: str) -> None:
    one, other = (at_phone_size(draw_afresh(model)) for model in CHANGED[change])
    assert difference(one, other) > MOST


def test_other_edges_are_forgiven() -> None:
    """Another version of the font rasteriser or of the smoothing makes edges a little softer or harder."""
    drawn = at_phone_size(draw_afresh(_table()))
    softer = drawn.filter(ImageFilter.GaussianBlur(0.4))
    sharper = drawn.filter(ImageFilter.UnsharpMask(radius=1, percent=40))
    assert difference(drawn, softer) < MOST
    assert difference(drawn, sharper) < MOST
