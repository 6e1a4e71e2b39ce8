"""What honest people do next: open tables, sit down, and do what they are asked to."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.table.table import Table
from tests.campaigns.crowd import Crowd, Press, Seen, Use

MOST_LIVE: Final = 14
"""How many tables are played at, at most."""


class Players:
    """People who play at `tables`, as far as their server can be reached by the bot."""

    def __init__(
        self,
        crowd: Crowd,
        rng: random.Random,
        tables: Mapping[int, Table],
        is_away: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self.crowd = crowd
        self.rng = rng
        self.tables = tables
        self._is_away = is_away

    def places(self) -> list[Any]:
        """The channels and threads where the bot is."""
        return [channel for channel in self.crowd.channels() if not self._is_away(channel.guild_id)]

    def there(self, guild: int, user: int) -> bool:
        """Whether somebody is on a server where the bot is."""
        return not self._is_away(guild) and user in self.crowd.backend.guilds[guild].members

    def live(self) -> list[Table]:
        """The live tables that can be seen."""
        channels = self.crowd.backend.channels
        return [
            t for t in self.tables.values() if t.live and t.channel in channels and not self._is_away(t.guild)
        ]

    def open(self) -> Use | None:
        """Somebody opens a table."""
        places = [c for c in self.places() if self.rng.random() < 0.3 or not c.is_thread]
        if not places:
            return None
        channel = self.rng.choice(places)
        people = self.crowd.at(channel.guild_id)
        options: list[dict[str, Any]] = [
            {"name": "players", "type": 4, "value": self.rng.choice((2, 2, 2, 3, 4, 6))},
            {
                "name": "variant",
                "type": 3,
                "value": self.rng.choice(("short", "short", "standard", "lowball")),
            },
        ]
        if self.rng.random() < 0.3:
            options.append({"name": "thread", "type": 5, "value": True})
        return Use(self.rng.choice(people), channel.id, "cribbage start", options)

    def next(self) -> Press | Use | None:
        """Whoever is waited for does what is wanted of them; a rematch is played now and then."""
        live = self.live()
        if len(live) < 3 or (len(live) < MOST_LIVE and self.rng.random() < 0.03):
            return self.open()
        if self.rng.random() < 0.03:
            return self._rematch()
        table = self.rng.choice(live[-MOST_LIVE:])
        if table.status == "lobby":
            return self._fill(table)
        if table.choice is not None:
            users = [p.user for s in table.people_of(table.choice) if (p := table.seats[s].person)]
            return self.find(table, users, ("on", "stop"))
        users = [p.user for s in table.awaited_people() if (p := table.seats[s].person)]
        gone = [s.person.user for s in table.seats if s.person and s.gone == "away"]
        if gone and self.rng.random() < 0.3:
            users = gone
        return self.find(table, users, ("give", "play", "mark", "back")) or self.find(table, users, ("hand",))

    def _fill(self, table: Table) -> Press | None:
        people = [user for user in self.crowd.at(table.guild) if table.seat_of(user) is None]
        if self.rng.random() < 0.2:
            return self.find(table, [table.host], ("sit", "house", "rise"))
        return self.find(table, people, ("join",))

    def _rematch(self) -> Press | None:
        over = [t for t in self.tables.values() if t.status == "finished" and t.rematch is None][-6:]
        if not over:
            return None
        table = self.rng.choice(over)
        return self.find(table, [s.person.user for s in table.seats if s.person], ("again",))

    def find(self, table: Table, users: Sequence[int], verbs: tuple[str, ...]) -> Press | None:
        """Look for an enabled button of a table among what one of these people sees."""
        users = [user for user in users if self.there(table.guild, user)]
        if not users:
            return None
        user = self.rng.choice(users)
        found: list[Seen] = []
        for channel in [c for c in self.crowd.channels() if table.channel in (c.id, c.parent_id)]:
            newest = None
            for seen in self.crowd.buttons(channel.id, user):
                number, seq, verb, _ = seen.parts
                if not seen.enabled or number != str(table.id) or verb not in verbs:
                    continue
                if verb in ("give", "play", "mark") and seq != str(table.turn_seq):
                    continue
                if newest not in (None, seen.message.id):
                    break
                newest = seen.message.id
                found.append(seen)
        if not found:
            return None
        give = [seen for seen in found if seen.parts[2] == "give"]
        seen = self.rng.choice(give or found)
        return Press(user, seen.message, seen.custom_id)
