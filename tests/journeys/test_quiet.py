"""How much a game says in its channel, and how often the bot calls Discord for it, however many play."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from tests.journeys.company import NAMES, open_table
from tests.room import Room


@pytest.mark.parametrize("players", [2, 4])
async def test_calls_per_play(room: Room, players: int) -> None:
    """The answer, one edit of the table, at most one refresh for every other open hand."""
    people = room.people(*NAMES[:players])
    await room.start(*people, players=players)
    for person in people:
        await person.open_hand()
    while any(person.choosing for person in people):
        giver = next(person for person in people if person.choosing)
        room.requests()
        await giver.give(*giver.hand.cards()[: 2 if players == 2 else 1])
        calls = Counter(room.requests())
        marks = 2 if players == 2 else 1
        assert calls["POST answer"] == marks + 1
        assert calls["PATCH message"] == 1
        assert calls["PATCH hand"] <= players - 1
        assert calls.total() <= marks + 1 + 1 + players - 1
    rng, plays = random.Random(1), 0
    while plays < 4 * players - 1:
        mover = next(person for person in people if person.can_move)
        room.requests()
        await mover.press(mover.hand, mover.next_press(rng))
        calls = Counter(room.requests())
        assert calls["POST answer"] == 1
        assert calls["PATCH message"] == 1
        assert calls["PATCH hand"] <= players - 1
        assert calls.total() <= 2 + players - 1
        plays += 1


@pytest.mark.parametrize("players", [2, 3, 4, 6])
async def test_messages_per_deal(room: Room, players: int) -> None:
    """A message for each deal, one for its show, the lobby and the end."""
    await room.start(*room.people(*NAMES[:players]), players=players, variant="short")
    sent = len(room.public())
    deal = 1
    while not room.over:
        game = await room.skip(lambda game, after=deal: game.deal > after)
        if game.phase == "over":
            break
        assert len(room.public()) == sent + 2
        sent, deal = len(room.public()), game.deal
    texts = room.texts()
    shows = sum(bool(re.match("### Show, deal", text)) for text in texts)
    assert len(texts) == 1 + deal + shows + 1
    assert shows <= deal


async def test_house_players_call_no_more_than_people(room: Room) -> None:
    """For each of their moves, at most one edit of the table and one refresh of each open hand."""
    (ann,) = room.people("Ann")
    await open_table(room, 4, [ann], variant="short")
    await ann.open_hand()
    await ann.give(ann.hand.cards()[0])
    room.requests()
    before = len(await room.bot.tables.store.log(1))
    await ann.play(ann.hand.cards()[0]) if ann.can_move else None
    calls = Counter(room.requests())
    moves = [event.kind for event in (await room.bot.tables.store.log(1))[before:]].count("played")
    assert calls["PATCH message"] <= moves
    assert calls["PATCH hand"] <= moves
    assert calls["POST message"] == 0
