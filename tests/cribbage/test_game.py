"""The course of a game, and every sentence with which something is refused."""

from __future__ import annotations

import random

import pytest

from bot.cribbage.cards import PACK, parse_card, parse_cards
from bot.cribbage.commands import Command, Cut, Deal, Discard, Play, SayGo, TurnStarter
from bot.cribbage.events import (
    CutForDeal,
    Dealt,
    Discarded,
    GameStarted,
    GameWon,
    HandCounted,
    Played,
    SaidGo,
    Scored,
    SeriesEnded,
    StarterTurned,
)
from bot.cribbage.game import IllegalAction, decide, evolve, replay
from bot.cribbage.state import GameState
from tests.games import (
    Step,
    at_discard,
    at_play,
    at_random,
    at_starter,
    events_of,
    greedy,
    new_game,
    play,
    plays,
    seed_of,
    step,
)

SIX_DEALT = [
    "AC 2C 3C 4C",
    "AD 2D 3D 4D 5D",
    "AH 2H 3H 4H 5H",
    "6C 7C 8C 9C",
    "6D 7D 8D 9D TD",
    "6H 7H 8H 9H TH",
]


def scored(taken: Step) -> list[tuple[int, int, str]]:
    """Who scored how much for what, as (seat, points, reason)."""
    return [(event.seat, event.points, event.reason) for event in taken.events if isinstance(event, Scored)]


def said_go(taken: Step) -> list[int]:
    return [event.seat for event in taken.events if isinstance(event, SaidGo)]


def counted(taken: Step) -> list[tuple[int, bool, int]]:
    return [
        (event.seat, event.crib, event.points) for event in taken.events if isinstance(event, HandCounted)
    ]


# --- beginning ------------------------------------------------------------------------------------------


def test_a_game_starts_with_its_first_event():
    assert replay([GameStarted(3, "short")]) == GameState.new(3, "short")
    assert evolve(GameState.new(2), GameStarted(3, "short")) == GameState.new(3, "short")


def test_there_is_nothing_to_replay():
    with pytest.raises(ValueError, match="there are no events to replay"):
        replay([])


def test_no_game_starts_with_another_event():
    with pytest.raises(ValueError, match="a game begins with game_started, not said_go"):
        replay([SaidGo(0)])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [(GameStarted(5), "2, 3, 4 or 6 players, not 5"), (GameStarted(2, "whist"), "no variant 'whist'")],
)
def test_only_games_on_offer_begin(wrong: GameStarted, said: str):
    with pytest.raises(ValueError, match=said):
        replay([wrong])


def test_a_round_of_the_cut_is_shown_as_it_is():
    lots = ((0, parse_card("4C")), (1, parse_card("4S")))
    taken = step(new_game(2), Cut(lots))
    assert taken.events == (CutForDeal(lots),)
    assert (taken.after.phase, taken.after.cuts) == ("cut", (lots,))


def test_the_dealer_of_the_first_deal_cut_lowest_and_the_deal_moves_left():
    state = new_game(3)
    dealers = []
    for taken in play(state, at_random(random.Random(1)), seed_of(1)):
        dealers += [event.dealer for event in taken.events if isinstance(event, Dealt)]
    first = min(range(3), key=lambda seat: taken.after.cuts[-1][seat][1].rank)
    assert len(taken.after.cuts) == 1
    assert dealers == [(first + number) % 3 for number in range(len(dealers))]


def test_hands_are_held_in_order_whatever_the_order_of_the_deal():
    state = at_discard(["KC 2D 9S AH 5C 5D", "6C 6D 6H 6S 7C 7D"])
    assert state.hands[0] == parse_cards("AH 2D 5C 5D 9S KC")


# --- discards and starter -------------------------------------------------------------------------------


