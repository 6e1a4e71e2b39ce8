"""Games that end, or go on, because a side gives up: three, four and six players, and house players."""

from __future__ import annotations

import random

import pytest

from tests.journeys.company import NAMES, name_at, open_table, outcomes, surrender, wait
from tests.room import Person, Room, take_turns


async def table_of(room: Room, players: int, **options: object) -> list[Person]:
    people = room.people(*NAMES[:players])
    await room.start(*people, players=players, **options)
    return people


async def test_a_partner_must_agree(room: Room) -> None:
    ann, partner, _, dee = await table_of(room, 4)  # sides are filled one after the other
    assert "**Ann & Bob** 0 · **Cy & Dee** 0" in room.table.text
    await ann.press(room.table, "Surrender")
    assert "Bob must agree first." in ann.answer.text
    await ann.press(ann.answer, "Surrender")
    table = await room.record()
    assert table.status == "playing"
    assert "Ann would surrender" in room.table.text
    assert "Your side surrenders when they press **Surrender** too." in ann.private()[-1].text
    # Asking again doesn't replace the partner's word, and the others have none.
    await ann.press(room.table, "Surrender")
    assert "You have offered to surrender. Bob has yet to agree." in ann.answer.text
    assert ann.answer.labels() == ["Take it back"]
    assert (await room.record()).status == "playing"
    await partner.open_hand()
    assert "Ann would surrender. If you agree, press **Surrender** at the table." in partner.hand.text
    assert "would surrender" not in (await dee.open_hand()).text
    await surrender(room, partner)
    assert (await room.record()).choice == 1


@pytest.fixture
async def four(room: Room) -> list[Person]:
    """Ann and Cy against Bob and Dee."""
    ann, bob, cy, dee = room.people("Ann", "Bob", "Cy", "Dee")
    await room.start(ann, cy, bob, dee, players=4, variant="short")
    assert "**Ann & Cy** 0 · **Bob & Dee** 0" in room.table.text
    return [ann, bob, cy, dee]


async def test_the_side_that_is_left_stops(room: Room, four: list[Person]) -> None:
    ann, _, cy, dee = four
    for person in (ann, cy):
        await surrender(room, person)
    assert "**Bob and Dee** may play on against house players, or stop" in room.table_to_decide.text
    assert room.table_to_decide.labels() == ["Play on", "Stop", "Rules"]
    await ann.press(room.table_to_decide, "Stop")
    assert "That is for Bob or Dee to decide." in ann.answer.text
    await dee.press(room.table_to_decide, "Stop")
    assert await outcomes(room) == {
        "Ann": "surrendered",
        "Bob": "stopped",
        "Cy": "surrendered",
        "Dee": "stopped",
    }
    assert "### Ann and Cy surrendered at 0–0" in room.texts()[-1]


async def test_stopping_is_the_default_after_a_minute(room: Room, four: list[Person]) -> None:
    ann, bob, cy, _ = four
    await bob.open_hand()
    for person in (ann, cy):
        await surrender(room, person)
    assert "The game waits: **Bob and Dee** may play on" in bob.private()[-1].text
    await wait(room, 58)
    assert (await room.record()).status == "playing"
    await wait(room, 3)
    assert (await room.record()).stopped == "surrendered"
    assert "This game is over." in bob.private()[-1].text


async def test_playing_on_against_the_house_to_the_target(room: Room, four: list[Person]) -> None:
    ann, bob, cy, dee = four
    for person in (ann, cy):
        await surrender(room, person)
    await dee.press(room.table_to_decide, "Play on")
    assert "**⌂ Ann & ⌂ Cy**" in room.table.text
    await ann.press(room.table, "My hand")
    assert "You have surrendered at table 1." in ann.answer.text
    await take_turns(room, [bob, dee], random.Random(4))
    table = await room.record()
    assert max(table.game.scores) >= 61
    how = "won" if table.game.winners == (1,) else "lost"
    assert await outcomes(room) == {"Ann": "surrendered", "Bob": how, "Cy": "surrendered", "Dee": how}
    by_seat = await room.results()
    assert not any(result.practice for result in by_seat)
    assert (by_seat[0].skunk_taken, by_seat[2].skunk_taken) == (0, 0)
    skunked = table.variant.skunks(table.game.scores[0])
    assert by_seat[1].skunks_given == (skunked == 1 if how == "won" else 0)
    assert "Ann and Cy had surrendered: a loss." in room.texts()[-1]


