"""The network for any board in torch: it is what the compiled one is, and it trains on several boards at once."""

import copy
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
import torch
from torch._dynamo.testing import CompileCounter

from carrozza.bots.neural.tokens.matrices import TokenSizes
from carrozza.bots.neural.tokens.rows import BoardRows, Indices
from carrozza.bots.neural.tokens.untrained import untrained_token_weights
from carrozza.bots.neural.weights import Weights, read_weights, write_weights
from carrozza.interrupts import InterruptFlag
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.layout import SEATS
from carrozza.learning.boards.mixture import Setup, setups_of
from carrozza.learning.networks.flat import Answer
from carrozza.learning.networks.token_layers import most_of_kinds
from carrozza.learning.networks.token_tables import KINDS, Strata
from carrozza.learning.networks.tokens import TokenNetwork, fill, token_weights
from carrozza.learning.runs.folder import RunFolder, new_folder
from carrozza.learning.runs.log import Entry, read_log
from carrozza.learning.training.general.session import GeneralSession
from carrozza.learning.training.general.trainer import GeneralTrainer
from carrozza.learning.training.imitation.imitating import imitate
from carrozza.learning.training.improving import minibatches
from carrozza.learning.training.peers import Alone
from carrozza.observation.observer import Observer
from tests.bots.neural.tokens.reference import SMALL, Doubles, reference
from tests.laws.play import played
from tests.learning.with_torch.small import small_config

NAMES = ["old-west", "new-york", "synthetic:5:12"]
TOKENS = {
    "boards": ["new-york", "synthetic:2"],
    "network": {"kind": "tokens"},
    "tokens": {"width": 16, "table_width": 16, "exchanges": 1},
    "varied": {"parts": 1, "held_out": ["synthetic:1000001:10"]},
    "games": {"number": 24, "steps": 16, "threads": 1},
    "evaluation": {"times": 1, "deals": 2, "against": ["random"], "held_out": []},
}


class Batch(NamedTuple):
    """Positions of games on several setups, equally many of each, and what the definition says of them."""

    cells: torch.Tensor
    legal: list[Indices]
    logits: list[Doubles]
    win: list[Doubles]
    margin: list[float]


def batch_of(setups: Sequence[Setup], strata: Strata, weights: Weights, each: int = 6) -> Batch:
    made = Batch(torch.zeros(len(setups) * each, strata.cells, dtype=torch.int8), [], [], [], [])
    for number, setup in enumerate(setups):
        observer = Observer(setup.board, seats=setup.seats, variants=setup.variants)
        game = played(observer.spec.compiled, setup.seats, 3)
        places = strata.places(number, setup.tokens)
        for slot, at in enumerate(np.linspace(0, len(game) - 1, each).astype(int)):
            tokens = observer.tokens(game.states[at], int(game.states[at].actor))
            made.cells[number * each + slot, places] = torch.from_numpy(tokens[: len(places)].copy())
            logits, win, margin = reference(weights, BoardRows.of(setup.tokens), tokens)
            made.legal.append(np.flatnonzero(np.unpackbits(game.masks[at].view(np.uint8), bitorder="little")))
            made.logits.append(logits)
            made.win.append(win)
            made.margin.append(margin)
    return made


def everything(batch: Batch) -> torch.Tensor:
    """A mask."""
    return torch.ones(len(batch.cells), ACTIONS, dtype=torch.bool)


def expect_the_definition(answer: Answer, batch: Batch, within: float = 1e-4) -> None:
    for at, (legal, logits, win, margin) in enumerate(zip(*batch[1:], strict=True)):
        np.testing.assert_allclose(answer.logits[at].numpy()[legal], logits[legal], rtol=within, atol=within)
        np.testing.assert_allclose(answer.win[at, : len(win)].numpy(), win, rtol=within, atol=within)
        assert answer.win[at, len(win) :].isinf().all() and answer.win.shape[1] == SEATS
        np.testing.assert_allclose(float(answer.margin[at]), margin, rtol=within, atol=within)


@pytest.mark.parametrize("classes", (1, 2, 4))
def test_a_stratified_batch_gives_what_the_definition_says(classes: int) -> None:
    """Boards smaller than the padding, with fewer colours, seats and routes of a kind, among them."""
    setups = setups_of(NAMES, (2, 3), ["alvin"])
    weights = untrained_token_weights(SMALL)
    network = TokenNetwork([setup.tokens for setup in setups], SMALL, classes)
    fill(network, weights)
    batch = batch_of(setups, network.strata, weights)
    with torch.no_grad():
        expect_the_definition(network(batch.cells, everything(batch)), batch)
        with torch.autocast("cpu", torch.bfloat16):
            expect_the_definition(network(batch.cells, everything(batch)), batch, 0.05)


