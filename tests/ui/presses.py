"""A press as the bot gets it from discord.py, without Discord: it keeps what it was answered."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord

from bot.ui.live.sending.delivery import Delivery
from bot.ui.live.sending.rendering import Renderer

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PRESSED = "crib:1:7:0:top"
_messages = itertools.count(1000)


class Press:
    """Stands in for a `discord.Interaction`.

    `answers` are the calls that have arrived, by name, with what they said. `fails` has the error that the
    next call of a name raises; `first` is called when a response is on its way, before it arrives.
    """

    def __init__(
        self,
        user: int = 1,
        *,
        ephemeral: bool | None = True,
        kind: discord.InteractionType = discord.InteractionType.component,
        client: Any = None,
    ) -> None:
        self.type = kind
        self.user = SimpleNamespace(id=user)
        self.data = {"custom_id": PRESSED}
        self.channel_id: int | None = 70
        self.command: Any = None
        self.client = client or SimpleNamespace(delivery=Delivery(Renderer(), lambda: NOW))
        self.message = None if ephemeral is None else _message(ephemeral=ephemeral)
        self.response = _Response(self)
        self.followup = SimpleNamespace(send=self._follow_up)
        self.answers: list[tuple[str, str]] = []
        self.fails: dict[str, Exception] = {}
        self.private: list[bool] = []
        self.answered_in_private = True

    @property
    def calls(self) -> list[str]:
        return [call for call, _ in self.answers]

    def arrives(self, call: str, view: Any = None) -> None:
        if error := self.fails.pop(call, None):
            raise error
        self.answers.append((call, "" if view is None else _text(view)))

    async def edit_original_response(self, *, view: Any, **_: Any) -> None:
        self.arrives("edit_original_response", view)

    async def delete_original_response(self) -> None:
        self.arrives("delete_original_response")

    async def _follow_up(self, *, view: Any, ephemeral: bool, **_: Any) -> Any:
        self.arrives("followup", view)
        self.private.append(ephemeral)
        return _message(ephemeral=self.answered_in_private)


class _Response:
    def __init__(self, press: Press) -> None:
        self._press = press
        self._done = False

    def is_done(self) -> bool:
        return self._done

    async def send_message(self, *, view: Any, ephemeral: bool, **_: Any) -> Any:
        self._respond("send_message", view)
        self._press.private.append(ephemeral)
        return SimpleNamespace(message_id=next(_messages))

    async def edit_message(self, *, view: Any, **_: Any) -> None:
        self._respond("edit_message", view)

    async def defer(self, **options: Any) -> None:
        self._respond("think" if options.get("thinking") else "defer")
        self._press.private.append(bool(options.get("ephemeral")))

    async def autocomplete(self, choices: list[Any]) -> None:
        assert choices == []
        self._respond("autocomplete")

    def _respond(self, call: str, view: Any = None) -> None:
        if self._done:
            raise discord.InteractionResponded(self._press)
        self._press.arrives(call, view)
        self._done = True


def _message(*, ephemeral: bool) -> Any:
    button = {"type": 2, "style": 1, "label": "Next", "custom_id": PRESSED}
    row = discord.ActionRow({"type": 1, "components": [button]})
    return SimpleNamespace(id=next(_messages), flags=SimpleNamespace(ephemeral=ephemeral), components=[row])


def _text(view: discord.ui.LayoutView) -> str:
    return "\n".join(
        item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay)
    )
