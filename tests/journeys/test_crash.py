"""The bot dies between any two of its steps: after a restart channel and records agree, and all goes on."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import count, cycle

import pytest

from bot.cribbage.state import GameState
from bot.table.endings import lost_channel
from bot.table.table import Table
from tests.journeys.deaths import dying
from tests.room import Person, Room


async def consistent(room: Room, number: int = 1) -> Table:
    """Channel and records agree: nothing is missing, nothing is there twice, the newest state is shown."""
    record = await room.bot.tables.get(number)
    table = record.table
    assert table == await room.record(number)
    assert record.published_seq == table.seq
    paid = Counter(result.player_id for result in await room.results(number))
    seated = {seat.person.user for seat in table.seats if seat.person is not None}
    assert paid == (Counter(seated) if table.status == "finished" else Counter())
    if table.game is None:
        return table
    texts = room.texts()
    assert sum("Cut for deal" in text for text in texts) == 1
    deals = [int(deal) for text in texts for deal in re.findall(rf"### Table {number} · deal (\d+)", text)]
    assert deals == list(range(1, table.game.deal + 1))
    over = table.status == "finished"
    counted = table.game.deal if over and table.game.counted else table.game.deal - 1
    shows = [int(deal) for text in texts for deal in re.findall(r"### Show, deal (\d+)", text)]
    assert shows == list(range(1, counted + 1))
    assert sum("Seed revealed" in text for text in texts) == over
    assert len(room.tables) == (not over)
    if not over:
        scores = re.search(r"\*\*Ann\*\* (\d+) · \*\*Bob\*\* (\d+)", room.table.text)
        assert scores is not None
        assert tuple(map(int, scores.groups())) == table.game.scores
        for played in table.game.series:
            assert played.card.symbol in room.table.text
    return table


async def goes_on(room: Room, ann: Person, bob: Person) -> None:
    """Whoever is waited for can open their hand and move, whatever became of the press before."""
    before = await consistent(room)
    if before.status != "playing" or before.game is None:
        return
    mover = (ann, bob)[before.game.awaited()[0]]
    await mover.press(room.table, "My hand")
    while (await room.record()).seq == before.seq:
        await mover.press(mover.hand, mover.next_press(random.Random(1)))
    await consistent(room)


async def test_opening_a_table_is_interrupted(room: Room) -> None:
    """After each effect of `/cribbage start`; the lobby that stands in the end can be joined."""
    people = room.people(*[f"Host{number}" for number in range(8)])
    (guest,) = room.people("Guest")
    interrupted = 0
    for effects, host in zip(count(1), people, strict=False):
        async with dying(room, effects) as life:
            await host.actor.slash(room.channel, "cribbage start")
        if not life.over:
            break
        interrupted += 1
        await room.restart()
        number = (await room.logs())[-1]
        assert f"Table {number}" in room.lobby.text
        assert (await room.bot.tables.get(number)).published_seq > 0
        await host.press(room.lobby, "Cancel")
        assert "The host cancelled this table." in room.texts()[-1]
    assert interrupted >= 2  # the commit, the answer
    await guest.slash("cribbage start")


async def test_joining_is_interrupted(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    for effects in count(1):
        await ann.slash("cribbage start")
        number = (await room.logs())[-1]
        async with dying(room, effects) as life:
            await bob.actor.click(room.lobby.message, label="Join")
        if not life.over:
            break
        await room.restart()
        assert (await room.bot.tables.get(number)).published_seq == (await room.record(number)).seq
        assert f"Table {number} · deal 1" in room.table.text
        assert len(room.tables) == 1
        await clear(room, number)
    assert effects > 5


@pytest.mark.parametrize("kind", ["give", "play", "last card of a deal", "last card of the game"])
async def test_a_press_is_interrupted(room: Room, kind: str) -> None:
    """After each effect of the press; the game goes on from where the records are."""
    ann, bob = room.people("Ann", "Bob")
    rng = random.Random(4)
    for effects in count(1):
        number = await arrive(room, kind, rng, ann, bob)
        for person in (ann, bob):
            await person.open_hand()
        (mover, *_) = [person for person in (ann, bob) if person.can_move]
        while mover.choosing and not any(label.startswith("Give") for label in mover.hand.labels()):
            await mover.press(mover.hand, mover.next_press(rng))
        before = await room.record(number)
        async with dying(room, effects) as life:
            await mover.actor.click(mover.hand.message, label=mover.next_press(rng))
        if not life.over:
            break
        await room.restart()
        after = await consistent(room, number)
        assert after.seq > before.seq  # the first effect is the commit
        await clear(room, number)
    assert effects >= {"give": 4, "play": 4}.get(kind, 7)


async def arrive(room: Room, kind: str, rng: random.Random, ann: Person, bob: Person) -> int:
    """Open tables until a game gets to such a moment; returns the table's number."""
    while True:
        await room.start_at(
            (57, 57) if kind == "last card of the game" else (0, 0), ann, bob, variant="short"
        )
        number = (await room.logs())[-1]
        game = await room.skip(lambda game: reached(game, kind), rng=rng, number=number)
        if game.phase != "over":
            return number
        await clear(room, number)


def reached(game: GameState, kind: str) -> bool:
    if kind == "give":
        return game.phase == "discard"
    if kind == "play":
        return game.phase == "play" and len(game.series) == 1
    return game.phase == "play" and sum(map(len, game.hands)) == 1


async def clear(room: Room, number: int) -> None:
    """End the table, and empty the channel for the next."""
    if (await room.record(number)).live:
        async with room.backstage() as tables:
            await tables.change(number, lost_channel)
    room.env.backend.messages[room.channel.id].clear()


async def test_a_whole_game_with_a_death_at_every_press(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short")
    rng, deaths = random.Random(3), 0
    moments = cycle([1, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10])
    while not room.over:
        for person in (ann, bob):
            if room.over:
                break
            if not person.can_move:
                await person.open_hand()
            if person.can_move:
                async with dying(room, next(moments)) as life:
                    await person.actor.click(person.hand.message, label=person.next_press(rng))
                if life.over:
                    deaths += 1
                    await room.restart()
                    await consistent(room)
    await goes_on(room, ann, bob)
    assert deaths > 20
    table = await consistent(room)
    assert table.status == "finished"
    assert sorted(result.outcome for result in await room.results()) == ["lost", "won"]
