"""Private hands that are open on somebody's screen, refreshed while Discord allows it.

A private message can be changed only through the newest interaction of its owner, for fifteen minutes.
The tokens are kept in memory alone. Everything works if every refresh fails: **My hand** shows the hand anew.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

import discord
import structlog

from bot.background import Background
from bot.cribbage.cards import Card
from bot.table.standing.wardrobe import Wardrobe
from bot.table.store import Clock
from bot.table.table import Table
from bot.table.tables import Change
from bot.ui.live.answers.answering import place_of
from bot.ui.live.answers.failures import UNREACHABLE, described, is_gone
from bot.ui.live.sending.delivery import delivery_of
from bot.ui.live.sending.rendering import Rendered
from bot.ui.panels.layout import Panel
from bot.ui.panels.table.hand import hand_panel

_log = structlog.get_logger(__name__)

FRESH: Final = timedelta(minutes=14)
"""How long a token is trusted, a minute less than Discord does."""
_MOST: Final = 2000
"""Of how many tables the newest state is kept: it counts for as long as an answer is on its way."""

_Key = tuple[int, int]  # table, user


@dataclass(frozen=True, slots=True)
class _OpenHand:
    interaction: discord.Interaction
    message: int
    since: datetime
    chosen: tuple[Card, ...]
    shown: Panel
    seq: int  # the last event that it shows, or is about to


class OpenHands:
    """The open hands of all tables, one for each person at a table: the newest.

    An older one disappears, so that nobody takes it for how things are. For every hand at most one refresh is
    under way, and the next shows the newest state. Answers to presses cross with refreshes: none goes back to
    an older state, and what was overtaken by a change while it was on its way is refreshed after it.
    """

    def __init__(self, clock: Clock, wardrobe: Wardrobe) -> None:
        self._clock = clock
        self._wardrobe = wardrobe
        self._open: dict[_Key, _OpenHand] = {}  # the oldest first
        self._wanted: dict[_Key, tuple[Table, _OpenHand]] = {}
        self._refreshing: dict[_Key, asyncio.Task[None]] = {}
        self._closing = Background()
        self._newest: OrderedDict[int, Table] = OrderedDict()  # by number, what has changed last at the end

    def note(
        self,
        table: Table,
        interaction: discord.Interaction,
        message: int,
        shown: Panel,
        chosen: tuple[Card, ...] = (),
    ) -> None:
        """Remember the hand that a person has just been shown in a message, while its table is live."""
        self._forget_old()
        if not table.live:
            return
        key = (table.id, interaction.user.id)
        before = self._open.pop(key, None)
        hand = _OpenHand(interaction, message, self._clock(), chosen, shown, table.seq)
        self._open[key] = hand
        if before is not None and before.message != message:
            self._closing.begin(self._close(key, before))
        newest = self._newest.get(table.id, table)
        if newest.seq > table.seq:
            self._want(key, newest, hand)

    def changed(self, change: Change) -> None:
        """Refresh the hands at a table, but for the one of the person who acted: their click is answered."""
        table = change.after
        self._newest[table.id] = table
        self._newest.move_to_end(table.id)
        if len(self._newest) > _MOST:
            self._newest.popitem(last=False)
        for person in (seat.person for seat in table.seats):
            if person is None:
                continue
            key = (table.id, person.user)
            hand = self._open.get(key)
            if hand is None:
                continue
            if person.user != change.by:
                self._want(key, table, hand)
            elif table.live:
                # Their answer shows this, so a refresh that is under way is too late.
                self._open[key] = replace(hand, seq=table.seq)
            else:
                del self._open[key]

    def _want(self, key: _Key, table: Table, hand: _OpenHand) -> None:
        if not table.live:
            self._open.pop(key, None)
        self._wanted[key] = table, hand
        if key not in self._refreshing:
            self._refreshing[key] = asyncio.create_task(self._work(key))

    def forget(self, user: int) -> None:
        """Forget all hands of a person."""
        for key in [key for key in self._open if key[1] == user]:
            del self._open[key]
        for key in [key for key in self._wanted if key[1] == user]:
            del self._wanted[key]
        self._newest.clear()  # there the person may have a name

    async def _work(self, key: _Key) -> None:
        try:
            while wanted := self._wanted.pop(key, None):
                await self._refresh(key, *wanted)
        finally:
            del self._refreshing[key]

    async def _refresh(self, key: _Key, table: Table, hand: _OpenHand) -> None:
        # It may have been refreshed, or opened anew, since this was wanted.
        hand = self._open.get(key, hand)
        seat = table.seat_of(key[1])
        if seat is None or self._clock() - hand.since > FRESH:
            self._forget(key, hand)
            return
        if table.seq <= hand.seq:
            return
        panel = hand_panel(table, seat, hand.chosen, face=await self._face(key[1]))
        if panel == hand.shown:
            return
        current = replace(hand, shown=panel, seq=table.seq)
        if self._open.get(key) is hand:
            self._open[key] = current

        async def change(ready: Rendered) -> None:
            if self._open.get(key, current) is not current:
                # Its owner has acted meanwhile, or opened it anew, and perhaps with an older state yet.
                self._wanted.setdefault(key, (table, current))
                return
            await hand.interaction.edit_original_response(view=ready.view, attachments=ready.files)

        try:
            await delivery_of(hand.interaction.client).send(
                panel, "update", place_of(hand.interaction), change
            )
        except UNREACHABLE as error:
            self._forget(key, current)
            if not is_gone(error):
                _log.info("open hand not refreshed", table=table.id, user=key[1], **described(error))

    async def _close(self, key: _Key, hand: _OpenHand) -> None:
        try:
            await hand.interaction.delete_original_response()
        except UNREACHABLE as error:
            if not is_gone(error):
                _log.info("older hand not removed", table=key[0], user=key[1], **described(error))

    async def _face(self, user: int) -> str:
        return (await self._wardrobe.of([user]))[user].face

    def _forget(self, key: _Key, hand: _OpenHand) -> None:
        if self._open.get(key) is hand:
            del self._open[key]

    def _forget_old(self) -> None:
        now = self._clock()
        while self._open and now - (oldest := next(iter(self._open.items())))[1].since > FRESH:
            del self._open[oldest[0]]
