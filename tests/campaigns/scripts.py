"""What people do while a part of Discord fails: one whole game with all that belongs to it, and all commands.

People see what Discord shows them, and help themselves as people do: those without a hand ask for it again.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from unittest import mock

from simcord.backend.models import Interaction

from bot.cribbage.events import Scored
from bot.table import lobby, moves
from bot.table.table import Refused, Table
from tests.campaigns.crowd import Crowd, Press, Seen, Use, buttons_of
from tests.campaigns.world import World

_HEAD_START: Final = 42
"""Points with which a short game is over in two deals or three."""
_MOST_MOVES: Final = 90


@contextmanager
def _head_start() -> Generator[None]:
    """Let games begin with points for every side."""
    join = lobby.join

    def joined(table: Table, *arguments: Any) -> list[Any]:
        events = list(join(table, *arguments))
        if len(table.free()) == 1:
            events += [Scored(side, side, _HEAD_START, "hand") for side in range(table.players)]
        return events

    with mock.patch.object(lobby, "join", joined):
        yield


class Script:
    """Three people, one of them a manager, in a channel of their own."""

    def __init__(self, world: World, crowd: Crowd, rng: random.Random, name: str) -> None:
        self.world = world
        self.room = world.room
        self.crowd = crowd
        self.rng = rng
        self.guild = world.room.guild
        self.channel = self.guild.create_text_channel(name).id
        self.ann, self.bob, self.cy = crowd.people[:3]
        self.tables: dict[int, Table] = {}
        self.answers: list[Interaction] = []
        self.afterwards: Callable[[], Awaitable[None]] | None = None
        """Looks at what has come of everything that people do."""
        self.helped = 0
        """Moves that could be made only without Discord, as nobody was shown a hand."""
        world.hears.append(self._hear)

    def _hear(self, change: Any) -> None:
        if change.after.channel == self.channel:
            self.tables[change.after.id] = change.after

    def close(self) -> None:
        """Listen no more."""
        self.world.hears.remove(self._hear)

    @property
    def table(self) -> Table | None:
        """The newest table."""
        return self.tables[max(self.tables)] if self.tables else None

    async def wait(self, seconds: float) -> None:
        """Let time go by."""
        await self.room.env.advance_time(seconds)
        if self.afterwards is not None:
            await self.afterwards()

    async def use(self, user: int, name: str, /, **options: Any) -> None:
        """Use a slash command."""
        kinds = {str: 3, int: 4, bool: 5}
        given = [
            {"name": key, "type": 6, "value": str(value)}
            if key in ("opponent", "user", "other")
            else {"name": key, "type": kinds[type(value)], "value": value}
            for key, value in options.items()
        ]
        await self._send(Use(user, self.channel, name, given))

    async def press(self, user: int, *verbs: str, table: int | None = None) -> bool:
        """Press the newest button of such a kind that this person sees. Returns whether there is one."""
        seen = self.seen(user, verbs, table)
        if not seen:
            return False
        await self._send(Press(user, seen[0].message, seen[0].custom_id))
        return True

    async def _send(self, act: Press | Use) -> None:
        self.answers += await self.crowd.send(act)
        if self.afterwards is not None:
            await self.afterwards()

    def seen(self, user: int, verbs: Sequence[str], table: int | None = None) -> list[Seen]:
        """The buttons of these kinds that a person can press, those of the newest message first."""
        places = [c.id for c in self.crowd.channels() if self.channel in (c.id, c.parent_id)]
        messages = [message for place in places for message in self.crowd.newest(place, user)]
        messages.sort(key=lambda message: message.id, reverse=True)
        buttons = [button for message in messages for button in buttons_of(message)]
        return [
            button
            for button in buttons
            if button.enabled and button.parts[2] in verbs and table in (None, int(button.parts[0]))
        ]

    # --- a game

    async def game(self) -> None:
        """Open a table for three, with a house player, in a thread; play it and its rematches."""
        await self.use(self.ann, "cribbage start", players=3, variant="short", thread=True)
        for verb in ("house", "sit", "rise", "sealed", "house", "sit"):
            await self.press(self.ann, verb)
        with _head_start():
            await self._join(self.bob)
        await self._play(through=True)
        await self._again()
        await self._surrender()
        await self._again()
        await self._play(through=False)

    async def _join(self, user: int) -> None:
        table = self.table
        if table is None:
            return
        if not await self.press(user, "join", table=table.id):
            # Where no lobby can be seen, it comes back sooner or later.
            await self.use(self.ann, "cribbage hand")
            await self.wait(20)
            if not await self.press(user, "join", table=table.id):
                await self._help(lambda tables: tables.act(table.id, user, lobby.join, "Bob", 7))

    async def _help(self, doing: Any) -> None:
        self.helped += 1
        async with self.room.backstage() as tables:
            try:
                await doing(tables)
            except Refused:
                return

    async def _play(self, *, through: bool) -> None:
        """Move until the game is over, or not quite: with all that happens besides."""
        for at in range(_MOST_MOVES if through else 3):
            table = self.table
            if table is None or table.status != "playing" or table.game is None:
                return
            if through:
                await self._besides(at, table)
            await self._move()

    async def _besides(self, at: int, table: Table) -> None:
        user = self._mover(table)
        match at:
            case 0:
                for person in (self.ann, self.bob, self.bob):
                    await self.press(person, "hand", table=table.id)
                await self.press(self.ann, "rules", table=table.id)
            case 1:
                await self.wait(95)  # both are reminded, one moves
            case 4:
                await self.wait(95)
                await self.wait(95)  # called
            case 6 if user is not None:
                await self.press(user, "surrender", table=table.id)
                await self.press(user, "keep", table=table.id)
            case 7:
                self._delete_message(table)
                await self.room.env.settle()
            case 8 if user is not None:
                await self.use(user, "cribbage hand")
                await self.use(user, "cribbage surrender")
            case _:
                pass

    def _delete_message(self, table: Table) -> None:
        seen = self.seen(self.cy, ("hand",), table.id)
        if seen:
            with self.room.env._bot_scope():
                self.crowd.backend.delete_message(seen[0].message.channel_id, seen[0].message.id)

    def _mover(self, table: Table) -> int | None:
        users = [p.user for seat in table.awaited_people() if (p := table.seats[seat].person)]
        return users[0] if users else None

    async def _move(self) -> None:
        """Whoever is waited for moves, if need be after asking for their hand again."""
        table = self.table
        assert table is not None
        user = self._mover(table)
        if user is None:
            await self.wait(2)
            return
        for asks in ((), ("hand",), ("command",)):
            if "hand" in asks:
                await self.press(user, "hand", table=table.id)
            if "command" in asks:
                await self.use(user, "cribbage hand")
            for _ in range(3):
                now = self.tables[table.id]
                if now.seq != table.seq or not await self._press_card(user, now):
                    break
            if self.tables[table.id].seq != table.seq:
                return
        await self._help(lambda tables: self._move_unseen(tables, table.id, user))

    async def _press_card(self, user: int, table: Table) -> bool:
        seen = [
            b
            for b in self.seen(user, ("give", "play", "mark"), table.id)
            if b.parts[1] == str(table.turn_seq)
        ]
        if not seen:
            return False
        newest = [button for button in seen if button.message.id == seen[0].message.id]
        give = [button for button in newest if button.parts[2] == "give"]
        chosen = self.rng.choice(give or newest)
        await self._send(Press(user, chosen.message, chosen.custom_id))
        return True

    async def _move_unseen(self, tables: Any, number: int, user: int) -> None:
        table = (await tables.get(number)).table
        seat, game = table.seat_of(user), table.game
        if game is None or seat is None or seat not in game.awaited():
            return
        if owed := game.owes_discard(seat):
            await tables.act(number, user, moves.discard, table.turn_seq, tuple(game.hands[seat][:owed]))
        else:
            await tables.act(number, user, moves.play, table.turn_seq, game.playable(seat)[0])

    async def _again(self) -> None:
        table = self.table
        if table is None or table.live:
            return
        for user in (self.ann, self.bob):
            await self.press(user, "again", table=table.id)
        new = self.table
        if new is not None and new.status == "lobby":
            await self._join(self.bob)

    async def _surrender(self) -> None:
        table = self.table
        if table is None or table.status != "playing":
            return
        for verb in ("surrender", "yield"):
            await self.press(self.bob, verb, table=table.id)
        if not await self.press(self.ann, "stop", "on", table=table.id):
            await self.wait(70)
        now = self.tables[table.id]
        if now.live and now.choice is None:
            for verb in ("surrender", "yield"):
                await self.press(self.ann, verb, table=table.id)

    # --- commands

    async def commands(self) -> None:
        """Use every command, and press what it shows."""
        await self.use(self.bob, "cribbage start", opponent=self.ann)
        await self.press(self.ann, "join")
        await self.press(self.bob, "cancel")
        await self.use(self.ann, "cribbage rules")
        await self.use(self.ann, "cribbage tables")
        await self.use(self.ann, "cribbage verify", number=1)
        await self.use(self.ann, "cribbage settings", turn_time=180)
        await self.use(self.bob, "cribbage settings")
        await self.use(self.ann, "leaderboard", by="xp", scope="everywhere")
        await self.press(self.bob, "top")
        await self.use(self.ann, "profile")
        await self.press(self.ann, "feats")
        await self.use(self.ann, "profile", user=self.bob)
        await self.use(self.ann, "head-to-head", user=self.bob)
        await self.use(self.bob, "history")
        for verb in ("replay", "check", "games"):
            await self.press(self.bob, verb)
        await self.use(self.bob, "cards")
        for verb in ("cards", "wear"):
            await self.press(self.bob, verb)
        await self.use(self.bob, "privacy export")
        await self.use(self.bob, "privacy delete")
        await self.press(self.bob, "stay")
        await self.use(self.cy, "cribbage start")
        await self.press(self.cy, "leave")
        await self.use(self.cy, "privacy delete")
        await self.press(self.cy, "forget")
