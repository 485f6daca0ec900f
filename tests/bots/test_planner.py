"""The planner: it plays every board to its end whatever its character, beats those without a plan, and uses what each
board has of its own."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrozza.arena.playing.compiled_games import OUTCOME, Workspace, make_workspace, play_deals
from carrozza.bots import parse_spec
from carrozza.bots.compiled.board_graph import BoardGraph, graph_of
from carrozza.bots.compiled.bot import configure
from carrozza.bots.compiled.decide import decide
from carrozza.bots.compiled.memory import blank_memories, reset_memory
from carrozza.bots.specs.parameters import PLANNER
from carrozza.kernel.layout import ROUTES, blank
from carrozza.kernel.legal import legal
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import OVER, blank_state
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view
from tests.samples import samples
from tests.setups import BOARDS, SETUPS, Setup, compiled

pytestmark = pytest.mark.slow

FAR_TOO_LONG = 5000
"""Decisions. No game of reasonable players has a tenth of it."""


@cache
def graph_for(name: str, variants: tuple[str, ...]) -> BoardGraph:
    return graph_of(compiled(name, variants))


def table_of(name: str, variants: tuple[str, ...], bots: tuple[str, ...]) -> Workspace:
    memories = blank_memories(len(bots))
    for memory, bot in zip(memories, bots, strict=True):
        configure(parse_spec(bot), memory)
    return make_workspace(compiled(name, variants), graph_for(name, variants), memories)


def outcomes(name: str, variants: tuple[str, ...], bots: tuple[str, ...], games: int) -> Any:
    played = blank(OUTCOME, games)
    play_deals(table_of(name, variants, bots), np.uint64(1), 0, played, np.zeros(ROUTES, np.int64))
    return played


def wins(name: str, variants: tuple[str, ...], first: str, second: str, games: int) -> float:
    """The share of games the first wins, half of them from each seat."""
    here = outcomes(name, variants, (first, second), games // 2).winner.astype(float)
    there = outcomes(name, variants, (second, first), games // 2).winner.astype(float)
    return float(np.mean([here[:, 0] / here[:, :2].sum(1), there[:, 1] / there[:, :2].sum(1)]))


@pytest.mark.parametrize(("name", "variants"), BOARDS)
def test_it_beats_those_without_a_plan(name: str, variants: tuple[str, ...]) -> None:
    assert wins(name, variants, "planner", "random", 400) >= 0.985
    assert wins(name, variants, "planner", "greedy", 400) >= 0.94


def test_its_games_on_usa_are_good_ones() -> None:
    both = outcomes("usa", (), ("planner", "planner"), 600)
    assert both.total[:, :2].mean() > 107
    assert both.tickets_completed[:, :2].mean() > 4 * both.tickets_failed[:, :2].mean()


def test_stations_save_tickets() -> None:
    """B5: with five on Europe some ways are cut off."""
    played = outcomes("europe", (), ("planner",) * 5, 100)
    assert played.stations_built.sum() > 0


def test_markers_are_placed_beyond_the_start_city() -> None:
    """W3."""
    table = table_of("old-west", (), ("planner",) * 4)
    markers = 0
    for game in range(10):
        play_deals(table, np.uint64(1), game, blank(OUTCOME, 1), np.zeros(ROUTES, np.int64))
        markers += sum(int(word).bit_count() for word in table.states[0].markers)
    assert markers > 10 * 4


def test_alvin_is_caught_and_held() -> None:
    """A2, A4."""
    played = outcomes("old-west", ("alvin",), ("planner", "planner"), 50)
    assert (played.alvin > 0).any(axis=1).mean() > 0.8


def weights() -> st.SearchStrategy[list[float]]:
    one = st.floats(min_value=-10, max_value=10, allow_nan=False, width=32)
    return st.lists(one, min_size=len(PLANNER), max_size=len(PLANNER))


@settings(max_examples=samples(150))
@given(st.sampled_from(SETUPS), st.lists(weights(), min_size=6, max_size=6), st.integers(0, 2**63))
def test_every_character_plays_legal_games_that_end(setup: Setup, characters: list[list[float]], seed: int) -> None:
    assert 0 < length_of_game(setup, characters, seed) < FAR_TOO_LONG


def test_a_tunnel_is_not_begun_for_ever_with_cards_that_cannot_finish_it() -> None:
    """U2: whoever values nothing began it with all their locomotives, and the deck held two locomotives alone."""
    values_nothing = [[0.0] * len(PLANNER)] * 3
    assert 0 < length_of_game(Setup("europe", (), 3), values_nothing, seed=0) < FAR_TOO_LONG


def length_of_game(setup: Setup, characters: list[list[float]], seed: int) -> int:
    table = table_of(setup.board, setup.variants, ("planner",) * setup.seats)
    for memory, character in zip(table.memories, characters, strict=False):
        memory.weights[: len(PLANNER)] = character
        reset_memory(memory, np.uint64(seed))
    board, state, view = compiled(setup.board, setup.variants), blank_state(), blank_state()
    set_up(board, state, setup.seats, np.uint64(seed), 0)
    for decisions in range(FAR_TOO_LONG):
        if state.phase == OVER:
            return decisions
        legal(board, state, table.mask)
        make_view(state, state.actor, view)
        action = decide(board, table.graph, view, table.mask, table.memories[state.actor], table.scratch)
        assert int(table.mask[action // 64]) >> action % 64 & 1
        play(board, state, action)
    return FAR_TOO_LONG


@pytest.mark.parametrize("name", ["europe", "italy-advanced"])
def test_nobody_tries_a_hopeless_tunnel_for_ever(name: str) -> None:
    """Four who hold nearly all the cards: the few in the deck were always of the tunnel's colour."""
    table = table_of(name, (), ("planner",) * 4)
    played = blank(OUTCOME, 1000)
    play_deals(table, np.uint64(5), 0, played, np.zeros(ROUTES, np.int64))
    assert played.decisions.max() < FAR_TOO_LONG


def test_every_parameter_of_the_planner_has_a_name_of_its_own() -> None:
    names = [name for name, _ in PLANNER]
    assert len(set(names)) == len(names)
