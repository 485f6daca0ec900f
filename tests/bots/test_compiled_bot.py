"""A compiled bot plays move by move exactly as in the compiled loop."""

import numpy as np
import pytest

from carrozza.bots import make_bot
from carrozza.bots.compiled.bot import CompiledBot, prepare, roads_at
from carrozza.bots.compiled.decide import Desk, decide
from carrozza.bots.compiled.memory import blank_minds, wake
from carrozza.bots.compiled.planner import PARAMETERS
from carrozza.bots.specs.checked import BadSpec, parse_spec
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
    board, state, view, desk = game.names.compiled, copied(game.state), blank_state(), Desk()
    roads = roads_at(game.names)
    for seat in range(len(game.seats)):
        prepare(parse_spec(BOTS[seat % len(BOTS)]), desk.minds[seat])
        wake(desk.minds[seat], np.uint64(int(stream(np.uint64(seed), seat))))
    while state.actor >= 0:
        seat = int(state.actor)
        legal(board, state, desk.mask)
        make_view(state, seat, view)
        play(board, state, decide(board, roads, view, desk.mask, desk.minds[seat], desk.work))
    state.taken_size = 0
    state.taken[:] = 0
    return state.tobytes()


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_moves_and_actions_make_the_same_game(table: Setup) -> None:
    game = table.game(seed=11)
    expected = play_by_actions(game, seed=4)
    play_by_moves(game, seed=4)
    game.state.taken_size = 0
    game.state.taken[:] = 0
    assert state_bytes(game) == expected


def test_weights_are_set_by_name() -> None:
    mind = blank_minds(1)[0]
    prepare(parse_spec("planner"), mind)
    usual = mind.weights.copy()
    assert list(usual[: len(PARAMETERS)]) == [np.float32(value) for _, value in PARAMETERS]
    place = [name for name, _ in PARAMETERS].index("blocking")
    prepare(parse_spec("planner(blocking=0.75)"), mind)
    assert mind.weights[place] == 0.75
    usual[place] = 0.75
    assert (mind.weights == usual).all()
    prepare(parse_spec("random"), mind)
    assert not mind.weights.any()


def test_what_is_not_compiled_cannot_be_prepared() -> None:
    with pytest.raises(BadSpec, match="'easy' is not compiled"):
        prepare(parse_spec("easy"), blank_minds(1)[0])


def test_roads_are_made_once_for_a_board() -> None:
    one, other = Game("usa", seed=1), Game("usa", seed=2)
    assert roads_at(one.names) is roads_at(other.names)
    assert roads_at(one.names) is not roads_at(Game("europe", seed=1).names)


def test_the_same_seed_gives_the_same_moves() -> None:
    view = Game("usa", seats=2, seed=1).view("Ada")
    names = view.names
    chosen = {CompiledBot(parse_spec("random"), names, seed).choose(view) for seed in range(60)}
    assert chosen == set(view.legal_moves)
    assert make_bot("random", names, 7).choose(view) == make_bot("random", names, 7).choose(view)
