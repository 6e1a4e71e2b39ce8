"""A short guide to cribbage, and to playing it here (private)."""

from __future__ import annotations

from typing import Final

from bot.cribbage.variants import Variant
from bot.ui.panels.layout import Divider, Panel, Text
from bot.ui.pictures.house_mark import HOUSE_MARK

_DEAL: Final = (
    "**1. The crib.** Two players get six cards each and give two to the crib, four cards that the dealer counts "
    "as a second hand. Three or four players get five and give one. Then a *starter* is turned; if it is a jack, "
    "the dealer's side scores two (*his heels*)."
)

_PLAY: Final = (
    "**2. The play.** In turn, from the dealer's left, play a card and add it to the count: face cards are 10, aces "
    "1. The count may not pass 31; if you can't play, the bot says *go* for you. When nobody can, the last to play "
    "scores one and the count starts again.\n"
    "-# 15 = 2 · 31 = 2 · pair 2 · three alike 6 · four alike 12 · run of three or more, in any order: 1 a card"
)

_SHOW: Final = (
    "**3. The show.** Each hand is counted together with the starter, the dealer's last, then the crib. The bot "
    "counts every point for you.\n"
    "-# each way to make 15: 2 · each pair: 2 · each run: 1 a card · four of a suit: 4, with the starter 5 (in the "
    "crib only all five) · jack of the starter's suit, *his nobs*: 1"
)

_HERE: Final = (
    "**Here.** `/cribbage start` opens a table, **My hand** shows your cards to you alone, and a press on a card "
    "plays it. `/cribbage hand` finds your hand again. To give up, press **Surrender**. "
    f"{HOUSE_MARK} before a name: a house player has that seat."
)


def guide_panel(variant: Variant) -> Panel:
    """The guide to a variant of the game."""
    return Panel(
        (
            Text(f"### Cribbage in a minute\n{_goal(variant)}"),
            Text(_DEAL),
            Text(_PLAY),
            Text(_SHOW),
            Text(f"**The end.** {_end(variant)}"),
            Divider(),
            Text(_HERE),
        )
    )


def _goal(variant: Variant) -> str:
    scoring = "You score while the cards are played, and again when the hands are shown."
    if variant.lowball:
        return (
            f"This is **lowball**: whoever is first to **{variant.target}** points loses. {scoring} "
            "Every point has to be taken, so choose and play your cards to make few."
        )
    return f"Be the first to **{variant.target}** points. {scoring}"


def _end(variant: Variant) -> str:
    """When the game is over, and what a margin is called (rules: "Margin", "Variants offered")."""
    if variant.lowball:
        told = f"Whoever reaches {variant.target} has lost at once, even in the middle of a hand; all others win."
    else:
        told = f"Whoever reaches {variant.target} has won at once, even in the middle of a hand."
    if variant.skunk is not None:
        twice = "" if variant.double_skunk is None else f", below {variant.double_skunk} skunked twice"
        told += f" A loser below {variant.skunk} is *skunked*{twice}."
    if not variant.ranked:
        told += (
            " This game gives XP, but no prestige and no rating, and counts on no leaderboard but that of XP."
        )
    return told
