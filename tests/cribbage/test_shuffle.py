from __future__ import annotations

import hashlib
import itertools
import math
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cribbage import shuffle
from bot.cribbage.cards import PACK
from bot.cribbage.commands import Cut, Deal, TurnStarter
from bot.cribbage.seating import PLAYER_COUNTS, clockwise
from bot.cribbage.shuffle import (
    commitment,
    derive_cut,
    derive_deal,
    derive_starter,
    next_chance,
    shuffled_pack,
)
from tests.cribbage import verify_shuffle
from tests.games import KINDS, at_random, new_game, play, seed_of

# Version 1, for good: a change that breaks one of these makes finished games impossible to verify, and
# needs a new version of the algorithm next to the old one.
GOLDEN = [
    (
        bytes(32),
        (),
        "cut:1",
        (
            "6S 7H 7S 9D TC JC 5D QS QC KD 4S 8D 8C KC 3H QD TS 2C 7D 3S KH 2H 2S AD 6H 5S 2D AC 9C TD 9H 5C KS"
            " QH 6D 8S 4H 3D 8H 6C JH 4C AS 4D 5H AH JD JS 7C 9S TH 3C"
        ),
    ),
    (
        bytes(range(32)),
        (1, 22, 333),
        "deal:1",
        (
            "2H QD 4C 8S 2C 6S 8C JD 9C 3C 5S KD 4S 8D TS 7S AH 3H AD QH KS 6H 2S 7C QC AS KH KC 5D QS TD AC JH"
            " 3S 9S JS JC 9H 3D TH TC 6C 5H 4D 9D 7D 2D 5C 7H 6D 8H 4H"
        ),
    ),
    (
        b"\xff" * 32,
        (1301234567890123456, 1301234567890123999),
        "deal:12",
        (
            "7H TS KH 4S 2H 9H 8S TH JH 7D 9S QD 5H KS 6S JS JD 3H 8H KC 9D 7C 5S QH 4H 4C KD 8C 8D 6C AD 4D 2D"
            " AH 5C QS 3C AS 6D AC 6H 7S 3D 9C 2C TD TC JC 3S 2S 5D QC"
        ),
    ),
]

seeds = st.binary(min_size=32, max_size=32)
publics = st.lists(st.integers(0, 2**63), max_size=6)


@pytest.mark.parametrize(("seed", "public", "label", "pack"), GOLDEN)
def test_version_1_of_the_algorithm(seed, public, label, pack):
    assert " ".join(map(str, shuffled_pack(seed, public, label))) == pack


def test_the_cards_of_a_game_by_version_1():
    seed, public = bytes(32), (1, 22)
    assert str(derive_cut((0, 1, 2), 1, seed, public)) == "Cut(cards=((0, 4S), (1, 5C), (2, 4H)))"
    assert str(derive_cut((0, 2), 2, seed, public)) == "Cut(cards=((0, QS), (2, KS)))"
    deal = derive_deal(3, 0, 1, seed, public)
    assert [sorted(hand) for hand in deal.hands] == [
        sorted(verify_cards("5H 6H 9S JD JS")),
        sorted(verify_cards("3S 4S 8C 8S KS")),
        sorted(verify_cards("2D 3H 4C 9H TD")),
    ]
    assert deal.crib == verify_cards("6D")
    assert derive_starter(3, 1, seed, public) == TurnStarter(verify_cards("6C")[0])


def verify_cards(words: str):
    by_name = dict(zip(verify_shuffle.CARDS, PACK, strict=True))
    return tuple(by_name[word] for word in words.split())


# --- the seal -------------------------------------------------------------------------------------------


def test_the_seal_is_the_sha_256_of_the_seed():
    assert commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


@given(seeds)
def test_the_seal_of_any_seed(seed):
    assert commitment(seed) == hashlib.sha256(seed).hexdigest()


@pytest.mark.parametrize("size", [0, 16, 31, 33, 64])
def test_a_seed_of_another_length_is_refused(size):
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {size}"):
        commitment(bytes(size))


# --- an independent derivation --------------------------------------------------------------------------


def cards_by_the_engine(seed: bytes, public: list[int], players: int, deals: int) -> list[str]:
    """What the verifier prints, taken from a game that the engine plays."""
    lines = [f"seal {commitment(seed)}"]
    state = new_game(players)
    for taken in play(state, at_random(random.Random(1)), seed, public):
        match taken.command:
            case Cut():
                lots = ", ".join(f"seat {seat} {card}" for seat, card in taken.command.cards)
                lines.append(f"cut {len(taken.after.cuts)}: {lots}")
            case Deal():
                if taken.after.deal > deals:
                    break
                dealer = taken.after.dealer
                lines.append(f"deal {taken.after.deal}: dealer {dealer}")
                lines.extend(
                    f"  seat {seat} {' '.join(map(str, taken.after.hands[seat]))}"
                    for seat in clockwise(dealer, players)
                )
                lines.extend(f"  crib {card}" for card in taken.after.crib)
            case TurnStarter():
                lines.append(f"  starter {taken.command.card}")
            case _:
                pass
    return lines


