"""Three, four and six people at a table, through its buttons."""

from __future__ import annotations

import random
import re

import pytest

from bot.cribbage.events import Scored
from bot.cribbage.seating import dealt_size, sides
from bot.ui.panels.who import side_name
from tests.journeys.company import NAMES, name_at, outcomes
from tests.room import Room, take_turns


@pytest.mark.parametrize(
    ("players", "variant"), [(3, "short"), (4, "short"), (6, "short"), (4, "standard"), (3, "lowball")]
)
async def test_a_game_to_the_target(room: Room, players: int, variant: str) -> None:
    people = room.people(*NAMES[:players])
    if variant == "lowball":
        # The first to reach the target loses: the way there is that of every other game.
        await room.start_at([95] * sides(players), *people, players=players, variant=variant)
    else:
        await room.start(*people, players=players, variant=variant)
    await take_turns(room, people, random.Random(players))

    table = await room.record()
    target = table.variant.target
    assert max(table.game.scores) >= target
    results = await room.results()
    assert [result.seat for result in results] == list(range(players))
    won = {result.side for result in results if result.outcome == "won"}
    lost = {result.side for result in results if result.outcome == "lost"}
    assert won == set(table.game.winners)
    assert won | lost == set(range(sides(players)))
    assert not won & lost
    assert not any(result.practice for result in results)
    assert max(result.score for result in results) == target
    for result in results:
        margin = table.variant.skunks(table.game.scores[result.side]) if result.outcome == "lost" else 0
        assert result.skunk_taken == margin
    taken = [table.variant.skunks(table.game.scores[side]) for side in sorted(lost)]
    for result in results:
        given = (result.skunks_given, result.double_skunks_given)
        assert given == ((taken.count(1), taken.count(2)) if result.outcome == "won" else (0, 0))

    texts = room.texts()
    end = texts[-1]
    assert re.search(r"### .* wins? \d+–\d+", end), end
    # One message for each deal, and one for its show.
    deals = [number for text in texts for number in re.findall(r"### Table 1 · deal (\d+)", text)]
    assert deals == [str(number) for number in range(1, table.game.deal + 1)]
    shows = [number for text in texts for number in re.findall(r"### Show, deal (\d+)", text)]
    assert shows == deals[: len(shows)]
    assert len(texts) == 1 + len(deals) + len(shows) + 1
    assert "every card was where it had to be" in (await people[0].slash("cribbage verify", number=1)).text


async def test_partners_sit_opposite_and_people_choose_their_side(room: Room) -> None:
    ann, bob, cy, dee = room.people("Ann", "Bob", "Cy", "Dee")
    await ann.slash("cribbage start", players=4)
    await bob.press(room.lobby, "Join side A")
    assert "**Side A**\n1\\. **Ann**\n3\\. **Bob**" in room.lobby.text
    assert "Join side A" not in room.lobby.labels()
    await bob.press(room.lobby, "Join side B")
    assert "**Side B**\n2\\. **Bob**" in room.lobby.text
    await ann.press(room.lobby, "Join side B")  # the host moves too, and the table stays open
    assert "**Side B**\n2\\. **Bob**\n4\\. **Ann**" in room.lobby.text
    await ann.press(room.lobby, "Join side A")
    await cy.press(room.lobby, "Join side A")
    await dee.press(room.lobby, "Join side B")
    assert "**Ann & Cy** 0 · **Bob & Dee** 0" in room.table.text
    table = await room.record()
    assert [seat.person.name for seat in table.seats] == ["Ann", "Bob", "Cy", "Dee"]
    # Every press that filled a seat is on the public list, moves included.
    assert len(table.presses) == 6


async def test_an_invited_player_may_sit_on_the_other_side(room: Room) -> None:
    """The seat that was kept for them is free then."""
    ann, bob, cy, dee = room.people("Ann", "Bob", "Cy", "Dee")
    await ann.slash("cribbage start", players=4, opponent=bob.actor)
    assert f"2\\. <@{bob.id}>" in room.lobby.text
    await cy.press(room.lobby, "Join side B")
    assert "4\\. **Cy**" in room.lobby.text
    await bob.press(room.lobby, "Join side A")
    assert f"<@{bob.id}>" not in room.lobby.text
    await dee.press(room.lobby, "Join side B")
    assert "**Ann & Bob** 0 · **Dee & Cy** 0" in room.table.text


