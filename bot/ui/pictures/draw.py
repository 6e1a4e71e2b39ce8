"""One door to all pictures: a view model in, a PNG file out.

Safe to call from several threads at once. Call it off the event loop: a picture takes milliseconds, the first
one of its kind up to a second, because the static layers are drawn then.
"""

from __future__ import annotations

from functools import lru_cache

from bot.ui.pictures.board import board_band, draw_board
from bot.ui.pictures.charts import draw_profile
from bot.ui.pictures.hand import draw_hand
from bot.ui.pictures.models import (
    BoardPicture,
    CardsSheet,
    HandPicture,
    Picture,
    ProfilePicture,
    ShowPicture,
    TablePicture,
)
from bot.ui.pictures.sheets import draw_sheet
from bot.ui.pictures.show import draw_show
from bot.ui.pictures.table import draw_table


@lru_cache(maxsize=128)
def draw(model: Picture) -> bytes:
    """The PNG file of a picture. The last ones drawn are kept, so equal models cost nothing."""
    return _draw(model)


def draw_afresh(model: Picture) -> bytes:
    """As `draw`, without anything that is kept of pictures drawn before, but for the static layers."""
    board_band.cache_clear()
    return _draw(model)


def _draw(model: Picture) -> bytes:
    match model:
        case BoardPicture():
            return draw_board(model)
        case TablePicture():
            return draw_table(model)
        case HandPicture():
            return draw_hand(model)
        case ShowPicture():
            return draw_show(model)
        case ProfilePicture():
            return draw_profile(model)
        case CardsSheet():
            return draw_sheet(model)
