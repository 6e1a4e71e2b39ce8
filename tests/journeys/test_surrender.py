"""Giving up a game of two: asked first, paid as the rules say, and never against the last card."""

from __future__ import annotations

import asyncio

import pytest

from bot.cribbage.game import IllegalAction
from bot.cribbage.state import GameState
from bot.table import endings, moves
from bot.table.table import Refused
from bot.table.tables import Change, Tables
from tests.room import Person, Room


async def outcomes(room: Room) -> dict[int, str]:
    return {result.player_id: result.outcome for result in await room.results()}


async def test_it_is_asked_first(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    log, shown = await room.bot.tables.store.log(1), room.texts()
    for ask in ("button", "command"):
        if ask == "button":
            await ann.press(room.table, "Surrender")
        else:
            await ann.slash("cribbage surrender")
        assert "**Surrender at table 1?** It counts as a loss" in ann.answer.text
        assert ann.answer.ephemeral
        assert ann.answer.labels() == ["Surrender", "Play on"]
        question = ann.answer
        await ann.press(question, "Play on")
        assert ann.private()[-1].text == "You play on."
        assert ann.private()[-1].labels() == []
    assert await room.bot.tables.store.log(1) == log
    assert room.texts() == shown


async def test_a_loss_for_one_and_nothing_for_the_other(room: Room) -> None:
    """Far behind: a skunk, had the game been played out."""
    ann, bob = room.people("Ann", "Bob")
    await room.start_at((10, 100), ann, bob)
    await ann.press(room.table, "Surrender")
    await ann.press(ann.answer, "Surrender")
    assert ann.private()[-1].text == "Your side has surrendered at table 1."
    (choice,) = [view for view in room.public() if "Stop" in view.labels()]
    await bob.press(choice, "Stop")
    by_player = {result.player_id: result for result in await room.results()}
    assert by_player[ann.id].outcome == "surrendered"
    assert by_player[bob.id].outcome == "stopped"
    for result in by_player.values():
        assert (result.skunks_given, result.double_skunks_given, result.skunk_taken) == (0, 0, 0)
    end = room.texts()[-1]
    assert "### Ann surrendered at 10–100" in end
    assert "A loss for who gave up; no win and no skunk for anybody" in end
    assert "skunk!" not in end
    assert "Seed revealed" in end
    board = (await bob.slash("leaderboard")).text
    assert "**Ann** — 0 wins · 1 loss · 0 %" in board
    assert "Bob" not in board
    # Nobody sits any more.
    assert "You don't sit at a table" in (await bob.slash("cribbage hand")).text


async def test_stopping_is_the_default(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await ann.press(room.table, "Surrender")
    await ann.press(ann.answer, "Surrender")
    assert await room.results() == []
    await room.env.advance_time(61)
    assert await outcomes(room) == {ann.id: "surrendered", bob.id: "stopped"}


async def test_a_second_surrender_changes_nothing(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await ann.press(room.table, "Surrender")
    first = ann.answer
    await ann.press(room.table, "Surrender")
    await ann.press(ann.answer, "Surrender")
    log = await room.bot.tables.store.log(1)
    assert "You have surrendered this game." in (await ann.press_late(first, "Surrender")).text
    assert await room.bot.tables.store.log(1) == log


def one_card_left(game: GameState) -> bool:
    return game.phase == "play" and sum(map(len, game.hands)) == 1


@pytest.mark.parametrize("first", ["the card", "the surrender"])
async def test_it_races_with_the_last_card(room: Room, first: str) -> None:
    """Both at once: whichever comes first stands, and the other is refused."""
    ann, bob = room.people("Ann", "Bob")
    await room.start_at((115, 115), ann, bob)
    game = await room.skip(one_card_left)
    assert game.phase == "play"
    table = await room.record()
    assert game.turn is not None
    mover, other = (ann, bob) if game.turn == 0 else (bob, ann)
    (card,) = game.playable(game.turn)

    async def both(tables: Tables) -> list[Change | BaseException]:
        play = tables.act(1, mover.id, moves.play, table.turn_seq, card)
        give_up = tables.act(1, other.id, endings.surrender)
        order = (play, give_up) if first == "the card" else (give_up, play)
        return await asyncio.gather(*order, return_exceptions=True)

    async with room.backstage() as tables:
        won, lost = await both(tables)
    assert isinstance(won, Change)
    assert isinstance(lost, Refused | IllegalAction)
    after = await room.record()
    if first == "the card":
        assert after.status == "finished"
        assert sorted((await outcomes(room)).values()) == ["lost", "won"]
        assert "This game is over" in str(lost)
    else:
        assert after.choice == after.side(game.turn)
        assert after.game == game
        await room.env.advance_time(61)
        assert await outcomes(room) == {other.id: "surrendered", mover.id: "stopped"}


async def test_an_outsider_can_not_surrender_for_others(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await room.start(ann, bob)
    await ann.press(room.table, "Surrender")
    question: Person = ann
    assert (
        "don't sit at this table"
        in (await cy.press_id(room.table, question.answer.custom_id("Surrender"))).text
    )
    assert (await room.record()).status == "playing"
    assert (await room.record()).choice is None