async def test_partners_see_nothing_of_each_others_cards(room: Room) -> None:
    people = room.people("Ann", "Bob", "Cy", "Dee")
    await room.start(*people, players=4)
    by_name = {person.actor.user.global_name: person for person in people}
    for person in people:
        await person.open_hand()
    table = await room.record()
    for number, seat in enumerate(table.seats):
        viewer = by_name[seat.person.name]
        own = {card.symbol for card in table.game.hands[number]}
        assert set(viewer.hand.labels(enabled=False)) >= own
        others = {card.symbol for hand in table.game.hands for card in hand} - own
        seen = [*viewer.private(), room.table]
        for view in seen:
            shown = set(view.labels(enabled=False)) | set(view.text.split())
            assert not shown & others
        for view in viewer.private():
            assert not any(f"{card}" in button["custom_id"] for button in view.buttons for card in others)
    # Whoever has given cards sees which; nobody else does.
    ann = by_name[name_at(table, 0)]
    given = ann.hand.cards()[0]
    await ann.give(given)
    assert f"gave {given.symbol}" in ann.hand.text
    for other in people:
        if other is not ann:
            assert given.symbol not in other.hand.text
    assert given.symbol not in room.table.text


@pytest.mark.parametrize("players", [3, 4])
async def test_another_card_takes_the_place_of_the_chosen_one(room: Room, players: int) -> None:
    """Where one card is given, nobody has to take the first choice back."""
    ann, *others = people = room.people(*NAMES[:players])
    await room.start(*people, players=players)
    await ann.open_hand()
    first, second, third = (card.symbol for card in ann.hand.cards()[:3])
    await ann.press(ann.hand, first)
    assert f"Chosen: **{first}**" in ann.hand.text
    await ann.press(ann.hand, second)
    assert f"Chosen: **{second}**" in ann.hand.text
    assert third in ann.hand.labels()
    await ann.press(ann.hand, second)
    assert "Chosen" not in ann.hand.text
    await ann.press(ann.hand, third)
    await ann.press(ann.hand, next(label for label in ann.hand.labels() if label.startswith("Give")))
    assert f"you gave {third} to" in ann.hand.text
    assert others


async def test_six_hands_of_which_the_dealers_side_gives_nothing(room: Room) -> None:
    people = room.people(*NAMES)
    await room.start(*people, players=6)
    table = await room.record()
    dealer = table.game.dealer
    by_name = {person.actor.user.global_name: person for person in people}
    for number, seat in enumerate(table.seats):
        person = by_name[seat.person.name]
        hand = await person.open_hand()
        if number % 3 == dealer % 3:
            assert dealt_size(number, dealer, 6) == 4
            assert "you keep all your cards in this deal" in hand.text
            assert hand.cards() == []
        else:
            assert len(hand.cards()) == 5
            assert "choose a card" in hand.text
    givers = [number for number in range(6) if number % 3 != dealer % 3]
    for number in givers:
        person = by_name[name_at(table, number)]
        assert name_at(table, number) in room.table.text.split(" to give ")[0].rsplit("\n", 1)[-1]
        await person.give(person.hand.cards()[0])
    assert "to lead" in room.table.text
    assert f"Starter **{(await room.record()).game.starter.symbol}**" in room.table.text


async def test_a_sides_score_moves_with_either_partner(room: Room) -> None:
    people = room.people(*NAMES[:4])
    await room.start(*people, players=4)
    await room.skip(lambda game: game.deal == 3)
    table = await room.record()
    first, second = (side_name(table, side) for side in (0, 1))
    one, other = table.game.scores
    assert f"**{first}** {one} · **{second}** {other}" in room.table.text
    log = await room.bot.tables.store.log(1)
    points = dict.fromkeys(range(4), 0)
    for event in log:
        if isinstance(event, Scored):
            assert event.side == event.seat % 2
            points[event.seat] += event.points
    assert all(points.values())
    assert (points[0] + points[2], points[1] + points[3]) == table.game.scores


async def test_an_offer_to_surrender_ends_with_the_deal(room: Room) -> None:
    people = room.people(*NAMES[:4])
    await room.start(*people, players=4)
    await people[0].press(room.table, "Surrender")
    await people[0].press(people[0].answer, "Surrender")
    assert "would surrender" in room.table.text
    await room.skip(lambda game: game.deal == 2)
    assert "would surrender" not in room.table.text
    assert await outcomes(room) == {}
