"""What a game brought, in words."""

from dataclasses import replace

from bot.table.events import Gain
from bot.ui.panels.table.gains import gains_told
from tests.table.standing.made import scored


def told(*gains):
    return gains_told(replace(scored(121, 60).table, gains=gains))


def test_xp_alone():
    assert told(Gain(100, 40, 0, 3, 3)) == ["**P0** +40 XP"]


def test_everything_at_once():
    gain = Gain(101, 100, 2, 2, 3, ("skunk", "double_skunk"), ("ink",), ("harbour", "skunk"))
    (line,) = told(gain)
    assert line == (
        "**P1** +100 XP (level 2 → 3), prestige +2, feats: *Skunk* and *Double skunk*, "
        "unlocks the *Ink* face, the *Harbour* back and the *Skunk* back"
    )


def test_who_gained_nothing_is_not_named():
    assert told(Gain(100, 0, 0, 1, 1), Gain(101, 40, 0, 1, 1), Gain(999, 40, 0, 1, 1)) == ["**P1** +40 XP"]


def test_what_this_version_does_not_know_is_left_out():
    assert told(Gain(100, 10, 0, 1, 1, ("gone",), ("gone",), ("gone",))) == ["**P0** +10 XP"]
