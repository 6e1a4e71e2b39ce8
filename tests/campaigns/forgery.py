"""Buttons and commands that nobody was shown: what people send who try to break the table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, get_args

from bot.cribbage.cards import PACK
from bot.ui.panels.ids import Verb

VERBS: Final = tuple(get_args(Verb))
_MOVES: Final = (
    "play",
    "give",
    "mark",
    "yield",
    "back",
    "on",
    "stop",
    "keep",
    "join",
    "leave",
    "cancel",
    "sit",
    "rise",
)
_NUMBERS: Final = (0, 1, 2**31, 2**53, 2**63 - 1, 2**63, 10**19 - 1)
_ODD: Final = (
    "",
    "-",
    "+",
    "x",
    "5h",
    "10H",
    "ZZ",
    "5H5H",
    "0",
    "1",
    "2",
    "9",
    "-1",
    "gentle",
    "steady",
    "face-",
    "back-0",
)
_STRANGE: Final = (
    "crib:",
    "crib:1",
    "crib:2:1:0:hand",
    "crib:١:1:0:hand",
    "crib:1:1:0:hand ",
    "crib:1:-1:0:hand",
    "x",
    "crib:1:1:0:HAND",
)


def custom_id(rng: random.Random, tables: Sequence[int], seqs: Sequence[int], users: Sequence[int]) -> str:
    """A custom id of the grammar, or almost of it."""
    if rng.random() < 0.05:
        return rng.choice(_STRANGE)
    table = rng.choice(tables) if tables and rng.random() < 0.9 else rng.choice(_NUMBERS)
    seq = rng.choice(seqs) if seqs and rng.random() < 0.6 else rng.randrange(400)
    verb = rng.choice(_MOVES if rng.random() < 0.6 else VERBS)
    arg = _arg(rng, verb, users)
    if verb in ("join", "hand", "leave", "cancel", "house", "sit") and rng.random() < 0.7:
        seq = 0
    return f"crib:1:{table}:{seq}:{verb}{f':{arg}' if arg else ''}"[:100]


def _arg(rng: random.Random, verb: str, users: Sequence[int]) -> str:
    if rng.random() < 0.15:
        return rng.choice(_ODD)
    cards = "".join(map(str, rng.sample(PACK, rng.choice((1, 1, 2, 2, 3)))))
    match verb:
        case "play":
            return cards[:2]
        case "give":
            return cards
        case "mark":
            return f"{cards}-{rng.choice(PACK)}"
        case "sit":
            return "gentle"
        case "join":
            return rng.choice(("", "", "0", "1", "2", "7"))
        case "feats":
            return str(rng.choice(users)) if users else "1"
        case "top":
            return rng.choice(("0", "server-all-wins-0-0", "x-y", "me", "99"))
        case "cards":
            return rng.choice(("faces", "backs", "hats"))
        case "wear":
            return rng.choice(("face-classic", "back-classic", "face-gold", "back-x"))
        case "games" | "replay":
            return rng.choice(("", "1", "2", "99", "1-1", "0-0"))
        case _:
            return ""


def mutated(rng: random.Random, seen: str, others: Sequence[str]) -> str:
    """A custom id that was really shown, with something of another in it."""
    parts, other = seen.split(":"), rng.choice(others).split(":")
    if len(parts) < 5 or len(other) < 5:
        return seen
    at = rng.randrange(2, 6)
    if at == 5:
        return ":".join([*parts[:5], *other[5:6]])
    parts[at] = other[at]
    if at == 3 and rng.random() < 0.5:
        parts[3] = str(max(0, int(parts[3]) + rng.choice((-2, -1, 1, 2)))) if parts[3].isdecimal() else "0"
    return ":".join(parts)


Command = tuple[str, list[dict[str, Any]]]


def command(
    rng: random.Random, users: Sequence[int], channels: Sequence[int], tables: Sequence[int]
) -> Command:
    """A slash command, and its options as Discord would send them; some are of no use."""

    def user(name: str) -> dict[str, Any]:
        return {"name": name, "type": 6, "value": str(rng.choice(users))}

    def number(name: str, among: Sequence[int]) -> dict[str, Any]:
        return {"name": name, "type": 4, "value": rng.choice(among)}

    def text(name: str, among: Sequence[str]) -> dict[str, Any]:
        return {"name": name, "type": 3, "value": rng.choice(among)}

    def flag(name: str) -> dict[str, Any]:
        return {"name": name, "type": 5, "value": rng.random() < 0.5}

    def some(*options: dict[str, Any]) -> list[dict[str, Any]]:
        return [option for option in options if rng.random() < 0.5]

    name = rng.choice(COMMANDS)
    match name:
        case "cribbage start":
            sizes, kinds = (2, 3, 4, 6, 2, 5, 0, -1), ("standard", "short", "lowball", "solitaire")
            return name, some(
                user("opponent"), number("players", sizes), text("variant", kinds), flag("thread")
            )
        case "cribbage verify":
            return name, [number("number", (*tables[-9:], 1, 2, 0, -5, 2**53 - 1, 2**60))]
        case "cribbage settings":
            channel = {"name": "channel", "type": 7, "value": str(rng.choice(channels))}
            times = (60, 180, 300, 600, 86400, 1, -7)
            return name, some(number("turn_time", times), channel, flag("house_players"), flag("threads"))
        case "leaderboard":
            by, scopes = ("wins", "xp", "rating", "rate", "luck"), ("server", "everywhere", "moon")
            return name, some(text("by", by), text("scope", scopes), number("players", (0, 2, 4, 5)))
        case "profile":
            return name, some(user("user"))
        case "head-to-head":
            return name, [user("user"), *some(user("other"))]
        case _:
            return name, []


COMMANDS: Final = (
    "cribbage start",
    "cribbage hand",
    "cribbage surrender",
    "cribbage rules",
    "cribbage tables",
    "cribbage verify",
    "cribbage settings",
    "leaderboard",
    "profile",
    "head-to-head",
    "history",
    "cards",
    "privacy delete",
    "privacy export",
)
