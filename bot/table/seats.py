"""Who sits in a seat, and who plays it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from bot.house import Strength


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a table: their Discord user id, and their name when they sat down."""

    user: int
    name: str

    @property
    def former(self) -> bool:
        """Whether this was somebody who has had their data deleted (`bot.table.privacy`)."""
        return is_former(self.user)


def is_former(user: int) -> bool:
    """Whether a number stands for a former player: Discord's ids are above zero."""
    return user < 0


@dataclass(frozen=True, slots=True)
class House:
    """A house player."""

    strength: Strength
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: free, a person's, a house player's, or a person's that a house player plays for them.

    `gone` says why the person doesn't play: `away` may come back, `surrendered` has given up.
    """

    person: Person | None = None
    house: House | None = None
    gone: Literal["away", "surrendered"] | None = None

    @property
    def free(self) -> bool:
        """Whether nobody sits here."""
        return self.person is None and self.house is None

    @property
    def present(self) -> Person | None:
        """The person who sits here and plays."""
        return self.person if self.gone is None else None

    def left(self, why: Literal["away", "surrendered"]) -> Seat:
        """The seat after its person has gone."""
        return replace(self, gone=why)


def house_name(strength: Strength, others: list[str]) -> str:
    """A house player's name at a table: `Steady House`, `Steady House 2`, ….

    People may have such a name, too: what tells the two apart is who sits there, and is shown by `bot.ui.panels.who`.
    """
    name = f"{strength.capitalize()} House"
    number = 2
    while (numbered := name if number == 2 else f"{name} {number - 1}") in others:
        number += 1
    return numbered
