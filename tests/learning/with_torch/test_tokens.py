"""The network for any board in torch: it is what the compiled one is, and it trains on several boards at once."""

from pathlib import Path

import numpy as np
import torch

from carrozza.bots.neural.tokens.matrices import TokenSizes
from carrozza.bots.neural.tokens.rows import BoardRows
from carrozza.bots.neural.tokens.untrained import untrained_token_weights
from carrozza.bots.neural.weights import read_weights, write_weights
from carrozza.interrupts import InterruptFlag
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.layout import SEATS
from carrozza.learning.boards.mixture import setups_of
from carrozza.learning.networks.token_tables import number_of_setup
from carrozza.learning.networks.tokens import TokenNetwork, fill, token_weights
from carrozza.learning.runs.folder import RunFolder, new_folder
from carrozza.learning.runs.log import Entry, read_log
from carrozza.learning.training.general.session import GeneralSession
from carrozza.learning.training.general.trainer import GeneralTrainer
from carrozza.learning.training.imitation.imitating import imitate
from carrozza.observation.observer import Observer
from tests.bots.neural.tokens.reference import SMALL, reference
from tests.laws.play import played
from tests.learning.with_torch.small import small_config

NAMES = ["new-york", "synthetic:5:12"]
TOKENS = {
    "boards": ["new-york", "synthetic:2"],
    "network": {"kind": "tokens"},
    "tokens": {"width": 16, "table_width": 16, "exchanges": 1},
    "varied": {"parts": 1, "held_out": ["synthetic:1000001:10"]},
    "games": {"number": 24, "steps": 16, "threads": 1},
    "evaluation": {"times": 1, "deals": 2, "against": ["random"], "held_out": []},
}


def test_a_mixed_batch_gives_what_the_definition_says() -> None:
    setups = setups_of(NAMES, (2, 3))
    weights = untrained_token_weights(SMALL)
    network = TokenNetwork([setup.tokens for setup in setups], SMALL)
    fill(network, weights)
    cells, expected = [], []
    for number, setup in enumerate(setups):
        observer = Observer(setup.board, seats=setup.seats)
        game = played(observer.spec.compiled, setup.seats, 3)
        for i in range(0, len(game), 31):
            tokens = observer.tokens(game.states[i], int(game.states[i].actor))
            rows = np.zeros(network.cells, np.int8)
            places = network.setups.places(setup.tokens)
            rows[places], rows[-2:] = tokens[: len(places)], number_of_setup(number)
            cells.append(rows)
            expected.append((game.masks[i], *reference(weights, BoardRows.of(setup.tokens), tokens)))
    order = np.random.default_rng(1).permutation(len(cells))
    mask = torch.ones(len(cells), ACTIONS, dtype=torch.bool)
    with torch.no_grad():
        answer = network(torch.from_numpy(np.stack(cells)[order]), mask)
    for at, place in enumerate(order):
        words, logits, win, margin = expected[place]
        legal = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))
        np.testing.assert_allclose(answer.logits[at].numpy()[legal], logits[legal], atol=1e-4)
        np.testing.assert_allclose(answer.win[at, : len(win)].numpy(), win, atol=1e-4)
        assert answer.win[at, len(win) :].isinf().all() and answer.win.shape[1] == SEATS
        np.testing.assert_allclose(float(answer.margin[at]), margin, atol=1e-4)


def test_weights_come_back_from_their_file(tmp_path: Path) -> None:
    setups = [setup.tokens for setup in setups_of(NAMES, (2,))]
    network, other = (TokenNetwork(setups, TokenSizes(16, 16, 1)) for _ in range(2))
    write_weights(tmp_path / "w.npz", token_weights(network, {}), "float32")
    fill(other, read_weights(tmp_path / "w.npz"))
    assert torch.equal(network.route_self, other.route_self) and torch.equal(network.keep_count, other.keep_count)


def nobody(entry: Entry) -> None:
    pass


def test_a_run_on_several_boards_is_measured_on_boards_it_never_saw(tmp_path: Path) -> None:
    config = small_config(**TOKENS, league={"bots": ["greedy"]})
    folder: RunFolder = new_folder(tmp_path / "run", config)
    assert GeneralSession(config, folder, InterruptFlag(), nobody).run()
    assert read_weights(folder.weights).about.kind == "tokens"
    evaluation = [entry for entry in read_log(folder.log) if entry["kind"] == "evaluation"][-1]
    assert {(result["opponent"], result["held_out"]) for result in evaluation["results"]} == {
        ("random on new-york", False),
        ("random on synthetic:2", False),
        ("random on synthetic:1000001:10", True),
    }
    longer = small_config(**TOKENS, league={"bots": ["greedy"]}, budget={"minutes": 0, "decisions": 2000})
    assert GeneralSession(longer, folder, InterruptFlag(), nobody, resume=True).run()


def test_imitation_goes_on_all_boards_at_once() -> None:
    trainer = GeneralTrainer(small_config(**TOKENS, improvement={"learning_rate": 0.01}))
    lines = imitate(trainer, 3600)
    losses = [next(lines)["losses"]["policy"] for _ in range(16)]
    lines.close()  # type: ignore[attr-defined]
    trainer.close()
    assert losses[-1] < 0.9 * losses[0]
