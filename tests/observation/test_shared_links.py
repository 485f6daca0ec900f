"""Searches that share links measure the distances that a search with its own neighbours does."""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from carrozza import boards
from carrozza.kernel.board import Board, compile_board
from carrozza.kernel.state import State
from carrozza.observation import distances, shared_links
from carrozza.observation.declaration import Plan
from carrozza.observation.distances import Search
from carrozza.observation.placing.flat_slices import make_plan
from carrozza.observation.recall import Recall

LONGEST = 6


def with_other_lengths(board: Board, chance: random.Random) -> Board:
    """Routes between the same two cities may have different ones."""
    made = board.copy()
    for route in range(board.routes):
        made.length[route] = chance.randint(1, LONGEST)
    return made


def some_position(board: Board, plan: Plan, chance: random.Random) -> tuple[State, Recall]:
    state, recall = State(), Recall()
    for word in range(plan.route_sets):
        state.free[0, word] = np.uint64(chance.getrandbits(64) | chance.getrandbits(64)) & board.all_routes[word]
    recall.node[: board.cities] = np.arange(board.cities)
    for _ in range(chance.randint(0, 12)):
        route = chance.randrange(board.routes)
        recall.node[recall.node == recall.node[board.city_b[route]]] = recall.node[board.city_a[route]]
    return state, recall


def compare() -> None:
    """What the interpreting process does."""
    chance = random.Random(1)
    for name in ("usa", "old-west"):
        plain = compile_board(boards.load(name))
        for board in (plain, with_other_lengths(plain, chance)):
            plan = make_plan(board, 2)
            assert (plan.layers > 1) == (board is not plain)
            for _ in range(4):
                check_distances(board, plan, *some_position(board, plan, chance))


def check_distances(board: Board, plan: Plan, state: State, recall: Recall) -> None:
    own, shared = Search(), Search()
    distances.link_nodes(board, plan, state, 0, recall, own)
    shared_links.link_nodes(board, plan, state, 0, recall, shared)
    nodes = np.unique(recall.node[: board.cities])
    for node in nodes[::5].tolist():
        distances.measure(board, plan, recall, own, node)
        shared_links.measure(board, plan, recall, shared, node)
        assert (own.distance[nodes] == shared.distance[nodes]).all()


@pytest.mark.slow
def test_shared_links_measure_the_same() -> None:
    program = "from tests.observation.test_shared_links import compare\ncompare()"
    settings = {**os.environ, "CARROZZA_INTERPRET": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=settings, cwd=Path(__file__).parents[2]
    )
    assert done.returncode == 0, done.stderr
