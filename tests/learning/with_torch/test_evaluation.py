"""Evaluation plays every deal from every seat, the same at every time."""

from pathlib import Path

import pytest
import torch

from carrozza import boards
from carrozza.bots.neural.flat import most_spec
from carrozza.learning.proof import met_in_training, prove
from carrozza.learning.training.evaluating import Evaluator, Table
from carrozza.learning.training.exporting import weights_of, write_whole_weights
from carrozza.learning.training.trainer import new_network
from tests.learning.with_torch.small import small_config

BOARD = boards.load("new-york")
MOST = most_spec(BOARD)


@pytest.mark.parametrize("seats", [2, 3])
def test_neighbouring_slots_have_the_same_deal_from_different_seats(seats: int) -> None:
    table = Table(small_config(), BOARD, MOST, seats, (), "random")
    states = table.env.states
    for deal in range(0, table.games, seats):
        for slot in range(1, seats):
            assert (states["deck"][deal] == states["deck"][deal + slot]).all()
    assert len({states["deck"][deal].tobytes() for deal in range(0, table.games, seats)}) == table.games // seats
    assert table.env.seat.tolist() == table.learner.tolist()
    table.close()


def test_a_network_against_itself_wins_half() -> None:
    """Of each deal one of the two seats wins, and both play alike."""
    config = small_config(evaluation={"deals": 8})
    network = new_network(config, MOST).eval()
    with torch.no_grad():
        network.logits.weight.normal_()
    found = Evaluator(config, BOARD, MOST).against_network(network, network, 2)
    assert (found.share, found.half_width, found.games) == (0.5, 0.0, 16)


def test_an_evaluation_repeats_and_calibration_is_a_share() -> None:
    config = small_config(evaluation={"deals": 4})
    network, evaluator = new_network(config, MOST).eval(), Evaluator(config, BOARD, MOST)
    with torch.no_grad():
        network.logits.weight.normal_()
    assert evaluator.against_bot(network, "random", 2) == evaluator.against_bot(network, "random", 2)
    assert 0 <= evaluator.calibration(network, 3) <= 1


def test_a_weights_file_is_proved_in_the_arena(tmp_path: Path) -> None:
    config = small_config()
    training = {
        "config": {"league": {"bots": ["greedy"], "bots_share": 0.1}, "imitation": {"seconds": 0.0, "bot": "random"}}
    }
    weights = weights_of(new_network(config, MOST), BOARD, (), training)
    write_whole_weights(tmp_path / "w.npz", weights, "int8")
    assert met_in_training(weights.about) == {"greedy"}
    found = list(prove(tmp_path / "w.npz", ["random", "greedy"], [3], 3, threads=1))
    assert [(proof.opponent, proof.held_out, proof.games, proof.faults) for proof in found] == [
        ("random", True, 3, 0),
        ("greedy", False, 3, 0),
    ]
