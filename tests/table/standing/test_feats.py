"""Every feat, achieved and just missed."""

import pytest

from bot.table.events import GameStopped
from bot.table.standing.feats import FEATS
from bot.table.standing.unlocks import BACKS
from tests.table.standing.made import Made, record, scored


def close(seat=0, **options):
    """A game that needs nothing but the last points, with the first deal for the other."""
    return Made(dealer=1, **options).points(1, 100)


def trailing(points):
    return Made(dealer=1).points(1, 10 + points).points(0, 10).deal(2).points(0, 111).won()


def won_by_practice(**options):
    return scored(121, 50, house=[1], **options)


CASES = {
    "first_win": (scored(121, 100), won_by_practice()),
    "hand_29": (close().hand(0, 29).points(0, 92).won(), close().hand(0, 28).points(0, 93).won()),
    "hand_28": (close().hand(0, 28, crib=True).points(0, 93).won(), close().hand(0, 24).points(0, 97).won()),
    "hand_24": (close().hand(0, 24).points(0, 97).won(), close().hand(0, 23).points(0, 98).won()),
    "nineteen": (close().hand(0, 0).points(0, 121).won(), close().hand(0, 1).points(0, 120).won()),
    "rich_crib": (
        close().hand(0, 16, crib=True).points(0, 105).won(),
        close().hand(0, 16).hand(0, 15, crib=True).points(0, 90).won(),
    ),
    "double_royal": (
        close().play(0, (12, "double_pair_royal")).points(0, 109).won(),
        close().play(0, (6, "pair_royal")).play(1, (12, "double_pair_royal")).points(0, 115).won(),
    ),
    "long_run": (
        close().play(0, (6, "run")).points(0, 115).won(),
        close().play(0, (5, "run")).points(0, 116).won(),
    ),
    "thirty_ones": (
        close().play(0, *[(2, "thirty_one")] * 5).points(0, 111).won(),
        close().play(0, *[(2, "thirty_one")] * 4).points(0, 113).won(),
    ),
    "pegger": (
        close().play(0, (12, "double_pair_royal")).play(0, (2, "fifteen")).points(0, 107).won(),
        close()
        .play(0, (12, "double_pair_royal"), (1, "go"))
        .deal(2)
        .play(0, (2, "pair"))
        .points(0, 106)
        .won(),
    ),
    "skunk": (scored(121, 90), scored(121, 91)),
    "double_skunk": (scored(121, 60), scored(121, 61)),
    "stink_hole": (
        close().points(0, 120).play(0, (1, "last_card")).won(),
        close().points(0, 119).play(0, (2, "fifteen")).won(),
    ),
    "by_a_hole": (scored(121, 120), scored(121, 119)),
    "his_heels": (
        close().points(0, 119).heels(0).won(),
        close().heels(0).points(0, 119).won(),
    ),
    "pegged_out": (
        close().points(0, 119).play(0, (2, "thirty_one")).won(),
        close().points(0, 119).hand(0, 2).won(),
    ),
    "against_deal": (Made(dealer=1).points(0, 121).won(), Made(dealer=0).points(0, 121).won()),
    "comeback": (trailing(30), trailing(29)),
    "great_comeback": (trailing(45), trailing(44)),
    "three_handed": (scored(121, 100, 90, players=3), scored(121, 100)),
    "partners": (scored(121, 100, players=4), scored(121, 100, 90, players=3)),
    "lowball": (
        Made(variant="lowball").points(1, 121).won(1),
        Made(variant="lowball").points(0, 121).won(0),
    ),
}
PASTS = {
    "streak_3": ({"streak": 2}, {"streak": 1}),
    "streak_5": ({"streak": 4}, {"streak": 3}),
    "streak_10": ({"streak": 9}, {"streak": 8}),
    "games_10": ({"completed": 9}, {"completed": 8}),
    "games_100": ({"completed": 99}, {"completed": 98}),
    "games_500": ({"completed": 499}, {"completed": 498}),
}


