"""What a search found out: how good each candidate is, and how the game may go on."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from carrozza.bots.search.tree import NO_NODE, SECRET_KEEP
from carrozza.bots.search.workspace import Bench, Candidate
from carrozza.game.names import Names
from carrozza.kernel import actions
from carrozza.kernel.layout import Grid

FEWEST_VISITS = 5
"""A line goes on as long as its nodes were visited so often."""


@dataclass(frozen=True)
class Step:
    """One decision of a line."""

    player: str
    decision: str


@dataclass(frozen=True)
class Option:
    """One action that was tried."""

    action: int
    decision: str
    visits: int
    value: float
    """What the search goes by: winning and the margin in one number from 0 to 1."""
    margin: float
    """Expected points ahead of the best of the others."""
    win_probability: float
    line: tuple[Step, ...]
    """How the games most often went on, this decision first."""


@dataclass(frozen=True)
class Estimate:
    """What a search thinks of a position; the option it chose comes first, then the others by visits."""

    player: str
    options: tuple[Option, ...]
    games: int
    seconds: float

    @property
    def chosen(self) -> Option:
        return self.options[0]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def spell(names: Names, action: int) -> str:
    """A decision in words, as in the notation of moves but for what only a position tells.

    >>> from carrozza.game import Game
    >>> spell(Game("usa").names, actions.DRAW_BLIND)
    'draw deck'
    """
    board = names.board
    plain = {
        actions.DRAW_BLIND: "draw deck",
        actions.DRAW_TICKETS: "draw tickets",
        actions.PAY_LOCOMOTIVES: "pay locomotives",
        actions.DECLINE: "decline",
        actions.SKIP: "no marker",
        actions.PASS: "pass",
    }
    if action in plain:
        return plain[action]
    if action < actions.CITY:
        return f"claim {board.routes[action].id}"
    if action < actions.PAY:
        return f"choose {board.cities[action - actions.CITY].id}"
    if action < actions.DRAW:
        colour, locomotives = divmod(action - actions.PAY, actions.PAY_COUNTS)
        return f"pay {names.kind_name(colour)}" + (f" and {locomotives} locomotive" if locomotives else "")
    if action < actions.KEEP:
        return f"draw {names.kind_name(action - actions.DRAW)}"
    kept = action - SECRET_KEEP if action >= SECRET_KEEP else (action - actions.KEEP).bit_count()
    return f"keep {kept}"


def _most_visited(nodes: Grid, parent: int) -> int:
    best, visits = NO_NODE, FEWEST_VISITS - 1
    child = int(nodes[parent].first)
    while child != NO_NODE:
        if nodes[child].visits > visits:
            best, visits = child, int(nodes[child].visits)
        child = int(nodes[child].following)
    return best


def _line(names: Names, bench: Bench, node: int) -> Iterator[Step]:
    while node != NO_NODE:
        at = bench.nodes[node]
        yield Step(names.seats[at.seat], spell(names, int(at.action)))
        node = _most_visited(bench.nodes, node)


def option_of(names: Names, candidate: Candidate, bench: Bench) -> Option:
    """`bench` is the one that visited it most."""
    visits = max(1, int(candidate.visits))
    return Option(
        action=int(candidate.action),
        decision=spell(names, int(candidate.action)),
        visits=int(candidate.visits),
        value=float(candidate.value) / visits,
        margin=float(candidate.margin) / visits,
        win_probability=float(candidate.wins) / visits,
        line=tuple(_line(names, bench, int(candidate.node))),
    )
