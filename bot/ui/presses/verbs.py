"""The table of verbs: what each button does, in one place (`bot.ui.panels.ids` says what they mean)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.table.privacy.copies import Copies
from bot.table.standing.wardrobe import Wardrobe
from bot.table.tables import Tables
from bot.ui.live.answers.private_hands import PrivateHands
from bot.ui.live.channels.publisher import Publisher
from bot.ui.panels.ids import ButtonId, Verb
from bot.ui.presses.cards import CardPresses
from bot.ui.presses.game import GamePresses
from bot.ui.presses.lobby import LobbyPresses
from bot.ui.presses.privacy import PrivacyPresses
from bot.ui.presses.records import RecordPresses

Handler = Callable[[discord.Interaction, ButtonId], Awaitable[None]]

SLOW: Final[frozenset[Verb]] = frozenset({"top", "games", "replay", "check", "feats", "forget"})
"""What may take longer than a press at a table: it reads, or deletes, many games."""


def handlers(
    tables: Tables, hands: PrivateHands, publisher: Publisher, wardrobe: Wardrobe, copies: Copies
) -> dict[Verb, Handler]:
    """The handler of every verb."""
    lobby = LobbyPresses(tables, hands, publisher)
    game = GamePresses(tables, hands)
    records = RecordPresses(tables)
    cards = CardPresses(tables, wardrobe, publisher)
    privacy = PrivacyPresses(tables, hands, wardrobe, copies)
    return {
        "join": lobby.join,
        "leave": lobby.leave,
        "cancel": lobby.cancel,
        "house": lobby.house,
        "sit": lobby.sit,
        "rise": lobby.rise,
        "sealed": lobby.sealed,
        "again": lobby.again,
        "hand": game.hand,
        "mark": game.mark,
        "give": game.give,
        "play": game.play,
        "rules": game.rules,
        "surrender": game.surrender,
        "yield": game.really,
        "keep": game.keep,
        "back": game.back,
        "on": game.play_on,
        "stop": game.stop,
        "top": records.top,
        "feats": records.feats,
        "games": records.games,
        "replay": records.replay,
        "check": records.check,
        "cards": cards.turn_page,
        "wear": cards.wear,
        "forget": privacy.forget,
        "stay": privacy.stay,
    }
