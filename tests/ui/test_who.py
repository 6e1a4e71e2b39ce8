"""House players are told apart from people, whatever those call themselves, in every message and picture."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings

from bot.cribbage.events import StarterTurned
from bot.cribbage.variants import VARIANTS
from bot.table.seats import House, Person, Seat
from bot.table.table import fold
from bot.ui.panels.guide import guide_panel
from bot.ui.panels.layout import Image
from bot.ui.panels.names import plain
from bot.ui.panels.table.lobby import lobby_panel
from bot.ui.panels.table.playing import table_panel
from bot.ui.panels.table.show import show_panel
from bot.ui.panels.who import called, plain_side_names, short_side_name
from bot.ui.pictures.house_mark import HOUSE_MARK
from bot.ui.pictures.models import ShowPicture, TablePicture
from tests.ui.shown import KINDS, everything, game_until, log_with, missing
from tests.ui.test_house_mark import NAMES, imitates

IMITATORS = ("Steady House", "Ann (house)", "⌂ Steady", "🏠 Steady", "⌂ Ann", "🤖 Steady House", "⌂")


def all_of(kind: str, name: str) -> str:
    return "\n".join(everything(panel) for panel in KINDS[kind](name))


@cache
def marks(kind: str) -> int:
    """How many marks there are at tables with somebody whose name is like any other."""
    return all_of(kind, "Ann").count(HOUSE_MARK)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", IMITATORS)
def test_no_name_adds_a_mark_or_takes_one_away(kind: str, name: str) -> None:
    shown = all_of(kind, name)
    assert shown.count(HOUSE_MARK) == marks(kind)
    assert not imitates(shown.replace(HOUSE_MARK, ""))
    assert kind in ("people", "reminder") or marks(kind) > 0  # people's records name nobody of the house
    assert kind == "reminder" or plain(name) in shown.replace(
        "\\", ""
    )  # Discord itself writes who is mentioned


@given(NAMES)
@settings(max_examples=25)
def test_no_name_whatever_does(name: str) -> None:
    for kind in ("lobby", "refusals", "people", "open tables"):
        assert all_of(kind, name).count(HOUSE_MARK) == marks(kind)


@given(NAMES)
def test_nobody_is_called_as_a_house_player_is(name: str) -> None:
    person = Seat(Person(1, name))
    for write in (lambda name: name, plain):
        assert called(Seat(house=House("steady", "Steady House")), write) == "⌂ Steady House"
    assert HOUSE_MARK not in called(person) + called(person, plain)
    sits_in = Seat(Person(1, name), House("steady", "Steady House"), "away")
    assert called(sits_in) == f"⌂ {called(person)}"


def test_who_bears_the_name_of_a_house_player_is_told_apart_from_it() -> None:
    table = fold(7, log_with("Steady House", game_until(StarterTurned)))
    lines = lobby_panel(table).text.split("\n")
    assert r"1\. **Steady House**" in lines
    assert r"2\. **⌂ Steady House**" in lines
    panel = table_panel(table)
    assert "**Steady House** 0 · **⌂ Steady House** 0 · **Cleo 2** 0" in panel.text
    (picture,) = [block for block in panel.blocks if isinstance(block, Image)]
    assert isinstance(picture.model, TablePicture)
    names = ["Steady House", "⌂ Steady House", "Cleo 2"]
    assert [place.name for place in picture.model.places] == names
    assert [track.name for track in picture.model.board.tracks] == names
    assert picture.instead is not None
    assert [line[:8] for line in picture.instead.split("\n")[2:5]] == ["Steady …", "⌂Steady…", "Cleo 2  "]


def test_a_house_player_in_somebodys_place_has_their_name_and_the_mark() -> None:
    table = fold(7, missing(log_with("Ann", game_until(StarterTurned))))
    text = table_panel(table).text
    assert "**⌂ Ann** 0 · **⌂ Steady House** 0 · **Cleo 2** 0" in text
    assert "-# ⌂ A house player sits in for Ann: **My hand** takes the seat back." in text
    assert plain_side_names(table)[0] == "⌂ Ann"
    two = fold(7, missing(missing(log_with("Ann", game_until(StarterTurned, 4), 4)), 2))
    assert "⌂ House players sit in for Ann and Cleo 2:" in table_panel(two).text
    assert [short_side_name(two, side) for side in (0, 1)] == ["⌂Ann+⌂Cle", "⌂Ste+Cle"]


def test_the_show_in_pictures_marks_house_players() -> None:
    game = game_until(None)
    deal = next(at for at, event in enumerate(game) if event.kind == "hand_counted")
    table = fold(7, log_with("Steady House", game[: deal + 6]))
    panel = show_panel(table)
    assert panel is not None
    shown = [block.model for block in panel.blocks if isinstance(block, Image)]
    names = {hand.name for page in shown if isinstance(page, ShowPicture) for hand in page.hands}
    assert {"Steady House", "⌂ Steady House"} <= names


@pytest.mark.parametrize("name", ["\n\n", "⌂⌂⌂⌂⌂⌂⌂⌂Ann", "``` ```"])
def test_short_names_for_the_board_in_text(name: str) -> None:
    table = fold(7, log_with(name, game_until(StarterTurned)))
    assert short_side_name(table, 0) == plain(name)


def test_what_the_mark_means_is_told_where_it_first_appears() -> None:
    log = log_with("Ann", game_until(StarterTurned))
    assert "-# ⌂ marks a house player" in lobby_panel(fold(7, log)).text.split("\n")
    assert "-# ⌂ marks a house player" in lobby_panel(fold(7, log[:3])).text.split("\n")
    assert HOUSE_MARK not in lobby_panel(fold(7, log[:2])).text  # nobody of the house is there
    for variant in VARIANTS.values():
        assert "⌂ before a name: a house player has that seat." in guide_panel(variant).text
