"""Who plays whom, on which deals, from which seats."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrozza.arena import ArenaError
from carrozza.arena.playing.contest import TIMED_DEALS, Contest, batches, lineups_of, make_contest, period, rotated
from carrozza.bots import BadSpec, UnknownBot
from tests.samples import samples


def contest(**asked: Any) -> Contest:
    return make_contest(**{"board": "usa", "seats": 2, "games": 100, "bots": ["greedy", "random"], "seed": 1, **asked})


def named(made: Contest) -> list[list[str]]:
    return [[made.bots[bot] for bot in seating] for seating in made.seatings]


def test_two_bots_change_seats() -> None:
    assert named(contest()) == [["greedy", "random"], ["random", "greedy"]]


def test_more_bots_than_seats_play_in_every_combination() -> None:
    assert lineups_of([0, 1, 2, 3], 3) == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert len(contest(bots=["greedy", "random", "planner"], seats=2).seatings) == 6


def test_fewer_bots_than_seats_take_turns_round_the_table() -> None:
    assert named(contest(seats=4)) == [["greedy", "random"] * 2, ["random", "greedy"] * 2]
    assert lineups_of([0, 1, 2], 5) == ((0, 1, 2, 0, 1),)


def test_a_bot_named_twice_is_one_bot_on_two_seats() -> None:
    made = contest(bots=["greedy", "random", "random", "random"], seats=4)
    assert made.bots == ("greedy", "random")
    assert [seating.index(0) for seating in made.seatings] == [0, 3, 2, 1], "each seat once"


def test_a_choice_that_comes_again_is_played_once() -> None:
    assert lineups_of([0, 1, 1], 2) == ((0, 1), (1, 1))


def test_names_of_one_bot_are_one_bot() -> None:
    assert contest(bots=["search:0.5s", "search:500ms"]).bots == ("search:500ms",)


def test_a_mirror_match_has_nothing_to_rotate() -> None:
    assert named(contest(bots=["random"])) == [["random", "random"]]


@given(st.lists(st.integers(0, 2), min_size=2, max_size=6).map(tuple))
def test_all_rotations_and_none_twice(lineup: tuple[int, ...]) -> None:
    turned = [rotated(lineup, by) for by in range(period(lineup))]
    assert len(set(turned)) == len(turned)
    assert set(turned) == {rotated(lineup, by) for by in range(len(lineup))}


@pytest.mark.parametrize(("games", "bots", "deals"), [(1, 2, 1), (100, 2, 50), (101, 2, 51), (100, 3, 17)])
def test_games_are_rounded_up_to_whole_deals(games: int, bots: int, deals: int) -> None:
    made = contest(games=games, bots=["greedy", "random", "planner"][:bots])
    assert made.deals == deals
    assert made.games == deals * len(made.seatings) >= games


@settings(max_examples=samples(40))
@given(st.integers(1, 40), st.integers(1, 9), st.integers(0, 2**32), st.booleans())
def test_what_is_missing_is_played_once(deals: int, chunk: int, luck: int, records: bool) -> None:
    made = contest(games=2 * deals, records=records)
    done = np.random.default_rng(luck).random((2, deals)) < 0.4
    planned = Counter(
        (batch.seating, deal)
        for batch in batches(made, done, chunk)
        for deal in range(batch.first, batch.first + batch.deals)
    )
    assert planned == Counter((seating, deal) for seating, deal in np.argwhere(~done).tolist())


def test_the_first_deals_are_timed_and_the_others_compiled() -> None:
    made = contest()
    for batch in batches(made, np.zeros((2, made.deals), bool), 20):
        assert batch.move_by_move == (batch.first < TIMED_DEALS)
        assert batch.deals == 1 or not batch.move_by_move


def test_only_lineups_of_compiled_bots_are_for_the_loop() -> None:
    made = contest(bots=["greedy", "random", "search:5"])
    assert [made.compiled(seating) for seating in range(6)] == [True, True, False, False, False, False]


def test_a_level_is_what_it_stands_for() -> None:
    made = contest(bots=["easy", "expert"])
    assert made.bots == ("easy", "expert")
    assert [spec.name for spec in made.specs] == ["planner", "search"]


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"seats": 6}, ArenaError, "players 6: the board usa is for 2 to 5"),
        ({"games": 0}, ArenaError, "games 0: ask for 1 to 10,000,000"),
        ({"games": 10**9}, ArenaError, "ask for 1 to 10,000,000"),
        ({"bots": []}, ArenaError, "no bots: name one"),
        ({"bots": ["plannr"]}, UnknownBot, "did you mean 'planner'"),
        ({"bots": ["planner("]}, BadSpec, "not closed"),
        ({"seed": -1}, ArenaError, "seed -1: it must be from 0"),
        ({"variants": ["alvin"]}, ArenaError, "no variant 'alvin' of the board usa; it has none"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        contest(**wrong)