def test_setups_that_no_training_has_are_computed_by_the_same_weights() -> None:
    weights = untrained_token_weights(SMALL)
    network = TokenNetwork([setup.tokens for setup in setups_of(NAMES[:1], (2,))], SMALL)
    fill(network, weights)
    others = setups_of(NAMES[1:], (2, 3))
    strata = Strata([setup.tokens for setup in others], 2)
    batch = batch_of(others, strata, weights)
    with torch.no_grad():
        expect_the_definition(network(batch.cells, everything(batch), strata=strata), batch)


def test_the_gradient_of_the_maximum_of_each_kind_goes_to_the_route_it_came_from() -> None:
    """It is that of torch's own maximum, where no two routes are alike."""
    setups = setups_of(NAMES, (2,))
    tables = Strata([setup.tokens for setup in setups]).classes[0]
    torch.manual_seed(1)
    rows = torch.randn(len(setups), tables.most.routes, 3, 8, dtype=torch.float64).requires_grad_()
    given = torch.randn(len(setups), KINDS, 3, 8, dtype=torch.float64)
    of_kinds = tables.incidence[:, tables.most.cities :, :, None, None]
    plain = (torch.relu(rows).unsqueeze(1) * of_kinds).amax(2)
    own = most_of_kinds(torch.relu(rows), tables)
    assert torch.equal(plain, own)
    (expected,), (found,) = (torch.autograd.grad((most * given).sum(), rows) for most in (plain, own))
    torch.testing.assert_close(found, expected)


def test_torch_compiles_it_as_one_graph_which_past_selves_share() -> None:
    network = TokenNetwork([setup.tokens for setup in setups_of(NAMES, (2,))], TokenSizes(16, 16, 1), 2)
    graphs = CompileCounter()

    def ask(asked: TokenNetwork, each: int) -> None:
        cells = torch.zeros(3 * each, network.cells, dtype=torch.int8)
        mask = torch.ones(len(cells), ACTIONS, dtype=torch.bool)
        torch.compile(asked, dynamic=False, backend=graphs, fullgraph=True)(cells, mask)

    ask(network, 4)
    assert graphs.frame_count == 1
    past = [copy.deepcopy(network).requires_grad_(False) for _ in range(3)]
    for some in (*past, network):
        ask(some, 4)
    assert graphs.frame_count == 2  # one of them without gradients


def test_every_minibatch_and_every_opponent_has_equally_many_positions_of_each_setup() -> None:
    uneven = TOKENS | {"games": {"number": 26, "steps": 16, "threads": 1}}
    trainer = GeneralTrainer(small_config(**uneven, improvement={"minibatch": 64}))
    setups, games = len(trainer.setups), len(trainer.rollout.seats)
    assert games == 26 // setups * setups
    trainer.play_round(0.0)
    trainer.play_round(0.0)
    of_slot = torch.arange(games) // (games // setups)
    for slots in trainer.slots_by_network().values():
        assert len(slots) > 0
        assert torch.equal(of_slot[slots], torch.arange(setups).repeat_interleave(len(slots) // setups))
    learned = trainer.rollout.learned()
    assert sum(map(len, learned)) == int(trainer.rollout.learns.sum())
    batches = list(minibatches(learned, trainer.config, trainer.chance, Alone()))
    assert len(batches) >= trainer.config.improvement.epochs
    for rows in batches:
        assert trainer.rollout.learns.flatten()[rows].all() and len(rows.unique()) == len(rows)
        assert torch.equal(of_slot[rows % games], torch.arange(setups).repeat_interleave(len(rows) // setups))
    trainer.close()


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


def test_a_run_whose_budget_ends_while_it_imitates_leaves_its_weights(tmp_path: Path) -> None:
    """They are checked in positions of a rollout of its own games, which has not been played until then."""
    config = small_config(**TOKENS, imitation={"seconds": 3600}, saving={"agreeing": 0.5})
    folder = new_folder(tmp_path / "run", config)
    assert GeneralSession(config, folder, InterruptFlag(), nobody).run()
    (written,) = (entry for entry in read_log(folder.log) if entry["kind"] == "weights")
    assert written["agreeing"][written["precision"]] >= 0.5


def test_a_compiled_training_learns_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled by a backend that only traces; the league has past selves, which are compiled too."""
    monkeypatch.setattr(torch, "compile", partial(torch.compile, backend="eager"))
    found = []
    for compiled in (False, True):
        trainer = GeneralTrainer(small_config(**TOKENS, improvement={"minibatch": 48, "compiled": compiled}))
        trainer.compile_ahead()
        found.append([trainer.play_round(0.0)["losses"] for _ in range(3)])
        trainer.close()
    for plain, traced in zip(*found, strict=True):
        assert traced == pytest.approx(plain, abs=1e-3)


def test_imitation_goes_on_all_boards_at_once() -> None:
    trainer = GeneralTrainer(small_config(**TOKENS, improvement={"learning_rate": 0.01}))
    lines = imitate(trainer, 3600)
    losses = [next(lines)["losses"]["policy"] for _ in range(16)]
    lines.close()  # type: ignore[attr-defined]
    trainer.close()
    assert losses[-1] < 0.9 * losses[0]
