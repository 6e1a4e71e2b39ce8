"""People's names: whatever they are made of, they format nothing and mention nobody."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.panels.names import listed, plain, possessive, safe

NASTY = [
    "**bold**",
    "_it_ ~~no~~ ||spoiler||",
    "`code` ```block```",
    "# heading",
    "-# small",
    "- item",
    "> quote",
    "[link](https://example.org)",
    "<@123456789012345678>",
    "<@&123456789012345678>",
    "<#123456789012345678>",
    "<:emoji:123456789012345678>",
    "<t:0:R>",
    "@everyone",
    "@here",
    "back\\slash\\",
    "two\nlines\n# and a heading",
    "🂡 🃏 👩‍👩‍👧",
    "\u202eturned around",
    "\u2066isolated",
]


@pytest.mark.parametrize("name", NASTY)
def test_nothing_is_formatted_or_mentioned(name: str) -> None:
    text = safe(name)
    assert "\n" not in text
    bare = re.sub(r"\\.", "", text)  # without what is escaped
    assert not re.search(r"[*_`~|<>\[\]()#]", bare), text
    assert "@everyone" not in text
    assert "@here" not in text
    assert not re.search(r"[\u202a-\u202e\u2066-\u2069]", text)


@given(st.text(max_size=40))
def test_any_name(name: str) -> None:
    text = safe(name)
    assert 1 <= len(plain(name)) <= 24
    assert not re.search(r"<[@#:t]", text)
    assert "@" not in text.replace("@\u200b", "")
    assert len(text.splitlines()) == 1


def isolated(text: str) -> bool:
    return text.startswith("\u2068") and text.endswith("\u2069")


@pytest.mark.parametrize("name", ["مرحبا", "Ann אן", "٣"])
def test_names_that_run_leftwards_leave_what_is_behind_them_in_order(name: str) -> None:
    assert isolated(safe(name))
    assert safe(name)[1:-1] == plain(name) == name


@pytest.mark.parametrize("name", ["Ann", "李小龍", "7 up"])
def test_other_names_need_no_isolation(name: str) -> None:
    assert safe(name) == name


@pytest.mark.parametrize(
    "name",
    ["", " ", "\n\t", "\u202e", "\u200b\u200b", "\u3164", "\u2800 \u2800", "\u200d\ufe0f", "\u00ad\u0301"],
)
def test_the_nameless(name: str) -> None:
    assert safe(name) == "somebody"


def test_long_names_are_cut() -> None:
    assert plain("x" * 32) == "x" * 23 + "…"
    assert plain("x" * 24) == "x" * 24


def test_lists_and_possessives() -> None:
    assert listed([]) == ""
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Bob"]) == "Ann and Bob"
    assert listed(["Ann", "Bob", "Cy"]) == "Ann, Bob and Cy"
    assert possessive("Ann") == "Ann's"
    assert possessive("Les") == "Les'"
