"""Ratings: openskill's Plackett-Luce, worked out again from the paper of Weng and Lin."""

from math import exp, sqrt

import pytest

from bot.table.standing.ratings import PROVISIONAL, Rating, rate

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
    "known": {user: Rating(20 + 2.5 * user, 8.5 - user) for user in range(1, 7)},
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
