"""Private hands that are open on somebody's screen, refreshed while Discord allows it.

A private message can be changed only through the newest interaction of its owner, for fifteen minutes.
The tokens are kept in memory alone. Everything works if every refresh fails: **My hand** shows the hand anew.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import discord
import structlog

from bot.cribbage.cards import Card
from bot.table.store import Clock
from bot.table.table import Table
from bot.table.tables import Change
from bot.ui.components import to_view
from bot.ui.failures import UNREACHABLE, described, is_gone
from bot.ui.hand import hand_panel
from bot.ui.layout import Panel

_log = structlog.get_logger(__name__)

FRESH: Final = timedelta(minutes=14)
"""How long a token is trusted, a minute less than Discord does."""


@dataclass(frozen=True, slots=True)
class _OpenHand:
    interaction: discord.Interaction
    since: datetime
    chosen: tuple[Card, ...]
    shown: Panel


class OpenHands:
    """The open hands of all tables, one for each person at a table: the newest."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._open: dict[tuple[int, int], _OpenHand] = {}
        self._refreshing: set[asyncio.Task[None]] = set()

    def note(
        self, table: Table, interaction: discord.Interaction, chosen: tuple[Card, ...], shown: Panel
    ) -> None:
        """Remember the hand that a person has just been shown, while its table is live."""
        if not table.live:
            return
        self._open[table.id, interaction.user.id] = _OpenHand(interaction, self._clock(), chosen, shown)

    def changed(self, change: Change) -> None:
        """Refresh the hands at a table, but for the one of the person who acted: their click is answered."""
        for person in (seat.person for seat in change.after.seats):
            if person is None or person.user == change.by:
                continue
            hand = self._open.get((change.after.id, person.user))
            if hand is not None:
                task = asyncio.create_task(self._refresh(change.after, person.user, hand))
                self._refreshing.add(task)
                task.add_done_callback(self._refreshing.discard)
        if not change.after.live:
            self._open = {key: hand for key, hand in self._open.items() if key[0] != change.after.id}

    async def _refresh(self, table: Table, user: int, hand: _OpenHand) -> None:
        seat = table.seat_of(user)
        if seat is None:
            return
        key = (table.id, user)
        if self._clock() - hand.since > FRESH:
            self._forget(key, hand)
            return
        panel = hand_panel(table, seat, hand.chosen)
        if panel == hand.shown:
            return
        current = _OpenHand(hand.interaction, hand.since, hand.chosen, panel)
        if self._open.get(key) is hand:
            self._open[key] = current
        try:
            await hand.interaction.edit_original_response(view=to_view(panel))
        except UNREACHABLE as error:
            self._forget(key, current)
            if not is_gone(error):
                _log.info("open hand not refreshed", table=table.id, user=user, **described(error))

    def _forget(self, key: tuple[int, int], hand: _OpenHand) -> None:
        if self._open.get(key) is hand:
            del self._open[key]
