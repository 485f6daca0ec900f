"""The network in torch says what `carrozza.bots.neural` computes from its weights file."""

from pathlib import Path

import numpy as np
import pytest
import torch

import carrozza
from carrozza import boards
from carrozza.bots.neural.flat import most_spec
from carrozza.bots.neural.forward import evaluate, make_network, make_room
from carrozza.bots.neural.weights import read_weights, write_weights
from carrozza.game.names import blank_mask
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.legal import legal
from carrozza.kernel.turns import play
from carrozza.learning.config.model import Saving
from carrozza.learning.networks.flat import FlatNetwork
from carrozza.learning.training.exporting import export, frozen_network, weights_of
from carrozza.learning.training.improving import autocast
from carrozza.observation.observer import Observer
from tests.learning.with_torch.small import small_config

BOARD = boards.load("new-york")
MOST = most_spec(BOARD)


def any_network(width: int = 24, blocks: int = 2) -> FlatNetwork:
    torch.manual_seed(3)
    network = FlatNetwork(MOST.size, width, blocks, styles=True)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_(torch.randn_like(parameter) * (0.3 if parameter.ndim == 2 else 1.0))
        network.scale.uniform_(0.05, 2.0)
    return network.eval()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_forward_passes_agree(tmp_path: Path, seats: int) -> None:
    network = any_network()
    write_weights(tmp_path / "w.npz", weights_of(network, BOARD, (), {}), "float32")
    game = carrozza.Game(BOARD, seats, seed=4)
    names, state = game.names, game.state
    compiled = make_network(read_weights(tmp_path / "w.npz"), names)
    room, observer = make_room(compiled, 1), Observer(BOARD, seats=seats)
    places = observer.spec.places_in(MOST)
    for _ in range(12):
        mask, seat = blank_mask(), int(state.actor)
        legal(names.compiled, state, mask)
        evaluate(names.compiled, compiled, state, seat, mask, room, 0)
        legal_actions = np.unpackbits(mask.view(np.uint8), bitorder="little")[:ACTIONS].astype(bool)
        cells = np.zeros(MOST.size, np.int8)
        cells[places] = observer.flat(state, seat)
        with torch.no_grad():
            said = network(torch.from_numpy(cells)[None], torch.from_numpy(legal_actions)[None], torch.tensor([seats]))
        np.testing.assert_allclose(
            np.asarray(room.logits[0])[legal_actions], said.logits[0].numpy()[legal_actions], rtol=1e-3, atol=1e-3
        )
        by_seat = np.roll(said.win[0, :seats].softmax(-1).numpy(), seat)
        np.testing.assert_allclose(np.asarray(room.win[0])[:seats], by_seat, atol=1e-4)
        assert float(room.margin[0]) == pytest.approx(64 * float(said.margin[0]), rel=1e-3, abs=1e-2)
        play(names.compiled, state, int(np.flatnonzero(legal_actions)[0]))


def test_a_file_read_back_is_the_same_network(tmp_path: Path) -> None:
    network = any_network()
    write_weights(tmp_path / "w.npz", weights_of(network, BOARD, (), {}), "float32")
    again = frozen_network(str(tmp_path / "w.npz"), MOST)
    cells = torch.randint(0, 9, (50, MOST.size), dtype=torch.int8)
    cells[:, MOST.unused] = 0
    assert (read_weights(tmp_path / "w.npz").matrices["first"][MOST.unused] == 0).all(), "small in the file"
    mask, seats = torch.ones(50, ACTIONS, dtype=torch.bool), torch.full((50,), 3)
    styles = torch.arange(50) % 4
    with torch.no_grad():
        torch.testing.assert_close(
            again(cells, mask, seats, styles=styles).logits,
            network(cells, mask, seats, styles=styles).logits,
            rtol=1e-3,
            atol=1e-3,
        )


def test_the_cpu_multiplies_in_bfloat16_where_that_is_set() -> None:
    """Results differ a little: by more than float32 rounds, by less than the logits spread."""
    network, seats = any_network(), torch.full((50,), 3)
    cells, mask = torch.randint(0, 9, (50, MOST.size), dtype=torch.int8), torch.ones(50, ACTIONS, dtype=torch.bool)
    said = []
    for precision in ("float32", "bfloat16"):
        with torch.no_grad(), autocast(small_config(improvement={"precision": precision})):
            said.append(network(cells, mask, seats).logits)
    assert {logits.dtype for logits in said} == {torch.float32}
    assert 1e-4 < (said[0] - said[1]).std() / said[0].std() < 0.05


def test_an_export_that_plays_otherwise_is_refused(tmp_path: Path) -> None:
    network = any_network()
    cells = torch.randint(0, 9, (50, MOST.size), dtype=torch.int8)
    mask = torch.ones(50, ACTIONS, dtype=torch.bool)
    weights = weights_of(network, BOARD, (), {})
    with pytest.raises(ValueError, match="plays otherwise than the network that was trained"):
        export(tmp_path / "w.npz", weights, Saving(), cells, mask, torch.zeros(50, dtype=torch.long) - 1)


def test_a_network_of_another_board_is_refused(tmp_path: Path) -> None:
    write_weights(tmp_path / "w.npz", weights_of(any_network(), BOARD, (), {}), "float32")
    with pytest.raises(ValueError, match="take a network of the same board"):
        frozen_network(str(tmp_path / "w.npz"), most_spec("usa"))


def test_only_seats_that_play_can_win() -> None:
    cells, mask = torch.zeros(2, MOST.size, dtype=torch.int8), torch.ones(2, ACTIONS, dtype=torch.bool)
    win = any_network()(cells, mask, torch.tensor([2, 4])).win.softmax(-1)
    assert (win[0, 2:] == 0).all() and (win[1, 4:] == 0).all()
    assert win.sum(-1).tolist() == pytest.approx([1, 1])
