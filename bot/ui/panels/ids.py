"""Custom ids of buttons: one versioned grammar, so that buttons of any age can be understood.

    crib:1:<table>:<seq>:<verb>[:<arg>]

`<seq>` is the question that the button answers (`Table.turn_seq`) or 0 where that doesn't matter. Who may
press is never decided by the id, only by who pressed. Cards appear only in the ids of private messages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

Verb = Literal[
    "join",  # take a seat
    "leave",  # get up before the game
    "cancel",  # close the table before the game
    "house",  # show me the house players
    "sit",  # let a house player sit down: arg is its strength
    "rise",  # let a house player get up
    "sealed",  # how shuffles are sealed
    "hand",  # show me my hand
    "mark",  # choose cards for the crib, or take the choice back: arg is the new choice
    "give",  # give the chosen cards to the crib
    "play",  # play a card
    "rules",  # a short guide
    "surrender",  # ask whether I mean it
    "yield",  # I mean it
    "back",  # take my seat back from a house player
    "on",  # play on against house players
    "stop",  # don't
    "again",  # a rematch
    "keep",  # I don't: play on
    "feats",  # all feats, and which of them somebody has: arg is their user id
    "top",  # a page of the leaderboard: arg is its number
    "cards",  # a page of my cards: arg is `faces` or `backs`
    "forget",  # delete my data: seq is the second in which I was asked whether I mean it
    "stay",  # don't
    "wear",  # make a face or back mine: arg is `face-` or `back-` and its key
    "games",  # a page of my games: arg is its number
    "replay",  # a deal of a game that is over: arg is its number, and the page of my games to go back to
    "check",  # derive every card of a game that is over again
]

_PATTERN: Final = re.compile(r"crib:1:([0-9]{1,19}):([0-9]{1,10}):([a-z]+)(?::([A-Za-z0-9+-]{0,40}))?")
_NUMBER: Final = re.compile("[0-9]{1,19}")
_LAST: Final = 2**63 - 1  # what the database can hold
_VERBS: Final = frozenset(get_args(Verb))


@dataclass(frozen=True, slots=True)
class ButtonId:
    """What a button means."""

    table: int
    seq: int
    verb: Verb
    arg: str = ""

    def __str__(self) -> str:
        base = f"crib:1:{self.table}:{self.seq}:{self.verb}"
        return f"{base}:{self.arg}" if self.arg else base


def parse(custom_id: str) -> ButtonId | None:
    """Read a custom id; None when it isn't one of this grammar and version."""
    match = _PATTERN.fullmatch(custom_id)
    table = match and row_number(match[1])
    if match is None or table is None or match[3] not in _VERBS:
        return None
    return ButtonId(table, int(match[2]), cast("Verb", match[3]), match[4] or "")


def row_number(text: str) -> int | None:
    """The number of a table or a person; None when the text is none that the database could hold."""
    return int(text) if _NUMBER.fullmatch(text) and int(text) <= _LAST else None
