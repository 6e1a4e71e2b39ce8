"""A person's cards as a message: the faces or the backs that there are, and which of them are theirs (private)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from bot.table.standing.feats import BY_KEY
from bot.table.standing.unlocks import BACKS, FACES, Back, Face
from bot.table.standing.wardrobe import Closet
from bot.ui.panels.colours import FELT
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import Block, Button, Image, Panel, Row, Text, rows
from bot.ui.pictures.models import CLASSIC, LATTICE, CardsSheet, Sample

Page = Literal["faces", "backs"]

_SHEETS: Final[dict[Page, tuple[Sequence[Face | Back], str]]] = {
    "faces": (FACES, CLASSIC),
    "backs": (BACKS, LATTICE),
}
_USE: Final[dict[Page, str]] = {
    "faces": "Your face is how you see your own hand. Faces unlock with levels.",
    "backs": "Your back is how others see the cards that you hold. Backs unlock with prestige and feats.",
}


def cards_panel(closet: Closet, page: Page, said: str | None = None) -> Panel:
    """Faces or backs to choose from; `said` is a sentence that answers the last press."""
    styles, default = _SHEETS[page]
    chosen = (closet.chosen.face if page == "faces" else closet.chosen.back) or default
    unlocked = closet.faces if page == "faces" else closet.backs
    sheet = CardsSheet(
        page,
        tuple(
            Sample(style.key, "" if style.key in unlocked else _in_short(style), style.key == chosen)
            for style in styles
        ),
    )
    first: list[Block] = [] if said is None else [Text(said)]
    return Panel(
        (
            *first,
            Text(f"### Your cards · {page}\n-# {_USE[page]}"),
            Image(sheet, f"{page}.png"),
            Text(_told(styles, sheet, closet)),
            *rows([_wear(page, style, sample) for style, sample in zip(styles, sheet.samples, strict=True)]),
            Row(tuple(_turn(other, page) for other in _SHEETS)),
        ),
        accent=FELT,
    )


def style_named(arg: str) -> tuple[Page, Face | Back] | None:
    """The page and the style that a button's argument means; None when there is no such style."""
    kind, _, key = arg.partition("-")
    page: Page = "backs" if kind == "back" else "faces"
    found = next((style for style in _SHEETS[page][0] if style.key == key), None)
    return None if found is None or kind not in ("face", "back") else (page, found)


def _told(styles: Sequence[Face | Back], sheet: CardsSheet, closet: Closet) -> str:
    """What the picture says, in words."""
    of = list(zip(styles, sheet.samples, strict=True))
    yours = next((style.name for style, sample in of if sample.chosen), "an old one")
    locked = [f"{style.name} ({_in_full(style)})" for style, sample in of if sample.locked]
    standing = f"level {closet.level}" if sheet.kind == "faces" else f"prestige {closet.prestige}"
    lines = [f"Yours: **{yours}**. You have {standing}."]
    if locked:
        lines.append(f"-# Locked: {' · '.join(locked)}")
    return "\n".join(lines)


def _in_short(style: Face | Back) -> str:
    """What unlocks a style, in the width of a card."""
    if isinstance(style, Back) and style.feat is not None:
        return f"“{BY_KEY[style.feat].name}”"
    return style.condition


def _in_full(style: Face | Back) -> str:
    """What unlocks a style, for people who don't know the feats by name."""
    if isinstance(style, Back) and style.feat is not None:
        takes = BY_KEY[style.feat].condition
        return f"{style.condition}: {takes[0].lower()}{takes[1:]}"
    return style.condition


def _wear(page: Page, style: Face | Back, sample: Sample) -> Button:
    arg = f"{page.removesuffix('s')}-{style.key}"
    label = f"🔒 {style.name}" if sample.locked else style.name
    return Button(label, str(ButtonId(0, 0, "wear", arg)), "primary" if sample.chosen else "plain")


def _turn(to: Page, page: Page) -> Button:
    label = f"Show {to}"
    return Button(label, str(ButtonId(0, 0, "cards", to)), disabled=to == page)
