"""Hidden cards stay hidden: in whole games, in every message, every id and every line of the log."""

from __future__ import annotations

import io
import json
import logging
import random
import re
from collections.abc import Generator

import pytest
import structlog

from bot import logs
from bot.cribbage.cards import Card
from bot.cribbage.events import Dealt, HandCounted, Played, StarterTurned
from bot.table.events import Event
from tests.room import Person, Room, Shown

CARD_IN_TEXT = re.compile(r"(10|[2-9AJQK])([♣♦♥♠])\ufe0e?")
CARD_IN_ID = re.compile(r"[2-9TJQKA][CDHS]")
SUITS = dict(zip("♣♦♥♠", "CDHS", strict=True))


def cards_in(text: str) -> set[str]:
    """The cards that a message names, as `5H`."""
    return {f"{rank.replace('10', 'T')}{SUITS[suit]}" for rank, suit in CARD_IN_TEXT.findall(text)}


def cards_of(view: Shown) -> set[str]:
    """The cards in a message's text, labels and custom ids."""
    ids = [str(button["custom_id"]).split(":", 5)[-1] for button in view.buttons]
    hidden = {card for custom_id in ids for card in CARD_IN_ID.findall(custom_id)}
    return cards_in(" ".join([view.text, *view.labels(enabled=False)])) | hidden


def words(cards: tuple[Card, ...]) -> set[str]:
    return {str(card) for card in cards}


def open_cards(deal: list[Event]) -> set[str]:
    """The cards of a deal that have been seen by everybody."""
    seen: set[str] = set()
    for event in deal:
        match event:
            case Played(card=card) | StarterTurned(card):
                seen.add(str(card))
            case HandCounted(cards=cards):
                seen |= words(cards)
            case _:
                pass
    return seen


def knows(deal: list[Event], seat: int) -> set[str]:
    """What a seat knows besides: the cards that it was dealt."""
    return {str(card) for event in deal if isinstance(event, Dealt) for card in event.hands[seat]}


@pytest.fixture
def output(monkeypatch: pytest.MonkeyPatch) -> Generator[io.StringIO]:
    """What the bot logs as it is configured in earnest, at its most talkative."""
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in ("discord", "sqlalchemy", "alembic")}
    logs.configure("debug", "json")
    structlog.configure(cache_logger_on_first_use=False)
    yield stream
    structlog.reset_defaults()
    root.handlers[:], root.level = handlers, level
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_whole_game_gives_nothing_away(output: io.StringIO, room: Room, seed: int) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await room.start(ann, bob, variant="short")
    rng, looks = random.Random(seed), 0
    while not room.over:
        for person in (ann, bob):
            if room.over:
                break
            if not person.can_move:
                await person.open_hand()
            elif rng.random() < 0.3:
                await mischief(room, cy, bob if person is ann else ann, rng)
            else:
                await person.press(person.hand, person.next_press(rng))
            await nothing_shows(room, ann, bob, cy)
            looks += 1
    assert looks > 60
    await nothing_logged(room, output.getvalue())


async def mischief(room: Room, outsider: Person, other: Person, rng: random.Random) -> None:
    """Presses that are refused, so that there are refusals to look at."""
    match rng.randrange(3):
        case 0:
            await outsider.press(room.table, "My hand")
        case 1 if other.hand.buttons:
            await other.press_late(other.hand, rng.choice(other.hand.labels(enabled=False)))
        case _:
            await outsider.press_id(room.table, "crib:1:1:0:play:5H")


async def nothing_shows(room: Room, ann: Person, bob: Person, cy: Person) -> None:
    """Of the cards of this deal everybody sees those on the table, and each player their own."""
    log = await room.bot.tables.store.log(1)
    starts = [at for at, event in enumerate(log) if isinstance(event, Dealt)]
    deal = log[starts[-1] :]
    begun = max(view.message.id for view in room.public() if f"deal {len(starts)}\n" in view.text)
    public = open_cards(deal)
    newest = [view for view in room.newest_first() if view.message.id >= begun]
    for view in newest:
        # An end shows the cards that were never counted.
        if not any(event.kind == "game_won" for event in log):
            assert cards_of(view) <= public, view.text
        assert [CARD_IN_ID.findall(str(button["custom_id"])) for button in view.buttons] == [[]] * len(
            view.buttons
        )
    for view in room.tables:
        assert view.labels() == view.labels(enabled=False)
    if not room.over:
        for seat, person in enumerate((ann, bob)):
            hand = person.hand
            if f"deal {len(starts)} " in hand.text:
                assert cards_of(hand)
                assert cards_of(hand) <= public | knows(deal, seat), hand.text
    for view in cy.private():
        assert cards_of(view) == set() or "5♥" in view.text


async def nothing_logged(room: Room, output: str) -> None:
    """No line has a card in it, nor the seed before it was revealed, nor a token."""
    record = await room.bot.tables.store.load(1)
    for line in output.splitlines():
        entry = json.loads(line)
        text = json.dumps(
            {key: value for key, value in entry.items() if key != "timestamp"}, ensure_ascii=False
        )
        assert not CARD_IN_TEXT.search(text), line
        assert not re.search(r"\b[2-9TJQKA][CDHS]\b", text), line
        assert record.seed.hex() not in text
        assert "simcord_interaction_" not in text


async def test_an_unexpected_failure_is_logged_without_cards(
    output: io.StringIO, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    await ann.open_hand()
    two = ann.hand.cards()[:2]
    for card in two:
        await ann.press(ann.hand, str(card))

    async def fails(*arguments: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(room.bot.tables.store, "commit", fails)
    await ann.press(ann.hand, next(label for label in ann.hand.labels() if label.startswith("Give")))
    logged = output.getvalue()
    assert "RuntimeError" in logged
    for card in two:
        assert str(card) not in re.findall(r"\b[2-9TJQKA][CDHS]\b", logged)
        assert card.symbol not in logged
    assert str(two[0]) + str(two[1]) not in logged
