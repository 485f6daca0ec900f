"""Scoring at its hardest: the positions in `worst/`, searched for because they take long (see `worst_case.py`)."""

import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.timing import Effort, Measure, Measures, rate
from benchmarks.worst_case import DENSE, FOLDER, STATIONS, Position, lay_out, load_board, score_often
from carrozza.kernel.board import compile_board
from carrozza.kernel.paths import blank_workings
from carrozza.kernel.scoring import blank_scores


def milliseconds(effort: Effort, position: Position) -> tuple[float, ...]:
    board = load_board(position.board)
    compiled = compile_board(board)
    state = lay_out(board, compiled, position)
    scores, workings = blank_scores(), blank_workings()
    # The time of this thread alone: a busy machine would make a bound look broken.
    rates = rate(effort, lambda times: score_often(compiled, state, scores, workings, times), time.thread_time)
    return tuple(1000 / value for value in rates)


def files() -> Iterator[tuple[str, Path]]:
    for kind, folder in (("longest path", FOLDER), ("longest path, dense board", DENSE), ("stations", STATIONS)):
        for file in sorted(folder.glob("*.json")):
            yield kind, file


def measure_scoring(effort: Effort) -> Measures:
    for kind, file in files():
        values = milliseconds(effort, Position.read(file))
        yield Measure("Scoring, the worst positions found", f"{kind}: {file.stem}", "ms", values)
