"""Drawings: a position on a sheet at hand, compared with the whole sheet drawn anew; and layouts from nothing."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.timing import Effort, Measure, Measures
from carrozza.atlas.drawing import draw
from carrozza.atlas.drawing.drawing import forget
from carrozza.atlas.layout.optimise import compute
from carrozza.boards import load
from carrozza.game import Game
from carrozza.game.records.record import Record

GAMES: Final = Path(__file__).parents[1] / "tests" / "golden"
RECORDS: Final = ("usa-2", "europe-3", "new-york-2", "italy-advanced-2", "old-west-4")


def measure_drawings(effort: Effort) -> Measures:
    for name in RECORDS:
        game = _late(Record.load(GAMES / f"{name}.txt"))
        yield from _position(effort, game)
    for board in map(load, ("europe", "old-west")):
        yield Measure("Layouts", f"{board.full_title}, from nothing", "s", _timed(partial(compute, board), 1))


def _late(record: Record) -> Game:
    return record.replay(len(record.moves) * 3 // 4)


def _position(effort: Effort, game: Game) -> Measures:
    def anew() -> None:
        forget()
        draw(game)

    anew_times = _timed(anew, effort.runs)
    warm = _timed(lambda: draw(game), effort.runs)
    title = game.board.full_title
    yield Measure("Drawings of a position", f"{title}, warm", "ms", tuple(1000 * seconds for seconds in warm))
    ratios = tuple(one / other for one, other in zip(warm, anew_times, strict=True))
    yield Measure("Drawings of a position", f"{title}, warm to the whole sheet anew", "ratio", ratios)
    yield Measure("Drawings of a position", f"{title}, size", "kB", (len(draw(game).svg.encode()) / 1000,))


def _timed(work: Callable[[], object], runs: int) -> tuple[float, ...]:
    seconds = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begin)
    return tuple(seconds)
