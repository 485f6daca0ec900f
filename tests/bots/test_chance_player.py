"""The random bot takes every legal action equally often, with luck of its own."""

from collections import Counter

import numpy as np
import pytest

from carrozza import boards
from carrozza.bots.compiled.memory import Memory, blank_memories
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.kernel.actions import ACTIONS, WORDS
from carrozza.kernel.board import compile_board
from carrozza.kernel.layout import Grid
from carrozza.kernel.legal import legal
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import TURN, blank_state
from carrozza.kernel.turns import play

DRAWS = 20_000


def actions_in(mask: Grid) -> list[int]:
    return [action for action in range(ACTIONS) if int(mask[action // 64]) >> action % 64 & 1]


def mask_of(*actions: int) -> Grid:
    mask = np.zeros(WORDS, np.uint64)
    for action in actions:
        mask[action // 64] |= np.uint64(1 << action % 64)
    return mask


def first_turn() -> Grid:
    """What is legal on the first turn of a game on the USA board."""
    board, state, mask = compile_board(boards.load("usa")), blank_state(), mask_of()
    set_up(board, state, 2, np.uint64(5), 0)
    while state.phase != TURN:
        legal(board, state, mask)
        play(board, state, actions_in(mask)[0])
    legal(board, state, mask)
    return mask


def mind_with(luck: int) -> Memory:
    memory: Memory = blank_memories(1)[0]
    memory.rng = np.uint64(luck)
    return memory


def taken(mask: Grid, seed: int) -> Counter[int]:
    memory = mind_with(seed)
    return Counter(int(choose_any(mask, memory)) for _ in range(DRAWS))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_legal_action_is_equally_likely(seed: int) -> None:
    mask = first_turn()
    legal_actions = actions_in(mask)
    assert len(legal_actions) > 10
    counts = taken(mask, seed)
    assert set(counts) == set(legal_actions)
    expected = DRAWS / len(legal_actions)
    chi_squared = sum((number - expected) ** 2 / expected for number in counts.values())
    freedom = len(legal_actions) - 1
    assert chi_squared < freedom + 4 * np.sqrt(2 * freedom), "less likely than one in ten thousand"


def test_actions_far_apart_are_equally_likely_too() -> None:
    counts = taken(mask_of(0, 63, 64, 200, ACTIONS - 1), 7)
    assert set(counts) == {0, 63, 64, 200, ACTIONS - 1}
    assert max(counts.values()) - min(counts.values()) < 400, "over six standard deviations"


def test_the_only_action_is_taken_and_no_action_is_none() -> None:
    memory = mind_with(0)
    assert choose_any(mask_of(300), memory) == 300
    assert choose_any(mask_of(), memory) == -1


def test_the_same_luck_makes_the_same_choices() -> None:
    mask = first_turn()
    memories = mind_with(9), mind_with(9), mind_with(10)
    choices = [[int(choose_any(mask, memory)) for _ in range(50)] for memory in memories]
    assert choices[0] == choices[1] != choices[2]
