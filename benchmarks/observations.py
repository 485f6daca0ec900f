"""How long an observation takes: random games with and without one for each decision.

`python -m benchmarks.observations [BOARD] [SEATS]` plays the same decisions in one compiled loop and prints CPU time.
"""

import sys
import time

import numpy as np

from carrozza.bots.compiled.memory import blank_memories
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.kernel.actions import WORDS
from carrozza.kernel.board import Board
from carrozza.kernel.chance import stream
from carrozza.kernel.compiled import entry
from carrozza.kernel.layout import SEATS, Grid, blank, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import OVER, STATE
from carrozza.kernel.turns import play
from carrozza.observation.declaration import Plan
from carrozza.observation.distances import Search
from carrozza.observation.flat import write_flat
from carrozza.observation.recall import Recall, reset_recall
from carrozza.observation.spec import ObservationSpec

DECISIONS = 100_000
ROUNDS = 5


@entry
def play_on(
    board: Board,
    plan: Plan,
    seats: int,
    decisions: int,
    observe: bool,
    states: Grid,
    blanks: Grid,
    recalls: Grid,
    search: Search,
    memories: Grid,
    mask: Grid,
    out: Grid,
) -> int:
    """Play so many decisions at random, game after game; returns how many games were begun."""
    games = 0
    state = states[0]
    memories[0].rng = np.uint64(7)
    for _ in range(decisions):
        if games == 0 or state.phase == OVER:
            states[0] = blanks[0]
            set_up(board, state, seats, stream(np.uint64(1), games), -1)
            games += 1
            for seat in range(seats):
                reset_recall(recalls[seat])
        legal(board, state, mask)
        seat = whole(state.actor)
        if observe:
            write_flat(board, plan, state, seat, recalls[seat], search, out)
        play(board, state, choose_any(mask, memories[0]))
    return games


def microseconds(spec: ObservationSpec, observe: bool) -> float:
    """CPU time of a decision, the best of some rounds."""
    states, blanks = blank(STATE, 1).view(np.ndarray), blank(STATE, 1).view(np.ndarray)
    recalls, search = blank(Recall.dtype, SEATS).view(np.ndarray), Search()
    mask, out = np.zeros(WORDS, np.uint64), np.zeros(spec.words, np.uint64)
    memories = blank_memories(SEATS)
    best = float("inf")
    for _ in range(ROUNDS + 1):
        began = time.process_time()
        play_on(
            spec.compiled, spec.plan, spec.seats, DECISIONS, observe,
            states, blanks, recalls, search, memories, mask, out,
        )  # fmt: skip
        best = min(best, time.process_time() - began)
    return best / DECISIONS * 1e6


def main() -> None:
    board, seats = (*sys.argv[1:], *("usa", "2")[len(sys.argv) - 1 :])
    spec = ObservationSpec.of(board, seats=int(seats))
    without, with_observation = microseconds(spec, False), microseconds(spec, True)
    print(f"{board}, {seats} seats, {spec.size} cells")
    print(f"  without observation {without:.3f} µs a decision")
    print(f"  with observation    {with_observation:.3f} µs a decision ({with_observation / without:.1f} times)")
    print(f"  the observation     {with_observation - without:.3f} µs")


if __name__ == "__main__":
    main()