def test_discards_come_in_any_order_and_the_last_one_fills_the_crib():
    state = at_discard(SIX_DEALT, dealer=0)
    for seat, card in ((5, "TH"), (1, "5D"), (4, "TD")):
        taken = step(state, Discard(seat, parse_cards(card)))
        assert taken.events == (Discarded(seat, parse_cards(card)),)
        state = taken.after
        assert state.phase == "discard"
    state = step(state, Discard(2, parse_cards("5H"))).after
    assert state.phase == "starter"
    assert state.crib == parse_cards("TH 5D TD 5H")
    assert all(len(hand) == 4 for hand in state.hands)


def test_three_players_and_the_pack_make_a_crib():
    state = at_discard(["AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H"], crib="KS")
    for seat, card in enumerate(("5C", "5D", "5H")):
        assert state.phase == "discard"
        state = step(state, Discard(seat, parse_cards(card))).after
    assert (state.phase, state.crib) == ("starter", parse_cards("KS 5C 5D 5H"))


@pytest.mark.parametrize(
    ("players", "dealer", "eldest"), [(2, 0, 1), (2, 1, 0), (3, 2, 0), (4, 1, 2), (6, 5, 0)]
)
def test_eldest_leads(players, dealer, eldest):
    hands = [" ".join(map(str, PACK[seat * 4 : seat * 4 + 4])) for seat in range(players)]
    taken = step(at_starter(hands, dealer=dealer), TurnStarter(parse_card("KD")))
    assert taken.events == (StarterTurned(parse_card("KD")),)
    assert (taken.after.phase, taken.after.turn) == ("play", eldest)


@pytest.mark.parametrize(
    ("players", "dealer", "side"), [(2, 1, 1), (3, 2, 2), (4, 3, 1), (4, 2, 0), (6, 5, 2)]
)
def test_his_heels_are_the_dealers(players, dealer, side):
    hands = [" ".join(map(str, PACK[seat * 4 : seat * 4 + 4])) for seat in range(players)]
    taken = step(at_starter(hands, dealer=dealer), TurnStarter(parse_card("JD")))
    assert taken.events == (
        StarterTurned(parse_card("JD")),
        Scored(side, dealer, 2, "heels", parse_cards("JD")),
    )
    assert taken.after.phase == "play"


@pytest.mark.parametrize(
    ("variant", "target", "winners"), [("standard", 121, (0,)), ("short", 61, (0,)), ("lowball", 121, (1, 2))]
)
def test_his_heels_can_win_before_a_card_is_played(variant, target, winners):
    hands = [" ".join(map(str, PACK[seat * 4 : seat * 4 + 4])) for seat in range(6)]
    state = at_starter(hands, dealer=3, variant=variant, scores=(target - 2, target - 1, 0))
    taken = step(state, TurnStarter(parse_card("JD")))
    assert taken.events[-1] == GameWon(0, winners)
    assert (taken.after.phase, taken.after.turn, taken.after.winners) == ("over", None, winners)


def test_at_two_below_the_target_heels_win_but_one_short_they_do_not():
    state = at_starter(["2C 9C TC KH", "8D QD KD KS"], scores=(118, 120))
    taken = step(state, TurnStarter(parse_card("JD")))
    assert taken.after.phase == "play"
    assert taken.after.scores == (120, 120)


# --- the play -------------------------------------------------------------------------------------------


def test_a_card_and_all_that_it_makes():
    taken = plays(at_play(["7H 2C 3C 9C", "7D 7S AC 4C"]), "7D 7H AC")
    assert taken.events == (
        Played(1, parse_card("AC"), 15),
        Scored(1, 1, 2, "fifteen", parse_cards("7D 7H AC")),
    )
    assert scored(plays(at_play(["5H 2C 3C 9C", "5D 5S AC 4C"]), "5D 5H 5S")) == [
        (1, 2, "fifteen"),
        (1, 6, "pair_royal"),
    ]


def test_who_cannot_play_says_go_once_and_the_other_plays_on():
    state = at_play(["9C TC JC QC", "AD 2D KD KS"])
    taken = plays(state, "KD QC KS")
    assert taken.events == (Played(1, parse_card("KS"), 30), SaidGo(0))
    assert (taken.after.turn, taken.after.goes) == (1, (0,))
    taken = plays(taken.after, "AD")
    assert said_go(taken) == []
    assert scored(taken) == [(1, 2, "thirty_one")]
    assert taken.events[-1] == SeriesEnded(0)
    assert taken.after.goes == ()


