"""Which face and back of the cards each person has chosen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from bot.table.standing.career import Career
from bot.table.standing.unlocks import BACKS, FACES, backs_with, faces_at
from bot.table.standing.xp import level_of
from bot.table.table import Refused
from db import feats, players
from db.engine import Database


@dataclass(frozen=True, slots=True)
class Cards:
    """A person's choice, by the keys of `unlocks`; empty where they haven't chosen."""

    face: str = ""
    back: str = ""


@dataclass(frozen=True, slots=True)
class Closet:
    """What a person has chosen, what they may choose from, and the level and prestige that let them."""

    chosen: Cards
    faces: frozenset[str]
    backs: frozenset[str]
    level: int = 1
    prestige: int = 0


class Wardrobe:
    """Reads and changes choices; those asked for last are kept in memory, at most `most` of them."""

    def __init__(self, database: Database, most: int = 10_000) -> None:
        self._database = database
        self._most = most
        self._known: dict[int, Cards] = {}

    async def of(self, users: Collection[int]) -> dict[int, Cards]:
        """What these people have chosen."""
        unknown = [user for user in users if user not in self._known]
        if unknown:
            async with self._database.read() as connection:
                rows = {row.id: row for row in await players.load_all(connection, unknown)}
            for user in unknown:
                row = rows.get(user)
                self._remember(user, Cards(row.face, row.back) if row else Cards())
        return {user: self._known.get(user, Cards()) for user in users}

    async def closet(self, user: int) -> Closet:
        """What a person may choose from."""
        async with self._database.read() as connection:
            row = await players.load(connection, user)
            achieved = {feat.feat for feat in await feats.of_players(connection, [user])}
        career = Career.read(row.career) if row else Career()
        level = level_of(career.xp)
        return Closet(
            Cards(row.face, row.back) if row else Cards(),
            faces_at(level),
            backs_with(career.prestige, achieved),
            level,
            career.prestige,
        )

    async def choose(
        self, user: int, name: str, now: datetime, *, face: str | None = None, back: str | None = None
    ) -> Cards:
        """Choose a face, a back, or both. Raises `Refused`, saying what unlocks a locked one."""
        closet = await self.closet(user)
        if face is not None and face not in closet.faces:
            raise Refused(f"That face is locked: it takes {_condition(face)}.")
        if back is not None and back not in closet.backs:
            raise Refused(f"That back is locked: it takes {_condition(back)}.")
        chosen = Cards(
            closet.chosen.face if face is None else face, closet.chosen.back if back is None else back
        )
        async with self._database.write() as connection:
            await players.upsert(connection, user, name, now)
            await players.set_cards(connection, user, face=chosen.face, back=chosen.back)
        self._remember(user, chosen)
        return chosen

    def forget(self, user: int) -> None:
        """Read a person's choice anew the next time."""
        self._known.pop(user, None)

    def _remember(self, user: int, cards: Cards) -> None:
        self._known.pop(user, None)
        self._known[user] = cards
        if len(self._known) > self._most:
            del self._known[next(iter(self._known))]


def _condition(key: str) -> str:
    return next((each.condition for each in (*FACES, *BACKS) if each.key == key), "something unknown")
