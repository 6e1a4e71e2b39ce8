"""Nobody is told of cards that they may not know: in texts, labels, alt texts, custom ids and log lines.

What has been dealt and shown is noted from the tables' own events. What a person may know of a deal is what
lay open in it, and the cards that they were dealt.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from bot.cribbage.events import CutForDeal, Dealt, GameWon, HandCounted, Played, StarterTurned
from bot.table.tables import Change
from tests.campaigns.world import Ahead, Sent

_EPHEMERAL: Final = 1 << 6
_ANSWER, _UPDATE = 4, 7
_SUITS: Final = {
    **dict(zip("♣♦♥♠", "CDHS", strict=True)),
    "clubs": "C",
    "diamonds": "D",
    "hearts": "H",
    "spades": "S",
}
_RANKS: Final = {"10": "T", "ace": "A", "jack": "J", "queen": "Q", "king": "K"}
_SYMBOL: Final = re.compile(r"(10|[2-9AJQK])([♣♦♥♠])")
_SPOKEN: Final = re.compile(r"\b(ace|10|[2-9]|jack|queen|king) of (clubs|diamonds|hearts|spades)\b")
_CODE: Final = re.compile(r"[2-9TJQKA][CDHS]")
_CODE_ALONE: Final = re.compile(r"\b[2-9TJQKA][CDHS]\b")
_TABLE: Final = re.compile(r"\b[Tt]able (\d+)\b")
_DEAL: Final = re.compile(r"\bdeal (\d+)\b")
_FILE: Final = re.compile(r"attachment://(?:board|show|table)-(\d+)")
_NONCE: Final = re.compile(r"(\d+)\.")


def named(text: str) -> set[str]:
    """The cards that a text names, as `5H`."""
    pairs = (*_SYMBOL.findall(text), *_SPOKEN.findall(text))
    return {f"{_RANKS.get(rank, rank)}{_SUITS[suit]}" for rank, suit in pairs}


def coded(custom_id: str) -> set[str]:
    """The cards in a custom id."""
    parts = custom_id.split(":", 5)
    return set(_CODE.findall(parts[5])) if len(parts) > 5 else set()


@dataclass
class _Deal:
    open: set[str] = field(default_factory=set)
    hands: tuple[tuple[str, ...], ...] = ()


@dataclass
class _Known:
    """What there is to know of a table."""

    deals: list[_Deal] = field(default_factory=lambda: [_Deal()])  # the first stands for the cut
    over: bool = False
    seats: dict[int, int] = field(default_factory=dict)

    def may(self, user: int | None, deal: int | None) -> set[str] | None:
        """The cards of a deal that somebody may know, or everybody with None; all of them when it returns None."""
        if self.over or deal is None:
            # Without a deal only the cut is told.
            return None if self.over else self.deals[0].open
        if deal >= len(self.deals):
            return set()
        there = self.deals[deal]
        seat = self.seats.get(user) if user is not None else None
        own = there.hands[seat] if seat is not None and seat < len(there.hands) else ()
        return there.open | set(own) | self.deals[0].open


class Secrets:
    """All tables' cards, and who may know them."""

    def __init__(self) -> None:
        self._tables: dict[int, _Known] = defaultdict(_Known)
        self.seeds: dict[int, str] = {}

    def changed(self, change: Change) -> None:
        """Note what has happened at a table."""
        table = change.after
        known = self._tables[table.id]
        # Who sat there may still know what they were dealt.
        known.seats.update({seat.person.user: at for at, seat in enumerate(table.seats) if seat.person})
        for event in change.events:
            match event:
                case CutForDeal():
                    known.deals[0].open |= {str(card) for card in _cards(event)}
                case Dealt(hands=hands):
                    known.deals.append(_Deal(hands=tuple(tuple(map(str, hand)) for hand in hands)))
                case Played(card=card) | StarterTurned(card):
                    known.deals[-1].open.add(str(card))
                case HandCounted(cards=cards):
                    known.deals[-1].open |= set(map(str, cards))
                case GameWon():
                    known.over = True
                case _:
                    pass
        if table.status == "finished":
            # The seed is open, and every card follows from it.
            known.over = True
            self.seeds.pop(table.id, None)

    def told(self, body: str) -> Iterator[str]:
        """Complain of a text that has a live table's seed."""
        for number, seed in self.seeds.items():
            if seed in body:
                yield f"the seed of table {number} is told while its game is on"

    def complaints(self, message: Message, pressed: str = "") -> Iterator[str]:
        """What a message tells that its reader may not know. Whoever pressed knows what they sent."""
        yield from self.told(message.dumped)
        if message.reader is None and any(map(coded, message.ids)):
            yield f"cards in the custom ids of a public message: {message.text[:200]!r}"
        cards = message.cards
        if not cards:
            return
        deal = _DEAL.search(message.text)
        number = message.table
        may = self._tables[number].may(message.reader, int(deal[1]) if deal else None) if number else set()
        if may is None:
            return
        if hidden := cards - may - coded(pressed):
            who = "everybody" if message.reader is None else f"person {message.reader}"
            yield f"{who} is told of {sorted(hidden)} at table {number}: {message.text[:300]!r}"


