"""The same games on the CPU: what must come out, and how long one core takes."""

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.gpu.digests import digest, digests
from benchmarks.gpu.setups import KEY, SEED, Setup
from carrozza.bots.compiled.memory import MEMORY
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.envs import vector
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import NONE
from carrozza.kernel.board import Board
from carrozza.kernel.chance import stream
from carrozza.kernel.compiled import entry
from carrozza.kernel.layout import SEATS, Grid, blank, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.paths import Workings
from carrozza.kernel.scoring import SCORES, score
from carrozza.kernel.setup import clear_table, deal
from carrozza.kernel.state import OVER, STATE
from carrozza.kernel.turns import play

SLOTS: Final = 256
ROUNDS: Final = 8
STEPS: Final = 60
BOTS: Final = "planner"


@entry
def play_random(
    board: Board,
    seats: int,
    seed: np.uint64,
    key: np.uint64,
    memories: Grid,
    mask: Grid,
    work: Workings,
    decisions: Grid,
    states: Grid,
    scores: Grid,
) -> None:
    """Games of random bots to the end, in the arrays' zeroed records."""
    for game in range(len(states)):
        state = states[game]
        game_seed = stream(seed, game)
        clear_table(board, state, seats, game_seed)
        if key != NONE:
            state.rng, state.key_low, state.key_high = NONE, game_seed, key
        deal(board, state, 0)
        for seat in range(seats):
            memories[seat].rng = stream(game_seed, seat)
        while state.phase != OVER:
            legal(board, state, mask)
            play(board, state, choose_any(mask, memories[whole(state.actor)]))
            decisions[game] += 1
        score(board, state, scores[game], work)


class Played(NamedTuple):
    digests: list[str]
    decisions: int
    seconds: float
    """Of one core."""


def played(setup: Setup, games: int, key: int = 0) -> Played:
    states, scores = blank(STATE, games).view(np.ndarray), blank(SCORES, games).view(np.ndarray)
    memories, decisions = blank(MEMORY, SEATS).view(np.ndarray), np.zeros(games, np.int32)
    room = (memories, np.zeros(WORDS, np.uint64), Workings(), decisions, states, scores)
    seconds = timed(lambda: play_random(setup.compiled, setup.seats, np.uint64(SEED), np.uint64(key), *room))
    return Played(digests(decisions, as_bytes(states), as_bytes(scores)), int(decisions.sum()), seconds)


def as_bytes(records: Any) -> Grid:
    found: Grid = records.view(np.int8).reshape(len(records), -1)
    return found


def timed(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start


def environment(setup: Setup, games: int, device: str, **options: Any) -> Any:
    return vector(setup.board, setup.seats, games, variants=setup.variants, seed=SEED, device=device, **options)


def stepped(games: Any, rounds: int, steps: int, copied: Callable[[Any], Grid]) -> list[str]:
    """Digests of all that an environment shows, after so many random steps, round by round."""
    games.reset()
    found = []
    for _ in range(rounds):
        games.step_random(steps)
        shown = (games.observations, games.mask_words, games.mask, games.seat, games.acted, games.rewards)
        ended = (games.terminations, games.truncations, games.episode.total, games.episode.returned, games.episode.game)
        found.append(digest(copied(games.states), *(copied(array) for array in (*shown, *ended))))
    return found


def expectation(setup: Setup, games: int) -> dict[str, Any]:
    """What a GPU must give for a setup."""
    played(setup, 1)  # compiled now, so that it is not timed
    short = played(setup, games)
    with environment(setup, SLOTS, "cpu", threads=1, reward="shaped") as slots:
        steps = stepped(slots, ROUNDS, STEPS, as_bytes_or_array)
    with environment(setup, SLOTS, "cpu", threads=1, opponents=BOTS) as slots:
        bots = stepped(slots, ROUNDS, STEPS, as_bytes_or_array)
    return {
        "games": games,
        "short": short.digests,
        "long": played(setup, games, KEY).digests,
        "steps": steps,
        "bots": bots,
        "decisions": short.decisions,
        "games_a_second": games / short.seconds,
    }


def as_bytes_or_array(array: Any) -> Grid:
    return as_bytes(array) if array.dtype.names else array
