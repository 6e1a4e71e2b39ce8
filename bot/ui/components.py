"""From plain panels to Discord's components."""

from __future__ import annotations

from typing import Final

import discord
from discord import ui

from bot.ui.layout import Block, Button, Divider, Panel, Row, Style, Text

_STYLES: Final[dict[Style, discord.ButtonStyle]] = {
    "plain": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def to_view(panel: Panel) -> ui.LayoutView:
    """A fresh view of a panel, already stopped: presses reach the bot as interactions, never the view.

    discord.py would otherwise keep a copy of every view that was ever sent, and lose it on a restart.
    """
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=panel.accent)
    for block in panel.blocks:
        container.add_item(_item(block))
    view.add_item(container)
    view.stop()
    return view


def mentions(panel: Panel) -> discord.AllowedMentions:
    """The people whom a panel may notify; nobody else is, whatever its text says."""
    users = [discord.Object(user) for user in panel.notifies]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def _item(block: Block) -> ui.Item[ui.LayoutView]:
    match block:
        case Text(markdown):
            return ui.TextDisplay(markdown)
        case Divider():
            return ui.Separator()
        case Row(buttons):
            row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
            for button in buttons:
                row.add_item(_button(button))
            return row


def _button(button: Button) -> ui.Button[ui.LayoutView]:
    return ui.Button(
        label=button.label,
        custom_id=button.custom_id,
        style=_STYLES[button.style],
        disabled=button.disabled,
    )
