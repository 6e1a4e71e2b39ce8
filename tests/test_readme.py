"""The README and the guides hold what they say: commands, settings, permissions, links, the check of a shuffle."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot import settings
from bot.client import PERMISSIONS
from bot.cribbage import shuffle
from bot.cribbage.cards import Card
from bot.cribbage.events import CutForDeal, Dealt, StarterTurned
from bot.cribbage.seating import clockwise
from bot.settings import Settings
from bot.table.events import Event
from tests import readme
from tests.room import Room, take_turns


def test_there_is_one_command_to_run_it_and_one_to_test_it() -> None:
    run, test = (block.strip() for block in readme.blocks("sh")[:2])
    assert run.endswith("uv run cribbage-bot")
    assert test.endswith("uv run --group dev pytest")
    # CI tests what people are told to run.
    assert test.partition(" && ")[2] in (readme.ROOT / ".ci" / "run").read_text()


def test_the_invite_link_asks_for_what_the_bot_needs() -> None:
    (link,) = re.findall(r"https://discord\.com/oauth2/\S+", readme.TEXT)
    assert f"permissions={PERMISSIONS.value}" in link.split("&")
    assert "scope=bot+applications.commands" in link.split("&")
    told = readme.section("On a real server").lower()
    for name, needed in PERMISSIONS:
        label = "view channels" if name == "read_messages" else name.replace("_", " ")
        assert (label in told) == needed, name


def test_every_setting_is_listed_with_its_default() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (.+?) \|", readme.section("Settings", ".github/OPERATING.md"), flags=re.MULTILINE
    )
    assert [name for name, _ in rows] == settings.names()
    for (name, told), field in zip(rows, Settings.model_fields.values(), strict=True):
        default: Any = field.default
        if name == "DATABASE_URL":
            default = default.get_secret_value()
        assert told == ("none" if default is None else f"`{default}`"), name


async def test_every_command_is_listed(room: Room) -> None:
    tree = room.bot.tree
    commands = [command for command in tree.walk_commands() if not isinstance(command, app_commands.Group)]
    listed = re.findall(
        r"^\| `/([a-z -]+)` \|", readme.section("Commands", ".github/PLAYING.md"), flags=re.MULTILINE
    )
    assert sorted(listed) == sorted(command.qualified_name for command in commands)


@pytest.mark.parametrize("page", readme.PAGES)
def test_what_pages_link_to_exists(page: str) -> None:
    """Files and headings of this repository: in links, and in back-ticks where they look like one of its paths."""
    text, here = readme.PAGES[page], (readme.ROOT / page).parent
    for target, _, anchor in (link.partition("#") for link in re.findall(r"\]\((?!https?:)([^)]+)\)", text)):
        found = here / target if target else readme.ROOT / page
        assert found.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", found.read_text(encoding="utf-8"), flags=re.MULTILINE)
            assert anchor in [heading.lower().replace(" ", "-").replace("'", "") for heading in headings]
    for path in re.findall(r"`((?:bot|cogs|db|tests|\.github|\.ci)/[\w./-]*)`", text):
        assert (readme.ROOT / path).exists(), path


def test_its_pictures_exist() -> None:
    pictures = re.findall(r'src="([^"]+)"', readme.TEXT)
    assert pictures
    for picture in pictures:
        assert (readme.ROOT / picture).read_bytes().startswith(b"\x89PNG")


def derived(tmp_path: Path, seed: str, public: str, players: int, deals: int) -> list[str]:
    """What the guide's own code says about a game."""
    (code,) = readme.blocks("python", ".github/FAIRNESS.md")
    assert code.count("\n") < 35
    script = tmp_path / "shuffles.py"
    script.write_text(code)
    command = [sys.executable, "-I", str(script), seed, public, str(players), str(deals)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def cards(*seen: Card) -> str:
    return "".join(f" {card}" for card in seen)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("number", range(4))
def test_its_code_derives_every_card(tmp_path: Path, players: int, number: int) -> None:
    rng = random.Random(players * 100 + number)
    seed, public = rng.randbytes(32), [rng.getrandbits(62) for _ in range(players)]
    expected = [f"seal {shuffle.commitment(seed)}"]
    cutting = list(range(players))
    while len(cutting) > 1:
        drawn = shuffle.derive_cut(cutting, len(expected), seed, public).cards
        expected.append("cut" + "".join(f" {seat + 1}:{card}" for seat, card in drawn))
        lowest = min(card.rank for _, card in drawn)
        cutting = [seat for seat, card in drawn if card.rank == lowest]
    for deal in (1, 2, 3):
        dealer = (cutting[0] + deal - 1) % players
        dealt = shuffle.derive_deal(players, dealer, deal, seed, public)
        expected += [
            f"deal {deal} seat {seat + 1}{cards(*dealt.hands[seat])}" for seat in clockwise(dealer, players)
        ]
        expected.append(f"deal {deal} crib{cards(*dealt.crib)}")
        expected.append(
            f"deal {deal} starter{cards(shuffle.derive_starter(players, deal, seed, public).card)}"
        )
    public_list = ", ".join(map(str, public))
    assert derived(tmp_path, seed.hex(), public_list, players, 3) == expected


async def test_its_code_derives_a_game_from_what_verify_says(room: Room, tmp_path: Path) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short")
    seal = re.search(r"`([0-9a-f]{64})`", room.public()[0].text)
    await take_turns(room, [ann, bob], random.Random(5))
    told = (await bob.slash("cribbage verify", number=1)).text
    seed = re.search(r"Seed `([0-9a-f]{64})`", told)
    public = re.search(r"Public list: (.*)", told)
    assert seal is not None
    assert seed is not None
    assert public is not None

    log = await room.bot.tables.store.log(1)
    deals = sum(isinstance(event, Dealt) for event in log)
    said = derived(tmp_path, seed[1], public[1], 2, deals)
    assert said[0] == f"seal {seal[1]}"
    assert set(said[1:]) >= set(_happened(log))


def _happened(log: list[Event]) -> list[str]:
    """The game's cuts, deals and starters, in the words of the guide's code."""
    told: list[str] = []
    deal = 0
    for event in log:
        match event:
            case CutForDeal():
                told.append("cut" + "".join(f" {seat + 1}:{card}" for seat, card in event.cards))
            case Dealt():
                deal += 1
                told += [
                    f"deal {deal} seat {seat + 1}{cards(*hand)}" for seat, hand in enumerate(event.hands)
                ]
            case StarterTurned():
                told.append(f"deal {deal} starter{cards(event.card)}")
            case _:
                pass
    return told
