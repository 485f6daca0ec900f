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
from carrozza.atlas.layout.store import layout_of
from carrozza.boards import Board, City, Route, load
from carrozza.game import Game
from carrozza.game.records.record import Record

GAMES: Final = Path(__file__).parents[1] / "tests" / "golden"
RECORDS: Final = ("usa-2", "europe-3", "new-york-2", "italy-advanced-2", "old-west-4")


def measure_drawings(effort: Effort) -> Measures:
    for name in RECORDS:
        game = _late(Record.load(GAMES / f"{name}.txt"))
        yield from _position(effort, game)
    compute(load("new-york"))  # compiles the energy
    for board in map(load, ("usa", "europe", "old-west")):
        yield from _layouts(effort, board)


def _layouts(effort: Effort, board: Board) -> Measures:
    """From nothing, and from the layout at hand after one change."""
    title = board.full_title
    anew = _timed(partial(compute, board), effort.cold_runs)
    yield Measure("Layouts", f"{title}, from nothing", "s", anew)
    for change, changed in changes(board).items():
        warm = _timed(partial(compute, changed, start=layout_of(board)), effort.runs)
        yield Measure("Layouts", f"{title}, {change}", "s", warm)
        ratios = tuple(seconds / min(anew) for seconds in warm)
        yield Measure("Layouts", f"{title}, {change}, to from nothing", "ratio", ratios)


def changes(board: Board) -> dict[str, Board]:
    """Boards that differ from one in a single thing."""
    city = board.cities[len(board.cities) // 2]
    renamed = city.model_copy(update={"name": f"{city.name} Central"})
    moved = city.model_copy(update={"lat": city.lat + 0.3, "lon": city.lon - 0.3})
    stop = City(id="halt", name="Halt", lat=city.lat + 1.0, lon=city.lon + 1.0)
    line = Route(id="a-line", a=stop.id, b=city.id, length=1, color="gray")
    others = tuple(other for other in board.cities if other is not city)
    return {
        "a name changed": _with(board, cities=(*others, renamed)),
        "a city moved": _with(board, cities=(*others, moved)),
        "a route taken out": _with(board, routes=board.routes[:-1]),
        "a city and a route added": _with(board, cities=(*board.cities, stop), routes=(*board.routes, line)),
    }


def _with(board: Board, **changed: object) -> Board:
    return Board(**{name: getattr(board, name) for name in Board.model_fields} | changed)


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
