"""Many games: the same whatever the threads, and the very games the rules play one by one."""

import os
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest

from carrozza import boards
from carrozza.arena import ArenaError, Results, simulate
from carrozza.arena.playing.results import PARTS
from carrozza.boards import BoardError
from carrozza.bots import UnknownBot
from carrozza.bots.compiled.memory import blank_memories
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.kernel.actions import WORDS
from carrozza.kernel.board import compile_board
from carrozza.kernel.chance import stream
from carrozza.kernel.legal import legal
from carrozza.kernel.paths import blank_workings
from carrozza.kernel.scoring import blank_scores, score
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import OVER, blank_state
from carrozza.kernel.turns import play
from tests.arena.class_bots import FIRST_MOVE
from tests.arena.own_process import without_workers

pytestmark = pytest.mark.slow

TABLES = [
    ("usa", 2, ()),
    ("usa", 5, ()),
    ("europe", 3, ()),
    ("new-york", 4, ()),
    ("italy-basic", 2, ()),
    ("italy-advanced", 4, ()),
    ("old-west", 6, ()),
    ("old-west", 3, ("alvin",)),
]


def same(one: Results, other: Results) -> bool:
    return one.outcomes.tobytes() == other.outcomes.tobytes() and np.array_equal(one.claims, other.claims)


@pytest.mark.parametrize(("board", "seats", "variants"), TABLES)
def test_results_do_not_depend_on_the_number_of_threads(board: str, seats: int, variants: tuple[str, ...]) -> None:
    one, two, many = (simulate(board, seats, 301, seed=3, threads=threads, variants=variants) for threads in (1, 2, 7))
    assert same(one, two)
    assert same(one, many)


def test_a_seed_repeats_its_games_and_another_does_not() -> None:
    assert same(simulate("usa", 2, 50, seed=4), simulate("usa", 2, 50, seed=4))
    assert not same(simulate("usa", 2, 50, seed=4), simulate("usa", 2, 50, seed=5))


def test_the_first_games_of_many_are_those_of_few() -> None:
    few, many = simulate("europe", 2, 20, seed=8), simulate("europe", 2, 200, seed=8)
    assert few.outcomes.tobytes() == many.outcomes[:20].tobytes()


def test_without_a_seed_one_is_made_up_and_told() -> None:
    first, second = simulate("usa", 2, 5), simulate("usa", 2, 5)
    assert first.seed != second.seed
    assert same(first, simulate("usa", 2, 5, seed=first.seed))


def game_by_hand(name: str, seats: int, variants: tuple[str, ...], seed: int, number: int) -> dict[str, Any]:
    """The same game, one call of the rules after the other."""
    board, state, mask = compile_board(boards.load(name), variants), blank_state(), np.zeros(WORDS, np.uint64)
    game_seed = np.uint64(stream(np.uint64(seed), number))
    set_up(board, state, seats, game_seed, 0)
    memories = blank_memories(seats)
    for seat, memory in enumerate(memories):
        memory.rng = np.uint64(stream(game_seed, seat))
    decisions = 0
    while state.phase != OVER:
        legal(board, state, mask)
        play(board, state, int(choose_any(mask, memories[state.actor])))
        decisions += 1
    scores = blank_scores()
    score(board, state, scores, blank_workings())
    completed = [int(word).bit_count() for word in scores.completed[:seats]]
    owned = [sum(int(word).bit_count() for word in words) for words in state.owned[:seats]]
    return {
        "decisions": decisions,
        "turns": int(state.turns),
        "total": scores.total[:seats].tolist(),
        "winner": scores.winner[:seats].tolist(),
        "longest_path_length": scores.longest_path_length[:seats].tolist(),
        "tickets_completed": completed,
        "tickets_failed": [int(t).bit_count() - c for t, c in zip(state.tickets[:seats], completed, strict=True)],
        "routes_claimed": owned,
        "trains_left": state.trains[:seats].tolist(),
        "stations_built": [int(word).bit_count() for word in state.stations[:seats]],
        **{part: getattr(scores, part)[:seats].tolist() for part in PARTS},
    }


@pytest.mark.parametrize(("board", "seats", "variants"), TABLES)
def test_the_loop_plays_what_the_rules_play(board: str, seats: int, variants: tuple[str, ...]) -> None:
    results = simulate(board, seats, 12, seed=6, threads=2, variants=variants)
    for number in (0, 7, 11):
        for name, expected in game_by_hand(board, seats, variants, 6, number).items():
            value = results.outcomes[name][number]
            found = value[:seats].tolist() if value.ndim else int(value)
            assert found == expected, (number, name)


