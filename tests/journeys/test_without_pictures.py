"""Where Discord takes no pictures, everything is said in words, and nothing is missing."""

from __future__ import annotations

import random

import pytest
import structlog

from tests.journeys.company import wait
from tests.journeys.refusing import refusing, with_pictures
from tests.room import Room, Shown, take_turns

GALLERY = 12
REFUSALS = [(400, 50035), (413, 40005), (403, 50013)]


def pictures(view: Shown) -> int:
    return sum(part.get("type") == GALLERY for part in parts(view.message.components))


def parts(components: list[dict[str, object]]) -> list[dict[str, object]]:
    found = list(components)
    for part in components:
        found += parts(part.get("components") or [])
    return found


@pytest.mark.parametrize(("status", "code"), REFUSALS)
async def test_a_game_in_words_alone(room: Room, status: int, code: int) -> None:
    ann, bob = room.people("Ann", "Bob")
    with refusing(room, with_pictures, status, code) as made, structlog.testing.capture_logs() as log:
        await room.start(ann, bob, variant="short")
        for person in (ann, bob):
            await person.open_hand()
            assert len(person.hand.cards()) == 6
        assert "●" in room.table.text  # the board, in its place
        await take_turns(room, [ann, bob], random.Random(3), until=lambda: "deal 2" in room.table.text)
        assert any("### Show, deal 1" in text for text in room.texts())
        await room.skip(lambda _: False)
    assert room.over
    assert " wins 61" in room.texts()[-1]
    assert not any(map(pictures, [*room.public(), *ann.private(), *bob.private()]))
    # It was tried once for each way in which something is sent, not for each message.
    assert sum(map(with_pictures, made)) <= 6
    assert {entry["event"] for entry in log if entry["log_level"] in ("warning", "error")} == {
        "pictures refused"
    }


async def test_after_a_while_they_are_tried_again(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.no_hurry()
    await room.start(ann, bob)
    with refusing(room, with_pictures, 413, 40005):
        await ann.open_hand()
    await ann.open_hand()
    assert not pictures(ann.hand)
    assert len(ann.hand.cards()) == 6
    await wait(room, 601)
    await ann.open_hand()
    assert pictures(ann.hand)


@pytest.mark.parametrize(("status", "code"), REFUSALS)
async def test_an_open_hand_follows_in_words(room: Room, status: int, code: int) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    for person in (ann, bob):
        await person.open_hand()
    with refusing(room, with_pictures, status, code):
        await ann.give(*ann.hand.cards()[:2])
        await bob.give(*bob.hand.cards()[:2])
        assert "Starter" in ann.hand.text
        assert "Starter" in bob.hand.text
        assert not pictures(ann.hand)