def test_one_player_plays_several_in_a_row_and_pegs_with_their_own_cards():
    state = at_play(["9C TC JC QC", "AD AS 9D KS"])
    taken = plays(state, "KS QC 9D")
    assert (said_go(taken), taken.after.turn) == ([0], 1)
    taken = plays(taken.after, "AD")
    assert (said_go(taken), scored(taken), taken.after.turn) == ([], [], 1)
    taken = plays(taken.after, "AS")
    assert scored(taken) == [(1, 2, "thirty_one"), (1, 2, "pair")]


def test_below_31_the_last_to_play_scores_one_for_the_go():
    taken = plays(at_play(["2C 9C TC KH", "8D QD KD KS"]), "KD KH QD")
    assert taken.events == (
        Played(1, parse_card("QD"), 30),
        SaidGo(0),
        Scored(1, 1, 1, "go"),
        SeriesEnded(0),
    )


def test_the_last_player_does_not_say_go_to_themselves():
    """They hold a card that doesn't fit either; the others have none left."""
    taken = plays(at_play(["AC 2C 3C 4C", "TD JD QD KD"]), "TD AC JD 2C")
    assert scored(taken) == []
    taken = plays(taken.after, "3C 4C")
    assert taken.events[0] == Played(0, parse_card("4C"), 30)
    assert (said_go(taken), scored(taken)[-1]) == ([], (0, 1, "go"))
    taken = plays(taken.after, "QD KD")
    assert (said_go(taken), scored(taken)[0]) == ([], (1, 1, "last_card"))


def test_a_player_without_cards_is_passed_over_silently():
    state = at_play(["AC 2C 3C 4C", "TD JD QD KD", "5H 6H 7H 8H"], dealer=2)
    taken = plays(state, "AC TD 5H 2C JD 3C")
    assert (taken.events[0], said_go(taken)) == (Played(0, parse_card("3C"), 31), [])
    taken = plays(taken.after, "QD 6H 4C KD")
    assert (taken.events[0], said_go(taken)) == (Played(1, parse_card("KD"), 30), [2])
    taken = plays(taken.after, "7H 8H")
    assert taken.events[:3] == (
        Played(2, parse_card("8H"), 15),
        Scored(2, 2, 2, "fifteen", parse_cards("7H 8H")),
        Scored(2, 2, 1, "last_card"),
    )


def test_the_last_card_of_all_on_31_scores_two_and_no_more():
    taken = plays(at_play(["QC AC JC AD", "KD JS KS QS"]), "KD QC JS AC KS JC QS AD")
    pegged = [line for line in scored(taken) if line[2] not in ("hand", "crib")]
    assert pegged == [(0, 2, "thirty_one")]
    assert SeriesEnded(None) in taken.events


def test_after_31_the_next_with_cards_leads_even_if_it_is_the_same_player():
    state = at_play(["AC 2C 3C 4C", "9D JD QD KD"])
    taken = plays(state, "JD AC QD 2C 3C 4C")
    assert taken.events[-1] == SeriesEnded(1)
    taken = plays(taken.after, "KD")
    assert taken.after.turn == 1


def test_go_can_win():
    state = at_play(["2C 9C TC KH", "8D QD KD KS"], scores=(0, 120))
    taken = plays(state, "KD KH QD")
    assert taken.events[-2:] == (Scored(1, 1, 1, "go"), GameWon(1, (1,)))
    assert taken.after.phase == "over"
    assert taken.after.scores == (2, 121)


def test_a_card_that_wins_ends_the_game_before_anybody_says_go():
    state = at_play(["2C 9C TC KH", "8D QD KD KS"], scores=(119, 120))
    taken = plays(state, "KD KH")
    assert taken.events == (
        Played(0, parse_card("KH"), 20),
        Scored(0, 0, 2, "pair", parse_cards("KD KH")),
        GameWon(0, (0,)),
    )


