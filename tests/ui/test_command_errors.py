"""Whatever discord.py raises around a slash command is a sentence, or a fault that somebody looks into."""

from __future__ import annotations

from collections.abc import Iterator

import discord
import pytest
from discord import app_commands

from bot.ui.live.answers.command_errors import ELSEWHERE, OLDER, SENTENCES, told
from bot.ui.live.answers.failures import sentence


def kinds(parent: type[app_commands.AppCommandError] = app_commands.AppCommandError) -> Iterator[type]:
    yield parent
    for kind in parent.__subclasses__():
        yield from kinds(kind)


def made(kind: type[Exception], **fields: object) -> Exception:
    error = kind.__new__(kind)
    for name, value in fields.items():
        setattr(error, name, value)
    return error


def test_every_error_that_discord_py_has_is_known() -> None:
    ours = {kind for kind in kinds() if kind.__module__.startswith("discord.")}
    assert ours == set(SENTENCES)


@pytest.mark.parametrize("option", list(discord.AppCommandOptionType))
def test_an_option_that_can_not_be_used_says_which_can(option: discord.AppCommandOptionType) -> None:
    said = told(made(app_commands.TransformerError, type=option))
    assert said is not None
    assert any(word in said.lower() for word in ("pick", "choose", "attach"))


def test_what_each_says() -> None:
    assert told(made(app_commands.CommandNotFound)) == OLDER
    assert told(made(app_commands.CommandSignatureMismatch)) == OLDER
    assert told(made(app_commands.NoPrivateMessage)) == ELSEWHERE
    lacking = made(app_commands.BotMissingPermissions, missing_permissions=["manage_guild", "attach_files"])
    assert told(lacking) == (
        "I lack **Manage Server** and **Attach Files** here. Somebody who manages this server can grant that."
    )
    assert "1 second." in str(told(made(app_commands.CommandOnCooldown, retry_after=0.2)))


def test_a_new_kind_speaks_like_its_parent() -> None:
    class Stranger(app_commands.CheckFailure):
        pass

    assert told(Stranger()) == told(app_commands.CheckFailure())


def test_faults_of_the_bot_are_looked_into() -> None:
    assert told(ValueError("5H")) is None
    assert told(made(app_commands.CommandSyncFailure)) is None
    assert "tell us" in sentence(made(app_commands.CommandLimitReached))