def feats(game, past=None):
    return game.awards({100: past or record()})[0].gain.feats


def test_every_feat_is_tried():
    assert {*CASES, *PASTS} == {feat.key for feat in FEATS}
    assert len(FEATS) >= 24
    assert len({feat.name for feat in FEATS}) == len(FEATS)


@pytest.mark.parametrize("key", CASES)
def test_achieved_and_just_missed(key):
    achieved, missed = CASES[key]
    assert key in feats(achieved)
    assert key not in feats(missed)
    assert key not in feats(achieved, record(key)), "once only"


@pytest.mark.parametrize("key", PASTS)
def test_achieved_and_just_missed_over_many_games(key):
    enough, short = PASTS[key]
    assert key in feats(scored(121, 100), record(**enough))
    assert key not in feats(scored(121, 100), record(**short))
    assert key not in feats(scored(61, 50, variant="short"), record(**enough))


def test_a_streak_ends_with_a_loss_and_a_completed_game_may_be_one():
    lost = Made().points(0, 100).points(1, 121).won(1)
    assert "streak_3" not in feats(lost, record(streak=2))
    assert "games_10" in feats(lost, record(completed=9))


@pytest.mark.parametrize("key", ["hand_29", "nineteen", "double_royal", "pegger"])
def test_the_cards_are_as_good_in_a_game_that_is_lost(key):
    achieved, _ = CASES[key]
    game = Made()
    game.log = [event for event in achieved.log if event.kind != "game_won"]
    assert key in feats(game.points(1, 121).won(1))


@pytest.mark.parametrize(
    "key",
    [
        *("first_win", "skunk", "stink_hole", "by_a_hole", "his_heels", "pegged_out", "against_deal"),
        *("comeback", "great_comeback", "three_handed", "partners"),
    ],
)
def test_what_takes_a_win_is_not_the_losers(key):
    game, _ = CASES[key]
    assert key not in game.awards()[1].gain.feats


SHORT = {
    "first_win": scored(61, 50, variant="short"),
    "skunk": scored(61, 25, variant="short"),
    "double_skunk": scored(61, 0, variant="short"),
    "against_deal": Made(variant="short", dealer=1).points(0, 61).won(),
    "comeback": Made(variant="short").points(1, 40).deal(2).points(0, 61).won(),
    "great_comeback": Made(variant="short").points(1, 50).deal(2).points(0, 61).won(),
    "three_handed": scored(61, 50, 40, players=3, variant="short"),
    "partners": scored(61, 50, players=4, variant="short"),
}


@pytest.mark.parametrize("key", SHORT)
def test_what_is_about_people_takes_a_standard_game(key):
    assert key not in feats(SHORT[key])


@pytest.mark.parametrize("key", ["streak_3", "games_10"])
def test_what_was_earned_before_does_not_come_with_another_variant_or_a_broken_game(key):
    past = record(streak=20, completed=1000)
    assert key not in feats(scored(61, 50, variant="short"), past)
    for stopped in (GameStopped("abandoned"), GameStopped("channel_gone")):
        assert key not in feats(Made().points(0, 100).then(stopped), past)


@pytest.mark.parametrize(
    "key", ["hand_29", "hand_28", "hand_24", "nineteen", "rich_crib", "double_royal", "long_run"]
)
def test_the_cards_count_only_in_a_game_that_is_played_out(key):
    game = Made()
    game.log = [event for event in CASES[key][0].log if event.kind != "game_won"]
    assert feats(game.then(GameStopped("channel_gone"))) == ()


def test_heels_by_the_other_side_win_nothing():
    game = Made(dealer=1).points(0, 119).heels(1).points(0, 2).won()
    assert "his_heels" not in feats(game)


def test_what_is_counted_after_the_win_changes_nothing():
    game = close().points(0, 120).play(0, (1, "go")).won()
    assert "pegged_out" in feats(game)
    assert "stink_hole" in feats(game)


def test_backs_name_feats_that_there_are():
    assert {back.feat for back in BACKS if back.feat} <= {feat.key for feat in FEATS}
