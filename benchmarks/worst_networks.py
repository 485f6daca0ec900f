"""Look for networks of one player whose longest path takes long to find: `python -m benchmarks.worst_networks`.

Boards are refused where one player's trains are enough for more than `MAX_HELD` routes, and 160 routes are all that a
board may have. So a network counts as often as there may be players with one like it on one board. Networks of many
families are climbed from: change one a little, keep the change where the path takes longer, start afresh where nothing
helps any more. Time is that of this thread, so that it can run beside other work; `--minutes` are minutes of it. Ctrl-C
ends it early.
"""

import argparse
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

import numpy as np

from benchmarks.worst_case import dense_board
from carrozza.boards.model import MAX_CITIES, MAX_HELD, MAX_ROUTES, MAX_SEATS, MAX_TRAINS
from carrozza.kernel.bits import ONE
from carrozza.kernel.board import Board, compile_board
from carrozza.kernel.compiled import entry
from carrozza.kernel.longest_path import longest_path
from carrozza.kernel.paths import Workings, blank_workings
from carrozza.kernel.setup import clear_table
from carrozza.kernel.state import State, blank_state

Link = tuple[int, int]
Network = dict[Link, int]
"""The lengths of one player's routes, by the two cities they join: C5 leaves one route of a double."""

STALE: Final = 120
"""Changes without success before a climb starts afresh."""


def linked(a: int, b: int) -> Link:
    return (min(a, b), max(a, b))


def links_of(pairs: Iterable[Link]) -> list[Link]:
    return sorted({linked(a, b) for a, b in pairs if a != b})


def scattered(random: Random) -> list[Link]:
    cities = random.randint(11, 28)
    return random.sample(list(combinations(range(cities), 2)), MAX_HELD)


def regular(random: Random) -> list[Link]:
    """Every city with the same number of neighbours, or nearly."""
    degree = random.choice((3, 3, 4, 5, 5, 6, 7))
    cities = 2 * MAX_HELD // degree
    stubs = [city for city in range(cities) for _ in range(degree)]
    random.shuffle(stubs)
    return links_of(zip(stubs[::2], stubs[1::2], strict=False))


