"""How a message is sent when Discord doesn't take its pictures: in words alone.

Every message goes this way: answers, their changes, follow-ups, posts, edits and open hands.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final, Literal, Protocol, TypeVar, runtime_checkable

import discord
import structlog

from bot.table.store import Clock
from bot.ui.live.answers.failures import described
from bot.ui.live.sending.rendering import Rendered, Renderer
from bot.ui.panels.layout import Panel

_log = structlog.get_logger(__name__)

Way = Literal["post", "edit", "answer", "update"]
"""How a message gets to Discord: by the bot itself or by an interaction, as a new one or a changed one."""

REMEMBERED: Final = timedelta(minutes=10)
"""How long no pictures are sent to where they have been refused."""

_REFUSED: Final = frozenset({400, 413})
_TOO_LARGE: Final = 40005
_MAY_NOT: Final = 50013  # among others: attach files
_OTHER_REASONS: Final = frozenset({30046, 40060, 50083, 160005, 160006, 160007})
"""Codes that come with the status 400, and have nothing to do with what is sent."""

_Place = tuple[int, Way]
T = TypeVar("T")


class Delivery:
    """Sends panels: with their pictures, and where those are refused, at once without them."""

    def __init__(self, renderer: Renderer, clock: Clock) -> None:
        self._renderer = renderer
        self._clock = clock
        self._refused: dict[_Place, datetime] = {}  # the oldest first

    async def send(
        self, panel: Panel, way: Way, place: int, request: Callable[[Rendered], Awaitable[T]]
    ) -> T:
        """Have `request` send a panel to a channel, or to a person who isn't in one. Returns what it returns.

        It is asked again without the pictures when Discord may have refused those. Raises what it raises.
        """
        words = panel.without_pictures()
        if self._is_refused((place, way)):
            return await request(await self._renderer.render(words, plain=True))
        try:
            return await request(await self._renderer.render(panel))
        except discord.HTTPException as error:
            if not _may_be_the_pictures(error) or (panel == words and not self._renderer.emojis):
                raise
            refusal = described(error)
        sent = await request(await self._renderer.render(words, plain=True))
        _log.warning("pictures refused", place=place, way=way, **refusal)
        self._refused.pop((place, way), None)
        self._refused[place, way] = self._clock()
        return sent

    def _is_refused(self, place: _Place) -> bool:
        now = self._clock()
        while self._refused and now - (oldest := next(iter(self._refused.items())))[1] >= REMEMBERED:
            del self._refused[oldest[0]]
        return place in self._refused


def _may_be_the_pictures(error: discord.HTTPException) -> bool:
    if error.code in (_TOO_LARGE, _MAY_NOT):
        return True
    return error.status in _REFUSED and error.code not in _OTHER_REASONS


@runtime_checkable
class _Delivers(Protocol):
    delivery: Delivery


def delivery_of(client: discord.Client) -> Delivery:
    """The delivery of the running bot. Raises `TypeError` for a client that has none."""
    if not isinstance(client, _Delivers):
        raise TypeError("this client sends no panels")
    return client.delivery
