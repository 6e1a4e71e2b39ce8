"""View models of pictures from what a viewer may know of a game (`bot.cribbage.observe`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.cribbage.cards import Card
from bot.cribbage.events import HandCounted
from bot.cribbage.observe import Observation
from bot.cribbage.pegging import fits
from bot.cribbage.state import PlayedCard
from bot.ui.pictures.models import (
    CLASSIC,
    LATTICE,
    PEGS,
    BoardPicture,
    HandPicture,
    Laid,
    Place,
    ShownHand,
    TablePicture,
    Track,
)


def board_picture(seen: Observation, side_names: Sequence[str]) -> BoardPicture:
    """The board; `side_names` are in the order of the sides."""
    target = seen.variant.target
    tracks = tuple(
        Track(name, min(score, target), min(back, target), peg)
        for name, score, back, peg in zip(side_names, seen.scores, seen.back_pegs, PEGS, strict=False)
    )
    return BoardPicture(tracks, seen.variant)


def table_picture(
    seen: Observation,
    names: Sequence[str],
    side_names: Sequence[str],
    *,
    backs: Sequence[str] = (),
    banner: str = "",
) -> TablePicture:
    """The table; `names` and `backs` are by seat. Nothing of the viewer's own hand is in it.

    A `banner` stands in the middle as long as no card of a series is there.
    """
    places = tuple(
        Place(
            name=names[seat],
            side=seen.side(seat),
            held=held,
            back=backs[seat] if seat < len(backs) else LATTICE,
            dealer=seat == seen.dealer,
            awaited=seat in seen.awaited,
        )
        for seat, held in enumerate(seen.held or (0,) * seen.players)
    )
    return TablePicture(
        board=board_picture(seen, side_names),
        places=places,
        starter=seen.starter,
        series=_laid(seen, seen.series),
        earlier=tuple(_laid(seen, series) for series in seen.earlier),
        crib=seen.crib_size,
        banner=banner,
    )


def _laid(seen: Observation, series: Sequence[PlayedCard]) -> tuple[Laid, ...]:
    return tuple(Laid(played.card, seen.side(played.seat)) for played in series)


def hand_picture(seen: Observation, marked: Collection[Card] = (), face: str = CLASSIC) -> HandPicture:
    """The viewer's own cards in the order of their buttons, `marked` those chosen for the crib.

    In the play, those that would take the count past 31 are dimmed, whoever's turn it is.
    """
    if seen.phase == "discard":
        return HandPicture(seen.hand, frozenset(marked), face=face)
    dimmed = frozenset(card for card in seen.hand if not fits(card, seen.count))
    playing = seen.phase == "play"
    return HandPicture(
        seen.hand,
        dimmed=dimmed if playing else frozenset(),
        face=face,
        starter=seen.starter,
        count=seen.count if playing else None,
    )


def shown_hand(count: HandCounted, name: str, side: int, total: int | None = None) -> ShownHand:
    """A hand that was counted at the show; `total` is its side's score after it."""
    return ShownHand(name, count.cards, count.lines, total, side, crib=count.crib)


def uncounted_hand(name: str, cards: Sequence[Card], side: int, *, crib: bool = False) -> ShownHand:
    """A hand that is open, but was not counted, because the game was over."""
    return ShownHand(name, tuple(cards), side=side, crib=crib, counted=False)