def test_points_past_the_target_are_scored_and_decide_nothing():
    taken = plays(at_play(["KH 2C 3C 9C", "5D KS KD 4C"], scores=(0, 120)), "KS KH KD")
    assert taken.after.scores == (2, 126)
    assert taken.events[-1] == GameWon(1, (1,))


def test_the_last_card_can_win_before_the_show():
    hands = ["4C 5C 6C 7H", "2D 4D 6D 8D"]
    taken = plays(at_play(hands, scores=(100, 100)), "8D 7H 2D 6C 4D 4C 6D 5C")
    pegged = [
        event.points for event in taken.events if isinstance(event, Scored) and event.reason == "last_card"
    ]
    assert pegged == [1]
    before = taken.before.scores[0]
    end = plays(at_play(hands, scores=(100 + 120 - before, 60)), "8D 7H 2D 6C 4D 4C 6D 5C")
    assert counted(end) == []
    assert end.after.phase == "over"


# --- the show -------------------------------------------------------------------------------------------


def last_card(*, scores, variant="standard", dealer=0) -> Step:
    """The card that ends a deal: hands 12 (seat 0) and 8 (seat 1), a crib of 4."""
    state = at_play(
        ["4C 5C 6C 6H", "2D 4D 6D 9D"],
        dealer=dealer,
        scores=scores,
        variant=variant,
        starter="KS",
        crib="9H 6S QH KH",
    )
    while state.phase == "play":
        taken = step(state, Play(state.turn, state.playable(state.turn)[0]))
        state = taken.after
    return taken


@pytest.mark.parametrize(
    ("dealer", "order"), [(0, [(1, False), (0, False), (0, True)]), (1, [(0, False), (1, False), (1, True)])]
)
def test_eldest_counts_first_and_the_crib_is_last(dealer, order):
    taken = last_card(scores=(0, 0), dealer=dealer)
    assert [(seat, crib) for seat, crib, _ in counted(taken)] == order
    assert taken.after.phase == "deal"
    assert taken.after.next_dealer() == 1 - dealer


def test_six_players_count_clockwise_and_the_crib_is_for_the_dealers_side():
    hands = [" ".join(map(str, PACK[seat * 4 + 4 : seat * 4 + 8])) for seat in range(6)]
    state = at_play(hands, dealer=4, crib="AC AD AH AS", starter="KD")
    while state.phase == "play":
        taken = step(state, Play(state.turn, state.playable(state.turn)[0]))
        state = taken.after
    assert [(seat, crib) for seat, crib, _ in counted(taken)] == [
        (5, False),
        (0, False),
        (1, False),
        (2, False),
        (3, False),
        (4, False),
        (4, True),
    ]
    crib = [event for event in taken.events if isinstance(event, Scored) and event.reason == "crib"]
    assert [(event.side, event.seat, event.points) for event in crib] == [(1, 4, 12)]


def test_a_hand_is_counted_as_it_was_kept_with_every_combination():
    taken = last_card(scores=(0, 0))
    hand = next(event for event in taken.events if isinstance(event, HandCounted) and event.seat == 0)
    assert hand.cards == parse_cards("4C 5C 6C 6H")
    assert hand.starter == parse_card("KS")
    assert hand.points == sum(line.points for line in hand.lines)
    assert [(line.kind, line.points) for line in hand.lines] == [
        ("fifteen", 2),
        ("fifteen", 2),
        ("fifteen", 2),
        ("pair", 2),
        ("run", 3),
        ("run", 3),
    ]
    follows = taken.events[taken.events.index(hand) + 1]
    assert follows == Scored(0, 0, hand.points, "hand", hand.cards)


@pytest.mark.parametrize(("starter", "flush"), [("KS", 0), ("KH", 5)])
def test_a_flush_in_the_crib_takes_the_starter_too(starter, flush):
    state = at_play(["2C 4D 6H 8S", "AD 3D 6D 8D"], starter=starter, crib="2H 4H 8H TH")
    while state.phase == "play":
        taken = step(state, Play(state.turn, state.playable(state.turn)[0]))
        state = taken.after
    crib = next(event for event in taken.events if isinstance(event, HandCounted) and event.crib)
    assert [line.points for line in crib.lines if line.kind == "flush"] == [flush] * (flush > 0)


