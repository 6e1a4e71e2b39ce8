from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from bot.cribbage.cards import PACK, RANKS, SUITS, SYMBOLS, Card, parse_card, parse_cards, symbols

cards = st.sampled_from(PACK)


def test_the_pack_has_each_card_once_by_rank_then_suit():
    assert [str(card) for card in PACK] == [rank + suit for rank in RANKS for suit in SUITS]
    assert [card.index for card in PACK] == list(range(52))
    assert sorted(PACK, reverse=True) == list(PACK[::-1])


@pytest.mark.parametrize(
    ("text", "rank", "suit", "value"),
    [
        ("AC", 1, 0, 1),
        ("5H", 5, 2, 5),
        ("TS", 10, 3, 10),
        ("JD", 11, 1, 10),
        ("QC", 12, 0, 10),
        ("KH", 13, 2, 10),
    ],
)
def test_what_a_card_is_worth(text, rank, suit, value):
    card = parse_card(text)
    assert (card.rank, card.suit, card.value) == (rank, suit, value)


@given(cards)
def test_the_jack_of_a_card_is_the_jack_of_its_suit(card):
    assert (card.jack.rank, card.jack.suit) == (11, card.suit)


@pytest.mark.parametrize(
    "text", ["TH", "th", "Th", "tH", "10H", "10h", "10♥", "T♥", "t♥", " TH ", "10♥\ufe0e", "10♥\ufe0f"]
)
def test_ways_to_write_the_ten_of_hearts(text):
    assert str(parse_card(text)) == "TH"


@given(cards)
def test_a_card_is_read_back_from_all_that_it_is_written_as(card):
    for text in (str(card), str(card).lower(), card.symbol, str(card)[0] + SYMBOLS[card.suit]):
        assert parse_card(text) is card


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "H",
        "T",
        "1H",
        "11H",
        "0H",
        "TX",
        "HT",
        "10",
        "THH",
        "T H",
        "10 H",
        "TH KS",
        "♥10",
        "joker",
        "5ſ",
        "５H",
    ],
)
def test_anything_else_is_no_card(text):
    with pytest.raises(ValueError, match="is no card: write the rank"):
        parse_card(text)


@given(
    st.text(
        alphabet=RANKS + RANKS.lower() + "01 " + SUITS + SUITS.lower() + SYMBOLS + "♡ſKı\ufe0e\ufe0f",
        max_size=4,
    )
)
def test_no_other_text_is_a_card(text):
    written = {
        rank + suit for rank in (*RANKS, *RANKS.lower(), "10") for suit in SUITS + SUITS.lower() + SYMBOLS
    }
    try:
        parse_card(text)
    except ValueError:
        assert text.strip() not in written
    else:
        assert text.strip().rstrip("\ufe0e\ufe0f") in written


@pytest.mark.parametrize("text", ["5H 5S 5C JD", "5h,5s,5c,jd", " 5♥, 5♠  5♣\nJ♦ ", "5H,,5S 5C JD,"])
def test_several_cards_keep_their_order(text):
    assert " ".join(map(str, parse_cards(text))) == "5H 5S 5C JD"


def test_no_cards():
    assert parse_cards("  ") == ()


@pytest.mark.parametrize("text", ["5H 5S 5H", "TH 10♥", "KD kd"])
def test_a_card_named_twice(text):
    with pytest.raises(ValueError, match="is named twice"):
        parse_cards(text)


def test_one_wrong_card_among_several():
    with pytest.raises(ValueError, match="'5X' is no card"):
        parse_cards("5H 5X")


def test_as_people_read_them():
    """The variation selector keeps suits from turning into coloured emojis."""
    assert symbols(parse_cards("TH JD AC 2S")) == "10♥\ufe0e J♦\ufe0e A♣\ufe0e 2♠\ufe0e"
    assert repr(parse_card("TH")) == "TH"


@given(cards)
def test_there_is_one_object_for_each_card(card):
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is card
    assert copy.copy(card) is card


def test_a_card_has_no_room_for_anything_else():
    with pytest.raises(AttributeError):
        PACK[0].colour = "black"


def test_adding_keys_names_up_to_four_ranks():
    """House players rely on this: sums of keys differ whenever the ranks do."""
    first_of_rank = PACK[::4]
    sums: set[int] = set()
    hands = 0
    for a in first_of_rank:
        for b in first_of_rank[a.rank - 1 :]:
            for c in first_of_rank[b.rank - 1 :]:
                for d in first_of_rank[c.rank - 1 :]:
                    hands += 1
                    sums.add(a.key + b.key + c.key + d.key)
    assert hands == len(sums) == 1820


def test_in_stored_form_a_card_is_its_text():
    adapter = TypeAdapter(tuple[Card, ...])
    held = parse_cards("TH JD")
    assert adapter.dump_json(held) == b'["TH","JD"]'
    assert adapter.validate_json(b'["TH","10h"]')[1] is parse_card("TH")
    assert adapter.validate_python(held) == held
    for wrong in (b'["XX"]', b"[5]", b"[null]"):
        with pytest.raises(ValidationError):
            adapter.validate_json(wrong)
