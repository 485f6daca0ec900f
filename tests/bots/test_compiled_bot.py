"""A compiled bot plays move by move exactly as in the compiled loop."""

import numpy as np
import pytest

from carrozza.bots import make_bot
from carrozza.bots.compiled.bot import CompiledBot, configure, graph_at
from carrozza.bots.compiled.decide import Buffers, decide
from carrozza.bots.compiled.memory import blank_memories, reset_memory
from carrozza.bots.specs.checked import parse_spec
from carrozza.bots.specs.notation import BadSpec
from carrozza.bots.specs.parameters import PLANNER
from carrozza.game import Game
from carrozza.kernel.chance import stream
from carrozza.kernel.legal import legal
from carrozza.kernel.state import blank_state, copied
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view
from tests.playing import state_bytes
from tests.setups import FULL_SETUPS, Setup

BOTS = ("planner", "random", "greedy", "planner(risk=0.9)")


def play_by_moves(game: Game, seed: int) -> None:
    bots = {
        name: make_bot(BOTS[seat % len(BOTS)], game.names, int(stream(np.uint64(seed), seat)))
        for seat, name in enumerate(game.seats)
    }
    while game.to_move is not None:
        game.play(bots[game.to_move].choose(game.view(game.to_move)))


def play_by_actions(game: Game, seed: int) -> bytes:
    """What the compiled loop does, one decision after the other."""
    board, state, view, buffers = game.names.compiled, copied(game.state), blank_state(), Buffers()
    graph = graph_at(game.names)
    for seat in range(len(game.seats)):
        configure(parse_spec(BOTS[seat % len(BOTS)]), buffers.memories[seat])
        reset_memory(buffers.memories[seat], np.uint64(int(stream(np.uint64(seed), seat))))
    while state.actor >= 0:
        seat = int(state.actor)
        legal(board, state, buffers.mask)
        make_view(state, seat, view)
        play(board, state, decide(board, graph, view, buffers.mask, buffers.memories[seat], buffers.scratch))
    state.taken_size = 0
    state.taken[:] = 0
    return state.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_moves_and_actions_make_the_same_game(table: Setup) -> None:
    game = table.game(seed=11)
    expected = play_by_actions(game, seed=4)
    play_by_moves(game, seed=4)
    game.state.taken_size = 0
    game.state.taken[:] = 0
    assert state_bytes(game) == expected


def test_weights_are_set_by_name() -> None:
    memory = blank_memories(1)[0]
    configure(parse_spec("planner"), memory)
    usual = memory.weights.copy()
    assert list(usual[: len(PLANNER)]) == [np.float32(value) for _, value in PLANNER]
    place = [name for name, _ in PLANNER].index("blocking")
    configure(parse_spec("planner(blocking=0.75)"), memory)
    assert memory.weights[place] == 0.75
    usual[place] = 0.75
    assert (memory.weights == usual).all()
    configure(parse_spec("random"), memory)
    assert not memory.weights.any()


def test_what_is_not_compiled_cannot_be_prepared() -> None:
    with pytest.raises(BadSpec, match="'easy' is not compiled"):
        configure(parse_spec("easy"), blank_memories(1)[0])


def test_roads_are_made_once_for_a_board() -> None:
    one, other = Game("usa", seed=1), Game("usa", seed=2)
    assert graph_at(one.names) is graph_at(other.names)
    assert graph_at(one.names) is not graph_at(Game("europe", seed=1).names)


def test_the_same_seed_gives_the_same_moves() -> None:
    view = Game("usa", seats=2, seed=1).view("Ada")
    names = view.names
    chosen = {CompiledBot(parse_spec("random"), names, seed).choose(view) for seed in range(60)}
    assert chosen == set(view.legal_moves)
    assert make_bot("random", names, 7).choose(view) == make_bot("random", names, 7).choose(view)
