"""Look for positions that take long to score: `python -m benchmarks.worst_case`.

It climbs: change a position a little, keep the change where scoring takes longer, start afresh where nothing helps any
more. What it finds is kept in `worst/`, so that `python -m benchmarks` measures exactly this. Besides the boards of the
game it uses dense boards of short routes, as map makers may draw them.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

import numpy as np

from carrozza import boards
from carrozza.kernel.bits import ONE
from carrozza.kernel.board import Board, compile_board
from carrozza.kernel.compiled import entry
from carrozza.kernel.paths import Workings, blank_workings
from carrozza.kernel.scoring import Scores, blank_scores, score
from carrozza.kernel.setup import clear_table
from carrozza.kernel.state import State, blank_state

FOLDER: Final = Path(__file__).parent / "worst"
DENSE: Final = FOLDER / "dense"
STATIONS: Final = FOLDER / "stations"
PATH_BOARDS: Final = ("usa", "europe", "italy-basic", "italy-advanced")
DENSE_BOARDS: Final = ("complete", "mixed", "two-sided")
TANGLED: Final = "tangled"
"""The board of four networks of 40 routes, as many as the checks allow, that took longest of those climbed to."""
DENSE_ROUTES: Final = {
    "complete": [(a, b, 1) for a, b in combinations(range(18), 2)],
    "mixed": [(a, b, 1 + a * b % 3) for a, b in combinations(range(18), 2)],
    "two-sided": [(a, 8 + b, 1) for a in range(8) for b in range(20)],
    "hubs": [(hub, 3 + rim, 1) for rim in range(50) for hub in range(3)],
}
"""Short routes wherever they fit: city, city, length. These boards allow more of them than the checks do."""
TRAINS: Final = {"mixed": 60, TANGLED: 40}
STATION_BOARDS: Final = ("europe", "italy-advanced", "hubs")
STALE: Final = 150
"""Changes without success before a climb starts afresh."""
SLOW_ENOUGH: Final = 100_000.0
"""Microseconds: a climb that has come so far has made its point."""


@dataclass(frozen=True)
class Position:
    """What the first seat holds; the rivals' routes matter to its stations alone."""

    board: str
    routes: tuple[str, ...]
    rivals: tuple[tuple[str, ...], ...] = ()
    stations: tuple[str, ...] = ()
    tickets: tuple[str, ...] = ()

    @classmethod
    def read(cls, file: Path) -> "Position":
        kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        rivals = tuple(tuple(routes) for routes in kept.pop("rivals", ()))
        return cls(kept.pop("board"), rivals=rivals, **{key: tuple(ids) for key, ids in kept.items()})

    def write(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        kept = {key: value for key, value in asdict(self).items() if value}
        file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def load_board(name: str) -> boards.Board:
    """A board of the game, or one of the dense boards."""
    if name == TANGLED:
        return dense_board(name, tangled_routes())
    return dense_board(name, DENSE_ROUTES[name]) if name in DENSE_ROUTES else boards.load(name)


def tangled_routes() -> list[tuple[int, int, int]]:
    """Those that the players of its position own."""
    position = Position.read(DENSE / f"{TANGLED}.json")
    ends = (route.split("-") for owned in (position.routes, *position.rivals) for route in owned)
    return [(int(a[1:]), int(b[1:]), 1) for a, b in ends]


def dense_board(name: str, routes: list[tuple[int, int, int]]) -> boards.Board:
    """A board whose cities stand in a circle, with tickets across it."""
    size = 1 + max(b for _, b, _ in routes)
    pairs = [(a, (a + step) % size) for step in (size // 2 - 1, size // 3) for a in range(size)]
    angles = [2 * pi * n / size for n in range(size)]
    return boards.Board(
        id=name,
        map=name,
        ruleset=None,
        title=name.capitalize(),
        notes=(),
        cities=tuple(
            boards.City(id=f"c{n}", name=str(n), lat=sin(angle), lon=cos(angle)) for n, angle in enumerate(angles)
        ),
        routes=tuple(
            boards.Route(id=f"c{a}-c{b}", a=f"c{a}", b=f"c{b}", length=length, color="gray") for a, b, length in routes
        ),
        tickets=tuple(boards.Ticket(id=f"c{a}-c{b}", a=f"c{a}", b=f"c{b}", points=1 + a % 20) for a, b in pairs[:64]),
        rules=boards.Rules(max_seats=6, trains=TRAINS.get(name, 45), stations=3),
        variants={},
    )


def lay_out(board: boards.Board, compiled: Board, position: Position) -> State:
    state = blank_state()
    clear_table(compiled, state, max(2, 1 + len(position.rivals)), np.uint64(1))
    for seat, routes in enumerate((position.routes, *position.rivals)):
        for route in routes:
            index = board.route_index[route]
            state.owned[seat, index // 64] |= ONE << np.uint64(index % 64)
    for city in position.stations:
        state.stations[0] |= ONE << np.uint64(board.city_index[city])
    for ticket in position.tickets:
        state.tickets[0] |= ONE << np.uint64(board.ticket_index[ticket])
    return state


@entry
def score_often(board: Board, state: State, scores: Scores, workings: Workings, times: int) -> None:
    for _ in range(times):
        score(board, state, scores, workings)


class Clock:
    """Times the compiled scoring of positions on one board."""

    def __init__(self, board: boards.Board) -> None:
        self.board = board
        self.compiled = compile_board(board)
        self.scores = blank_scores()
        self.workings = blank_workings()
        self._seconds(lay_out(board, self.compiled, Position("", ())), 1)  # compiles, the first time

    def microseconds(self, position: Position, runs: int = 3) -> float:
        """The median of several runs, each long enough for the clock."""
        state = lay_out(self.board, self.compiled, position)
        first = self._seconds(state, 1)
        if first * 1e6 > SLOW_ENOUGH:
            return first * 1e6
        times = max(1, int(3e-4 / first))
        return statistics.median(self._seconds(state, times) / times for _ in range(runs)) * 1e6

    def _seconds(self, state: State, times: int) -> float:
        started = time.perf_counter()
        score_often(self.compiled, state, self.scores, self.workings, times)
        return time.perf_counter() - started


class Search(Protocol):
    """Where a climb starts, and what it may change."""

    def start(self, random: Random) -> Position: ...

    def changed(self, position: Position, random: Random) -> Position: ...


class PathSearch:
    """Networks of one player with as many of its trains as fit."""

    def __init__(self, name: str, board: boards.Board) -> None:
        self.name = name
        self.board = board

    def start(self, random: Random) -> Position:
        if random.random() < 0.5:
            spread = random.choice((0.5, 3.0, 6.0))
            order = sorted(self.board.routes, key=lambda route: route.length + spread * random.random())
        else:
            order = self._grown(random)
        return Position(self.name, tuple(self._affordable(order)))

    def _grown(self, random: Random) -> list[boards.Route]:
        """From one city, mostly by routes that close a loop, and rather by short ones."""
        reached, grown = {random.choice(self.board.cities).id}, list[boards.Route]()
        left = list(self.board.routes)
        while beside := [route for route in left if route.ends & reached]:
            closing = [route for route in beside if route.ends <= reached]
            chosen = random.choice(closing if closing and random.random() < 0.8 else beside)
            if chosen.length <= random.randint(1, 6):
                grown.append(chosen)
                reached |= chosen.ends
            left.remove(chosen)
        return grown

    def changed(self, position: Position, random: Random) -> Position:
        """Without a few routes, and with others instead: rather short ones, between cities it reaches."""
        gone = set(random.sample(position.routes, min(random.randint(1, 4), len(position.routes))))
        kept = [self.board.routes[self.board.route_index[name]] for name in position.routes if name not in gone]
        reached = {city for route in kept for city in route.ends}
        others = [route for route in self.board.routes if route.id not in gone]
        others.sort(key=lambda route: route.length * random.random() - 2 * (route.ends <= reached))
        return Position(self.name, tuple(self._affordable([*kept, *others])))

    def _affordable(self, order: Iterable[boards.Route]) -> Iterator[str]:
        """C3, C5: as far as the trains go, and one route of a double."""
        trains, taken = self.board.rules.trains, set()
        for route in order:
            if route.length <= trains and route.ends not in taken:
                taken.add(route.ends)
                trains -= route.length
                yield route.id


class StationSearch:
    """Three stations, many tickets, and as many rivals as may sit down, with all the routes they can build."""

    def __init__(self, name: str, board: boards.Board) -> None:
        self.name = name
        self.board = board
        self.rivals = board.rules.max_seats - 1
        others_keep = self.rivals * board.rules.opening_keep
        self.most_tickets = len(board.tickets) - others_keep

    def start(self, random: Random) -> Position:
        """In three of the dozen cities where most routes end."""
        cities = sorted(self._cities(), key=lambda city: -sum(city in route.ends for route in self.board.routes))
        stations = random.sample(cities[:12], 3)
        return self._dealt(Position(self.name, (), (), tuple(stations), self._some_tickets(random)), random)

    def changed(self, position: Position, random: Random) -> Position:
        """With another station, other tickets, or the routes dealt anew."""
        match random.randrange(3):
            case 0:
                elsewhere = [city for city in self._cities() if city not in position.stations]
                stations = (*random.sample(position.stations, 2), random.choice(elsewhere))
                return self._dealt(replace(position, stations=stations), random)
            case 1:
                return replace(position, tickets=self._some_tickets(random))
        return self._dealt(position, random)

    def _cities(self) -> list[str]:
        return [city.id for city in self.board.cities]

    def _some_tickets(self, random: Random) -> tuple[str, ...]:
        return tuple(random.sample([ticket.id for ticket in self.board.tickets], self.most_tickets))

    def _dealt(self, position: Position, random: Random) -> Position:
        """Deal the routes anew, those at the stations first, one in twenty to the player."""
        seats: list[list[boards.Route]] = [[] for _ in range(1 + self.rivals)]
        stations = set(position.stations)
        for route in sorted(self.board.routes, key=lambda route: random.random() - 2 * bool(route.ends & stations)):
            own = random.random() < 0.05
            order = [0] if own else random.sample(range(1, 1 + self.rivals), self.rivals)
            seat = next((seat for seat in order if self._may_take(seats[seat], route)), None)
            if seat is not None:
                seats[seat].append(route)
        own_routes, *rivals = (tuple(route.id for route in held) for held in seats)
        return replace(position, routes=own_routes, rivals=tuple(rivals))

    def _may_take(self, held: list[boards.Route], route: boards.Route) -> bool:
        spent = sum(other.length for other in held)
        return spent + route.length <= self.board.rules.trains and all(other.ends != route.ends for other in held)


def climb(search: Search, clock: Clock, seconds: float, random: Random) -> Position:
    """The slowest position found in that time."""
    until = time.monotonic() + seconds
    best, slowest = search.start(random), 0.0
    while time.monotonic() < until and slowest < SLOW_ENOUGH:
        here = search.start(random)
        taken, failures = clock.microseconds(here), 0
        while failures < STALE and time.monotonic() < until and taken < SLOW_ENOUGH:
            there = search.changed(here, random)
            # Timed again where it seems slower: a disturbance of the machine must not be taken for success.
            if clock.microseconds(there) > taken and (again := clock.microseconds(there)) > taken:
                here, taken, failures = there, again, 0
            else:
                failures += 1
        if taken > slowest:
            best, slowest = here, clock.microseconds(here, runs=7)
    return best


def keep_slower(clock: Clock, found: Position, file: Path) -> str:
    """Write what was found where it is slower than what the file holds; tell what happened."""
    taken = clock.microseconds(found, runs=9)
    if file.exists():
        known = clock.microseconds(Position.read(file), runs=9)
        if known >= taken:
            return f"{known:9.1f} µs as known (found {taken:.1f})"
    found.write(file)
    return f"{taken:9.1f} µs, {len(found.routes)} routes"


def parameters() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worst_case", description=__doc__.split("\n")[0])
    known = dict.fromkeys(PATH_BOARDS + DENSE_BOARDS + STATION_BOARDS)
    parser.add_argument("boards", nargs="*", metavar="BOARD", help=f"where to look: {', '.join(known)}; all by default")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to look on each board (20)")
    parser.add_argument("--seed", type=int, default=1, help="where the dice start (1)")
    chosen = parser.parse_args()
    for name in chosen.boards:
        if name not in known:
            parser.error(f"no board '{name}'; choose of {', '.join(known)}")
    return chosen


def main() -> None:
    chosen = parameters()
    for kind, names, folder, make in (
        ("longest path", PATH_BOARDS, FOLDER, PathSearch),
        ("longest path", DENSE_BOARDS, DENSE, PathSearch),
        ("stations", STATION_BOARDS, STATIONS, StationSearch),
    ):
        for name in names:
            if not chosen.boards or name in chosen.boards:
                clock = Clock(load_board(name))
                found = climb(make(name, clock.board), clock, chosen.seconds, Random(chosen.seed))
                print(f"{kind:12} {name:15} {keep_slower(clock, found, folder / f'{name}.json')}", flush=True)


if __name__ == "__main__":
    main()
