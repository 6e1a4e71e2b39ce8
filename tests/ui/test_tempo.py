"""How fast one person may press."""

from __future__ import annotations

from bot.ui.presses.tempo import A_SECOND, AT_ONCE, Tempo


def test_who_plays_as_fast_as_hands_can_never_meets_the_limit() -> None:
    tempo = Tempo()
    moments = [second + press / 4 for second in range(600) for press in range(4)]
    assert {tempo.press(1, moment) for moment in moments} == {"welcome"}


def test_surplus_is_told_once_in_a_minute_of_hammering() -> None:
    tempo = Tempo()
    verdicts = [tempo.press(1, 0.0) for _ in range(AT_ONCE + 5)]
    assert verdicts == ["welcome"] * AT_ONCE + ["first"] + ["surplus"] * 4
    assert tempo.press(2, 0.0) == "welcome"  # others are not concerned
    assert tempo.press(1, 1 / A_SECOND) == "welcome"


def test_who_has_paused_is_told_again_the_next_time() -> None:
    tempo = Tempo()
    for _ in range(AT_ONCE + 1):
        tempo.press(1, 0.0)
    later = 100.0
    assert [tempo.press(1, later) for _ in range(AT_ONCE + 2)][-2:] == ["first", "surplus"]


def test_people_who_have_paused_are_forgotten() -> None:
    tempo = Tempo()
    for user in range(1000):
        tempo.press(user, 0.0)
    tempo.press(1, 60.0)
    assert len(tempo) == 1