@settings(deadline=None, max_examples=25)
@given(seeds, publics, st.sampled_from(PLAYER_COUNTS))
def test_twenty_lines_of_python_derive_the_same_game(seed, public, players):
    assert list(verify_shuffle.derive(seed, public, players, 2)) == cards_by_the_engine(
        seed, public, players, 2
    )


def test_the_twenty_lines_run_by_themselves():
    script = Path(verify_shuffle.__file__)
    done = subprocess.run(
        [sys.executable, "-I", script, seed_of(6).hex(), "11,22,33", "6", "2"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == cards_by_the_engine(seed_of(6), [11, 22, 33], 6, 2)
    assert set(imports(script)) <= sys.stdlib_module_names


def imports(script: Path) -> list[str]:
    return [
        line.split()[1] for line in script.read_text().splitlines() if line.startswith(("import ", "from "))
    ]


@pytest.mark.parametrize("kind", KINDS, ids="{0[0]}-{0[1]}".format)
def test_every_card_of_a_whole_game_follows_from_its_seed(kind):
    seed, public = seed_of(52), (7, 8)
    for taken in play(new_game(*kind), at_random(random.Random(1)), seed, public):
        state = taken.before
        match taken.command:
            case Cut():
                pack = shuffled_pack(seed, public, f"cut:{len(state.cuts) + 1}")
                assert taken.command.cards == tuple(zip(state.cutting(), pack, strict=False))
            case Deal():
                pack = shuffled_pack(seed, public, f"deal:{state.deal + 1}")
                order = clockwise(state.next_dealer(), state.players)
                dealt = [card for seat in order for card in taken.command.hands[seat]]
                dealt.extend(taken.command.crib)
                assert dealt == list(pack[: len(dealt)])
            case TurnStarter():
                assert taken.command.card == pack[len(dealt)]
            case _:
                assert next_chance(state, seed, public) is None
    assert next_chance(taken.after, seed, public) is None


# --- how good the shuffles are --------------------------------------------------------------------------


@given(seeds, publics, st.sampled_from(["cut:1", "deal:1", "deal:99"]))
def test_a_shuffled_pack_is_the_pack(seed, public, label):
    pack = shuffled_pack(seed, public, label)
    assert sorted(pack) == list(PACK)
    assert shuffled_pack(seed, tuple(public), label) == pack


def test_another_seed_list_or_label_gives_another_pack():
    packs = {
        shuffled_pack(seed, public, label)
        for seed in (bytes(32), bytes(31) + b"\x01", b"\x01" + bytes(31))
        for public in ((), (0,), (12,), (1, 2), (2, 1), (1, 2, 3), (12, 3), (1, 23))
        for label in ("cut:1", "cut:2", "deal:1", "deal:2", "deal:11", "deal:12")
    }
    assert len(packs) == 3 * 8 * 6


@pytest.mark.parametrize("bound", range(2, 53))
def test_no_number_is_likelier_than_another(bound):
    """Exactly: of the 256 bytes, as many lead to each number below the bound, the rest to none."""
    found: Counter[int] = Counter()
    for byte in range(256):
        # A byte that isn't used is followed by 0, which always is.
        following = iter([byte, 0])
        number = shuffle._below(bound, following)
        if list(following) == [0]:
            found[number] += 1
    assert set(found) == set(range(bound))
    assert set(found.values()) == {256 // bound}


def test_every_card_comes_up_everywhere_as_often():
    """Chi-square over 52 places and 52 cards; the seeds are fixed, so it either always passes or never."""
    shuffles = 2600
    tally = [[0] * 52 for _ in PACK]
    for number in range(shuffles):
        for place, card in enumerate(shuffled_pack(seed_of(number % 50), (number,), f"deal:{number}")):
            tally[place][card.index] += 1
    expected = shuffles / 52
    chi_square = sum((seen - expected) ** 2 / expected for row in tally for seen in row)
    freedom = 51 * 51
    assert abs(chi_square - freedom) < 3.5 * math.sqrt(2 * freedom)


def test_neighbours_in_the_pack_are_independent():
    """Chi-square over how far apart two neighbouring cards are in the unshuffled pack."""
    shuffles = 1000
    tally: Counter[int] = Counter()
    for number in range(shuffles):
        pack = shuffled_pack(seed_of(number), (), "deal:1")
        tally.update((after.index - before.index) % 52 for before, after in itertools.pairwise(pack))
    expected = shuffles  # 51 pairs in each, 51 distances
    chi_square = sum((tally[gap] - expected) ** 2 / expected for gap in range(1, 52))
    assert abs(chi_square - 50) < 3.5 * math.sqrt(2 * 50)
