"""What the bot must be allowed where a table stands, and who may look on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.table.table import Refused
from bot.ui.live.permissions import check_place, may_watch, missing_permissions, server_of

HERE, THERE = 10, 11
NEEDED = {"view_channel", "attach_files", "read_message_history"}


def member() -> Any:
    return discord.Member.__new__(discord.Member)


class Thread(discord.Thread):
    """A thread as the bot knows it; of a private one it doesn't know who is inside."""

    __slots__ = ("_parent", "_visible")

    def __init__(self, *, private: bool = False, parent: bool = True, visible: bool = True) -> None:
        kinds = discord.ChannelType
        self._type = kinds.private_thread if private else kinds.public_thread
        self.parent_id = 9
        self._parent = channel(visible=visible) if parent else None
        self._visible = visible

    @property
    def parent(self) -> Any:
        return self._parent

    def permissions_for(self, _: Any, /) -> discord.Permissions:
        return discord.Permissions(view_channel=self._visible)


def channel(*, visible: bool) -> Any:
    return SimpleNamespace(permissions_for=lambda _: discord.Permissions(view_channel=visible))


def looking(found: Any, *, user: Any = None, server: bool = True) -> Any:
    guild = SimpleNamespace(get_channel_or_thread=lambda number: found if number == THERE else None)
    return SimpleNamespace(channel_id=HERE, guild=guild if server else None, user=user or member())


def test_where_somebody_is_they_may_look() -> None:
    """Also in a private thread: they wouldn't be there."""
    assert may_watch(looking(None, user=object(), server=False), HERE)


@pytest.mark.parametrize("visible", [True, False])
def test_a_channel_is_open_to_whoever_sees_it(visible: bool) -> None:
    assert may_watch(looking(channel(visible=visible)), THERE) is visible


@pytest.mark.parametrize("visible", [True, False])
def test_a_public_thread_is_as_open_as_its_channel(visible: bool) -> None:
    assert may_watch(looking(Thread(visible=visible)), THERE) is visible


def test_a_private_thread_is_closed_from_outside() -> None:
    assert not may_watch(looking(Thread(private=True)), THERE)


def test_what_is_not_known_is_closed() -> None:
    assert not may_watch(looking(None), THERE)
    assert not may_watch(looking(Thread(parent=False)), THERE)
    assert not may_watch(looking(channel(visible=True), server=False), THERE)
    assert not may_watch(looking(channel(visible=True), user=object()), THERE)


@pytest.mark.parametrize(
    ("threaded", "own_thread", "needed"),
    [
        (False, False, NEEDED | {"send_messages"}),
        (True, False, NEEDED | {"send_messages_in_threads"}),
        (
            False,
            True,
            NEEDED | {"send_messages", "send_messages_in_threads", "create_public_threads"},
        ),
    ],
)
def test_each_permission_that_is_needed_is_named_when_it_is_missing(
    threaded: bool, own_thread: bool, needed: set[str]
) -> None:
    names = {name: name.replace("_", " ").title().replace(" In ", " in ") for name in needed}
    enough = discord.Permissions(**dict.fromkeys(needed, True))
    assert missing_permissions(enough, threaded=threaded, own_thread=own_thread) == []
    for name in needed:
        granted = discord.Permissions(enough.value, **{name: False})
        assert missing_permissions(granted, threaded=threaded, own_thread=own_thread) == [names[name]]


def used(*, granted: discord.Permissions | None = None, found: Any = None, server: bool = True) -> Any:
    guild = SimpleNamespace(
        id=1, me=None, get_channel_or_thread=lambda number: found if number == THERE else None
    )
    return SimpleNamespace(
        guild=guild if server else None,
        guild_id=1 if server else None,
        channel_id=HERE,
        channel=found,
        app_permissions=discord.Permissions.all() if granted is None else granted,
    )


def test_another_place_is_looked_at_itself() -> None:
    """Whatever the bot may do where the button was pressed."""
    closed = SimpleNamespace(permissions_for=lambda _: discord.Permissions(view_channel=True))
    with pytest.raises(Refused, match=rf"can't host a table in <#{THERE}>: I lack .* there\."):
        check_place(used(found=closed), own_thread=False, channel=THERE)
    open_ = SimpleNamespace(permissions_for=lambda _: discord.Permissions.all())
    nothing = discord.Permissions.none()
    place = check_place(used(granted=nothing, found=open_), own_thread=False, channel=THERE)
    assert (place.channel, place.parent) == (THERE, None)
    with pytest.raises(Refused, match=rf"I can't see <#{THERE}>"):
        check_place(used(), own_thread=False, channel=THERE)


@pytest.mark.parametrize("named", [None, HERE])
def test_this_place_is_what_discord_says_of_it(named: int | None) -> None:
    with pytest.raises(Refused, match=r"can't host a table here: I lack .* in this channel\."):
        check_place(used(granted=discord.Permissions.none()), own_thread=False, channel=named)
    assert check_place(used(), own_thread=False, channel=named).channel == HERE


def test_a_thread_has_no_threads_of_its_own() -> None:
    granted = discord.Permissions.all()
    granted.update(create_public_threads=False, send_messages=False)
    place = check_place(used(granted=granted, found=Thread()), own_thread=True)
    assert (place.channel, place.parent) == (HERE, 9)
    with pytest.raises(Refused, match=r"\*\*Send Messages\*\* and \*\*Create Public Threads\*\*"):
        check_place(used(granted=granted), own_thread=True)


def test_private_conversations_are_no_place() -> None:
    with pytest.raises(Refused, match="on a server only"):
        server_of(used(server=False))
    assert server_of(used()) == 1
    with pytest.raises(Refused, match="stands in a server's channel"):
        check_place(used(server=False), own_thread=False)
