"""Faces of the cards unlock by level; backs by prestige and feats, never by level."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from bot.table.standing.feats import BY_KEY


@dataclass(frozen=True, slots=True)
class Face:
    """A face, by its key in `bot.ui.pictures.faces`, and the level from which it may be used."""

    key: str
    name: str
    level: int

    @property
    def condition(self) -> str:
        """What unlocks it."""
        return "for everybody" if self.level <= 1 else f"level {self.level}"


@dataclass(frozen=True, slots=True)
class Back:
    """A back, by its key in `bot.ui.pictures.backs`, and the prestige or the feat that unlocks it."""

    key: str
    name: str
    prestige: int = 0
    feat: str | None = None

    @property
    def condition(self) -> str:
        """What unlocks it."""
        if self.feat is not None:
            return f"the feat “{BY_KEY[self.feat].name}”"
        return f"prestige {self.prestige}" if self.prestige else "for everybody"


FACES: Final = (
    Face("classic", "Classic", 1),
    Face("four-colours", "Four Colours", 1),
    Face("large-print", "Large Print", 1),
    Face("ink", "Ink", 3),
    Face("parlour", "Parlour", 6),
    Face("midnight", "Midnight", 10),
    Face("meadow", "Meadow", 15),
)
BACKS: Final = (
    Back("lattice", "Lattice"),
    Back("fans", "Fans"),
    Back("harbour", "Harbour", prestige=1),
    Back("tartan", "Tartan", prestige=5),
    Back("starlight", "Starlight", prestige=15),
    Back("compass", "Compass", feat="games_10"),
    Back("pegboard", "Pegboard", feat="pegger"),
    Back("ivy", "Ivy", feat="streak_5"),
    Back("skunk", "Skunk", feat="double_skunk"),
    Back("twenty-nine", "Twenty-Nine", feat="hand_29"),
)


def faces_at(level: int) -> frozenset[str]:
    """The keys of the faces that a level may use."""
    return frozenset(face.key for face in FACES if face.level <= level)


def backs_with(prestige: int, feats: Collection[str]) -> frozenset[str]:
    """The keys of the backs that so much prestige and these feats may use."""
    return frozenset(
        back.key
        for back in BACKS
        if (back.feat in feats if back.feat is not None else back.prestige <= prestige)
    )
