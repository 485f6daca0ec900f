"""The contests that show how strong a network is, and what is asked of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from carrozza import boards
from carrozza.bots.neural.weights.shipped import has_own_network
from carrozza.learning.boards.named import named_board
from carrozza.learning.boards.varied import HELD_OUT

BOTS: Final = "examples/bots"
FIRST_BOARDS: Final = ("usa", "old-west")
"""Where most is asked against `planner`."""
EXAMPLE_BOARDS: Final = (
    "examples/boards/andes-and-pampas.toml",
    "examples/boards/tasmania.toml",
)
GENERAL_BOARDS: Final = (*boards.names(), *EXAMPLE_BOARDS, *HELD_OUT)
"""On which a network for any board is tried: all synthetic ones of them have seeds that training refuses."""
OWN_NETWORK: Final = "own-network"
"""The contest of a network for any board against the one of the board."""
GENERAL_ASKED: Final = 0.6
"""Against `planner`, on a board that the network never saw."""


@dataclass(frozen=True)
class Opponents:
    """A contest: the network at one seat, these bots at the others, every deal from every seat."""

    name: str
    bots: tuple[str, ...]
    deals: int
    asked: float | None = None
    """The share of wins that is asked for."""
    sure: bool = False
    """Whether the lower end of the interval must reach it."""
    slow: bool = False
    """Whether a time limits how many of the deals are played."""

    @property
    def seats(self) -> int:
        return len(self.bots) + 1


def contests(board: str) -> Iterator[Opponents]:
    """The quick ones first."""
    most = boards.load(board).rules.max_seats
    two = 0.85 if board in FIRST_BOARDS else 0.75
    yield Opponents("planner", ("planner",), 2000, two, sure=True)
    for seats in range(3, most + 1):
        asked = 0.5 if seats == 4 else None
        yield Opponents(f"planners-{seats}", ("planner",) * (seats - 1), 1000, asked)
    yield Opponents("greedy", ("greedy",), 500, 0.9)
    yield Opponents("greedy-greedy-random", ("greedy", "greedy", "random"), 250, 0.9)
    yield Opponents("careless", ("planner(carelessness=0.2)",), 500, 0.9)
    yield Opponents("blocking", ("planner(blocking=2,haste=1)",), 500, 0.9)
    yield Opponents("collector", ("planner(hunger=0,leisure=2,ticket_risk=2)",), 500, 0.9)
    yield Opponents("builder", ("planner(adjacency=2,filler=-3,hunger=60,points=1.1)",), 500, 0.9)
    yield Opponents("mixture", ("benchmarks/learning/mixture.py:Mixture(greedy=0.3)",), 500, 0.9, slow=True)
    yield Opponents("example-python", (f"exec:{BOTS}/example.py",), 100, 0.9, slow=True)
    yield Opponents("example-javascript", (f"exec:node {BOTS}/example.js",), 100, 0.9, slow=True)
    yield Opponents("example-class", (f"{BOTS}/eager.py:Eager",), 100, 0.9, slow=True)
    yield Opponents("search-50", ("search:50(network=none)",), 400, 0.9, slow=True)
    yield Opponents("search-200", ("search:200(network=none)",), 400, slow=True)
    yield Opponents("search-500", ("search:500(network=none)",), 400, slow=True)
    yield Opponents("search-2000", ("search:2000(network=none)",), 400, slow=True)
    yield Opponents("search-2s", ("search:2s(network=none)",), 400, 0.6, slow=True)


def general_contests(board: str, held_out: bool) -> Iterator[Opponents]:
    """Of a network for any board, on a board of this name that it never saw, or did. Each decision takes ten times as
    long as that of a flat network, so all of them have a time."""
    played_on = named_board(board)
    yield Opponents("planner", ("planner",), 1000, GENERAL_ASKED if held_out else None, slow=True)
    if has_own_network(played_on):
        yield Opponents(OWN_NETWORK, ("neural",), 1000, slow=True)
    if played_on.rules.min_seats <= 4 <= played_on.rules.max_seats:
        yield Opponents("planners-4", ("planner",) * 3, 500, slow=True)