@pytest.mark.parametrize(("board", "seats", "variants"), [("usa", 2, ()), ("old-west", 3, ("alvin",))])
def test_interpreted_rules_play_the_same_games(board: str, seats: int, variants: tuple[str, ...]) -> None:
    code = (
        "from carrozza.arena import simulate\n"
        f"print(simulate({board!r}, {seats}, 2, seed=6, threads=2, variants={variants!r}).outcomes.tobytes().hex())"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "CARROZZA_INTERPRET": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout.strip() == simulate(board, seats, 2, seed=6, variants=variants).outcomes.tobytes().hex()


def test_progress_goes_up_to_all_games() -> None:
    told: list[int] = []
    simulate("usa", 2, 130, seed=1, threads=2, on_progress=told.append)
    assert told[-1] == 130
    assert told == sorted(set(told))
    assert len(told) > 10


def test_what_fails_in_progress_is_raised_and_ends_the_games() -> None:
    class Stopped(Exception):
        pass

    def stop(done: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        simulate("usa", 2, 200_000, seed=1, on_progress=stop)


def test_it_runs_outside_the_main_thread() -> None:
    found: list[Results] = []
    thread = threading.Thread(target=lambda: found.append(simulate("usa", 2, 20, seed=1)))
    thread.start()
    thread.join()
    assert same(found[0], simulate("usa", 2, 20, seed=1))


def test_other_bots_play_the_same_deals_in_processes() -> None:
    told: list[int] = []
    compiled = simulate("new-york", 2, 3, ["greedy", "random"], seed=4)
    mixed = simulate("new-york", 2, 3, [FIRST_MOVE, "random"], seed=4, threads=2, on_progress=told.append)
    with without_workers():
        assert same(mixed, simulate("new-york", 2, 3, [FIRST_MOVE, "random"], seed=4, threads=1))
    assert told == [1, 2, 3]
    assert (mixed.games, mixed.interrupted, mixed.faults, mixed.replaced) == (3, False, (0, 0), (0, 0))
    assert mixed.claims.sum() == mixed.by_seat("routes_claimed").sum()
    assert mixed.claims.shape == compiled.claims.shape


def test_one_bot_takes_all_seats_and_several_one_each() -> None:
    assert simulate("usa", 3, 1, bots="random").bots == ("random",) * 3
    assert simulate("usa", 3, 1, bots=["random"] * 3).bots == ("random",) * 3


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"board": "usaa"}, BoardError, "did you mean 'usa'"),
        ({"board": "nowhere.toml"}, BoardError, "cannot be read"),
        ({"seats": 1}, ArenaError, "players 1: the board usa is for 2 to 5"),
        ({"seats": 6}, ArenaError, "players 6: the board usa is for 2 to 5"),
        ({"games": 0}, ArenaError, "games 0: ask for 1 or more"),
        ({"games": -3}, ArenaError, "games -3: ask for 1 or more"),
        ({"games": 10**15}, ArenaError, "GB of memory; ask for fewer"),
        ({"games": 10**30}, ArenaError, "GB of memory; ask for fewer"),
        ({"threads": 0}, ArenaError, "threads 0: ask for 1 to"),
        ({"threads": 10**6}, ArenaError, "threads 1000000: ask for 1 to"),
        ({"seed": -1}, ArenaError, "seed -1: it must be from 0 to"),
        ({"seed": 1 << 64}, ArenaError, "it must be from 0 to"),
        ({"bots": "randm"}, UnknownBot, "no bot 'randm' .did you mean 'random'"),
        ({"bots": []}, ArenaError, "0 bots for 2 players"),
        ({"bots": ["random"] * 3}, ArenaError, "3 bots for 2 players: name one for all seats, or one for each"),
        ({"variants": ["alvin"]}, ArenaError, "no variant 'alvin' of the board usa; it has none"),
        (
            {"board": "old-west", "variants": ["alvn"]},
            ArenaError,
            "no variant 'alvn' of the board old-west .did you mean 'alvin'.*; choose alvin",
        ),
    ],
)
def test_what_cannot_be_simulated_is_refused(wrong: dict[str, Any], error: type[Exception], message: str) -> None:
    asked: dict[str, Any] = {"board": "usa", "seats": 2, "games": 10, "seed": 1}
    with pytest.raises(error, match=message):
        simulate(**{**asked, **wrong})
