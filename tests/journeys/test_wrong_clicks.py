"""Wrong presses: each is answered by a private sentence of its own, and changes nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from simcord import actors

from tests.room import Person, Room, Shown, take_turns


class Unchanged:
    """A room in which nothing happens: neither the tables' logs nor the public messages change."""

    def __init__(self, room: Room) -> None:
        self.room = room

    async def __aenter__(self) -> None:
        self.before = await self._state()

    async def __aexit__(self, *failure: object) -> None:
        if failure == (None, None, None):
            assert await self._state() == self.before

    async def _state(self) -> object:
        store = self.room.bot.tables.store
        numbers = await self.room.logs()
        logs = [await store.log(number) for number in numbers]
        return logs, [await self.room.results(number) for number in numbers], self.room.texts()


def told(view: Shown | None) -> str:
    """What somebody was told in private."""
    assert view is not None
    assert view.ephemeral
    return view.text


@pytest.fixture
def people(room: Room) -> list[Person]:
    return room.people("Ann", "Bob", "Cy")


async def awaited(room: Room, *people: Person) -> tuple[Person, Person]:
    """Who is to play, and who isn't; both with an open hand."""
    for person in people:
        await person.open_hand()
    first, second = people
    return (first, second) if "Your move" in first.hand.text else (second, first)


async def in_play(room: Room, ann: Person, bob: Person) -> tuple[Person, Person]:
    """A game in which both have given to the crib: who is to lead, and the other."""
    await room.start(ann, bob)
    for person in (ann, bob):
        await person.open_hand()
        await person.give(*person.hand.cards()[:2])
    return await awaited(room, ann, bob)


async def test_an_outsider_at_a_game(room: Room, people: list[Person]) -> None:
    ann, bob, cy = people
    await ann.slash("cribbage start")
    lobby_join = room.lobby
    await bob.press(room.lobby, "Join")
    await ann.open_hand()
    async with Unchanged(room):
        assert "no hand to show" in told(await cy.press(room.table, "My hand"))
        assert "nothing to surrender" in told(await cy.press(room.table, "Surrender"))
        assert "begun without you" in told(await cy.press_late(lobby_join, "Join"))
        assert "nothing to leave" in told(await cy.press_late(lobby_join, "Leave"))
        assert "Only Ann" in told(await cy.press_late(lobby_join, "Cancel"))
        assert "Cribbage in a minute" in told(await cy.press(room.table, "Rules"))
        assert "You don't sit at a table" in (await cy.slash("cribbage hand")).text
        assert "You don't sit at a table" in (await cy.slash("cribbage surrender")).text
        # The private buttons of others, were they ever to reach an outsider.
        for label in (ann.hand.labels()[0], "Give to your crib", "Give to Bob's crib", "Give to Ann's crib"):
            if label in ann.hand.labels(enabled=False):
                assert "don't sit at this table" in told(
                    await cy.press_id(room.table, ann.hand.custom_id(label))
                )
        assert "don't sit at this table" in told(await cy.press_id(room.table, "crib:1:1:0:yield"))


async def test_the_wrong_turn(room: Room, people: list[Person]) -> None:
    ann, bob, _ = people
    lead, other = await in_play(room, ann, bob)
    turn_seq = (await room.record()).turn_seq
    async with Unchanged(room):
        assert other.hand.cards() == []  # their cards can't be pressed at all
        card = other.hand.labels(enabled=False)[0]
        assert other.hand.button(card)["disabled"]
        told_them = told(await other.press_late(other.hand, card))
        name = "Ann" if lead is ann else "Bob"
        assert f"It isn't your turn: {name} is to play." in told_them
        assert f":{turn_seq}:" in other.hand.custom_id(card)


async def test_a_double_click_on_a_card(room: Room, people: list[Person]) -> None:
    lead, _ = await in_play(room, *people[:2])
    hand, card = lead.hand, lead.hand.labels()[0]
    await lead.press(hand, card)
    async with Unchanged(room):
        view = await lead.press_late(hand, card)
    assert "Play has moved on" in told(view)
    assert card not in view.labels(enabled=False)


async def test_a_double_click_on_give(room: Room, people: list[Person]) -> None:
    ann, bob, _ = people
    await room.start(ann, bob)
    await ann.open_hand()
    for card in ann.hand.cards()[:2]:
        await ann.press(ann.hand, str(card))
    hand = ann.hand
    (give,) = [label for label in hand.labels() if label.startswith("Give")]
    await ann.press(hand, give)
    async with Unchanged(room):
        view = await ann.press_late(hand, give)
    assert "You have given to the crib already; that can't be taken back." in told(view)
    assert "Bob to give two cards" in view.text