def test_a_hand_worth_nothing_is_counted_and_scores_nothing():
    state = at_play(["2C 4D 6H 8S", "AD 3D 6D 8D"], starter="KS", crib="TH QH KH 9C")
    while state.phase == "play":
        taken = step(state, Play(state.turn, state.playable(state.turn)[0]))
        state = taken.after
    assert (0, False, 0) in counted(taken)
    assert (0, "hand") not in [(seat, reason) for seat, _, reason in scored(taken)]


def test_a_hand_that_wins_stops_the_show():
    plain = last_card(scores=(0, 0))
    pegged = plain.after.scores[1] - sum(points for seat, crib, points in counted(plain) if seat == 1)
    taken = last_card(scores=(110, 120 - pegged))
    assert [seat for seat, _, _ in counted(taken)] == [1]
    assert taken.events[-1] == GameWon(1, (1,))
    assert taken.after.phase == "over"
    assert taken.after.scores[0] < 121


def test_the_crib_can_win():
    plain = last_card(scores=(0, 0))
    crib = counted(plain)[-1]
    assert crib[:2] == (0, True)
    taken = last_card(scores=(121 - plain.after.scores[0], 0))
    assert taken.after.scores[0] == 121
    assert taken.events[-2:] == (
        Scored(0, 0, crib[2], "crib", parse_cards("6S 9H QH KH")),
        GameWon(0, (0,)),
    )
    assert taken.after.phase == "over"
    assert last_card(scores=(120 - plain.after.scores[0], 0)).after.phase == "deal"


def test_in_lowball_the_side_that_gets_there_loses():
    plain = last_card(scores=(0, 0), variant="lowball")
    taken = last_card(scores=(121 - plain.after.scores[0], 0), variant="lowball")
    assert taken.events[-1] == GameWon(0, (1,))
    assert taken.after.winners == (1,)


@pytest.mark.parametrize(("players", "winners"), [(3, (0, 2)), (4, (0,)), (6, (0, 2))])
def test_in_lowball_all_other_sides_win(players, winners):
    hands = [" ".join(map(str, PACK[seat * 4 : seat * 4 + 4])) for seat in range(players)]
    scores = [0] * 3 if players != 4 else [0, 0]
    scores[1] = 119
    taken = step(at_starter(hands, dealer=1, scores=scores, variant="lowball"), TurnStarter(parse_card("JD")))
    assert taken.after.winners == winners


def test_the_next_deal_starts_afresh():
    seed = seed_of(4)
    state = new_game(2)
    for taken in play(state, greedy, seed):
        if any(isinstance(event, Dealt) and event.number == 2 for event in taken.events):
            break
    fresh, before = taken.after, taken.before
    assert fresh.scores == before.scores
    assert fresh.back_pegs == before.back_pegs
    assert fresh.before == fresh.scores
    assert fresh.cuts == before.cuts
    assert fresh.dealer == 1 - before.dealer
    assert (fresh.series, fresh.earlier, fresh.goes, fresh.crib, fresh.starter) == ((), (), (), (), None)
    assert (fresh.turn, fresh.counted, fresh.discards) == (None, 0, ((), ()))


# --- what is refused ------------------------------------------------------------------------------------


TWO = ["4C 5C 6C 7H", "2D 4D 6D KD"]
TWO_DEALT = ["4C 5C 6C 7H 8H 9H", "2D 4D 6D 8D TD KD"]


def before_the_cut() -> GameState:
    return new_game(2)


def tied() -> GameState:
    return step(new_game(3), Cut(((0, PACK[0]), (1, PACK[8]), (2, PACK[1])))).after


def before_the_deal() -> GameState:
    return step(new_game(2), Cut(((0, PACK[0]), (1, PACK[8])))).after


def before_the_deal_of_six() -> GameState:
    return step(new_game(6), Cut(tuple((seat, PACK[seat * 4]) for seat in range(6)))).after


