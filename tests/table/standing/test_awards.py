"""What a game brings: XP, prestige, careers, and what counts where (rules: "Results, XP, prestige")."""

import pytest

from bot.table.events import (
    ChoiceGiven,
    GameStopped,
    HouseSeated,
    PlayedOn,
    Returned,
    Surrendered,
    WentMissing,
)
from bot.table.standing.awards import Standing
from bot.table.standing.career import Career
from bot.table.standing.ratings import Rating
from tests.table.standing.made import GUILD, Made, record, scored


@pytest.mark.parametrize(
    ("loser", "prestige", "skunks"),
    [(120, 0, (0, 0)), (91, 0, (0, 0)), (90, 1, (1, 0)), (61, 1, (1, 0)), (60, 2, (0, 1)), (0, 2, (0, 1))],
)
def test_prestige_at_the_lines(loser, prestige, skunks):
    won, lost = scored(121, loser).awards().values()
    assert (won.gain.prestige, won.career.prestige) == (prestige, prestige)
    assert (won.result.skunks_given, won.result.double_skunks_given) == skunks
    assert (lost.gain.prestige, lost.career.prestige) == (0, 0)
    assert lost.result.skunk_taken == prestige
    assert (won.gain.xp, lost.gain.xp) == (100, 40)


def test_every_side_skunked_is_worth_prestige():
    awards = scored(121, 90, 60, players=3).awards()
    assert [awards[seat].gain.prestige for seat in range(3)] == [3, 0, 0]
    partners = scored(121, 90, 60, players=6).awards()
    assert [partners[seat].gain.prestige for seat in range(6)] == [3, 0, 0, 3, 0, 0]
    assert [partners[seat].gain.xp for seat in range(6)] == [100, 40, 40, 100, 40, 40]


@pytest.mark.parametrize(
    ("game", "xp"),
    [
        (scored(121, 40, house=[1]), 25),
        (scored(61, 20, variant="short"), 100),
        (Made(variant="lowball").points(1, 40).points(0, 121).won(0), 40),
    ],
    ids=["practice", "short", "lowball"],
)
def test_practice_and_variants_count_nowhere(game, xp):
    award = game.awards()[0]
    assert award.gain.xp == xp
    assert not award.counts
    assert award.gain.prestige == 0
    assert award.ratings == {}
    career = award.career
    assert (career.completed, career.wins, career.streak, career.prestige) == (0, 0, 0, 0)
    assert career.practice == int(game.table.practice)


def test_practice_brings_no_feats():
    game = Made(house=[1]).hand(0, 29).points(0, 92).points(1, 60).won()
    assert game.awards()[0].gain.feats == ()
    assert "hand_29" in Made().hand(0, 29).points(0, 92).points(1, 60).won().awards()[0].gain.feats


def test_a_surrender_is_a_loss_without_xp_and_a_win_for_nobody():
    game = Made().points(0, 100).points(1, 20).then(Surrendered(1, 1), GameStopped("surrendered"))
    stayed, gave_up = game.awards({100: record(streak=4), 101: record(streak=4)}).values()
    assert (stayed.result.outcome, gave_up.result.outcome) == ("stopped", "surrendered")
    for award in (stayed, gave_up):
        assert (award.gain.xp, award.gain.prestige, award.gain.feats, award.ratings) == (0, 0, (), {})
        assert (award.career.completed, award.career.wins, award.career.deals) == (0, 0, 0)
        assert award.career.streak == 4
    assert (stayed.career.surrendered, gave_up.career.surrendered) == (0, 1)


def test_going_missing_is_an_abandonment_and_nothing_else():
    game = Made().points(0, 100).then(WentMissing(1), GameStopped("abandoned"))
    stayed, left = game.awards().values()
    assert (stayed.career.abandoned, left.career.abandoned) == (0, 1)
    assert (stayed.gain.xp, left.gain.xp) == (0, 0)
    assert (stayed.career.completed, left.career.completed) == (0, 0)


def test_a_place_that_is_gone_is_nobodys_fault():
    game = Made().points(0, 100).then(WentMissing(1), GameStopped("channel_gone"))
    assert [award.career.abandoned for award in game.awards().values()] == [0, 0]


def test_playing_on_after_a_surrender_pays_but_is_not_rated():
    played_on = [Surrendered(1, 1), ChoiceGiven(0), PlayedOn(0), HouseSeated(1, "gentle", "House")]
    game = Made().points(1, 50).then(*played_on).points(0, 121).won()
    stayed, gave_up = game.awards().values()
    assert (stayed.result.outcome, stayed.gain.xp, stayed.gain.prestige) == ("won", 100, 2)
    assert (stayed.counts, stayed.ratings) == (True, {})
    assert (gave_up.result.outcome, gave_up.gain.xp, gave_up.result.skunk_taken) == ("surrendered", 0, 0)


