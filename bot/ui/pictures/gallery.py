"""Every picture in every state, for people who work on the art.

`scenes` are also what the golden-image tests draw.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.cribbage.cards import parse_cards
from bot.cribbage.counting import count_hand
from bot.cribbage.variants import STANDARD, VARIANTS, Variant
from bot.ui.pictures.backs import BACKS
from bot.ui.pictures.draw import draw_afresh
from bot.ui.pictures.emojis import emojis
from bot.ui.pictures.faces import FACES
from bot.ui.pictures.house_mark import HOUSE_MARK
from bot.ui.pictures.models import (
    CLASSIC,
    PEGS,
    BoardPicture,
    CardsSheet,
    HandPicture,
    Laid,
    Picture,
    Place,
    ProfilePicture,
    Sample,
    ShownHand,
    ShowPicture,
    TablePicture,
    Track,
)

LONG: Final = "Bartholomew Featherstonehaugh the Younger"


def write(folder: Path) -> list[Path]:
    """Draw everything into a folder (made if need be) and return the files, pictures first, then emojis."""
    folder.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    for name, model in scenes().items():
        path = folder / f"{name}.png"
        path.write_bytes(draw_afresh(model))
        files.append(path)
    small = folder / "emojis"
    small.mkdir(exist_ok=True)
    for name, png in emojis().items():
        path = small / f"{name}.png"
        path.write_bytes(png)
        files.append(path)
    return files


def scenes() -> dict[str, Picture]:
    """All pictures by name."""
    return dict([*_boards(), *_tables(), *_hands(), *_shows(), *_profiles(), *_sheets()])


def board(*sides: tuple[str, int, int], variant: Variant = STANDARD) -> BoardPicture:
    """A board with sides given as name, score and back peg."""
    tracks = tuple(Track(*side, peg) for side, peg in zip(sides, PEGS, strict=False))
    return BoardPicture(tracks, variant)


def laid(text: str, sides: str) -> tuple[Laid, ...]:
    """Cards on the table, and the digits of the sides that played them."""
    return tuple(Laid(card, int(side)) for card, side in zip(parse_cards(text), sides, strict=True))


def shown(
    name: str, cards: str, starter: str, total: int | None, side: int, *, crib: bool = False
) -> ShownHand:
    """A hand counted at the show."""
    held, (turned,) = parse_cards(cards), parse_cards(starter)
    return ShownHand(name, held, count_hand(held, turned, crib=crib).lines, total, side, crib)


def open_hand(name: str, cards: str, side: int, *, crib: bool = False) -> ShownHand:
    """A hand that was not counted any more."""
    return ShownHand(name, parse_cards(cards), side=side, crib=crib, counted=False)


def _boards() -> Iterator[tuple[str, Picture]]:
    yield "board-start", board(("Ann", 0, 0), ("Bob", 0, 0))
    yield "board-two", board(("Ann", 46, 44), ("Bob", 51, 39))
    yield "board-skunk-line", board(("Ann", 119, 107), ("Bob", 90, 88))
    yield "board-bend", board(("Ann", 41, 33), ("Bob", 86, 79))
    yield "board-game", board(("Ann", 121, 109), ("Bob", 60, 58))
    yield "board-three", board(("Ann", 72, 60), ("Bob", 85, 83), ("Cleo", 31, 29))
    yield "board-stink-hole", board(("Ann", 120, 118), ("Bob", 121, 119), ("Cleo", 61, 49))
    yield "board-long-names", board((LONG, 12, 4), ("안녕", 3, 1), ("Þóra & Зоя", 0, 0))
    yield "board-short", board(("Ann", 33, 26), ("Bob", 30, 22), variant=VARIANTS["short"])
    yield "board-lowball", board(("Ann", 101, 90), ("Bob", 117, 115), variant=VARIANTS["lowball"])


def _tables() -> Iterator[tuple[str, Picture]]:
    (starter,) = parse_cards("7D")
    two = board(("Ann", 46, 44), ("Bob", 51, 39))
    yield (
        "table-discard",
        TablePicture(
            board(("Ann", 0, 0), ("Bob", 0, 0)),
            (Place("Ann", 0, 6, dealer=True, awaited=True), Place("Bob", 1, 4, "fans")),
            crib=2,
            banner="Two cards each to the crib",
        ),
    )
    yield (
        "table-lead",
        TablePicture(
            two, (Place("Ann", 0, 4, dealer=True), Place("Bob", 1, 4, "ivy", awaited=True)), starter, crib=4
        ),
    )
    yield (
        "table-two",
        TablePicture(
            two,
            (Place("Ann", 0, 2, dealer=True, awaited=True), Place("Bob", 1, 1, "tartan")),
            starter,
            laid("7C 8H 7S", "101"),
            (laid("KD JC", "10"),),
            4,
        ),
    )
    yield (
        "table-end",
        TablePicture(
            board(("Ann", 121, 119), ("Bob", 88, 80)),
            (Place("Ann", 0, 0, "twenty-nine", dealer=True), Place("Bob", 1, 1, "skunk")),
            starter,
            earlier=(laid("KD JC 9H", "101"), laid("8H 7S 6D", "010")),
            crib=4,
            banner="Ann wins 121–88, a skunk",
        ),
    )
    yield (
        "table-three",
        TablePicture(
            board(("Ann", 72, 60), ("Bob", 85, 83), (LONG, 31, 29)),
            (
                Place("Ann", 0, 3, "harbour"),
                Place("Bob", 1, 2, "compass", awaited=True),
                Place(LONG, 2, 3, "starlight", dealer=True),
            ),
            starter,
            laid("5C TS", "01"),
            (laid("QH QD AS", "201"),),
            4,
        ),
    )
    yield (
        "table-four",
        TablePicture(
            board(("Ann & Cleo", 64, 60), ("Bob & Dan", 31, 29)),
            (
                Place("Ann", 0, 1, "pegboard"),
                Place("Bob", 1, 2, "lattice"),
                Place("Cleo", 0, 2, "fans", dealer=True),
                Place("Dan", 1, 1, "harbour", awaited=True),
            ),
            starter,
            laid("2C 3S AH", "101"),
            (laid("KH 5D 6S TC", "1010"), laid("9S 8C 7H", "101")),
            4,
        ),
    )
    yield (
        "table-house",
        TablePicture(
            board(
                ("Steady House", 46, 44), (f"{HOUSE_MARK} Steady House", 51, 39), (f"{HOUSE_MARK} Ann", 12, 8)
            ),
            (
                Place("Steady House", 0, 6, dealer=True),
                Place(f"{HOUSE_MARK} Steady House", 1, 4, "fans", awaited=True),
                Place(f"{HOUSE_MARK} Ann", 2, 4, "harbour", awaited=True),
            ),
            crib=2,
            banner=f"{HOUSE_MARK} Steady House's crib",
        ),
    )
    yield "table-six", _six()


def _six() -> TablePicture:
    """The fullest table: six players, each with their own back, a long series."""
    (starter,) = parse_cards("5D")
    names = ("Ann", "Konstantin", "Zoë", "Dora", "Eve", "Mia")
    backs = ("starlight", "compass", "pegboard", "ivy", "skunk", "twenty-nine")
    held = (1, 1, 1, 2, 1, 1)
    return TablePicture(
        board(("Ann & Dora", 118, 112), ("Konstantin & Eve", 84, 80), ("Zoë & Mia", 7, 0)),
        tuple(
            Place(name, seat % 3, held[seat], backs[seat], dealer=seat == 1, awaited=seat == 3)
            for seat, name in enumerate(names)
        ),
        starter,
        laid("AC 2H 3S AD 2C 4H 4S 3C", "12012012"),
        (laid("KD JH 5S 4C", "2012"), laid("TD QH 9S AS", "0120"), laid("8D", "1")),
        4,
    )


def _hands() -> Iterator[tuple[str, Picture]]:
    six, four = parse_cards("2D 5H 5S 9C JD QC"), parse_cards("3S 6D 8H KC")
    (starter,) = parse_cards("7D")
    yield "hand-dealt", HandPicture(six)
    yield "hand-choosing", HandPicture(six, frozenset({six[0], six[3]}))
    yield "hand-five", HandPicture(parse_cards("AS TH TC JS KD"), frozenset(parse_cards("KD")))
    yield "hand-play", HandPicture(four, starter=starter, count=0)
    yield "hand-dimmed", HandPicture(four, dimmed=frozenset({four[3]}), starter=starter, count=22)
    yield "hand-last", HandPicture(four[:1], starter=starter, count=31)
    yield "hand-empty", HandPicture((), starter=starter, count=9)
    for key in FACES:
        if key != CLASSIC:
            yield f"hand-{key}", HandPicture(six, frozenset({six[4]}), frozenset({six[1]}), key)


def _shows() -> Iterator[tuple[str, Picture]]:
    (five, jack, king) = parse_cards("5D JS KS")
    yield (
        "show-two",
        ShowPicture(
            five,
            (
                shown("Bob", "4S 5H 6C 6H", "5D", 75, 1),
                shown("Ann", "TS 9H KC 2H", "5D", 50, 0),
                shown("Ann", "JD QD 3D 8D", "5D", 60, 0, crib=True),
            ),
        ),
    )
    yield (
        "show-29",
        ShowPicture(
            five, (shown("Ann", "5S 5H 5C JD", "5D", 70, 0), shown("Bob", "7H 7S 8C 8D", "5D", 82, 1))
        ),
    )
    yield (
        "show-nineteen",
        ShowPicture(
            king,
            (shown("Ann", "2H 4D 6S 8C", "KS", 31, 0), shown("Bob", "2S 4H 6C 8D", "KS", 40, 1, crib=True)),
        ),
    )
    yield (
        "show-ended-early",
        ShowPicture(
            jack,
            (
                shown("Ann", "9S TS QS KS", "JS", 121, 0),
                open_hand("Bob", "5S 5H TC JD", 1),
                open_hand("Bob", "AH 2D 7C KD", 1, crib=True),
            ),
        ),
    )
    yield (
        "show-six",
        ShowPicture(
            five,
            (
                shown("Bob", "4S 5H 6C 6H", "5D", 75, 1),
                shown(LONG, "TS 9H KC 2H", "5D", 50, 2),
                shown("Dora", "AD 4D QC QH", "5D", 64, 0),
                shown("Eve", "7D 8D 9C JC", "5D", 80, 1),
                shown("Mia", "2S 3H 3C KS", "5D", 61, 2),
                shown("Ann", "TD JD QD KD", "5D", 85, 0),
                shown("Ann", "AC 7S 8H 9S", "5D", 92, 0, crib=True),
            ),
        ),
    )
    yield (
        "show-house",
        ShowPicture(
            five,
            (
                shown("Steady House", "4S 5H 6C 6H", "5D", 75, 0),
                shown(f"{HOUSE_MARK} Ann", "TS 9H KC 2H", "5D", 50, 1),
                shown(f"{HOUSE_MARK} Steady House", "JD QD 3D 8D", "5D", 60, 2, crib=True),
            ),
        ),
    )
    large = ShowPicture(
        five,
        (shown("Ann", "5S 5H 5C JD", "5D", 70, 0), shown("Bob", "7H 8S 8C 9D", "5D", 90, 1)),
        "large-print",
    )
    yield "show-large-print", large


def expected_hands() -> tuple[float, ...]:
    """Roughly how often a hand makes 0 to 29 points: for looks only, the real shares come from the caller."""
    shares = (8, 0.2, 21, 0.4, 22, 6, 12, 7, 10, 3.5, 3, 1.5, 2.4, 0.3, 0.8, 0.1, 0.9, 0.2, 0.1, 0)
    padded = (*shares, 0.3, 0.05, 0.01, 0.01, 0.08, 0, 0, 0, 0.001, 0.0001)
    return tuple(share / sum(padded) for share in padded)


def _profiles() -> Iterator[tuple[str, Picture]]:
    ratings = tuple(
        1480 + game * 1.4 + 55 * math.sin(game / 11) + 16 * math.sin(game * 1.9) for game in range(120)
    )
    hands = tuple(
        round(420 * share * (1 + 0.3 * math.sin(3 * at))) for at, share in enumerate(expected_hands())
    )
    facts = (
        ("won", "41 of 78"),
        ("skunks given", "6"),
        ("prestige", "4"),
        ("best hand", "24"),
        ("a hand", "8.1"),
    )
    yield (
        "profile",
        ProfilePicture("Ann", 17, 0.62, "620 of 1000 XP", ratings, False, hands, expected_hands(), facts),
    )
    few = tuple(number // 40 for number in hands)
    yield (
        "profile-provisional",
        ProfilePicture(
            LONG,
            3,
            0.1,
            "30 of 300 XP",
            ratings[:4],
            True,
            few,
            expected_hands(),
            (("won", "1 of 4"), ("XP", "210")),
        ),
    )
    yield "profile-new", ProfilePicture("Newcomer", 1, 0.0, "0 of 100 XP")


def _sheets() -> Iterator[tuple[str, Picture]]:
    faces = tuple(
        Sample(key, "" if at < 3 else f"level {5 * at - 10}", chosen=at == 0) for at, key in enumerate(FACES)
    )
    yield "faces", CardsSheet("faces", faces)
    backs = tuple(
        Sample(key, "" if at < 3 else f"prestige {at}", chosen=at == 1) for at, key in enumerate(BACKS)
    )
    yield "backs", CardsSheet("backs", backs)
