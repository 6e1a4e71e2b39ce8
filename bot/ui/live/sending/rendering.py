"""Messages made ready to send: components, and the files that belong to them."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass

import discord
from discord import ui

from bot.ui.live.sending.components import Emojis, mentions, to_view
from bot.ui.panels.layout import Document, Image, Panel
from bot.ui.pictures.draw import draw


@dataclass(frozen=True, slots=True)
class Rendered:
    """What Discord is sent for a panel."""

    view: ui.LayoutView
    files: list[discord.File]
    mentions: discord.AllowedMentions


class Renderer:
    """Renders panels. Pictures are drawn off the event loop, and kept by their models (`draw`)."""

    def __init__(self) -> None:
        self.emojis: Emojis = {}

    async def render(self, panel: Panel, *, plain: bool = False) -> Rendered:
        """Everything to send for a panel, with `plain` without the emojis. What it returns can be sent once."""
        files = [
            discord.File(io.BytesIO(await asyncio.to_thread(draw, block.model)), block.name)
            for block in panel.blocks
            if isinstance(block, Image)
        ]
        files += [
            discord.File(io.BytesIO(block.content), block.name)
            for block in panel.blocks
            if isinstance(block, Document)
        ]
        return Rendered(to_view(panel, {} if plain else self.emojis), files, mentions(panel))
