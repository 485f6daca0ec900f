"""The game in OpenSpiel's interface."""

from typing import Any

import numpy as np
import pytest

from carrozza.envs import EnvError, IllegalAction
from carrozza.game.seating import seat_table
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import blank_state
from carrozza.kernel.turns import play
from carrozza.observation.observer import Observer

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has wheels for few platforms")
import carrozza.envs.open_spiel  # noqa: E402  (it needs OpenSpiel)

NEW_YORK = "python_carrozza(board=new-york,players=2)"


def dealt(name: str, seed: int) -> Any:
    """The position after chance has dealt the bytes of the seed."""
    state = pyspiel.load_game(name).new_initial_state()
    for byte in seed.to_bytes(8, "big"):
        assert state.is_chance_node()
        state.apply_action(byte)
    return state


@pytest.mark.parametrize(
    "name",
    [
        NEW_YORK,
        "python_carrozza(board=new-york,players=4)",
        "python_carrozza(board=old-west,players=2,variants=alvin,reward=points)",
    ],
)
def test_openspiels_own_simulations_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_chance_deals_the_seed_and_the_kernel_the_rest() -> None:
    state, names = dealt(NEW_YORK, seed=77), seat_table("new-york", 2)
    set_up(names.compiled, mine := blank_state(), 2, np.uint64(77), -1)
    observer, chance = Observer("new-york", seats=2), np.random.default_rng(1)
    while not state.is_terminal():
        assert state.current_player() == mine.actor
        assert np.array_equal(state.observation_tensor(1), observer.flat(mine, 1))
        action = int(chance.choice(state.legal_actions()))
        state.apply_action(action)
        play(names.compiled, mine, action)
    assert state.line.state.tobytes() == mine.tobytes()
    assert sorted(state.returns()) == [-1.0, 1.0]


@pytest.mark.parametrize(("action", "rule"), [(0, "S3"), (393, "T1"), (9999, "T1")])
def test_an_illegal_action_is_refused_and_nothing_is_played(action: int, rule: str) -> None:
    state = dealt(NEW_YORK, seed=5)
    before = state.line.state.tobytes()
    with pytest.raises(IllegalAction, match=f"seat 0 may not play action {action}.* by rule {rule}"):
        state.apply_action(action)
    assert state.line.state.tobytes() == before and state.line.decisions == 0


def test_after_the_end_nothing_is_played() -> None:
    state, chance = dealt(NEW_YORK, seed=5), np.random.default_rng(1)
    while not state.is_terminal():
        state.apply_action(int(chance.choice(state.legal_actions())))
    with pytest.raises(IllegalAction, match="by rule E5"):
        state.apply_action(0)


def test_chance_deals_bytes() -> None:
    with pytest.raises(EnvError, match="chance outcome 256: it must be from 0 to 255"):
        pyspiel.load_game(NEW_YORK).new_initial_state().apply_action(256)


def test_a_player_cannot_tell_imagined_positions_apart() -> None:
    """What information-set search asks for."""
    state, sampler = dealt(NEW_YORK, seed=5), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for _ in range(9):
        state.apply_action(state.legal_actions()[-1])
    player = state.current_player()
    imagined = [state.resample_from_infostate(player, sampler) for _ in range(8)]
    for other in imagined:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
    assert len({other.observation_string(1 - player) for other in imagined}) > 1


def test_the_information_state_remembers_what_was_seen() -> None:
    """Two ways to the same position are two information states."""
    one, other = dealt(NEW_YORK, seed=5), dealt(NEW_YORK, seed=5)
    for state, kept in ((one, 353), (other, 354)):
        state.apply_action(kept)
        state.apply_action(353)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.observation_string(1) == other.observation_string(1)


def test_its_algorithms_run() -> None:
    from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

    game, chance = pyspiel.load_game(NEW_YORK), np.random.RandomState(1)
    state = dealt(NEW_YORK, seed=5)
    searching = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 1.4, 8, random_state=chance)
    assert searching.step(state) in state.legal_actions()
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1.0)


def test_its_environment_for_learning_runs() -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent, tabular_qlearner

    env = rl_environment.Environment("python_carrozza", board="new-york", players=2)
    env.seed(1)
    actions = env.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(0, actions), random_agent.RandomAgent(1, actions)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.current_player()].step(step).action])
    assert sum(step.rewards) == 0


def test_actions_have_names() -> None:
    state = dealt(NEW_YORK, seed=5)
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["keep 1", "keep 2", "keep 1 2"]
    for _ in range(2):
        state.apply_action(353)
    named = [state.action_to_string(action) for action in state.legal_actions()]
    assert "draw deck" in named
    assert len(set(named)) == len(named)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("board=neu-york", "did you mean 'new-york'"),
        ("players=9", "new-york is for 2 to 4 players, not 9"),
        ("variants=alvin", "new-york has no variant 'alvin'"),
        ("reward=shaped", "choose win, margin, points"),
    ],
)
def test_wrong_parameters_are_told(parameters: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pyspiel.load_game(f"python_carrozza({parameters})")
    assert carrozza.envs.open_spiel.SpielGame().num_players() == 2
