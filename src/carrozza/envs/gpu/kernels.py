"""The kernels: each thread of the GPU takes one game. Imported only by the process that compiles them."""

from typing import Any

import numba
import numpy as np
from numba import cuda, types

from carrozza.bots.compiled.board_graph import BOARD_GRAPH
from carrozza.bots.compiled.memory import MEMORY
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.bots.compiled.scratch import SCRATCH
from carrozza.envs.observation.declaration import Plan
from carrozza.envs.observation.distances import Search
from carrozza.envs.observation.recall import Recall
from carrozza.envs.vectorised.loops import work_through
from carrozza.envs.vectorised.slots import Episode, Options, Slot
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import NONE
from carrozza.kernel.board import Board
from carrozza.kernel.chance import stream
from carrozza.kernel.layout import SEATS, Grid, Record, cell, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.paths import Workings
from carrozza.kernel.scoring import Scores, score
from carrozza.kernel.setup import clear_table, deal
from carrozza.kernel.state import OVER, State
from carrozza.kernel.turns import play

FIRST = 0
"""The seat that starts, as in the arena's games."""


class Generator(Record):
    """All that the random bot needs of a memory."""

    rng: np.uint64 = cell(np.uint64)


def kind_of(record: type[Record]) -> Any:
    return numba.from_dtype(record.dtype)


STATE, SCORES, SEARCH, GENERATOR = kind_of(State), kind_of(Scores), kind_of(Search), kind_of(Generator)


def play_random(
    boards: Grid, seats: int, seed: np.uint64, key: np.uint64, first: int, blank: Grid, decisions: Grid, finals: Grid
) -> None:
    """Games of random bots to the end, the same as the arena's. A key makes each game's seed a long one."""
    board = boards[0]
    states = cuda.local.array(1, STATE)
    state = states[0]
    mask = cuda.local.array(WORDS, types.uint64)
    generators = cuda.local.array(SEATS, GENERATOR)
    for game in range(cuda.grid(1), len(decisions), cuda.gridsize(1)):
        states[0] = blank[0]
        game_seed = stream(seed, first + game)
        clear_table(board, state, seats, game_seed)
        if key != NONE:
            state.rng, state.key_low, state.key_high = NONE, game_seed, key
        deal(board, state, FIRST)
        for seat in range(seats):
            generators[seat].rng = stream(game_seed, seat)
        number = 0
        while state.phase != OVER:
            legal(board, state, mask)
            play(board, state, choose_any(mask, generators[whole(state.actor)]))
            number += 1
        decisions[game] = number
        finals[game] = states[0]


def score_games(boards: Grid, states: Grid, workings: Grid, scores: Grid) -> None:
    thread = cuda.grid(1)
    for game in range(thread, len(states), cuda.gridsize(1)):
        score(boards[0], states[game], scores[game], workings[thread])


def step_games(
    boards: Grid,
    graphs: Grid,
    plans: Grid,
    runs: Grid,
    options: Grid,
    blank: Grid,
    bots: Grid,
    states: Grid,
    slots: Grid,
    memories: Grid,
    recalls: Grid,
    views: Grid,
    scratches: Grid,
    workings: Grid,
    flat: Grid,
    mask_words: Grid,
    mask: Grid,
    observations: Grid,
    tokens: Grid,
    seat: Grid,
    acted: Grid,
    rewards: Grid,
    terminations: Grid,
    truncations: Grid,
    episodes: Grid,
    work: int,
    actions: Grid,
    seed: np.uint64,
    steps: int,
) -> None:
    """`work_through` with a thread for each slot, or for every so-manieth where there are fewer threads. What only bots
    or tokens need has one row where there are none."""
    scores = cuda.local.array(1, SCORES)
    searches = cuda.local.array(1, SEARCH)
    thread = cuda.grid(1)
    bot_room, token_room = min(thread, len(views) - 1), min(thread, len(flat) - 1)
    for at in range(thread, len(states), cuda.gridsize(1)):
        work_through(
            boards[0],
            graphs,
            plans[0],
            runs,
            options[0],
            blank,
            bots,
            states,
            slots,
            memories,
            recalls,
            views[bot_room : bot_room + 1],
            scratches[bot_room : bot_room + 1],
            scores[0],
            workings[thread],
            searches[0],
            flat[token_room],
            mask_words,
            mask,
            observations,
            tokens,
            seat,
            acted,
            rewards,
            terminations,
            truncations,
            episodes,
            at,
            at + 1,
            work,
            actions,
            seed,
            steps,
        )


def row(kind: Any) -> Any:
    return types.Array(kind, 1, "C")


def table(kind: Any) -> Any:
    return types.Array(kind, 2, "C")


NUMBER, WORD = types.int64, types.uint64
BOARDS, STATES = row(kind_of(Board)), row(STATE)
GRAPH, BOT = numba.from_dtype(BOARD_GRAPH), numba.from_dtype(MEMORY)
BYTES, FLAGS = row(types.int8), row(types.boolean)

STEP = (
    *(BOARDS, row(GRAPH), row(kind_of(Plan)), table(types.int32), row(kind_of(Options)), STATES, row(BOT)),
    *(STATES, row(kind_of(Slot)), table(BOT), table(kind_of(Recall))),
    *(STATES, row(numba.from_dtype(SCRATCH)), row(kind_of(Workings)), table(WORD)),
    *(table(WORD), table(WORD), table(WORD), table(types.int8), BYTES, BYTES, table(types.float32)),
    *(FLAGS, FLAGS, row(kind_of(Episode)), NUMBER, row(NUMBER), WORD, NUMBER),
)

KERNELS = {
    "play_random": (play_random, (BOARDS, NUMBER, WORD, WORD, NUMBER, STATES, row(types.int32), STATES)),
    "score_games": (score_games, (BOARDS, STATES, row(kind_of(Workings)), row(SCORES))),
    "step_games": (step_games, STEP),
    "step_games_with_bots": (step_games, STEP),
}
"""Each with the types of what it is given."""
_DECLARED = (Board, State, Scores, Workings, Options, Slot, Episode, Plan, Recall)
RECORDS = {record.__name__: record.dtype for record in _DECLARED}
RECORDS |= {"Memory": MEMORY, "Scratch": SCRATCH, "BoardGraph": BOARD_GRAPH}
