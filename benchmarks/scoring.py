"""Scoring at its hardest: networks that were searched for because they take long.

Each file of `worst/` is one: `{"board": "europe", "routes": ["...", ...]}`, all of them one player's.
"""

import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from benchmarks.timing import Effort, Measure, Measures, rate
from carrozza import boards
from carrozza.kernel.bits import ONE
from carrozza.kernel.board import Board, compile_board
from carrozza.kernel.paths import blank_workings
from carrozza.kernel.scoring import blank_scores, score
from carrozza.kernel.setup import clear_table
from carrozza.kernel.state import State, blank_state

FOLDER: Final = Path(__file__).parent / "worst"


def network(board: boards.Board, compiled: Board, routes: list[str]) -> State:
    """A table where the first of two seats owns these routes."""
    state = blank_state()
    clear_table(compiled, state, 2, np.uint64(1))
    for route in routes:
        index = board.route_index[route]
        state.owned[0, index // 64] |= ONE << np.uint64(index % 64)
    return state


def milliseconds(effort: Effort, compiled: Board, state: State) -> tuple[float, ...]:
    scores, workings = blank_scores(), blank_workings()

    def score_often(times: int) -> None:
        for _ in range(times):
            score(compiled, state, scores, workings)

    return tuple(1000 / value for value in rate(effort, score_often))


def measure_scoring(effort: Effort) -> Measures:
    for file in sorted(FOLDER.glob("*.json")):
        worst: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        board = boards.load(worst["board"])
        compiled = compile_board(board)
        values = milliseconds(effort, compiled, network(board, compiled, worst["routes"]))
        yield Measure("Scoring, the worst networks found", file.stem, "ms", values)
