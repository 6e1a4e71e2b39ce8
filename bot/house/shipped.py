"""The tables that come with the package, read when they are first needed (`bot.house.make_figures` makes them)."""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from bot.house.cribs import CribModel, model_of_pairs, model_of_singles
from bot.house.discards import CribTable
from bot.house.ranks import HANDS, KEY, PAIRS, key_of, ways

_SCALE: Final = 65_535


@dataclass(frozen=True, slots=True)
class RoleTable:
    """What is known of players whose side owns the crib, or of those whose side doesn't.

    `throws` is how often they give each rank (ace at index 0) or rank pair (`ranks.PAIRS`), `cribs` the
    mean crib after they gave it. `kept` has a weight for each single choice of four cards that they can
    have kept, by the key of its ranks. `play` is what a kept hand is worth in the play: net points by
    rank (index 0 unused), and for a pair.
    """

    throws: tuple[float, ...]
    cribs: CribTable
    kept: dict[int, float]
    play: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class DealTable:
    """How deals go, in points: each entry's chance.

    `play` is by (dealer's side, the other side or sides together), heels among them; `hands` by points
    for the dealer and for the others; `crib` by points.
    """

    play: tuple[tuple[int, int, float], ...]
    dealer_hand: tuple[float, ...]
    other_hand: tuple[float, ...]
    crib: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """All tables for a number of players, in lowball or not."""

    own: RoleTable
    other: RoleTable
    deals: DealTable

    def role(self, *, own_crib: bool) -> RoleTable:
        """The table of those whose side has the crib, or hasn't."""
        return self.own if own_crib else self.other


def file_name(players: int, *, lowball: bool) -> str:
    """Where the tables of a game are kept."""
    return f"{players}-{'lowball' if lowball else 'standard'}.json"


@lru_cache(maxsize=8)
def figures(players: int, *, lowball: bool) -> Figures:
    """The tables for a game of this many players."""
    text = files("bot.house").joinpath("figures", file_name(players, lowball=lowball)).read_text("utf-8")
    return decode(json.loads(text))


@lru_cache(maxsize=16)
def crib_model(players: int, *, lowball: bool, own_crib: bool) -> CribModel:
    """What others give to the crib in self-play, as one who gives to his own crib, or to theirs, meets it.

    Raises `ValueError` for the dealer's side of six players, which gives nothing.
    """
    known = figures(players, lowball=lowball)
    return model_from(players, known.own.throws, known.other.throws, own_crib=own_crib)


def model_from(players: int, own: Sequence[float], other: Sequence[float], *, own_crib: bool) -> CribModel:
    """The crib's other cards as `own` and `other` throw them: see `crib_model`."""
    if players == 2:
        return model_of_pairs(other if own_crib else own)
    any_card = [1 / 13] * 13
    if players == 3:
        return model_of_singles([other, other if own_crib else own, any_card])
    if players == 4:
        return model_of_singles([own, other, other] if own_crib else [own, own, other])
    if own_crib:
        raise ValueError("with six players the dealer's side gives nothing to the crib")
    return model_of_singles([other, other, other])


def encode(known: Figures, notes: dict[str, Any]) -> dict[str, Any]:
    """Figures as they are stored, with notes for people."""
    deals = known.deals
    return {
        "notes": notes,
        "own": _encode_role(known.own),
        "other": _encode_role(known.other),
        "deals": {
            "play": [[dealer, other, round(chance, 5)] for dealer, other, chance in deals.play],
            "dealer_hand": _rounded(deals.dealer_hand),
            "other_hand": _rounded(deals.other_hand),
            "crib": _rounded(deals.crib),
        },
    }


def decode(stored: dict[str, Any]) -> Figures:
    """Figures from their stored form."""
    deals = stored["deals"]
    return Figures(
        _decode_role(stored["own"]),
        _decode_role(stored["other"]),
        DealTable(
            tuple((dealer, other, chance) for dealer, other, chance in deals["play"]),
            tuple(deals["dealer_hand"]),
            tuple(deals["other_hand"]),
            tuple(deals["crib"]),
        ),
    )


def crib_table(means: Sequence[float]) -> CribTable:
    """A crib table from means in the order of `ranks.PAIRS`, or by rank with the ace at index 0."""
    if len(means) == len(PAIRS):
        pairs = [0.0] * (14 * 14)
        for (low, high), mean in zip(PAIRS, means, strict=True):
            pairs[low * 14 + high] = pairs[high * 14 + low] = mean
        return CribTable(pairs=tuple(pairs))
    return CribTable(singles=(0.0, *means))


def _encode_role(role: RoleTable) -> dict[str, Any]:
    pairs = role.cribs.pairs
    cribs = [pairs[low * 14 + high] for low, high in PAIRS] if pairs else role.cribs.singles[1:]
    # What is kept is stored by how often ranks are kept, which spreads less than the weight of cards.
    full = [4] * 13
    often = [role.kept[key_of(ranks)] * ways(ranks, full) for ranks in HANDS]
    unit = max(often) / _SCALE
    packed = array("H", [round(number / unit) for number in often])
    return {
        "throws": _rounded(role.throws, 7),
        "cribs": _rounded(cribs, 4),
        "kept": b64encode(zlib.compress(_little_endian(packed).tobytes(), 9)).decode(),
        "play": _rounded(role.play, 3),
    }


def _decode_role(stored: dict[str, Any]) -> RoleTable:
    packed = array("H")
    packed.frombytes(zlib.decompress(b64decode(stored["kept"])))
    full = [4] * 13
    often = _little_endian(packed)
    kept = {
        sum(KEY[rank] for rank in ranks): number / ways(ranks, full)
        for ranks, number in zip(HANDS, often, strict=True)
    }
    return RoleTable(tuple(stored["throws"]), crib_table(stored["cribs"]), kept, tuple(stored["play"]))


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers


def _rounded(numbers: Sequence[float], digits: int = 5) -> list[float]:
    return [round(number, digits) for number in numbers]