def two_sided(random: Random) -> list[Link]:
    left = random.randint(3, 14)
    right = random.randint(-(-MAX_HELD // left), 24)
    across = [(a, left + b) for a in range(left) for b in range(right)]
    return random.sample(across, MAX_HELD)


def grid(random: Random) -> list[Link]:
    """Square, with or without diagonals, flat or closed to a ring or a torus."""
    width, height = random.choice(((3, 7), (3, 8), (4, 5), (4, 6), (5, 5), (2, 13)))
    steps = random.choice((((1, 0), (0, 1)), ((1, 0), (0, 1), (1, 1))))
    ring, torus = random.random() < 0.5, random.random() < 0.3
    return links_of(
        (x * height + y, (x + dx) % width * height + (y + dy) % height)
        for x in range(width)
        for y in range(height)
        for dx, dy in steps
        if (ring or x + dx < width) and (torus or y + dy < height)
    )


def ladder(random: Random) -> list[Link]:
    """Two, three or four long rails, with rungs."""
    rails = random.randint(2, 4)
    rungs = MAX_HELD // (2 * rails - 1) + 1
    across = [(rung * rails + rail, rung * rails + rail + 1) for rung in range(rungs) for rail in range(rails - 1)]
    along = [(city, city + rails) for city in range((rungs - 1) * rails)]
    return across + along


def circulant(random: Random) -> list[Link]:
    steps = random.sample(range(1, 7), random.choice((2, 2, 3)))
    cities = max(2 * max(steps) + 1, MAX_HELD // len(steps))
    return links_of((city, (city + step) % cities) for city in range(cities) for step in steps)


def petersen(random: Random) -> list[Link]:
    """A ring and a star of the same cities, joined."""
    size, step = MAX_HELD // 3, random.randint(2, 5)
    return links_of(
        pair for n in range(size) for pair in ((n, (n + 1) % size), (n, size + n), (size + n, size + (n + step) % size))
    )


def hypercube(random: Random) -> list[Link]:
    cube = [(n, n ^ (1 << axis)) for n in range(16) for axis in range(4) if not n & (1 << axis)]
    across = random.sample([pair for pair in combinations(range(16), 2) if pair not in cube], MAX_HELD - len(cube))
    return cube + across


def clique_with_trees(random: Random) -> list[Link]:
    """Some cities that are all neighbours, and trees that hang on them: dead ends of many depths."""
    size = random.randint(5, 8)
    links = list(combinations(range(size), 2))
    for city in range(size, size + MAX_HELD - len(links)):
        links.append((random.randrange(size if random.random() < 0.5 else city), city))
    return links


def cliques(random: Random) -> list[Link]:
    """Several that share cities, or hang together by single routes."""
    size, step = random.choice(((4, 3), (4, 4), (5, 4), (5, 5), (6, 5), (5, 3), (4, 2)))
    links = links_of((first + a, first + b) for first in range(0, 40, step) for a, b in combinations(range(size), 2))
    bridges = [(first - 1, first) for first in range(step, 40, step)] if size == step else []
    return sorted(links[: MAX_HELD - len(bridges)] + bridges)[:MAX_HELD]


def core_with_dead_ends(random: Random) -> list[Link]:
    """A core of any family, a quarter or a half of whose routes became dead ends."""
    core = random.choice((scattered, regular, two_sided, grid, circulant, petersen))(random)
    kept = random.sample(core, min(len(core), random.choice((20, 26, 30, 34))))
    cities = sorted({city for link in kept for city in link})
    fresh = max(cities) + 1
    return kept + [(random.choice(cities), fresh + n) for n in range(MAX_HELD - len(kept))]


FAMILIES: Final[dict[str, Callable[[Random], list[Link]]]] = {
    "scattered": scattered,
    "regular": regular,
    "two-sided": two_sided,
    "grid": grid,
    "ladder": ladder,
    "circulant": circulant,
    "petersen": petersen,
    "hypercube": hypercube,
    "clique with trees": clique_with_trees,
    "cliques": cliques,
    "core with dead ends": core_with_dead_ends,
}


def begun(family: str, random: Random) -> Network:
    """A network of this family, with lengths of 1, or of 1 and 2, or of 1 to 3."""
    links = [link for link in FAMILIES[family](random) if max(link) < MAX_CITIES]
    longest = random.choice((1, 1, 1, 2, 3))
    return affordable({link: random.randint(1, longest) for link in links}, random)


def affordable(network: Network, random: Random) -> Network:
    """As far as the greatest number of trains and of routes goes."""
    order = list(network)
    random.shuffle(order)
    kept: Network = {}
    for link in order:
        if len(kept) < MAX_HELD and sum(kept.values()) + network[link] <= MAX_TRAINS:
            kept[link] = network[link]
    return kept


def changed(network: Network, random: Random) -> Network:
    """With one to three routes elsewhere: another end, exchanged ends, another length."""
    there = dict(network)
    for _ in range(random.randint(1, 3)):
        match random.randrange(4):
            case 0:
                move_end(there, random)
            case 1:
                exchange_ends(there, random)
            case 2:
                move_route(there, random)
            case _:
                link = random.choice(list(there))
                there[link] = max(1, there[link] + random.choice((-1, 1))) if random.random() < 0.3 else 1
    return affordable(there, random)


def put(network: Network, gone: list[Link], links: list[Link], lengths: list[int]) -> None:
    """Routes between other cities, where these are two and no neighbours yet."""
    if len(set(links)) == len(links) and all(a != b and (a, b) not in network for a, b in links):
        for link in gone:
            del network[link]
        network.update(zip(links, lengths, strict=True))


def move_end(network: Network, random: Random) -> None:
    link = random.choice(list(network))
    cities = {city for other in network for city in other}
    somewhere = random.choice([*cities, min(max(cities) + 1, MAX_CITIES - 1)])
    put(network, [link], [linked(random.choice(link), somewhere)], [network[link]])


def exchange_ends(network: Network, random: Random) -> None:
    """Cities keep their numbers of neighbours."""
    first, second = random.sample(list(network), 2)
    crossed = [linked(first[0], second[1]), linked(second[0], first[1])]
    put(network, [first, second], crossed, [network[first], network[second]])


def move_route(network: Network, random: Random) -> None:
    link = random.choice(list(network))
    cities = sorted({city for other in network for city in other})
    a, b = random.sample(cities, 2)
    put(network, [link], [linked(a, b)], [network[link]])


def players_with(network: Network) -> int:
    """How many may have such a network on one board, so that it is not refused for having too many short routes.

    >>> players_with({(0, city): 1 for city in range(1, 41)}), players_with({(0, city): 2 for city in range(1, 33)})
    (4, 5)
    """
    trains = sum(network.values())
    for players in range(min(MAX_SEATS, MAX_ROUTES // len(network)), 1, -1):
        shortest = sorted(players * list(network.values()))[: MAX_HELD + 1]
        if len(shortest) <= MAX_HELD or sum(shortest) > trains:
            return players
    return 1


@entry
def find_path(board: Board, state: State, work: Workings) -> int:
    return longest_path(board, state, 0, work)


class Stopwatch:
    """Times the longest path of networks, on one compiled board whose routes are written over."""

    def __init__(self) -> None:
        self.board = compile_board(dense_board("network", [(a, a + 1, 1) for a in range(MAX_CITIES - 1)]))
        self.state = blank_state()
        clear_table(self.board, self.state, 2, np.uint64(1))
        self.state.owned[0, 0] = ONE
        self.workings = blank_workings()
        find_path(self.board, self.state, self.workings)
        self.tried = 0

    def milliseconds(self, network: Network, runs: int = 1) -> float:
        """For as many players as can have such a network; the least of several runs."""
        self._lay(network)
        self.tried += 1
        return players_with(network) * min(self._seconds() for _ in range(runs)) * 1e3

    def _lay(self, network: Network) -> None:
        for number, ((a, b), length) in enumerate(network.items()):
            self.board.city_a[number], self.board.city_b[number], self.board.length[number] = a, b, length
        self.state.owned[0, 0] = (ONE << np.uint64(len(network))) - ONE

    def _seconds(self) -> float:
        started = time.thread_time()
        find_path(self.board, self.state, self.workings)
        return time.thread_time() - started


@dataclass
class Worst:
    """The hardest network of a family so far."""

    milliseconds: float
    network: Network


def climb(here: Network, watch: Stopwatch, random: Random) -> Worst:
    taken, failures = watch.milliseconds(here, runs=3), 0
    while failures < STALE:
        there = changed(here, random)
        # Timed again where it seems slower: a disturbance of the machine must not be taken for success.
        if watch.milliseconds(there) > taken and (again := watch.milliseconds(there, runs=3)) > taken:
            here, taken, failures = there, again, 0
        else:
            failures += 1
    return Worst(watch.milliseconds(here, runs=5), here)


def kicked(worst: dict[str, Worst], random: Random) -> tuple[str, Network]:
    """The hardest network of the hardest families, changed in several places."""
    family = random.choice(sorted(worst, key=lambda family: -worst[family].milliseconds)[:3])
    network = worst[family].network
    for _ in range(random.randint(2, 6)):
        network = changed(network, random)
    return family, network


class Search:
    """Climbs in all families in turn, and every second time from what was the hardest."""

    def __init__(self, seed: int) -> None:
        self.seed, self.climbs, self.minutes = seed, 0, 0.0
        self.watch, self.worst = Stopwatch(), dict[str, Worst]()

    def run(self, minutes: float) -> None:
        started = time.thread_time()
        while self.minutes < minutes:
            self.climbs += 1
            family, found = self._climb(Random(f"{self.seed} {self.climbs}"))
            self.minutes = (time.thread_time() - started) / 60
            if family not in self.worst or found.milliseconds > self.worst[family].milliseconds:
                self.worst[family] = found
                print(f"{self.minutes:6.1f} min  {family:20} {found.milliseconds:6.2f} ms", flush=True)

    def _climb(self, random: Random) -> tuple[str, Worst]:
        if self.climbs % 2 and self.worst:
            family, start = kicked(self.worst, random)
        else:
            family = list(FAMILIES)[self.climbs // 2 % len(FAMILIES)]
            start = begun(family, random)
        return family, climb(start, self.watch, random)

    def print_worst(self) -> None:
        for family, found in sorted(self.worst.items(), key=lambda entry: -entry[1].milliseconds):
            links = (f"{a}-{b}" + (f"x{length}" if length > 1 else "") for (a, b), length in found.network.items())
            print(f"{found.milliseconds:6.2f} ms  {family:20} {' '.join(links)}")
        print(f"{self.watch.tried:,} networks, {self.climbs:,} climbs, {self.minutes:.1f} minutes of CPU time")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worst_networks", description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=1.0, help="of CPU time (1)")
    parser.add_argument("--seed", type=int, default=1, help="where the dice start (1)")
    chosen = parser.parse_args()
    search = Search(chosen.seed)
    with suppress(KeyboardInterrupt):
        search.run(chosen.minutes)
    search.print_worst()


if __name__ == "__main__":
    main()