async def test_give_before_two_cards_are_chosen(room: Room, people: list[Person]) -> None:
    ann, bob, _ = people
    await room.start(ann, bob)
    hand = await ann.open_hand()
    (give,) = [label for label in hand.labels(enabled=False) if label.startswith("Give")]
    async with Unchanged(room):
        assert hand.button(give)["disabled"]
        assert "Give two different cards to the crib." in told(await ann.press_late(hand, give))
        await ann.press(ann.hand, str(ann.hand.cards()[0]))
        assert ann.hand.button(give)["disabled"]


async def test_a_card_past_31_can_not_be_pressed(room: Room, people: list[Person]) -> None:
    ann, bob, _ = people
    await room.start(ann, bob)
    rng = random.Random(5)

    def blocked() -> Person | None:
        for person in (ann, bob):
            if person.can_move and "Your move" in person.hand.text:
                hand = person.hand
                if len(hand.labels()) < len(hand.labels(enabled=False)):
                    return person
        return None

    await take_turns(room, [ann, bob], rng, until=lambda: blocked() is not None)
    person = blocked()
    assert person is not None
    (card, *_) = set(person.hand.labels(enabled=False)) - set(person.hand.labels())
    async with Unchanged(room):
        assert f"{card} would take the count past 31." in told(await person.press_late(person.hand, card))


async def test_an_older_private_hand_disappears(room: Room, people: list[Person]) -> None:
    ann, bob, _ = people
    await room.start(ann, bob)
    await ann.open_hand()
    others = len(bob.private())
    await ann.open_hand()
    newest = await ann.open_hand()
    assert [view.message.id for view in ann.private()] == [newest.message.id]
    assert len(bob.private()) == others
    await ann.give(*newest.cards()[:2])
    assert "you gave" in ann.hand.text


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (404, 10015), (500, 0)])
async def test_an_older_private_hand(room: Room, people: list[Person], status: int, code: int) -> None:
    """Where it could not be removed, it shows the present when it is pressed, and the newer one goes."""
    ann, bob, _ = people
    await room.start(ann, bob)
    old = await ann.open_hand()
    room.env.inject_error("DELETE", "/webhooks/*/messages/@original", status=status, code=code)
    await ann.open_hand()
    assert len(ann.private()) == 2
    await ann.give(*ann.hand.cards()[:2])
    async with Unchanged(room):
        view = await ann.press_late(old, old.labels()[0])
    assert "you gave" in told(view)
    assert view.labels() == []
    assert [view.message.id for view in ann.private()] == [old.message.id]


async def test_the_message_of_an_older_deal(room: Room, people: list[Person]) -> None:
    ann, bob, _ = people
    await room.start(ann, bob)
    first_deal, hand = room.table, await ann.open_hand()
    await take_turns(room, [ann, bob], random.Random(3), until=lambda: "deal 2" in room.table.text)
    async with Unchanged(room):
        stale = await ann.press_late(hand, hand.labels()[0])
        assert "Play has moved on" in told(stale)
        assert "deal 2" in stale.text
        view = await ann.press_late(first_deal, "My hand")
        assert "deal 2" in told(view)


async def test_a_finished_table(room: Room, people: list[Person]) -> None:
    ann, bob, cy = people
    await ann.slash("cribbage start", variant="short")
    lobby = room.lobby
    await bob.press(lobby, "Join")
    table, hand = room.table, await ann.open_hand()
    await ann.press(table, "Surrender")
    await ann.press(ann.answer, "Surrender")
    choice = [view for view in room.public() if "Stop" in view.labels()][-1]
    await bob.press(choice, "Stop")
    async with Unchanged(room):
        assert "This game is over" in told(await bob.press_late(table, "My hand"))
        assert "This game is over" in told(await bob.press_late(table, "Surrender"))
        assert "This game is over" in told(await ann.press_late(hand, hand.labels()[0]))
        assert "This game is over" in told(await cy.press_late(lobby, "Join"))
        assert "This game is over" in told(await bob.press_late(lobby, "Join"))
        assert "This game is over" in told(await bob.press_late(lobby, "Leave"))
        assert "This game is over" in told(await ann.press_late(lobby, "Cancel"))
        assert "This game is over" in told(await ann.press_id(table, "crib:1:1:0:yield"))
        assert "You don't sit at a table" in (await ann.slash("cribbage hand")).text


