"""The bot is started anew in every phase: old messages go on working, nothing is lost or doubled."""

from __future__ import annotations

import random
import re
from collections import Counter

from bot.cribbage.state import GameState
from tests.room import Person, Room, take_turns


def doubled(room: Room) -> list[str]:
    """Deals, shows and ends that stand in the channel more than once."""
    headings = [line for text in room.texts() for line in text.split("\n") if line.startswith("### ")]
    return [heading for heading, times in Counter(headings).items() if times > 1]


async def plays_to_the_end(room: Room, ann: Person, bob: Person) -> None:
    """The game can be played to its end, where everybody is paid once."""
    number = (await room.logs())[-1]
    await room.skip(lambda game: max(game.scores) >= 45, number=number)
    await take_turns(room, [ann, bob], random.Random(8))
    outcomes = [result.outcome for result in await room.results()]
    assert sorted(outcomes) == ["lost", "won"]
    assert doubled(room) == []
    assert " wins 61–" in room.texts()[-1]


async def restarts_unnoticed(room: Room) -> None:
    """A restart shows nothing new and loses nothing."""
    log, seen = await room.bot.tables.store.log(1), timeless(room)
    await room.restart()
    assert await room.bot.tables.store.log(1) == log
    assert timeless(room) == seen


def timeless(room: Room) -> list[str]:
    """What all public messages say, but for how much time is left: clocks start afresh after a restart."""
    return [re.sub(r"<t:\d+:R>", "", text) for text in room.texts()]


def mid_series(game: GameState) -> bool:
    return game.phase == "play" and 0 < game.count < 20 and bool(game.series)


async def test_in_the_lobby(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await ann.slash("cribbage start", variant="short")
    old = room.lobby
    await restarts_unnoticed(room)
    await bob.press(old, "How shuffles are sealed")
    assert "Public list: none yet" in bob.answer.text
    await bob.press(old, "Join")
    assert "Your hand" in bob.answer.text
    assert "Cut for deal" in room.public()[0].text
    await plays_to_the_end(room, ann, bob)


async def test_after_the_cut(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short")
    hand, table = bob.answer, room.table
    await restarts_unnoticed(room)
    await ann.press(table, "My hand")
    await bob.press(hand, hand.labels()[0])
    assert "Chosen: " in bob.hand.text
    await plays_to_the_end(room, ann, bob)


async def test_with_cards_chosen_but_not_given(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short")
    two = bob.answer.cards()[:2]
    for card in two:
        await bob.press(bob.hand, str(card))
    await restarts_unnoticed(room)
    (give,) = [label for label in bob.hand.labels() if label.startswith("Give")]
    await bob.press(bob.hand, give)
    assert f"you gave {two[0].symbol} {two[1].symbol}" in bob.hand.text
    await plays_to_the_end(room, ann, bob)


async def test_when_one_has_given(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short")
    await bob.give(*bob.hand.cards()[:2])
    hand = await ann.open_hand()
    await restarts_unnoticed(room)
    await ann.give(*hand.cards()[:2])
    assert "Starter" in ann.hand.text
    assert "to lead" in room.table.text
    await plays_to_the_end(room, ann, bob)


async def test_in_the_middle_of_a_series(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short")
    await room.skip(mid_series)
    for person in (ann, bob):
        await person.open_hand()
    (mover,) = [person for person in (ann, bob) if "Your move" in person.hand.text]
    card = mover.hand.labels()[0]
    count = room.table.text
    await restarts_unnoticed(room)
    await mover.press(mover.hand, card)
    assert card not in mover.hand.labels(enabled=False)
    assert card in room.table.text
    assert room.table.text != count
    await plays_to_the_end(room, ann, bob)


async def test_between_two_deals(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short")
    first = room.table
    await room.skip(lambda game: game.deal == 2)
    await restarts_unnoticed(room)
    assert "deal 2" in room.table.text
    await ann.press_late(first, "My hand")  # the first deal's message, as somebody still has it open
    assert "deal 2" in ann.answer.text
    await plays_to_the_end(room, ann, bob)


async def test_just_before_the_end(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start_at((60, 60), ann, bob, variant="short")
    await room.skip(lambda game: game.phase == "play")
    await restarts_unnoticed(room)
    await plays_to_the_end(room, ann, bob)


async def test_after_the_end(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start_at((60, 60), ann, bob, variant="short")
    table = room.table
    await take_turns(room, [ann, bob], random.Random(2))
    paid = await room.results()
    await restarts_unnoticed(room)
    await bob.press_late(table, "My hand")
    assert "This game is over" in bob.answer.text
    assert "where it had to be" in (await ann.slash("cribbage verify", number=1)).text
    assert await room.results() == paid
    # Both may sit down again in this channel.
    await ann.slash("cribbage start")
    await bob.press(room.lobby, "Join")
    assert "Table 2" in room.table.text


async def test_before_every_single_press(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start_at((35, 35), ann, bob, variant="short")
    presses = 0
    rng = random.Random(4)
    while not room.over:
        for person in (ann, bob):
            if not room.over:
                await restarts_unnoticed(room)
                if not person.can_move:
                    await person.open_hand()
                if person.can_move:
                    await person.press(person.hand, person.next_press(rng))
                    presses += 1
    assert presses > 20
    assert sorted(result.outcome for result in await room.results()) == ["lost", "won"]
    assert doubled(room) == []
    shows = [int(number) for text in room.texts() for number in re.findall(r"### Show, deal (\d+)", text)]
    assert shows == sorted(set(shows))


async def test_earlier_deals_are_not_told_again_when_all_messages_are_lost(room: Room) -> None:
    """As on the local page, whose channel begins empty every time: the game goes on where it was."""
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await room.skip(lambda game: game.deal == 3 and game.phase == "play")
    assert sum("### Show" in text for text in room.texts()) == 2
    async with room.backstage() as tables:
        await tables.write_published()
        await tables.store.forget_messages()
    room.env.backend.messages[room.channel.id].clear()
    vars(room.env.backend)["_answers_by_nonce"].clear()
    await room.restart()
    (table,) = room.public()
    assert "deal 3" in table.text
    await room.skip(lambda game: game.deal == 4)
    assert ["### Show, deal 3" in text for text in room.texts()] == [False, True, False]
