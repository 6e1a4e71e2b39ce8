"""What holds for every picture: a PNG file, small, the same for equal models, whatever is put into it."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from PIL import Image

from bot.cribbage.cards import PACK, parse_cards
from bot.ui.pictures.board import board_band
from bot.ui.pictures.draw import draw, draw_afresh
from bot.ui.pictures.gallery import board, scenes, write
from bot.ui.pictures.models import (
    BoardPicture,
    CardsSheet,
    HandPicture,
    Laid,
    Place,
    ShowPicture,
    TablePicture,
)
from bot.ui.pictures.show import pages

SCENES = scenes()
LIMIT = 40 * 1024


def _size(png: bytes) -> tuple[int, int]:
    image = Image.open(io.BytesIO(png))
    image.verify()
    assert image.format == "PNG"
    return image.size


@pytest.mark.parametrize("name", SCENES)
def test_pictures_are_png_files_as_wide_as_said(name: str) -> None:
    width, height = _size(draw(SCENES[name]))
    assert width == (800 if name.startswith("hand") else 900)
    assert height < 2400


@pytest.mark.parametrize(
    "name",
    [name for name, model in SCENES.items() if not isinstance(model, CardsSheet) and name != "show-six"],
)
def test_pictures_are_small(name: str) -> None:
    assert len(draw(SCENES[name])) <= LIMIT


def test_the_richest_table_is_hardly_larger() -> None:
    """Six players with six different backs, and courts alone on the table: no picture has more in it."""
    table = SCENES["table-six"]
    assert isinstance(table, TablePicture)
    places = tuple(replace(place, held=4) for place in table.places)
    assert len({place.back for place in places}) == 6
    courts = tuple(Laid(card, at % 3) for at, card in enumerate(parse_cards("QH KS QC")))
    (jack,) = parse_cards("JC")
    rich = replace(table, places=places, starter=jack, series=courts, earlier=(), crib=4)
    assert len(draw(rich)) <= LIMIT * 1.07


def test_equal_models_are_drawn_once() -> None:
    model = SCENES["hand-dealt"]
    assert isinstance(model, HandPicture)
    assert draw(model) is draw(replace(model))
    assert draw_afresh(model) == draw(model)
    assert draw.cache_info().maxsize == 128


def test_a_board_that_stays_is_packed_once_and_a_new_score_shows() -> None:
    table = SCENES["table-two"]
    assert isinstance(table, TablePicture)
    before = draw_afresh(table)
    played = replace(table, series=table.series[:1])
    after = draw(played)
    assert after != before
    assert after == draw_afresh(played)
    draw_afresh(table)
    draw(replace(table, series=()))
    assert board_band.cache_info()[:2] == (1, 1)
    scored = replace(table, board=board(("Ann", 70, 60), ("Bob", 58, 44)))
    assert draw(scored) == draw_afresh(scored) != draw_afresh(table)
    assert board_band.cache_info().maxsize == 256


def test_threads_draw_the_same_pictures() -> None:
    names = ["table-two", "hand-ink", "show-two", "table-six", "hand-dealt", "board-two"]
    alone = [draw_afresh(SCENES[name]) for name in names]
    with ThreadPoolExecutor(6) as threads:
        together = list(threads.map(draw_afresh, [SCENES[name] for name in names] * 4))
    assert together == alone * 4


def test_unknown_faces_and_backs_fall_back_on_the_default() -> None:
    hand = HandPicture(parse_cards("5H JD"), face="no such face")
    assert draw(hand) == draw(HandPicture(hand.cards))
    table = TablePicture(
        board(("Ann", 0, 0), ("Bob", 0, 0)), (Place("Ann", 0, 4, "gone"), Place("Bob", 1, 4))
    )
    known = replace(table, places=(Place("Ann", 0, 4), Place("Bob", 1, 4)))
    assert draw(table) == draw(known)


@pytest.mark.parametrize("name", ["", " ", "😀😀", "漢字", "W" * 200, "a\nb\u202ec", "Ωμέγα", "Зоя"])
def test_any_name_can_be_drawn(name: str) -> None:
    table = TablePicture(
        board((name, 121, 100), (name, 7, 0), (name, 0, 0)),
        tuple(Place(name, seat % 3, 5, dealer=seat == 0, awaited=True) for seat in range(6)),
        banner=name,
    )
    assert _size(draw_afresh(table))[0] == 900


def test_the_longest_series_fits() -> None:
    """Thirteen cards are the most that stay below 32: four aces, four twos, four threes, a four and more."""
    series = tuple(Laid(card, 0) for card in PACK[:13])
    table = replace(_table(), series=series, earlier=(series, series[:8]))
    assert _size(draw_afresh(table)) == _size(draw_afresh(_table()))


def _table() -> TablePicture:
    model = SCENES["table-two"]
    assert isinstance(model, TablePicture)
    return model


def test_scores_past_the_target_stand_in_the_game_hole() -> None:
    over = board(("Ann", 128, 110), ("Bob", 90, 88))
    at_target = board(("Ann", 121, 110), ("Bob", 90, 88))
    assert draw_afresh(over) == draw_afresh(at_target)


def test_the_height_of_a_table_stays_through_a_game() -> None:
    table = _table()
    bare = replace(table, series=(), earlier=(), starter=None, crib=0, banner="Waiting")
    assert _size(draw_afresh(bare)) == _size(draw_afresh(table))


def test_a_show_of_nothing_is_a_picture_too() -> None:
    assert _size(draw_afresh(ShowPicture(parse_cards("5D")[0], ())))[0] == 900
    assert _size(draw_afresh(BoardPicture(board(("Ann", 0, 0), ("Bob", 0, 0)).tracks)))[0] == 900


def test_a_long_show_is_cut_into_pages_that_are_small() -> None:
    show = SCENES["show-six"]
    assert isinstance(show, ShowPicture)
    cut = pages(show)
    assert [len(page.hands) for page in cut] == [2, 2, 3]
    assert tuple(hand for page in cut for hand in page.hands) == show.hands
    assert all(len(draw(page)) <= LIMIT for page in cut)
    assert pages(replace(show, hands=show.hands[:3])) == (replace(show, hands=show.hands[:3]),)
    assert pages(replace(show, hands=())) == (replace(show, hands=()),)


def test_the_gallery_writes_every_picture(tmp_path) -> None:
    files = write(tmp_path / "gallery")
    assert len(files) == len(SCENES) + 53
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in files)