async def test_a_second_seat_at_ones_own_table(room: Room, people: list[Person]) -> None:
    ann, bob, _ = people
    await ann.slash("cribbage start")
    lobby = room.lobby
    async with Unchanged(room):
        assert "You already sit at this table" in told(await ann.press(lobby, "Join"))
    await bob.press(lobby, "Join")
    async with Unchanged(room):
        assert "Press **My hand**" in told(await bob.press_late(lobby, "Join"))


async def test_two_tables_of_one_person_in_a_channel(room: Room, people: list[Person]) -> None:
    ann, bob, _ = people
    await ann.slash("cribbage start")
    async with Unchanged(room):
        assert "You already sit at table 1 in this channel" in told(await ann.slash("cribbage start"))
    await bob.slash("cribbage start")
    async with Unchanged(room):
        assert "You already sit at table 1" in told(await ann.press(room.lobby, "Join"))


async def test_a_table_in_another_channel_is_fine(room: Room, people: list[Person]) -> None:
    ann, bob, _ = people
    await ann.slash("cribbage start")
    here, room.channel = room.channel, room.guild.create_text_channel("the-other-room")
    await ann.slash("cribbage start")
    await bob.press(room.lobby, "Join")
    assert "Table 2" in room.table.text
    assert "Table 2" in (await ann.slash("cribbage hand")).text
    room.channel = here
    assert "dealt when every seat is taken" in (await ann.slash("cribbage hand")).text


async def test_the_seat_of_somebody_invited(room: Room, people: list[Person]) -> None:
    ann, bob, cy = people
    await ann.slash("cribbage start", opponent=bob.actor)
    async with Unchanged(room):
        assert "kept for the player who was invited" in told(await cy.press(room.lobby, "Join"))
    await bob.press(room.lobby, "Join")
    assert "deal 1" in room.table.text


async def test_getting_up_and_cancelling(room: Room, people: list[Person]) -> None:
    ann, bob, cy = people
    await ann.slash("cribbage start")
    lobby = room.lobby
    async with Unchanged(room):
        assert "Only Ann, who opened this table, can cancel it." in told(await cy.press(lobby, "Cancel"))
        assert "nothing to leave" in told(await cy.press(lobby, "Leave"))
        assert "press **Leave**" in told(await ann.slash("cribbage surrender"))
    await bob.press(lobby, "Join")
    async with Unchanged(room):
        for person, label in ((bob, "Leave"), (ann, "Leave"), (ann, "Cancel")):
            assert "The game has begun. To give it up" in told(await person.press_late(lobby, label))


async def test_buttons_of_other_versions(room: Room, people: list[Person]) -> None:
    ann, bob, _ = people
    await room.start(ann, bob)
    async with Unchanged(room):
        for custom_id in ("crib:0:1:0:hand", "crib:2:1:0:hand", "crib:1:1:0:shuffle", "crib:", "crib:1:1"):
            assert "from another version" in told(await ann.press_id(room.table, custom_id))
        assert "There is no table 77" in told(await ann.press_id(room.table, "crib:1:77:0:hand"))


async def test_commands_outside_their_place(room: Room, people: list[Person]) -> None:
    ann, bob, cy = people
    async with Unchanged(room):
        for command in ("cribbage hand", "cribbage surrender"):
            view = await ann.slash(command)
            assert "`/cribbage start` opens one" in told(view)
        assert "There is no table 3" in told(await ann.slash("cribbage verify", number=3))
        robot = room.guild.add_member(room.env.create_user("robot", bot=True))
        for opponent in (ann.actor, robot):
            assert "neither yourself nor a bot" in told(await ann.slash("cribbage start", opponent=opponent))
    await room.start(ann, bob)
    async with Unchanged(room):
        assert "revealed when the game ends" in told(await cy.slash("cribbage verify", number=1))
    assert "cribbage start" not in ann.actor.user.available_commands()  # in a private conversation


async def test_somebody_who_is_not_on_the_server(
    room: Room, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord lets people name them all the same."""
    ann, bob, _ = people
    build = actors._interactions.build_options

    def unknown(*arguments: Any, **options: Any) -> Any:
        chosen, resolved = build(*arguments, **options)
        resolved.pop("members", None)
        return chosen, resolved

    monkeypatch.setattr(actors._interactions, "build_options", unknown)
    async with Unchanged(room):
        view = await ann.slash("cribbage start", opponent=bob.actor)
        assert told(view) == "That person can't be chosen here: pick somebody who is on this server."
