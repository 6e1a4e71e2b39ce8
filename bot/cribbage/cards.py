"""Playing cards: the 52 of them, how they are written, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any, Final

from pydantic_core import core_schema

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
SYMBOLS: Final = "♣♦♥♠"
JACK: Final = 11
_AS_TEXT: Final = "\ufe0e"  # after a suit: keep it from being drawn as a dark emoji

# One key a rank, chosen so that no two different sets of four ranks have the same sum: adding the
# keys of a hand's cards therefore names its ranks, whatever their order.
_KEYS: Final = (0, 0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967, 8194, 13663)


class Card:
    """One of the 52 cards. There is exactly one object for each, so `is` and `==` agree.

    `rank` runs from 1 (ace) to 13 (king), `suit` from 0 to 3 (clubs, diamonds, hearts, spades),
    `value` is what the card adds to a count (face cards 10). `index` orders the pack by rank, then suit.
    """

    __slots__ = ("index", "jack", "key", "rank", "suit", "value")

    index: int
    rank: int
    suit: int
    value: int
    key: int  # see _KEYS
    jack: Card  # the jack of this card's suit, which is his nobs when this card is the starter

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + SUITS[self.suit]

    def __repr__(self) -> str:
        return str(self)

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[Any, ...]:
        return parse_card, (str(self),)

    @property
    def symbol(self) -> str:
        """The card as people read it, `10♥` for the ten of hearts."""
        rank = RANKS[self.rank - 1]
        return ("10" if rank == "T" else rank) + SYMBOLS[self.suit] + _AS_TEXT

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(
            _coerce, serialization=core_schema.plain_serializer_function_ser_schema(str)
        )


def _make_pack() -> tuple[Card, ...]:
    pack: list[Card] = []
    for index in range(52):
        card = Card()
        card.index = index
        card.rank = index // 4 + 1
        card.suit = index % 4
        card.value = min(card.rank, 10)
        card.key = _KEYS[card.rank]
        pack.append(card)
    for card in pack:
        card.jack = pack[(JACK - 1) * 4 + card.suit]
    return tuple(pack)


PACK: Final = _make_pack()
"""All 52 cards: aces first, and within a rank clubs, diamonds, hearts, spades."""


def _spellings() -> dict[str, Card]:
    known: dict[str, Card] = {}
    for card in PACK:
        letter, suit = RANKS[card.rank - 1], SUITS[card.suit]
        ranks = {letter, letter.lower(), "10" if card.rank == 10 else letter}
        for written in product(ranks, suit + suit.lower() + SYMBOLS[card.suit]):
            known["".join(written)] = card
    return known


_SPELLINGS: Final = _spellings()


def _coerce(value: object) -> Card:
    if isinstance(value, Card):
        return value
    if isinstance(value, str):
        return parse_card(value)
    raise ValueError("a card is written as text, like 5H")


def parse_card(text: str) -> Card:
    """Read one card: rank then suit, as in `TH`, `10h` or `10♥`.

    Raises `ValueError` on anything else.
    """
    card = _SPELLINGS.get(text.strip().removesuffix("\ufe0f").removesuffix(_AS_TEXT))
    if card is None:
        raise ValueError(f"{text!r} is no card: write the rank (A 2-9 T J Q K), then the suit (C D H S)")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas, keeping their order.

    Raises `ValueError` on anything that is no card, and on a card that is named twice.
    """
    cards = tuple(parse_card(word) for word in text.replace(",", " ").split())
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise ValueError(f"{card} is named twice")
        seen.add(card)
    return cards


def symbols(cards: Iterable[Card]) -> str:
    """Several cards as people read them: `5♥ J♦`."""
    return " ".join(card.symbol for card in cards)
