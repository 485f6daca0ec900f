"""What passes before the first move: each time in a process of its own."""

import os
import statistics
import subprocess
import sys
import tempfile
from typing import Final

from benchmarks.play import YARDSTICK, one_core
from benchmarks.timing import Effort, Measure, Measures, seconds_of

GAME: Final = """
import numpy as np
from carrozza import boards
from carrozza.kernel.actions import WORDS
from carrozza.kernel.board import compile_board
from carrozza.kernel.legal import legal
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import blank_state
board, state, mask = compile_board(boards.load("europe")), blank_state(), np.zeros(WORDS, np.uint64)
set_up(board, state, 4, np.uint64(1), -1)
legal(board, state, mask)
assert mask.any()
"""
SIMULATE: Final = "from carrozza.arena import simulate; simulate('usa', 2, 1, seed=1)"
INTERPRETED: Final = """
import sys
from carrozza.arena import simulate
result = simulate({board!r}, {seats}, {games}, seed=1, threads=1)
print(result.games / result.seconds)
"""
INTERPRETED_GAMES: Final = 10


def run_python(*parameters: str, **settings: str) -> str:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)} | settings
    return subprocess.run(
        [sys.executable, *parameters], env=environment, capture_output=True, text=True, check=True
    ).stdout


def measure_starts(effort: Effort) -> Measures:
    run_python("-c", GAME)
    for name, parameters in (
        ("Python alone", ("-c", "pass")),
        ("carrozza --help", ("-m", "carrozza", "--help")),
        ("a game, up to its first legal moves (rules compiled before)", ("-c", GAME)),
        ("simulate one game (rules compiled before)", ("-c", SIMULATE)),
    ):
        values = tuple(seconds_of(run_python, *parameters) for _ in range(effort.runs))
        yield Measure("Start", name, "s", values)
    yield Measure("Start", "simulate one game (rules to compile)", "s", _cold_compilations(effort))


def _cold_compilations(effort: Effort) -> tuple[float, ...]:
    values = []
    for _ in range(effort.cold_runs):
        with tempfile.TemporaryDirectory() as empty:
            values.append(seconds_of(lambda cache: run_python("-c", SIMULATE, CARROZZA_CACHE=cache), empty))
    return tuple(values)


def measure_interpreted(effort: Effort) -> Measures:
    """The same rules as plain Python on the same machine: a yardstick for machines."""
    board, seats = YARDSTICK
    code = INTERPRETED.format(board=board, seats=seats, games=INTERPRETED_GAMES)
    values = tuple(float(run_python("-c", code, CARROZZA_INTERPRET="1")) for _ in range(effort.runs))
    group = "Compiled and interpreted"
    yield Measure(group, f"{board}, {seats} seats, interpreted", "games/s", values)
    ratio = one_core(effort) / statistics.median(values)
    yield Measure(group, f"{board}, {seats} seats: compiled on one core to interpreted", "ratio", (ratio,))
