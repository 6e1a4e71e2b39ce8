"""Commands as Discord was told them by another version of the bot: it offers them until it is told the new ones."""

from __future__ import annotations

from typing import Any

import pytest
from discord import app_commands
from simcord import interactions
from simcord.enums import InteractionType, OptionType

from tests.room import Person, Room, Shown

TEXT, NUMBER = OptionType.STRING, OptionType.INTEGER


async def use(person: Person, name: str, option: dict[str, Any], sub: str | None = None) -> Shown:
    """Use a command in a form that Discord doesn't know (any more)."""
    room, backend = person.room, person.room.env.backend
    root = next(command for command in backend.commands[None].values() if command["name"] == name)
    options = [option] if sub is None else [{"name": sub, "type": OptionType.SUBCOMMAND, "options": [option]}]
    record, payload = interactions.base_payload(
        backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=room.channel.id,
        guild_id=room.guild.id,
        user_id=person.id,
        data={"id": root["id"], "name": name, "type": 1, "options": options},
    )
    backend.emit("INTERACTION_CREATE", payload)
    await room.env.settle()
    assert record.responded
    # What discord.py raises for it is told, and no fault.
    errors = room.env._errors
    errors[:] = [error for error in errors if not isinstance(error, app_commands.CommandSignatureMismatch)]
    return person.private()[-1]


@pytest.mark.parametrize(
    ("name", "sub", "option", "kind", "value"),
    [
        ("cribbage", "start", "players", NUMBER, 5),
        ("cribbage", "start", "variant", TEXT, "solitaire"),
        ("leaderboard", None, "by", TEXT, "luck"),
        ("leaderboard", None, "scope", TEXT, "moon"),
        ("leaderboard", None, "players", NUMBER, 5),
    ],
)
async def test_a_choice_that_there_is_no_longer(
    room: Room, name: str, sub: str | None, option: str, kind: int, value: object
) -> None:
    (ann,) = room.people("Ann")
    said = await use(ann, name, {"name": option, "type": kind, "value": value}, sub)
    assert "an older version of this command" in said.text
    assert await room.logs() == []
    assert room.public() == []


async def test_the_choices_that_there_are(room: Room) -> None:
    (ann,) = room.people("Ann")
    await ann.slash("leaderboard", by="xp", scope="everywhere", players=3)
    assert "Table 1" in (await ann.slash("cribbage start", players=4, variant="lowball")).text
