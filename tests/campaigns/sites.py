"""Where in the bot a request to Discord is made, and in which ways that can fail."""

from __future__ import annotations

import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, NamedTuple

import aiohttp

import bot
from tests.campaigns.weather import refusal
from tests.campaigns.world import Sent, Wire

_CODE: Final = Path(bot.__file__).parents[1]
_CARRIERS: Final = frozenset(
    {"client", "clicks", "door", "delivery", "answering", "publisher", "rendering", "tree", "duties"}
)
"""Modules through which every request goes: they say nothing about what it is for."""


class Site(NamedTuple):
    """A place in the bot that asks something of Discord: how, what for."""

    method: str
    route: str
    purpose: str

    def __str__(self) -> str:
        return f"{self.method} {self.route} for {self.purpose}"


def site_of(sent: Sent) -> Site:
    """The site of a request, asked while it is being made."""
    route = re.sub(r"\d{5,}", "…", re.sub(r"simcord_interaction_\d+", "token", sent.path))
    return Site(sent.method, route, _purpose())


def _purpose() -> str:
    """The bot's own functions that have led here, the outermost first."""
    names: list[str] = []
    frame = sys._getframe(1)
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(_CODE) and path.relative_to(_CODE).parts[0] in ("bot", "cogs"):
            module, name = path.stem, frame.f_code.co_name
            if module not in _CARRIERS and not name.startswith("<"):
                names.append(f"{module}.{name}")
        frame = frame.f_back
    return " > ".join(dict.fromkeys(reversed(names))) or "the start"


Failure = Callable[[], Exception]

FAILURES: Final[dict[str, Failure]] = {
    "403": lambda: refusal(403, 0),
    "404": lambda: refusal(404, 0),
    "413": lambda: refusal(413, 0),
    "429": lambda: refusal(429, 0),
    "500": lambda: refusal(500, 0),
    "time-out": lambda: TimeoutError("by the campaign"),
    "reset": lambda: aiohttp.ClientOSError(104, "Connection reset by the campaign"),
    "10003": lambda: refusal(404, 10003),
    "10008": lambda: refusal(404, 10008),
    "10015": lambda: refusal(404, 10015),
    "10062": lambda: refusal(404, 10062),
    "30046": lambda: refusal(400, 30046),
    "40060": lambda: refusal(400, 40060),
    "50013": lambda: refusal(403, 50013),
    "50027": lambda: refusal(401, 50027),
    "50083": lambda: refusal(400, 50083),
    "answer lost": lambda: TimeoutError("by the campaign"),
}
"""By name what the bot is told. With the last one Discord has done what it was asked."""


class Fault:
    """A site that fails: at one of its requests, or at all from that one on until it is healed."""

    def __init__(self, site: Site, failure: str, *, occurrence: int, for_good: bool) -> None:
        self.site = site
        self.failure = failure
        self.for_good = for_good
        self.struck = 0
        self._left = occurrence
        self._healed = False

    def __str__(self) -> str:
        return f"{self.failure} {'for good' if self.for_good else 'once'} at {self.site}"

    def attach(self, wire: Wire) -> None:
        """Let it strike."""
        (wire.behind if self.failure == "answer lost" else wire.ahead).append(self._look)

    def heal(self, wire: Wire) -> None:
        """Let it strike no more."""
        self._healed = True
        for looks in (wire.ahead, wire.behind):
            if self._look in looks:
                looks.remove(self._look)

    async def _look(self, sent: Sent) -> None:
        if self._healed or site_of(sent) != self.site:
            return
        self._left -= 1
        if self._left >= 0 or (self.struck and not self.for_good):
            return
        self.struck += 1
        error = FAILURES[self.failure]()
        raise error


def recording(sites: dict[Site, int]) -> Callable[[Sent], Awaitable[None]]:
    """Something that looks at requests and counts them by their sites."""

    async def look(sent: Sent) -> None:
        site = site_of(sent)
        sites[site] = sites.get(site, 0) + 1

    return look
