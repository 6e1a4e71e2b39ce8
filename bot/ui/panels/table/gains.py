"""What a game brought to its players, in words."""

from __future__ import annotations

from bot.table.events import Gain
from bot.table.standing.feats import BY_KEY
from bot.table.standing.unlocks import BACKS, FACES
from bot.table.table import Table
from bot.ui.panels.names import listed
from bot.ui.panels.who import person_name


def gains_told(table: Table) -> list[str]:
    """A line for each person who gained something."""
    return [line for gain in table.gains if (line := _told(table, gain))]


def _told(table: Table, gain: Gain) -> str:
    seat = table.seat_of(gain.user)
    if seat is None:
        return ""
    parts: list[str] = []
    if gain.xp:
        level = (
            f" (level {gain.level_before} → {gain.level_after})"
            if gain.level_after > gain.level_before
            else ""
        )
        parts.append(f"+{gain.xp} XP{level}")
    if gain.prestige:
        parts.append(f"prestige +{gain.prestige}")
    feats = [f"*{BY_KEY[feat].name}*" for feat in gain.feats if feat in BY_KEY]
    if feats:
        parts.append(f"feats: {listed(feats)}")
    unlocked = _unlocked(gain)
    if unlocked:
        parts.append(f"unlocks {listed(unlocked)}")
    return f"**{person_name(table, seat)}** {', '.join(parts)}" if parts else ""


def _unlocked(gain: Gain) -> list[str]:
    faces = {face.key: f"the *{face.name}* face" for face in FACES}
    backs = {back.key: f"the *{back.name}* back" for back in BACKS}
    return [faces[key] for key in gain.faces if key in faces] + [
        backs[key] for key in gain.backs if key in backs
    ]
