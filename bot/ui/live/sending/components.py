"""From plain panels to Discord's components."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import discord
from discord import ui

from bot.cribbage.cards import Card, parse_card
from bot.ui.panels.layout import LONGEST, Block, Button, Divider, Document, Image, Panel, Row, Style, Text
from bot.ui.pictures.alt import alt_text

Emojis = Mapping[Card, discord.PartialEmoji]
"""The application's own emojis of the cards, as far as it has them."""

_STYLES: Final[dict[Style, discord.ButtonStyle]] = {
    "plain": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
_CARD: Final = re.compile("(?:10|[2-9AJQK])[♣♦♥♠]\ufe0e")


def to_view(panel: Panel, emojis: Emojis) -> ui.LayoutView:
    """A fresh view of a panel, already stopped: presses reach the bot as interactions, never the view.

    discord.py would otherwise keep a copy of every view that was ever sent, and lose it on a restart. Cards
    are drawn by their emojis where there are any, and room for them.
    """
    if len(_with_emojis(panel.text, emojis)) > LONGEST:
        emojis = {}
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=panel.accent)
    for block in panel.blocks:
        container.add_item(_item(block, emojis))
    view.add_item(container)
    view.stop()
    return view


def says_the_same(message: discord.Message, view: ui.LayoutView) -> bool:
    """Whether a message's text is that of a view."""
    return _said(ui.LayoutView.from_message(message, timeout=None)) == _said(view)


def _said(view: ui.LayoutView) -> list[str]:
    return [item.content.strip() for item in view.walk_children() if isinstance(item, ui.TextDisplay)]


def mentions(panel: Panel) -> discord.AllowedMentions:
    """The people whom a panel may notify; nobody else is, whatever its text says."""
    users = [discord.Object(user) for user in panel.notifies]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def _item(block: Block, emojis: Emojis) -> ui.Item[ui.LayoutView]:
    match block:
        case Text(markdown):
            return ui.TextDisplay(_with_emojis(markdown, emojis))
        case Image(model, name):
            gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
            gallery.add_item(media=f"attachment://{name}", description=alt_text(model))
            return gallery
        case Document(name):
            return ui.File(f"attachment://{name}")
        case Divider():
            return ui.Separator()
        case Row(buttons):
            row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
            for button in buttons:
                row.add_item(_button(button, emojis))
            return row


def _button(button: Button, emojis: Emojis) -> ui.Button[ui.LayoutView]:
    card = parse_card(button.label) if _CARD.fullmatch(button.label) else None
    return ui.Button(
        label=button.label,
        custom_id=button.custom_id,
        style=_STYLES[button.style],
        disabled=button.disabled,
        emoji=emojis.get(card) if card else None,
    )


def _with_emojis(markdown: str, emojis: Emojis) -> str:
    if not emojis:
        return markdown
    return _CARD.sub(lambda match: str(emojis.get(parse_card(match[0])) or match[0]), markdown)
