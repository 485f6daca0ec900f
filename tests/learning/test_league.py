"""The league: harder opponents come more often, and the easiest past self makes room."""

import random
from collections import Counter

from carrozza.learning.config.reading import make_config
from carrozza.learning.league.matching import allotted, comparable, priorities
from carrozza.learning.league.members import League, Member
from carrozza.learning.league.plan import GroupPlan, group_plans, imitation_plans


def league_with(**chances: float) -> League:
    return League([Member(name, "past", 1000, 1000 * chance) for name, chance in chances.items()], 2.0, 3)


def test_whoever_beats_the_network_is_met_more_often() -> None:
    drawn = Counter(league_with(easy=0.95, even=0.5, hard=0.1).drawn("past", 1000, random.Random(1)))
    assert drawn["hard"] > 2 * drawn["even"] > 4 * drawn["easy"] > 0


def test_without_hardness_all_are_met_equally_often() -> None:
    assert priorities([0.9, 0.1, 0.5], 0) == [1 / 3] * 3


def test_a_fair_share_is_one_half_whatever_the_number_of_seats() -> None:
    assert [round(comparable(1 / seats, seats), 9) for seats in range(2, 7)] == [0.5] * 5


def test_the_past_self_that_is_beaten_most_easily_makes_room() -> None:
    league = league_with(easy=0.95, even=0.5, hard=0.1)
    assert league.add_past("new") == ["easy"]
    assert [member.name for member in league.of_kind("past")] == ["even", "hard", "new"]


def test_results_of_long_ago_are_forgotten() -> None:
    member = Member("planner", "bot")
    league = League([member], 2.0, 3)
    member.note(1000, 0.0, 2)
    for _ in range(200):
        league.forget()
        member.note(10, 1.0, 2)
    assert member.chance > 0.95


def test_a_league_is_stored_as_it_is() -> None:
    league = league_with(easy=0.95, hard=0.1)
    assert League.from_json(league.as_json(), 2.0, 3).as_json() == league.as_json()


def test_games_are_allotted_to_the_last_one() -> None:
    assert sum(allotted(1000, [0.1, 0.7, 0.3])) == 1000
    assert allotted(10, [0.0001, 1], least=1) == [1, 9]


def test_all_games_have_a_group_and_shares_are_kept() -> None:
    config = make_config(
        {
            "boards": ["old-west"],
            "players": [2, 6],
            "variants": ["alvin"],
            "games": {"number": 800},
            "league": {"bots": ["planner", "random"], "past_share": 0.25, "bots_share": 0.25},
        }
    )
    plans = group_plans(config, [0.75, 0.25])
    assert sum(plan.games for plan in plans) == 800
    assert sum(plan.past for plan in plans) == 200
    assert {(plan.seats, plan.variants) for plan in plans} == {(2, ()), (2, ("alvin",)), (6, ()), (6, ("alvin",))}
    assert [plan.against_bot for plan in plans if plan.seats == 6 and plan.bot and not plan.variants] == [37, 13]
    assert all(GroupPlan.from_json(plan.as_json()) == plan for plan in plans)


def test_numbers_of_players_may_have_different_weights() -> None:
    plans = group_plans(make_config({"players": [2, 4], "players_weights": [3.0, 1.0], "league": {"bots_share": 0.0}}))
    assert [(plan.seats, plan.games) for plan in plans] == [(2, 192), (4, 64)]


def test_a_best_response_meets_the_frozen_network_alone() -> None:
    plans = group_plans(make_config({"league": {"against_frozen": "weights.npz"}}))
    assert plans == [GroupPlan(2, (), files=256)]


def test_imitated_games_have_no_opponents() -> None:
    assert imitation_plans(make_config({"players": [2, 3]})) == [GroupPlan(2, (), 128), GroupPlan(3, (), 128)]


def test_bots_may_be_met_with_some_numbers_of_players_alone() -> None:
    config = make_config({"players": [2, 4], "league": {"bots_share": 0.5, "bots": ["planner"], "bots_players": [2]}})
    assert {plan.seats for plan in group_plans(config) if plan.bot} == {2}
    assert sum(plan.games for plan in group_plans(config)) == config.games.number