def _cards(event: CutForDeal) -> Iterator[object]:
    for _, card in event.cards:
        yield card


def logged_cards(entries: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Complain of log lines that name cards."""
    for entry in entries:
        text = json.dumps({k: v for k, v in entry.items() if k != "timestamp"}, ensure_ascii=False)
        if named(text) or _CODE_ALONE.search(text):
            yield f"cards in the log: {text[:300]}"


@dataclass(frozen=True)
class Message:
    """What somebody is shown, or with no `reader` everybody."""

    reader: int | None
    text: str
    ids: tuple[str, ...]
    dumped: str
    table: int | None

    @property
    def cards(self) -> set[str]:
        """The cards that it names."""
        return named(self.text) | {card for custom_id in self.ids for card in coded(custom_id)}


def message_in(backend: Any, sent: Sent) -> Message | None:
    """The message that a request brings, if it brings one."""
    if not isinstance(sent.json, dict) or sent.method not in ("POST", "PATCH"):
        return None
    parts = sent.path.strip("/").split("/")
    match parts:
        case ["interactions", number, _, "callback"] if sent.json.get("type") in (_ANSWER, _UPDATE):
            body = sent.json.get("data") or {}
            record = backend.interactions.get(int(number))
            private = _private_answer(sent)
            if private is None:
                return None  # the message is gone, so nobody is shown anything
            reader = record.user_id if private else None
        case ["webhooks", _, token, *_]:
            body = sent.json
            number = backend.interaction_tokens.get(token)
            record = None if number is None else backend.interactions.get(number)
            if record is None or (sent.error is not None and _stored(backend, record) is None):
                return None  # the message is gone, so nobody is shown anything
            private = (body.get("flags") or 0) & _EPHEMERAL or _private(backend, record)
            reader = record.user_id if private else None
        case ["channels", _, "messages", *_]:
            body, reader = sent.json, None
        case _:
            return None
    return _message(body, reader)


def source_noted(backend: Any) -> Ahead:
    """Note of every answer that changes a message whether that is private: a moment later it may be gone."""

    async def note(sent: Sent) -> None:
        match sent.path.strip("/").split("/"):
            case ["interactions", number, _, "callback"] if sent.json.get("type") == _UPDATE:
                record = backend.interactions[int(number)]
                stored = _found(backend, record, record.source_message_id)
                sent.private = None if stored is None else stored.is_ephemeral

    return note


def _private_answer(sent: Sent) -> bool | None:
    """Whether an answer is private; None when it changes a message that is gone."""
    if sent.json["type"] == _ANSWER:
        return bool(((sent.json.get("data") or {}).get("flags") or 0) & _EPHEMERAL)
    return sent.private


def _private(backend: Any, record: Any) -> bool:
    stored = _stored(backend, record)
    return record.ephemeral if stored is None else stored.is_ephemeral


def _stored(backend: Any, record: Any) -> Any:
    return _found(backend, record, record.message_id or record.source_message_id)


def _found(backend: Any, record: Any, message: int | None) -> Any:
    return backend.messages.get(record.channel_id, {}).get(message)


def _message(body: dict[str, Any], reader: int | None) -> Message | None:
    texts: list[str] = []
    ids: list[str] = []
    files: list[str] = []
    for part in _walk(body.get("components") or []):
        texts += [part[key] for key in ("content", "label", "description") if part.get(key)]
        for item in part.get("items") or []:
            texts.append(item.get("description") or "")
            files.append(item["media"]["url"])
        if part.get("custom_id"):
            ids.append(part["custom_id"])
    if not texts:
        return None
    text, dumped = "\n".join(texts), json.dumps(body)
    return Message(reader, text, tuple(ids), dumped, _number(body, text, ids, files))


def _number(body: dict[str, Any], text: str, ids: list[str], files: list[str]) -> int | None:
    found = _NONCE.match(str(body.get("nonce") or "")) or next(filter(None, map(_FILE.match, files)), None)
    found = found or _TABLE.search(text)
    if found:
        return int(found[1])
    return next(
        (int(parts[2]) for parts in (i.split(":") for i in ids) if parts[2:3] and parts[2].isdecimal()), None
    )


def _walk(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield part
        yield from _walk(part.get("components") or [])
        if isinstance(part.get("accessory"), dict):
            yield from _walk([part["accessory"]])
