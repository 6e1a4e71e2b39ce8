"""Ratings: openskill's Plackett-Luce, worked out again from the paper of Weng and Lin."""

from math import exp, sqrt

import pytest

from bot.table.standing.ratings import PROVISIONAL, Rating, rate, weight

BETA, TAU, KAPPA = 25 / 6, 25 / 300, 0.0001
NEW = Rating()


def plackett_luce(teams, ranks):
    """Teams of (mu, sigma) with their ranks; who shares a rank has tied."""
    teams = [[(mu, sqrt(sigma**2 + TAU**2)) for mu, sigma in team] for team in teams]
    mus = [sum(mu for mu, _ in team) for team in teams]
    variances = [sum(sigma**2 for _, sigma in team) for team in teams]
    c = sqrt(sum(variance + BETA**2 for variance in variances))
    after = []
    for i, team in enumerate(teams):
        omega = delta = 0.0
        for q in range(len(teams)):
            if ranks[q] > ranks[i]:
                continue
            share = exp(mus[i] / c) / sum(exp(mus[s] / c) for s in range(len(teams)) if ranks[s] >= ranks[q])
            tied = ranks.count(ranks[q])
            omega += ((1 if i == q else 0) - share) / tied
            delta += share * (1 - share) / tied
        omega *= variances[i] / c
        delta *= variances[i] / c**2 * sqrt(variances[i]) / c
        after.append(
            [
                (
                    mu + sigma**2 / variances[i] * omega,
                    sigma * sqrt(max(1 - sigma**2 / variances[i] * delta, KAPPA)),
                )
                for mu, sigma in team
            ]
        )
    return after


CASES = {
    "two": ({0: (1,), 1: (2,)}, (1,)),
    "three": ({0: (1,), 1: (2,), 2: (3,)}, (2,)),
    "partners": ({0: (1, 3), 1: (2, 4)}, (0,)),
    "three partnerships": ({0: (1, 4), 1: (2, 5), 2: (3, 6)}, (1,)),
}
BEFORE = {
    "new": dict.fromkeys(range(1, 7), NEW),
    "known": {user: Rating(22 + user, 8.5 - user / 2) for user in range(1, 7)},
}


@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_model(case, before):
    sides, winners = case
    rated = rate(sides, winners, before)
    teams = [[(before[user].mu, before[user].sigma) for user in users] for users in sides.values()]
    expected = plackett_luce(teams, [0 if side in winners else 1 for side in sides])
    assert set(rated) == {user for users in sides.values() for user in users}
    for users, team in zip(sides.values(), expected, strict=True):
        for user, (mu, sigma) in zip(users, team, strict=True):
            assert (rated[user].mu, rated[user].sigma) == pytest.approx((mu, sigma))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_winners_rise_losers_fall_and_all_are_better_known(case):
    sides, winners = case
    rated = rate(sides, winners, BEFORE["new"])
    for side, users in sides.items():
        for user in users:
            assert (rated[user].mu > NEW.mu) == (side in winners)
            assert rated[user].sigma < NEW.sigma


def test_what_people_see():
    assert NEW.shown == 1000
    assert NEW.give == 333
    assert NEW.provisional
    assert not Rating(25, PROVISIONAL).provisional
    assert Rating(25, PROVISIONAL + 0.01).provisional
    assert Rating(30, 2).shown == 1960


def test_a_rating_is_provisional_for_some_games_and_not_for_ever():
    both, games = {1: NEW, 2: NEW}, 0
    while both[1].provisional:
        both = rate({0: (1,), 1: (2,)}, (games % 2,), both)
        games += 1
    assert 5 <= games <= 40


KNOWN = Rating(25, 1.6)
TWO = {0: (1,), 1: (2,)}


def won(times, own, other=None, beaten=None):
    """Ratings after so many wins over one opponent, or with no `other` over a new account each time."""
    met = dict(beaten or {})
    account = other
    for _ in range(times):
        after = rate(TWO, (0,), {1: own, 2: account or NEW}, met if other else {})
        own = after[1]
        if account is not None:
            account = after[2]
            met[1, 2] = met.get((1, 2), 0) + 1
    return own, account


def test_a_win_over_somebody_far_below_tells_nothing():
    assert weight(KNOWN, [KNOWN], lead=7, surplus=0) == 1
    assert weight(KNOWN, [KNOWN], lead=9, surplus=0) == pytest.approx(0.5)
    assert weight(KNOWN, [KNOWN], lead=11, surplus=0) == 0
    assert weight(KNOWN, [KNOWN], lead=-20, surplus=0) == 1, "a surprise tells all"
    before = {1: Rating(37, 2), 2: Rating(25, 2)}
    assert rate(TWO, (0,), before) == before
    assert rate(TWO, (1,), before) != before


def test_wins_over_the_same_people_count_less_as_they_add_up():
    before = {1: KNOWN, 2: KNOWN}
    gains = [rate(TWO, (0,), before, {(1, 2): wins})[1].mu - 25 for wins in (0, 6, 9, 12)]
    assert gains[0] == gains[1]
    assert gains[2:] == pytest.approx([gains[0] / 2, gains[0] / 4])
    # Five wins for every two losses are luck, or strength.
    assert rate(TWO, (0,), before, {(1, 2): 56, (2, 1): 20})[1].mu - 25 == gains[0]
    falls = [25 - rate(TWO, (0,), before, {(1, 2): wins})[2].mu for wins in (0, 9)]
    assert falls[1] == pytest.approx(falls[0] / 2), "nor does it cost the others more than it brings"
    sides = {0: (1, 3), 1: (2, 4)}
    four = dict.fromkeys((1, 2, 3, 4), KNOWN)
    half = rate(sides, (0,), four, {(1, 2): 12, (1, 4): 12, (3, 2): 6, (3, 4): 6})
    assert half[1].mu - 25 == pytest.approx((half[3].mu - 25) / 4), "each by whom they have met themselves"


def test_newcomers_hardly_move_an_established_rating():
    against_known = rate(TWO, (1,), {1: KNOWN, 2: KNOWN})[1].mu
    against_new = rate(TWO, (1,), {1: KNOWN, 2: NEW})[1].mu
    assert 0 < 25 - against_new < (25 - against_known) / 8
    assert weight(NEW, [NEW], lead=0, surplus=0) == 1, "newcomers find out about each other"
    assert weight(NEW, [KNOWN], lead=0, surplus=0) == 1


def test_what_weighs_nothing_makes_nobody_better_known():
    assert won(200, NEW)[0].sigma > 3
    assert won(200, NEW, NEW)[0].sigma > 5


@pytest.mark.parametrize(
    ("name", "reached"),
    [
        ("20 new accounts", won(20, NEW)[0]),
        ("200 new accounts", won(200, NEW)[0]),
        ("20 times the same", won(20, NEW, NEW)[0]),
        ("200 times the same", won(200, NEW, NEW)[0]),
        ("200 times the same, known by now", won(200, NEW, KNOWN)[0]),
        ("as one who is known", won(200, KNOWN)[0]),
    ],
)
def test_farming_doesn_t_pay(name, reached):
    assert reached.shown < 1910, name
