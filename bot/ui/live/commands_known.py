"""Whether Discord knows the slash commands as they are here: it needs to be told of changes only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

import discord
from discord import app_commands

_SAID: Final = (
    *("name", "type", "description", "required", "autocomplete", "choices", "value", "options"),
    *("min_value", "max_value", "min_length", "max_length", "channel_types"),
    *("default_member_permissions", "contexts", "integration_types", "nsfw"),
    *("name_localizations", "description_localizations"),
)
"""What a command, an option or a choice says. Discord adds ids, versions and the like."""
_SETS: Final = frozenset({"contexts", "integration_types", "channel_types"})


async def are_known(tree: app_commands.CommandTree[Any]) -> bool:
    """Whether Discord has exactly these commands. Raises what asking Discord raises."""
    client: discord.Client = tree.client
    assert client.application_id is not None
    known = await client.http.get_global_commands(client.application_id)
    ours = [command.to_dict(tree) for command in tree.get_commands()]
    return _by_name(ours) == _by_name(cast("Sequence[Mapping[str, Any]]", known))


def _by_name(commands: Sequence[Mapping[str, Any]]) -> dict[tuple[object, object], object]:
    plain = [_plain({"type": 1, **command}) for command in commands]
    return {(said["name"], said["type"]): said for said in plain}


def _plain(said: Mapping[str, Any]) -> dict[str, object]:
    """What is said, without what is said by saying nothing: Discord leaves out some of that, and adds some."""
    plain: dict[str, object] = {}
    for key in _SAID:
        value = said.get(key)
        if value is None or value is False or value in ([], {}):
            continue
        if key in ("options", "choices"):
            plain[key] = [_plain(each) for each in value]
        elif key == "default_member_permissions":
            plain[key] = str(value)
        else:
            plain[key] = sorted(value) if key in _SETS else value
    return plain
