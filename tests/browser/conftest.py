"""Chromium, and windows in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

from tests.browser.visitor import Visitor

Open = Callable[..., Awaitable[Visitor]]

# As root there is no sandbox to be had, and nothing here needs more network than loopback.
_OPTIONS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run")
_QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync")


@pytest.fixture
def chromium() -> str:
    """The path of the system's Chromium. Without one the test is skipped, but not in CI."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        reason = "there is no chromium on PATH"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture
async def browser(chromium: str) -> AsyncGenerator[Browser]:
    """A headless browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=[*_OPTIONS, *_QUIET])
        try:
            yield browser
        finally:
            await browser.close()


@pytest.fixture
async def visit(browser: Browser) -> AsyncGenerator[Open]:
    """Opens windows: `await visit(url, "Ann")`. They are closed, and looked over, at the end."""
    visitors: list[Visitor] = []

    async def open_window(url: str, name: str, **options: object) -> Visitor:
        visitors.append(await Visitor.open(browser, url, name, **options))
        return visitors[-1]

    yield open_window
    for visitor in visitors:
        await visitor.close()


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """The folder for screenshots: CRIBBAGE_SHOTS, or else a temporary one."""
    folder = Path(os.environ.get("CRIBBAGE_SHOTS") or tmp_path / "shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
