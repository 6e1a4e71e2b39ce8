"""What stands where not everybody may look: it isn't listed, and its games aren't replayed for others."""

from __future__ import annotations

import discord
import pytest
import simcord
from simcord.backend.models.channel import Overwrite
from simcord.enums import ChannelType, OverwriteType

from tests.journeys.company import surrender
from tests.room import Person, Room


async def private_thread(room: Room, *inside: Person) -> simcord.ChannelHandle:
    """A private thread of the channel with these people, and the bot, inside."""
    backend = room.env.backend
    with room.env._bot_scope():
        made = backend.create_thread(
            room.channel.id, "Between us", room.guild.owner.id, type=ChannelType.PRIVATE_THREAD
        )
        for member in (backend.bot_user.id, *(person.id for person in inside)):
            backend.add_thread_member(made.id, member)
    await room.env.settle()
    return next(thread for thread in room.channel.threads if thread.id == made.id)


async def looks(person: Person) -> list[str]:
    """What somebody in the channel is told who would look at the first table: at the list, and into it."""
    listed = await person.slash("cribbage tables")
    looked = [await person.press_id(listed, f"crib:1:1:0:{verb}") for verb in ("replay", "check")]
    return [listed.text, *(view.text for view in looked)]


CLOSED = "Table 1 stood in a channel that isn't open to you."


async def test_a_private_thread_is_for_those_inside(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    thread = await private_thread(room, ann, bob)
    with room.inside(thread):
        await room.start(ann, bob)
        assert "Table 1" in (await ann.slash("cribbage tables")).text
        await room.skip(lambda game: game.phase == "play")
    assert await looks(cy) == [
        "No table is open on this server. `/cribbage start` opens one.",
        CLOSED,
        CLOSED,
    ]
    with room.inside(thread):
        await surrender(room, ann)
        await bob.press(room.table_to_decide, "Stop")
    assert (await looks(cy))[1:] == [CLOSED, CLOSED]
    # Who played there may look from anywhere.
    _, replay, check = await looks(ann)
    assert "### Table 1 · deal 1" in replay
    assert "where it had to be" in check


@pytest.mark.parametrize("sees", [True, False])
async def test_a_public_thread_is_for_whoever_sees_its_channel(room: Room, sees: bool) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    above = room.guild.create_text_channel("upstairs")
    with room.inside(above):
        thread = room.thread("Friday evening")
    with room.inside(thread):
        await room.start(ann, bob)
    if not sees:
        view = discord.Permissions(view_channel=True).value
        with room.env._bot_scope():
            room.env.backend.set_overwrite(above.id, Overwrite(cy.id, OverwriteType.MEMBER, deny=view))
        await room.env.settle()
    listed, replay, check = await looks(cy)
    assert ("Table 1" in listed) is sees
    assert (replay == CLOSED, check == CLOSED) == (not sees, not sees)
