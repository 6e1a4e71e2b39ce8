"""How often the bot calls Discord: a press costs an answer, an edit of the table, a refresh of a hand."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any

from bot.table import moves
from tests.journeys.company import name_at
from tests.room import Person, Room


async def opened(room: Room, *people: Person) -> None:
    for person in people:
        await person.open_hand()
    room.requests()


async def test_what_presses_cost(room: Room) -> None:
    """Marking a card: the answer alone. Giving and playing: no more than one call of each kind."""
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await opened(room, ann, bob)
    for card in ann.hand.cards()[:2]:
        await ann.press(ann.hand, str(card))
        assert room.requests() == ["POST answer"]
    await ann.press(ann.hand, next(label for label in ann.hand.labels() if label.startswith("Give")))
    # Bob's hand says as before that Bob is to give; nothing in it has changed.
    assert Counter(room.requests()) == Counter({"POST answer": 1, "PATCH message": 1})
    await bob.give(*bob.hand.cards()[:2])
    assert Counter(room.requests()) == Counter({"POST answer": 3, "PATCH message": 1, "PATCH hand": 1})
    rng, plays = random.Random(2), 0
    while "deal 1" in room.table.text:
        (mover,) = [person for person in (ann, bob) if person.can_move]
        last = sum(len(person.hand.labels(enabled=False)) for person in (ann, bob)) == 1
        await mover.press(mover.hand, mover.next_press(rng))
        calls = Counter(room.requests())
        if last:
            break
        assert calls["POST answer"] == 1
        assert calls["PATCH message"] == 1
        assert calls["PATCH hand"] <= 1
        assert calls.total() <= 3
        plays += 1
    assert plays == 7
    # The end of a deal: its record, the show, the new deal's message.
    assert calls == Counter({"POST answer": 1, "PATCH hand": 1, "PATCH message": 1, "POST message": 2})


async def test_looking_costs_the_answer_alone(room: Room) -> None:
    """And the removal of a hand that lies open already."""
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    room.requests()
    await ann.press(room.table, "My hand")
    await ann.press(room.table, "Rules")
    await ann.slash("cribbage rules")
    await bob.press(room.table, "Surrender")
    assert room.requests() == ["POST answer"] * 4
    await ann.slash("cribbage hand")
    assert room.requests() == ["POST answer", "DELETE hand"]


async def test_the_answer_comes_after_the_commit_and_before_the_table(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await opened(room, ann, bob)
    seen: list[int] = []
    answers = room.env._webhook_adapter
    inner = answers.request

    async def answer(*arguments: Any, **options: Any) -> Any:
        seen.append((await room.record()).seq)
        return await inner(*arguments, **options)

    await ann.press(ann.hand, ann.next_press(random.Random(1)))
    await ann.press(ann.hand, ann.next_press(random.Random(1)))
    before = (await room.record()).seq
    answers.request = answer
    try:
        await ann.press(ann.hand, ann.next_press(random.Random(1)))
    finally:
        answers.request = inner
    assert seen[0] == before + 1


async def test_a_hand_that_a_move_has_overtaken_shows_it(room: Room) -> None:
    """The other plays while the answer is on its way."""
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await room.skip(lambda game: game.phase == "play")
    await room.restart()  # no hand is open, as far as the bot knows
    table = await room.record()
    mover, other = (ann, bob) if name_at(table, table.game.turn) == "Ann" else (bob, ann)
    answers = room.env._webhook_adapter
    inner = answers.request
    card = table.game.playable(table.game.turn)[0]

    async def answer(*arguments: Any, **options: Any) -> Any:
        answers.request = inner
        await room.bot.tables.act(1, mover.id, moves.play, table.turn_seq, card)
        return await inner(*arguments, **options)

    answers.request = answer
    await other.open_hand()
    assert "Your move" in other.hand.text or "says go" in room.table.text
    assert card.symbol in other.hand.text


async def test_changes_during_an_edit_are_shown_by_one_more(room: Room) -> None:
    """Nothing is queued up: while an edit is under way only the newest state is kept for the next."""
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    room.requests()
    gate, http = asyncio.Event(), room.bot.http
    inner, under_way = http.request, 0

    async def slow(route: Any, **options: Any) -> Any:
        nonlocal under_way
        if route.method != "PATCH":
            return await inner(route, **options)
        under_way += 1
        assert under_way == 1, "two edits of one message at once"
        await gate.wait()
        under_way -= 1
        return await inner(route, **options)

    http.request = slow
    try:
        for _ in range(6):
            with room.env._bot_scope():
                await somebody_moves(room, random.Random(3))
            await asyncio.sleep(0.02)
        waiting = room.requests().count("PATCH message")
    finally:
        gate.set()
        await room.env.settle()
    assert waiting == 0  # the first is still on its way
    http.request = inner
    assert room.requests().count("PATCH message") == 2
    played = [card.card.symbol for card in (await room.record()).game.series]
    assert all(card in room.table.text for card in played)


async def somebody_moves(room: Room, rng: random.Random) -> None:
    """Somebody who may move does, without a button."""
    tables = room.bot.tables
    table = (await tables.get(1)).table
    game = table.game
    assert game is not None
    person = table.seats[game.awaited()[0]].person
    assert person is not None
    seat = game.awaited()[0]
    if game.phase == "discard":
        await tables.act(
            1, person.user, moves.discard, table.turn_seq, tuple(rng.sample(game.hands[seat], 2))
        )
    else:
        await tables.act(1, person.user, moves.play, table.turn_seq, rng.choice(game.playable(seat)))


async def test_chosen_cards_stay_chosen_when_the_other_gives(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await opened(room, ann, bob)
    card = ann.hand.cards()[3]
    await ann.press(ann.hand, str(card))
    await bob.give(*bob.hand.cards()[:2])
    assert f"Chosen: **{card.symbol}**" in ann.hand.text
    await ann.press(ann.hand, str(ann.hand.cards()[0]))
    await ann.press(ann.hand, next(label for label in ann.hand.labels() if label.startswith("Give")))
    assert "Starter" in ann.hand.text
    assert "Starter" in bob.hand.text  # refreshed, without a press


async def test_a_change_of_mind(room: Room) -> None:
    """A press takes a chosen card back; with two chosen no third can be added."""
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await ann.open_hand()
    first, second, third, *_ = [card.symbol for card in ann.hand.cards()]
    await ann.press(ann.hand, first)
    await ann.press(ann.hand, second)
    assert f"Chosen: **{first} {second}**" in ann.hand.text
    assert third not in ann.hand.labels()
    await ann.press(ann.hand, first)
    assert f"Chosen: **{second}**" in ann.hand.text
    await ann.press(ann.hand, third)
    give = next(label for label in ann.hand.labels() if label.startswith("Give"))
    await ann.press(ann.hand, give)
    assert f"you gave {second} {third}" in ann.hand.text
    assert "Bob to give two cards" in ann.hand.text
    assert "crib" in give
