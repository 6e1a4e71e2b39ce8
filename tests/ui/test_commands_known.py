"""Discord is told of slash commands that have changed, and of no others."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.live.commands_known import are_known

COMMAND: dict[str, Any] = {
    "name": "cribbage",
    "type": 1,
    "description": "Play cribbage here",
    "contexts": [0, 1],
    "integration_types": [0],
    "nsfw": False,
    "default_member_permissions": None,
    "options": [
        {
            "name": "settings",
            "type": 1,
            "description": "How it is played",
            "options": [
                {
                    "name": "players",
                    "type": 4,
                    "description": "How many play",
                    "required": False,
                    "autocomplete": False,
                    "min_value": 1,
                    "max_value": 6,
                    "choices": [{"name": "two", "value": 2}, {"name": "none", "value": 0}],
                },
                {"name": "channel", "type": 7, "description": "Where", "channel_types": [0, 5]},
                {"name": "word", "type": 3, "description": "Which", "min_length": 1, "max_length": 9},
            ],
        }
    ],
}


async def known(discord_has: list[dict[str, Any]], ours: list[dict[str, Any]] | None = None) -> bool:
    async def get_global_commands(application: int) -> list[dict[str, Any]]:
        assert application == 5
        return discord_has

    commands = [SimpleNamespace(to_dict=lambda _, said=said: said) for said in ours or [COMMAND]]
    client = SimpleNamespace(application_id=5, http=SimpleNamespace(get_global_commands=get_global_commands))
    tree: Any = SimpleNamespace(client=client, get_commands=lambda: commands)
    return await are_known(tree)


def with_(path: str, value: object) -> dict[str, Any]:
    """The command with something said otherwise, or with None no longer."""
    changed = copy.deepcopy(COMMAND)
    *way, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
    at: Any = changed
    for step in way:
        at = at[step]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return changed


async def test_the_same_is_known() -> None:
    assert await known([copy.deepcopy(COMMAND)])


async def test_what_discord_adds_is_no_change() -> None:
    added = {
        "id": "9",
        "application_id": "5",
        "version": "3",
        "dm_permission": True,
        "description_localizations": None,
    }
    said = with_("options.0.options.0.name_localizations", {}) | added
    assert await known([said])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("type", None),
        ("nsfw", None),
        ("contexts", [1, 0]),
        ("options.0.options.0.required", None),
        ("options.0.options.0.autocomplete", None),
        ("options.0.options.1.channel_types", [5, 0]),
    ],
)
async def test_the_same_said_otherwise_is_no_change(path: str, value: object) -> None:
    assert await known([with_(path, value)])


async def test_permissions_are_a_number_or_its_digits() -> None:
    assert await known(
        [COMMAND | {"default_member_permissions": "32"}], [COMMAND | {"default_member_permissions": 32}]
    )


FIRST = "options.0.options.0"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("name", "bridge"),
        ("type", 2),
        ("description", "Play"),
        ("contexts", [0]),
        ("integration_types", [0, 1]),
        ("nsfw", True),
        ("default_member_permissions", "32"),
        ("name_localizations", {"de": "Cribbage"}),
        ("description_localizations", {"de": "Spiel"}),
        ("options.0.description", "How"),
        (f"{FIRST}.required", True),
        (f"{FIRST}.autocomplete", True),
        (f"{FIRST}.type", 3),
        (f"{FIRST}.min_value", 2),
        (f"{FIRST}.max_value", None),
        (f"{FIRST}.choices", None),
        (f"{FIRST}.choices.1.value", 1),
        (f"{FIRST}.choices.1.value", None),
        (f"{FIRST}.choices", [{"name": "none", "value": 0}, {"name": "two", "value": 2}]),
        ("options.0.options.1.channel_types", [0]),
        ("options.0.options.2.min_length", 2),
        ("options.0.options.2.max_length", 8),
    ],
)
async def test_a_change_is_noticed(path: str, value: object) -> None:
    assert not await known([with_(path, value)])


async def test_one_command_more_or_less_is_noticed() -> None:
    other = COMMAND | {"name": "cards"}
    assert not await known([COMMAND, other])
    assert not await known([COMMAND], [COMMAND, other])
    assert not await known([COMMAND, COMMAND | {"type": 3}])
    assert await known([other, COMMAND], [COMMAND, other])


async def test_trouble_is_not_an_answer() -> None:
    async def get_global_commands(_: int) -> None:
        raise discord.DiscordException

    client = SimpleNamespace(application_id=5, http=SimpleNamespace(get_global_commands=get_global_commands))
    tree: Any = SimpleNamespace(client=client, get_commands=list)
    with pytest.raises(discord.DiscordException):
        await are_known(tree)