async def test_a_win_against_the_house_counts(room: Room) -> None:
    """Bob is far ahead when Ann gives up; he plays on, wins and skunks her seat."""
    ann, bob = room.people("Ann", "Bob")
    await room.start_at((10, 119), ann, bob)
    await surrender(room, ann)
    await bob.press(room.table_to_decide, "Play on")
    await take_turns(room, [bob], random.Random(4))
    assert await outcomes(room) == {"Ann": "surrendered", "Bob": "won"}
    loser, winner = await room.results()
    assert (winner.double_skunks_given, winner.practice, loser.skunk_taken) == (1, False, 0)
    board = (await bob.slash("leaderboard")).text
    assert "**Bob** — 1 win · 0 losses · 100 % · 1 skunk (1 double)" in board
    assert "**Ann** — 0 wins · 1 loss" in board


async def test_who_plays_on_may_give_up_as_well(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await surrender(room, ann)
    await bob.press(room.table_to_decide, "Play on")
    await surrender(room, bob)
    assert await outcomes(room) == {"Ann": "surrendered", "Bob": "surrendered"}


async def test_who_plays_on_may_go_missing(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await surrender(room, ann)
    await bob.press(room.table_to_decide, "Play on")
    await wait(room, 300)
    assert await outcomes(room) == {"Ann": "surrendered", "Bob": "abandoned"}
    end = room.texts()[-1]
    assert "### Stopped, Bob went missing, at 0–0" in end
    assert "No win for anybody; who went missing has a game abandoned on record." in end
    assert "Ann had surrendered: a loss." in end


@pytest.mark.parametrize("players", [3, 6])
async def test_with_two_sides_left_the_game_goes_on(room: Room, players: int) -> None:
    people = room.people(*NAMES[:players])
    await room.start(*people, players=players, variant="short")
    table = await room.record()
    by_name = {person.actor.user.global_name: person for person in people}
    giving_up = [by_name[name_at(table, seat)] for seat in range(0, players, 3)]
    for person in giving_up:
        await surrender(room, person)
    table = await room.record()
    assert table.choice is None
    assert table.status == "playing"
    assert "⌂" in room.table.text
    # Whoever has given up may sit down at another table in this channel.
    await giving_up[0].slash("cribbage start")
    assert "Table 2" in room.lobby.text
    others = [person for person in people if person not in giving_up]
    await room.skip(lambda game: max(game.scores) >= 55)
    await take_turns(room, others, random.Random(1))
    ended = await outcomes(room)
    gone = {person.actor.user.global_name for person in giving_up}
    assert {name for name, how in ended.items() if how == "surrendered"} == gone
    assert {how for name, how in ended.items() if name not in gone} <= {"won", "lost"}


async def test_a_house_partner_needs_not_be_asked(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await open_table(room, 4, [ann, bob])  # Ann with Bob on side A, two house players on side B
    assert "**Ann & Bob** 0 · **⌂ Gentle House & ⌂ Steady House** 0" in room.table.text
    await surrender(room, ann)
    assert "would surrender" in room.table.text  # Bob is a person, and is asked
    await surrender(room, bob)
    # Nobody is left but the house: there is nobody to play on.
    assert await outcomes(room) == {"Ann": "surrendered", "Bob": "surrendered"}
    assert all(result.practice for result in await room.results())


async def test_alone_with_a_house_partner(room: Room) -> None:
    (ann,) = room.people("Ann")
    await open_table(room, 4, [ann])
    await ann.press(room.table, "Surrender")
    assert "must agree" not in ann.answer.text
    await ann.press(ann.answer, "Surrender")
    assert await outcomes(room) == {"Ann": "surrendered"}


async def test_a_partner_who_is_missing_needs_not_be_asked(room: Room, four: list[Person]) -> None:
    """Walking away stays visible: theirs is a game abandoned, not surrendered."""
    ann, bob, cy, dee = four
    for person in (ann, bob, dee):
        await person.open_hand()
        await person.give(person.hand.cards()[0])
    await wait(room, 245)
    assert "⌂ Cy" in room.table.text
    await surrender(room, ann)
    await cy.press(room.table_to_decide, "Rules")
    await cy.slash("cribbage hand")
    assert "You don't sit at a table" in cy.answer.text or "Your side has surrendered" in cy.answer.text
    assert "Take my seat back" not in cy.answer.labels()
    await cy.press_id(room.table_to_decide, "crib:1:1:0:back")
    assert "Your side has surrendered this game, so the seat can't be taken back." in cy.answer.text
    await bob.press(room.table_to_decide, "Play on")
    await room.skip(lambda _: False)
    ended = await outcomes(room)
    assert (ended["Ann"], ended["Cy"]) == ("surrendered", "abandoned")
    assert ended["Bob"] == ended["Dee"]
    assert ended["Bob"] in ("won", "lost")


async def test_a_house_player_decides_nothing(room: Room, four: list[Person]) -> None:
    """Dee is missing; Bob alone is asked whether their side plays on."""
    ann, bob, cy, dee = four
    for person in (ann, bob, cy):
        await person.open_hand()
        await person.give(person.hand.cards()[0])
    await wait(room, 245)
    assert "⌂ Dee" in room.table.text
    for person in (ann, cy):
        await surrender(room, person)
    assert "**Bob** may play on against house players, or stop" in room.table_to_decide.text
    await ann.press(room.table_to_decide, "Stop")
    assert "That is for Bob to decide." in ann.answer.text
    assert dee


async def test_the_partner_goes_missing_after_the_offer(room: Room, four: list[Person]) -> None:
    """Nobody is waited for who can't agree, but the offer alone doesn't end the game either."""
    ann, bob, cy, dee = four
    for person in (ann, bob, dee):
        await person.open_hand()
        await person.give(person.hand.cards()[0])
    await surrender(room, ann)
    assert (
        "Ann would surrender: with their partner's **Surrender** too, the side gives up." in room.table.text
    )
    await wait(room, 245)
    assert "⌂ Cy" in room.table.text
    assert (
        "Ann would surrender, and nobody has to agree any more: another **Surrender** does it."
        in room.table.text
    )
    await surrender(room, ann)
    assert (await room.record()).choice == 1
    assert cy


async def test_an_offer_is_taken_back(room: Room, four: list[Person]) -> None:
    ann, bob, cy, _ = four
    await cy.open_hand()
    await surrender(room, ann)
    assert "Ann would surrender" in room.table.text
    assert "Ann would surrender" in cy.hand.text
    await ann.press(ann.answer, "Take it back")
    assert "You play on. Your offer to surrender is taken back." in ann.private()[-1].text
    assert "would surrender" not in room.table.text
    assert "would surrender" not in cy.hand.text
    # What was asked before and is answered now counts as it is answered; the others' word has no part in it.
    await cy.press(room.table, "Surrender")
    asked = cy.private()[-1]
    await surrender(room, ann)
    await surrender(room, bob)
    await cy.press(asked, "Play on")
    assert "Ann and Bob would surrender" in room.table.text
    assert (await room.record()).status == "playing"
    await room.restart()
    assert (await room.record()).yielding == (0, 1)


async def test_what_was_offered_by_one_message_is_taken_back_by_another(
    room: Room, four: list[Person]
) -> None:
    ann, _, cy, _ = four
    for _ in range(3):
        await ann.press(room.table, "Surrender")
    first, second, third = ann.private()[-3:]
    await ann.press(first, "Surrender")
    await ann.press(second, "Play on")
    assert "Your offer to surrender is taken back" in ann.private()[-2].text
    assert "would surrender" not in room.table.text
    await ann.press(third, "Surrender")
    await surrender(room, cy)
    assert (await room.record()).choice == 1
    await ann.press(ann.private()[-1], "Take it back")
    assert "Your side has surrendered at table 1 already." in ann.private()[-1].text
    assert (await room.record()).choice == 1


async def test_an_offer_is_taken_back_by_somebody_who_went_missing(room: Room, four: list[Person]) -> None:
    """It is theirs, though a house player plays for them; they are told that they don't play."""
    ann, *others = four
    await surrender(room, ann)
    for person in others:
        await person.open_hand()
        await person.give(person.hand.cards()[0])
    await wait(room, 245)
    assert "⌂ Ann" in room.table.text
    assert (await room.record()).yielding == (0,)
    asked = ann.private()[-1]
    for told in (" Your offer to surrender is taken back.", ""):
        await ann.press_id(asked, "crib:1:1:0:keep")
        sentence = "A house player has your seat: press **My hand** to take it back."
        assert ann.private()[-1].text == sentence + told
        assert (await room.record()).yielding == ()


async def test_a_missing_player_comes_back_while_the_others_decide(room: Room) -> None:
    """Then there is somebody to play against, and nothing to decide any more."""
    ann, bob, cy = await table_of(room, 3)
    for person in (bob, cy):
        await person.open_hand()
        await person.give(person.hand.cards()[0])
    await wait(room, 245)
    assert "⌂ Ann" in room.table.text
    await surrender(room, bob)
    assert (await room.record()).choice == 2
    assert "⌂ A house player sits in for Ann: **My hand** takes the seat back." in room.table_to_decide.text
    assert room.table_to_decide.labels() == ["Play on", "Stop", "My hand", "Rules"]
    await ann.press(room.table_to_decide, "My hand")
    await ann.press(ann.answer, "Take my seat back")
    table = await room.record()
    assert table.choice is None
    assert [seat.gone for seat in table.seats] == [None, "surrendered", None]
    assert "⌂ Bob" in room.table.text
    await room.skip(lambda _: False)
    ended = await outcomes(room)
    assert ended["Bob"] == "surrendered"
    assert {ended["Ann"], ended["Cy"]} <= {"won", "lost"}


async def test_the_rest_surrender_while_somebody_is_missing(room: Room) -> None:
    ann, bob, cy = await table_of(room, 3)
    for person in (bob, cy):
        await person.open_hand()
        await person.give(person.hand.cards()[0])
    await wait(room, 245)
    await surrender(room, bob)
    await cy.press(room.table_to_decide, "Stop")
    assert await outcomes(room) == {"Ann": "abandoned", "Bob": "surrendered", "Cy": "stopped"}
    assert "### Bob surrendered at 0–0–0" in room.texts()[-1]
    assert "Ann had gone missing: a game abandoned on record." in room.texts()[-1]
    assert ann


async def test_a_member_who_leaves_the_server_is_noticed_by_the_clock(room: Room) -> None:
    people = await table_of(room, 3)
    table = await room.record()
    room.guild.remove_member(people[0].actor)
    await room.env.settle()
    for person in people[1:]:
        await person.open_hand()
        await person.give(person.hand.cards()[0])
    await wait(room, 245)
    assert "⌂ Ann" in room.table.text
    assert name_at(table, 0) == "Ann"
    await room.skip(lambda _: False)
    assert (await outcomes(room))["Ann"] == "abandoned"