def discarding() -> GameState:
    return at_discard(TWO_DEALT)


def one_has_discarded() -> GameState:
    return step(discarding(), Discard(0, parse_cards("8H 9H"))).after


def six_discarding() -> GameState:
    return at_discard(SIX_DEALT)


def before_the_starter() -> GameState:
    return at_starter(TWO, crib="AC AD AH AS")


def playing() -> GameState:
    return at_play(TWO)


def high_count() -> GameState:
    return plays(at_play(["JC QC KC 3C", "2D 4D 6D KD"]), "6D JC KD").after


def finished() -> GameState:
    return step(at_starter(TWO, scores=(119, 0)), TurnStarter(parse_card("JD"))).after


def lots(*cards: str, seats: tuple[int, ...] | None = None) -> Cut:
    drawn = tuple(map(parse_card, cards))
    return Cut(tuple(zip(seats or range(len(drawn)), drawn, strict=True)))


def deal(*hands: str, crib: str = "") -> Deal:
    return Deal(tuple(tuple(map(parse_card, hand.split())) for hand in hands), parse_cards(crib))


def give(seat: int, *cards: str) -> Discard:
    return Discard(seat, tuple(map(parse_card, cards)))


OVER = "This game is over."
TOO_LATE_TO_CUT = "The cut for deal has been made."
WHO_CUTS = "Only the players still in the cut draw a card."
TWICE = "The same card can't come twice."
NO_DEAL = "It isn't time to deal."
WRONG_DEAL = "That is the wrong number of cards for this deal."
NO_STARTER = "It isn't time to turn the starter."
USED_STARTER = "The starter comes from the undealt pack."
NO_SEAT = "There is no such seat."
NO_DISCARD = "It isn't time to discard."
GIVEN = "You have given to the crib already; that can't be taken back."
KEEP_ALL = "You keep all your cards in this deal."
GIVE_TWO = "Give two different cards to the crib."
GIVE_ONE = "Give one card to the crib."
NO_PLAY = "It isn't time to play a card."
NOT_YOUR_TURN = "It isn't your turn."
NO_GO = "It isn't your turn; when you must say go, it is said for you."

