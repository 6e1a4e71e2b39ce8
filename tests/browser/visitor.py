"""Somebody who plays on the local page, in a browser window of their own.

The page refuses an action that comes while it is busy or has not drawn the newest state; a person presses
again, and so does a visitor.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Locator, Page
from playwright.async_api import TimeoutError as PageTimeoutError

_PATIENCE = 120.0
"""Seconds after which something that the page should show counts as missing, on however busy a machine."""

_SUITS = "♣♦♥♠"
_CARD = re.compile(rf"(?:10|[A2-9JQK])[{_SUITS}]")
_AT_REST = """() => {
    const page = window.simcordPreview;
    return page && page.ready && !page.pendingAction && page.awaitingRevision === null;
}"""
_LAST_ACTION = "() => window.simcordPreview.lastAction"
_ANSWERED = "before => window.simcordPreview.lastAction?.requestId !== before"
# Whatever the server sends, seen or not, passes through here.
_LISTEN = """
    window.received = [];
    const json = Response.prototype.json;
    Response.prototype.json = async function () {
        const value = await json.call(this);
        window.received.push(JSON.stringify(value));
        return value;
    };
"""

PHONE = (430, 900)


def cards_in(text: str) -> list[str]:
    """The cards that a text names, like 10♥, in its order."""
    return _CARD.findall(text.replace("\ufe0e", ""))


class Visitor:
    """A window in which one person is played."""

    def __init__(self, name: str, page: Page) -> None:
        self.name = name
        self.page = page
        self.faults: list[str] = []

    @classmethod
    async def open(
        cls, browser: Browser, url: str, name: str, *, size: tuple[int, int] = PHONE, scale: float = 1
    ) -> Visitor:
        """Open the page and choose whom to play as."""
        context = await browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme="dark", device_scale_factor=scale
        )
        context.set_default_timeout(_PATIENCE * 1000)
        visitor = cls(name, await context.new_page())
        visitor.page.on("pageerror", lambda error: visitor.faults.append(str(error)))
        await context.add_init_script(_LISTEN)
        await visitor.page.goto(url)
        await visitor._become(name)
        return visitor

    async def _become(self, name: str) -> None:
        await self._rest()
        (chosen,) = await self.page.select_option("#viewer-picker", label=name)
        await self._until("id => window.simcordPreview.viewerId === id", chosen)
        await self._rest()
        # What came before was for the person whom the page shows at first.
        await self.page.evaluate("window.received.length = 0")

    async def close(self) -> None:
        """Close the window. Nothing may have gone wrong in it."""
        await self.page.context.close()
        assert not self.faults, f"{self.name}'s page: {self.faults}"

    # What they see

    @property
    def messages(self) -> Locator:
        """The channel's messages, oldest first."""
        return self.page.locator("#channel-message-list article.channel-message")

    @property
    def timeline(self) -> Locator:
        """The part of the window in which the messages are."""
        return self.page.locator("#channel-timeline")

    @property
    def private(self) -> Locator:
        """The messages that only this person sees, oldest first."""
        return self.messages.filter(has=self.page.locator(".message-ephemeral-note"))

    async def text(self) -> str:
        """All that the channel shows to everybody."""
        public = self.messages.filter(has_not=self.page.locator(".message-ephemeral-note"))
        return "\n".join(await public.all_inner_texts()).replace("\ufe0e", "")

    async def see(self, text: str) -> None:
        """Wait until the channel shows a text."""
        await self.messages.filter(has_text=text).last.wait_for()

    @property
    def hand(self) -> Locator:
        """The newest private hand."""
        return self.private.filter(has_text=re.compile(r"Table \d+ · deal \d+")).last

    async def hand_text(self) -> str:
        """What the newest private hand says."""
        return (await self.hand.inner_text()).replace("\ufe0e", "")

    async def cards(self, *, playable: bool = False) -> list[str]:
        """The cards among the hand's buttons, once there is a hand."""
        await self.hand.wait_for()
        enabled = ":not([disabled])" if playable else ""
        labels = await self.hand.locator(f"button.component-button{enabled}").all_inner_texts()
        return [card for label in labels for card in cards_in(label)]

    async def ever_received(self) -> set[str]:
        """Every card that the server has ever named to this window, wherever it stood."""
        return set(cards_in("\n".join(await self.page.evaluate("window.received"))))

    async def picture(self, folder: Path, name: str, *, of: Locator | None = None) -> None:
        """Save what the window shows, or a part of it, as `<name>.png`."""
        await self._rest()
        await self.page.mouse.move(0, 0)  # no button is pointed at
        await self.page.wait_for_timeout(200)  # the timeline scrolls to its end
        await (of or self.page).screenshot(path=folder / f"{name}.png")

    # What they do

    async def slash(self, command: str) -> None:
        """Use a slash command without options."""
        named = self.page.locator("strong", has_text=re.compile(f"^/{re.escape(command)}$"))
        chosen = self.page.locator(".command-chip")
        for _ in range(10):
            await self._rest()
            await self.page.locator("#channel-composer-input").fill(f"/{command}")
            await self.page.locator(".command-entry").filter(has=named).first.click()
            with suppress(PageTimeoutError):
                await chosen.wait_for(timeout=3000)
                break  # or else the list was drawn anew under the mouse
        await chosen.wait_for()
        await self._act(self.page.locator("#send-message").click)

    async def press(self, label: str, *, on: Locator | None = None) -> None:
        """Press a button: the last whose label begins like this in the channel, or the one in a message."""
        beginning = re.compile(f"^{re.escape(label)}")
        button = (on or self.messages).locator("button.component-button:not([disabled])")
        await self._act(button.filter(has_text=beginning).last.click)

    async def _rest(self) -> None:
        await self._until(_AT_REST)

    async def _until(self, condition: str, arg: object = None, seconds: float = _PATIENCE) -> None:
        # Not wait_for_function: that looks once a frame, and only the window in front draws any.
        async with asyncio.timeout(seconds):
            while not await self.page.evaluate(condition, arg):  # noqa: ASYNC110 - the page tells nobody
                await asyncio.sleep(0.05)

    async def _act(self, action: Callable[[], Awaitable[Any]]) -> None:
        await self._rest()
        before = await self._last_request()
        for _ in range(10):
            # An answer may come after all to what was done before: it isn't done twice.
            if await self._last_request() == before:
                await action()
            try:
                await self._until(_ANSWERED, before, seconds=15)
            except TimeoutError:
                continue  # the page was busy
            await self._rest()
            after = await self.page.evaluate(_LAST_ACTION)
            if not after["rejected"]:
                assert after["settlement"] == "settled", after
                return
            before = after["requestId"]
            await self.page.wait_for_timeout(200)
        raise AssertionError(f"{self.name} can't do this: {await self.page.evaluate(_LAST_ACTION)}")

    async def _last_request(self) -> str | None:
        last = await self.page.evaluate(_LAST_ACTION)
        return last and last["requestId"]
