"""Which messages are live ones."""

from __future__ import annotations

from bot.ui.live.channels.live_messages import LiveMessages
from bot.ui.live.channels.posted import Posted


def test_what_is_on_record_is_known_after_a_start() -> None:
    live = LiveMessages()
    live.fill(
        {1: Posted(lobby=10).model_dump_json(), 2: Posted(lobby=20, message=21).model_dump_json(), 3: "{}"}
    )
    assert live.filled
    assert live.among({10, 20, 21, 99}) in ([1, 2], [2, 1])
    assert live.among([20]) == []


def test_what_has_been_noted_is_newer_than_what_is_on_record() -> None:
    live = LiveMessages()
    live.note(1, Posted(lobby=10, message=11), live=True)
    live.note(2, Posted(lobby=20), live=False)
    live.fill({1: Posted(lobby=10).model_dump_json(), 2: Posted(lobby=20).model_dump_json()})
    assert live.among([10, 11, 20]) == [1]


def test_a_message_is_live_until_another_follows_or_the_table_is_over() -> None:
    live = LiveMessages()
    live.fill({})
    live.note(1, Posted(lobby=10), live=True)
    live.note(1, Posted(lobby=10, message=11), live=True)
    assert (live.among([10]), live.among([11])) == ([], [1])
    live.note(1, Posted(lobby=10, message=11), live=False)
    assert live.among([10, 11]) == []
    assert (live._tables, live._messages) == ({}, {})
