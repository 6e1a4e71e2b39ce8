"""Sealed shuffles: every card of a game follows from a secret seed and a public list of numbers.

The seed's SHA-256 is shown before anybody sits down (`commitment`). Every press that fills a seat then
adds the number that Discord gave it to the public list, so that neither players nor operator can pick the
cards. After the game the seed is revealed and anyone can derive the cards again.

The algorithm, version 1. A stream of bytes is the concatenation, for i = 0, 1, 2, …, of

    HMAC-SHA-256(key = seed, message = "cribbage-shuffle/1|<public>|<label>|<i>")

where `<public>` are the list's numbers in decimal, joined by commas. A number below n (n at most 52) is
the next byte of the stream that is below 256 - 256 % n, modulo n. A pack is shuffled by Fisher and Yates
from the end: for i = 51 down to 1, swap positions i and (a number below i + 1). It starts in the order of
`bot.cribbage.cards.PACK`. Labels are `cut:<round>` with rounds from 1, and `deal:<number>`.

The cards of a shuffled pack are used from the front. In a cut each seat still in it draws one, in seat
order. In a deal the seats from eldest to dealer get their cards one seat after the other, then come the
cards dealt to the crib, then the starter.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from bot.cribbage.cards import PACK, Card
from bot.cribbage.commands import ChanceCommand, Cut, Deal, TurnStarter
from bot.cribbage.seating import clockwise, dealt_size, dealt_to_crib
from bot.cribbage.state import GameState

SEED_BYTES = 32
"""Length of a seed: 256 bits."""


def commitment(seed: bytes) -> str:
    """The seal of a seed: its SHA-256 in hexadecimal. Raises `ValueError` unless it has 32 bytes."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return hashlib.sha256(seed).hexdigest()


def shuffled_pack(seed: bytes, public: Sequence[int], label: str) -> tuple[Card, ...]:
    """The pack as shuffled for a label such as `deal:3`."""
    stream = _stream(seed, f"cribbage-shuffle/1|{','.join(map(str, public))}|{label}")
    pack = list(PACK)
    for last in range(len(pack) - 1, 0, -1):
        other = _below(last + 1, stream)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


def next_chance(state: GameState, seed: bytes, public: Sequence[int]) -> ChanceCommand | None:
    """The cut, deal or starter that a game waits for, or None when it waits for a player or is over."""
    if state.phase == "cut":
        return derive_cut(state.cutting(), len(state.cuts) + 1, seed, public)
    if state.phase == "deal":
        return derive_deal(state.players, state.next_dealer(), state.deal + 1, seed, public)
    if state.phase == "starter":
        return derive_starter(state.players, state.deal, seed, public)
    return None


def derive_cut(seats: Sequence[int], number: int, seed: bytes, public: Sequence[int]) -> Cut:
    """Round `number` (from 1) of the cut for deal, for the seats still in it."""
    return Cut(tuple(zip(seats, shuffled_pack(seed, public, f"cut:{number}"), strict=False)))


def derive_deal(players: int, dealer: int, number: int, seed: bytes, public: Sequence[int]) -> Deal:
    """The cards of deal `number` (from 1)."""
    pack = iter(shuffled_pack(seed, public, f"deal:{number}"))
    hands: dict[int, tuple[Card, ...]] = {}
    for seat in clockwise(dealer, players):
        hands[seat] = tuple(next(pack) for _ in range(dealt_size(seat, dealer, players)))
    crib = tuple(next(pack) for _ in range(dealt_to_crib(players)))
    return Deal(tuple(hands[seat] for seat in range(players)), crib)


def derive_starter(players: int, number: int, seed: bytes, public: Sequence[int]) -> TurnStarter:
    """The starter of deal `number`: the first card behind those that were dealt."""
    dealt = sum(dealt_size(seat, 0, players) for seat in range(players)) + dealt_to_crib(players)
    return TurnStarter(shuffled_pack(seed, public, f"deal:{number}")[dealt])


def _stream(seed: bytes, name: str) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(seed, f"{name}|{block}".encode(), hashlib.sha256)
        block += 1


def _below(bound: int, stream: Iterator[int]) -> int:
    limit = 256 - 256 % bound
    return next(byte for byte in stream if byte < limit) % bound
