"""Evolve the planner's weights by self-play: how its defaults were found, and a start for a board of one's own.

    python -m benchmarks.evolve --tables usa/2,europe/2,old-west/4 --minutes 10
    python -m benchmarks.evolve --tables path/to/my-board.toml/3

Each generation, characters scattered around the parent play against it, all on the same deals and from every seat; the
better half, weighed by rank, gives the next parent.
"""

import argparse
import json
import sys
import time
from dataclasses import dataclass
from typing import Final

import numpy as np

from carrozza import boards
from carrozza.arena.playing.compiled_games import OUTCOME, make_workspace, memories_of, play_deals
from carrozza.bots import parse_spec
from carrozza.bots.compiled.board_graph import BoardGraph, graph_of
from carrozza.bots.specs.parameters import PLANNER
from carrozza.kernel.board import Board, compile_board
from carrozza.kernel.layout import ROUTES, Grid, blank

NAMES: Final = tuple(name for name, _ in PLANNER)
USUAL: Final = np.array([value for _, value in PLANNER])
KEPT: Final = "carelessness"
"""Never evolved: it would go, and people like it."""
MAY_BE_NEGATIVE: Final = ("slack", "hunger", "filler")
BENT: Final = 60.0
"""A lead of so many points counts nearly in full."""


@dataclass(frozen=True)
class Place:
    """A board and how many play on it."""

    board: Board
    graph: BoardGraph
    seats: int
    deals: int


def place_of(text: str, deals: int) -> Place:
    """From `usa/2`, or a board file and a number of seats."""
    name, _, seats = text.rpartition("/")
    if not name or not seats.isdecimal():
        raise SystemExit(f"'{text}' is no table: write a board and a number of seats, such as usa/2")
    board = compile_board(boards.load(name), ())
    return Place(board, graph_of(board), int(seats), deals)


def spreads() -> Grid:
    """How far each weight is scattered at first."""
    wide: Grid = np.maximum(np.abs(USUAL) * 0.3, 0.05)
    wide[NAMES.index(KEPT)] = 0.0
    return wide


def within_bounds(weights: Grid) -> Grid:
    floor = np.array([-np.inf if name in MAY_BE_NEGATIVE else 0.0 for name in NAMES])
    floor[NAMES.index("pace")] = 1.5
    bounded: Grid = np.maximum(weights, floor)
    return bounded


def fitness(place: Place, child: Grid, parent: Grid, seed: int) -> float:
    """Wins, scaled so that every table counts alike, and the bent margin over the best of the parents."""
    total = 0.0
    for own in range(place.seats):
        memories = memories_of([parse_spec("planner")] * place.seats)
        for seat in range(place.seats):
            memories[seat].weights[: len(NAMES)] = child if seat == own else parent
        played = blank(OUTCOME, place.deals)
        play_deals(
            make_workspace(place.board, place.graph, memories), np.uint64(seed), 0, played, np.zeros(ROUTES, np.int64)
        )
        won = played.winner[:, own] / np.maximum(1, played.winner.sum(1))
        rivals = np.delete(played.total[:, : place.seats], own, axis=1).max(1)
        margin = np.tanh((played.total[:, own] - rivals) / BENT)
        total += float((won * place.seats / 2 + 0.3 * margin).mean())
    return total / place.seats


def next_parent(places: list[Place], parent: Grid, width: float, children: int, chance: np.random.Generator) -> Grid:
    scattered = chance.standard_normal((children // 2, len(NAMES))) * spreads() * width
    brood = within_bounds(parent + np.concatenate([scattered, -scattered]))
    seed = int(chance.integers(1 << 60))
    fit = [sum(fitness(place, child, parent, seed) for place in places) for child in brood]
    best = brood[np.argsort(fit)[::-1][: children // 2]]
    ranks = np.log(len(best) + 0.5) - np.log(np.arange(1, len(best) + 1))
    mean: Grid = (ranks[:, None] * best).sum(0) / ranks.sum()
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evolve", description=__doc__.split("\n")[0])
    parser.add_argument("--tables", default="usa/2", help="boards and seats, with commas: usa/2,old-west/4")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--children", type=int, default=16)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    places = [place_of(text, asked.deals) for text in asked.tables.split(",")]
    chance = np.random.default_rng(asked.seed)
    parent, width, generation = USUAL.copy(), 1.0, 0
    end = time.monotonic() + 60 * asked.minutes
    while time.monotonic() < end:
        parent = next_parent(places, parent, width, asked.children, chance)
        width *= 0.985
        generation += 1
        gained = np.mean([fitness(place, parent, USUAL, generation) for place in places])
        print(
            f"generation {generation}: {gained:.3f} against the usual weights (they themselves: 0.5)", file=sys.stderr
        )
    print(json.dumps({name: round(float(value), 3) for name, value in zip(NAMES, parent, strict=True)}, indent=1))


if __name__ == "__main__":
    main()
