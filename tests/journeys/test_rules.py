"""The rules that people read are those of the game that they play."""

from __future__ import annotations

import pytest

from tests.room import Room

SAYS = {
    "standard": "Whoever reaches 121 has won at once",
    "short": "Whoever reaches 61 has won at once",
    "lowball": "Whoever reaches 121 has lost at once",
}


@pytest.mark.parametrize("variant", SAYS)
async def test_the_rules_of_a_table_are_those_of_its_variant(room: Room, variant: str) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await room.start(ann, bob, variant=variant)
    for person in (ann, cy):
        await person.press(room.table, "Rules")
        assert SAYS[variant] in person.private()[-1].text
    await ann.slash("cribbage rules")
    assert SAYS[variant] in ann.private()[-1].text
    await cy.slash("cribbage rules")
    assert SAYS["standard"] in cy.private()[-1].text


async def test_of_several_tables_that_of_this_channel_counts(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="lowball")
    room.channel = room.guild.create_text_channel("upstairs")
    await ann.slash("cribbage start", variant="short")
    await ann.slash("cribbage rules")
    assert SAYS["short"] in ann.private()[-1].text
