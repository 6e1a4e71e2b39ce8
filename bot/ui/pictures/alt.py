"""What a picture shows, in words, for people who can't see it. Hidden cards are never named: no model has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.cribbage.cards import Card
from bot.cribbage.counting import CountKind
from bot.ui.pictures.backs import back_of
from bot.ui.pictures.faces import face_of
from bot.ui.pictures.models import (
    BoardPicture,
    CardsSheet,
    HandPicture,
    Laid,
    Picture,
    ProfilePicture,
    ShownHand,
    ShowPicture,
    TablePicture,
    Track,
)

LONGEST: Final = 1024
"""What Discord allows."""

_RANKS: Final = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
_SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
_KINDS: Final[dict[CountKind, str]] = {
    "fifteen": "fifteen",
    "pair": "pair",
    "pair_royal": "pair royal",
    "double_pair_royal": "double pair royal",
    "run": "run",
    "flush": "flush",
    "nobs": "his nobs",
}


def alt_text(model: Picture) -> str:
    """What a picture shows, in sentences, at most as long as Discord takes."""
    match model:
        case BoardPicture():
            sentences = _board(model)
        case TablePicture():
            sentences = _table(model)
        case HandPicture():
            sentences = _hand(model)
        case ShowPicture():
            sentences = [f"The show. Starter {card_words(model.starter)}."]
            sentences += [_shown(hand) for hand in model.hands]
        case ProfilePicture():
            sentences = _profile(model)
        case CardsSheet():
            sentences = _sheet(model)
    text = " ".join(sentences)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def card_words(card: Card) -> str:
    """A card as it is spoken: `5 of hearts`."""
    return f"{_RANKS[card.rank - 1]} of {_SUITS[card.suit]}"


def _listed(cards: Iterable[Card]) -> str:
    return ", ".join(map(card_words, cards))


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _board(model: BoardPicture) -> list[str]:
    variant = model.variant
    goal = f"{variant.target} loses" if variant.lowball else f"to {variant.target}"
    return [f"Cribbage board, {goal}.", *(_track(track, variant.target) for track in model.tracks)]


def _track(track: Track, target: int) -> str:
    score = min(track.score, target)
    moved = f", last move {score - track.back_peg}" if score > track.back_peg else ""
    return f"{track.name} {score}{moved}."


def _table(model: TablePicture) -> list[str]:
    said = _board(model.board)
    if model.starter is not None:
        said.append(f"Starter {card_words(model.starter)}.")
    if model.series:
        said.append(f"Count {model.count}: {_laid(model.series)}.")
    elif model.starter is not None and not model.banner:
        said.append("Count 0.")
    if model.banner:
        said.append(model.banner if model.banner[-1:] in ".!?" else f"{model.banner}.")
    for place in model.places:
        holds = f"{place.name} holds {_number(place.held, 'card')}"
        if place.dealer:
            holds += f", deals and has the crib, {_number(model.crib, 'card')} so far"
        if place.awaited:
            holds += ", to move"
        said.append(f"{holds}.")
    if model.earlier:
        said.append(f"Played before: {'; '.join(map(_laid, model.earlier))}.")
    return said


def _laid(series: Sequence[Laid]) -> str:
    return _listed(laid.card for laid in series)


def _hand(model: HandPicture) -> list[str]:
    said = [f"Your cards: {_listed(model.cards)}." if model.cards else "You hold no cards."]
    chosen = [card for card in model.cards if card in model.marked]
    if chosen:
        said.append(f"Chosen for the crib: {_listed(chosen)}.")
    useless = [card for card in model.cards if card in model.dimmed]
    if useless:
        said.append(f"Can't be played now: {_listed(useless)}.")
    if model.starter is not None:
        said.append(f"Starter {card_words(model.starter)}.")
    if model.count is not None:
        said.append(f"Count {model.count}.")
    return said


def _shown(hand: ShownHand) -> str:
    whose = f"{hand.name}'s crib" if hand.crib else hand.name
    held = f"{whose}: {_listed(sorted(hand.cards))}"
    if not hand.counted:
        return f"{held}, not counted."
    made: dict[CountKind, list[int]] = {}
    for line in hand.lines:
        made.setdefault(line.kind, []).append(line.points)
    lines = [
        f"{_KINDS[kind]} {points[0]}" if len(points) == 1 else f"{len(points)} {_KINDS[kind]}s {sum(points)}"
        for kind, points in made.items()
    ]
    total = "" if hand.total is None else f", to {hand.total}"
    return f"{held}. {', '.join(lines) or 'Nothing'}: {hand.points}{total}."


def _profile(model: ProfilePicture) -> list[str]:
    said = [f"{model.name}, level {model.level}, {model.progress_text}."]
    said += [f"{label.capitalize()}: {value}." for label, value in model.facts]
    if model.ratings:
        provisional = " (provisional)" if model.provisional else ""
        said.append(
            f"Rating {model.ratings[-1]:.0f}{provisional} after {_number(len(model.ratings), 'game')}, "
            f"between {min(model.ratings):.0f} and {max(model.ratings):.0f}."
        )
    counted = sum(model.hands)
    if counted:
        average = sum(points * number for points, number in enumerate(model.hands)) / counted
        best = max(points for points, number in enumerate(model.hands) if number)
        said.append(f"{_number(counted, 'hand')} counted, {average:.1f} points on average, the best {best}.")
    return said


def _sheet(model: CardsSheet) -> list[str]:
    names = {sample.key: _style_name(model, sample.key) for sample in model.samples}
    said = [f"{model.kind.capitalize()} of the cards:"]
    for sample in model.samples:
        note = ", yours" if sample.chosen else f", locked: {sample.locked}" if sample.locked else ""
        said.append(f"{names[sample.key]}{note}.")
    return said


def _style_name(model: CardsSheet, key: str) -> str:
    return face_of(key).name if model.kind == "faces" else back_of(key).name