REFUSED = [
    (before_the_cut, lots("4C"), WHO_CUTS),
    (before_the_cut, lots("4C", "5C", "6C"), WHO_CUTS),
    (before_the_cut, lots("4C", "5C", seats=(1, 0)), WHO_CUTS),
    (before_the_cut, lots("4C", "5C", seats=(0, 0)), WHO_CUTS),
    (before_the_cut, lots("4C", "4C"), TWICE),
    (before_the_cut, deal(*TWO_DEALT), NO_DEAL),
    (before_the_cut, TurnStarter(PACK[0]), NO_STARTER),
    (before_the_cut, give(0, "4C", "5C"), NO_DISCARD),
    (before_the_cut, Play(0, PACK[0]), NO_PLAY),
    (before_the_cut, SayGo(0), NO_GO),
    (tied, lots("4C", "5C", "6C"), WHO_CUTS),
    (tied, lots("4C", "5C"), WHO_CUTS),
    (before_the_deal, lots("4C", "5C"), TOO_LATE_TO_CUT),
    (before_the_deal, deal(TWO_DEALT[0], TWO[1]), WRONG_DEAL),
    (before_the_deal, deal(TWO_DEALT[0]), WRONG_DEAL),
    (before_the_deal, deal(*TWO_DEALT, TWO_DEALT[0]), WRONG_DEAL),
    (before_the_deal, deal(*TWO_DEALT, crib="AC"), WRONG_DEAL),
    (before_the_deal, deal(TWO_DEALT[0], TWO_DEALT[0]), TWICE),
    (before_the_deal, give(0, "4C", "5C"), NO_DISCARD),
    (before_the_deal_of_six, deal(*SIX_DEALT[1:], SIX_DEALT[0]), WRONG_DEAL),
    (discarding, deal(*TWO_DEALT), NO_DEAL),
    (discarding, TurnStarter(PACK[51]), NO_STARTER),
    (discarding, Play(1, parse_card("2D")), NO_PLAY),
    (discarding, SayGo(1), NO_GO),
    (discarding, give(2, "4C", "5C"), NO_SEAT),
    (discarding, give(-1, "2D", "4D"), NO_SEAT),
    (discarding, give(0), GIVE_TWO),
    (discarding, give(0, "4C"), GIVE_TWO),
    (discarding, give(0, "4C", "4C"), GIVE_TWO),
    (discarding, give(0, "4C", "5C", "6C"), GIVE_TWO),
    (discarding, give(0, "4C", "KD"), "You don't hold K♦."),
    (discarding, give(0, "AS", "4C"), "You don't hold A♠."),
    (one_has_discarded, give(0, "8H", "9H"), GIVEN),
    (one_has_discarded, give(0, "4C", "5C"), GIVEN),
    (six_discarding, give(1, "AD", "2D"), GIVE_ONE),
    (six_discarding, give(1), GIVE_ONE),
    (six_discarding, give(0, "AC"), KEEP_ALL),
    (six_discarding, give(3, "6C"), KEEP_ALL),
    (six_discarding, give(3), KEEP_ALL),
    (six_discarding, give(6, "6C"), NO_SEAT),
    (before_the_starter, TurnStarter(parse_card("4C")), USED_STARTER),
    (before_the_starter, TurnStarter(parse_card("AS")), USED_STARTER),
    (before_the_starter, give(0, "4C", "5C"), NO_DISCARD),
    (before_the_starter, Play(1, parse_card("2D")), NO_PLAY),
    (before_the_starter, deal(*TWO_DEALT), NO_DEAL),
    (playing, lots("4C", "5C"), TOO_LATE_TO_CUT),
    (playing, TurnStarter(PACK[51]), NO_STARTER),
    (playing, give(1, "2D", "4D"), NO_DISCARD),
    (playing, Play(0, parse_card("4C")), NOT_YOUR_TURN),
    (playing, Play(0, parse_card("2D")), NOT_YOUR_TURN),
    (playing, Play(-1, parse_card("2D")), NO_SEAT),
    (playing, Play(2, parse_card("2D")), NO_SEAT),
    (playing, Play(1, parse_card("4C")), "You don't hold 4♣."),
    (playing, SayGo(0), NO_GO),
    (playing, SayGo(1), "You can play 2♦, and who can play must."),
    (playing, SayGo(2), NO_SEAT),
    (high_count, Play(0, parse_card("QC")), "Q♣ would take the count past 31."),
    (high_count, Play(0, parse_card("JC")), "You don't hold J♣."),
    (high_count, Play(1, parse_card("2D")), NOT_YOUR_TURN),
    (high_count, SayGo(0), "You can play 3♣, and who can play must."),
    (finished, lots("4C", "5C"), OVER),
    (finished, deal(*TWO_DEALT), OVER),
    (finished, TurnStarter(PACK[51]), OVER),
    (finished, give(0, "4C", "5C"), OVER),
    (finished, Play(1, parse_card("2D")), OVER),
    (finished, SayGo(1), OVER),
]


@pytest.mark.parametrize(
    ("moment", "command", "sentence"),
    REFUSED,
    ids=[f"{moment.__name__}: {command}" for moment, command, _ in REFUSED],
)
def test_what_is_refused_and_how_it_is_said(moment, command: Command, sentence: str):
    state = moment()
    with pytest.raises(IllegalAction) as refused:
        decide(state, command)
    assert str(refused.value).replace("\ufe0e", "") == sentence
    assert state == moment()


def test_every_sentence_above_is_needed():
    """Each reason to refuse is in the table at least once."""
    fixed = {value for name, value in globals().items() if name.isupper() and isinstance(value, str)}
    assert fixed <= {sentence for _, _, sentence in REFUSED}


def test_a_whole_game_replays_to_its_end():
    state = replay(events_of(4, "standard", greedy, seed_of(5)))
    assert state.phase == "over"
    assert max(state.scores) >= 121