def test_who_went_missing_and_stayed_away_has_no_win_though_their_side_won():
    game = Made(4).then(WentMissing(2), HouseSeated(2, "gentle", "House")).points(1, 80).points(0, 121).won()
    awards = game.awards()
    assert [awards[seat].result.outcome for seat in range(4)] == ["won", "lost", "abandoned", "lost"]
    assert (awards[2].gain.xp, awards[2].gain.prestige) == (0, 0)
    assert awards[0].gain.prestige == 1
    back = Made(4).then(WentMissing(2), HouseSeated(2, "gentle", "House"), Returned(2))
    awards = back.points(1, 80).points(0, 121).won().awards()
    assert awards[2].result.outcome == "won"
    assert awards[2].ratings


def test_streaks_grow_with_wins_and_end_with_losses():
    won, lost = (
        scored(121, 100)
        .awards({100: record(streak=2, best_streak=2), 101: record(streak=7, best_streak=7)})
        .values()
    )
    assert (won.career.streak, won.career.best_streak) == (3, 3)
    assert (lost.career.streak, lost.career.best_streak) == (0, 7)
    practice = scored(30, 121, house=[1]).awards({100: record(streak=2)})[0]
    assert practice.career.streak == 2, "what doesn't count doesn't end a streak either"


def test_sums_of_hands_cribs_and_pegging():
    game = Made().hand(1, 12).hand(0, 0).hand(0, 8, crib=True).play(0, (2, "fifteen"), (2, "pair")).deal(2)
    career = game.hand(0, 12).points(0, 97).won().awards({100: record(best_hand=16)})[0].career
    assert (career.deals, career.hand_points, career.crib_points, career.cribs) == (2, 12, 8, 1)
    assert (career.pegged, career.best_hand) == (4, 16)
    assert career.hand_counts == {0: 1, 12: 1}


def test_before_the_first_game_there_is_nothing():
    assert not any(Career().model_dump().values())


def test_what_a_house_player_did_in_ones_place_is_not_ones_own():
    game = Made(3).hand(2, 4).play(2, (2, "pair"))
    game.deal(2).play(2, (1, "go")).then(WentMissing(2), HouseSeated(2, "gentle", "House"))
    game.play(2, (12, "double_pair_royal"), (2, "thirty_one")).hand(2, 24)
    game.deal(3).hand(2, 29).hand(2, 20, crib=True).then(Returned(2)).play(2, (6, "pair_royal"))
    game.deal(4).hand(2, 0).play(2, (2, "fifteen"))
    back, stayed = (game.points(0, 121).won().awards()[seat] for seat in (2, 0))
    assert back.result.outcome == "lost"
    assert (back.career.deals, stayed.career.deals) == (2, 4)
    assert (back.career.hand_counts, back.career.best_hand, back.career.pegged) == ({0: 1, 4: 1}, 4, 4)
    assert (back.career.cribs, back.gain.feats) == (0, ("nineteen",))


def test_a_level_and_its_face():
    before = record(xp=260)
    won, lost = scored(121, 100).awards({100: before, 101: record(xp=259)}).values()
    assert (won.gain.level_before, won.gain.level_after, won.gain.faces) == (2, 3, ("ink",))
    assert (lost.gain.level_before, lost.gain.level_after, lost.gain.faces) == (2, 2, ())
    assert won.gain.backs == ()


def test_backs_come_with_prestige_and_feats():
    gain = scored(121, 60).awards({100: record("first_win", prestige=4, completed=9)})[0].gain
    assert gain.backs == ("compass", "skunk", "tartan")
    again = scored(121, 60).awards(
        {100: record("first_win", "skunk", "double_skunk", "games_10", prestige=6)}
    )
    assert again[0].gain.backs == ()
    assert not {"skunk", "double_skunk"} & set(again[0].gain.feats), "a feat is achieved once"


def test_ratings_are_kept_for_the_server_and_for_all():
    records = {
        100: Standing(Career(), frozenset(), {0: Rating(30, 3), GUILD: Rating(20, 7)}),
        101: Standing(Career(), frozenset(), {}),
    }
    won, lost = scored(121, 100).awards(records).values()
    assert set(won.ratings) == {0, GUILD}
    assert won.ratings[0].mu > 30
    assert won.ratings[GUILD].mu > 20
    assert won.ratings[GUILD].mu - 20 > won.ratings[0].mu - 30, "who is less known moves more"
    assert lost.ratings[0] != lost.ratings[GUILD]
    assert lost.ratings[0].mu < 25


def test_only_a_finished_game_is_paid_for():
    with pytest.raises(ValueError, match="no finished game"):
        Made().points(0, 100).awards()
