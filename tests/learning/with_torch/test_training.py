"""A small training from the command: its files, the same weights again, and going on from a checkpoint."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from carrozza import boards
from carrozza.bots.neural.forward import network_at
from carrozza.bots.neural.weights import read_weights
from carrozza.bots.specs.networks import STYLES
from carrozza.game import Game
from carrozza.interrupts import InterruptFlag
from carrozza.learning.config.reading import config_tree
from carrozza.learning.errors import LearningError
from carrozza.learning.runs.folder import RunFolder, new_folder
from carrozza.learning.runs.log import Entry, read_log
from carrozza.learning.training.session import Session
from carrozza.learning.training.trainer import LACKING_ALONE
from tests.learning.with_torch.small import small_config, small_trainer


def nobody(entry: Entry) -> None:
    pass


def run(
    folder: Path, flag: InterruptFlag | None = None, resume: bool = False, watch: Any = nobody, **given: Any
) -> bool:
    config = small_config(**given)
    place = RunFolder(folder) if resume else new_folder(folder, config)
    session = Session(config, boards.load("new-york"), place, flag or InterruptFlag(), watch, resume=resume)
    return session.run()


def same_arrays(one: Path, other: Path) -> bool:
    first, second = read_weights(one / "weights.npz"), read_weights(other / "weights.npz")
    return all(
        np.array_equal(getattr(first, kind)[name], getattr(second, kind)[name])
        for kind in ("matrices", "vectors")
        for name in getattr(first, kind)
    )


def test_a_run_leaves_weights_log_and_curve(tmp_path: Path) -> None:
    assert run(tmp_path / "run", players=[2, 3])
    folder = RunFolder(tmp_path / "run")
    about = read_weights(folder.weights).about
    assert about.board == "new-york" and about.most_seats == 4
    assert about.training["config"] == json.loads(json.dumps(config_tree(small_config(players=[2, 3]))))
    rounds = [entry["seconds"] for entry in read_log(folder.log) if entry["kind"] == "round"]
    assert 0 < rounds[0] < rounds[1], "the time of a round is in its own entry"
    evaluation = [entry for entry in read_log(folder.log) if entry["kind"] == "evaluation"][-1]
    assert {(result["opponent"], result["seats"], result["held_out"]) for result in evaluation["results"]} == {
        ("random", 2, False),
        ("random", 3, False),
        ("greedy", 2, True),
        ("greedy", 3, True),
    }
    assert "<svg" in folder.curve.read_text()


@pytest.mark.parametrize("given", [{}, {"reward": {"styles_share": 0.5}, "players": [3, 2]}])
def test_an_interrupted_run_goes_on_to_the_same_weights(tmp_path: Path, given: dict[str, Any]) -> None:
    """League, generators, optimiser, games: all of it is in the checkpoint."""
    given |= {"budget": {"minutes": 0, "decisions": 2000}}
    assert run(tmp_path / "whole", **given)
    flag = InterruptFlag()

    def press_after_three_rounds(entry: Entry) -> None:
        if entry["kind"] == "round" and entry["round"] == 3:
            flag.press()

    assert not run(tmp_path / "cut", flag, watch=press_after_three_rounds, **given)
    assert not same_arrays(tmp_path / "whole", tmp_path / "cut")
    assert run(tmp_path / "cut", resume=True, **given)
    assert same_arrays(tmp_path / "whole", tmp_path / "cut")
    rounds = [
        [entry["round"] for entry in read_log(RunFolder(tmp_path / name).log) if entry["kind"] == "round"]
        for name in ("whole", "cut")
    ]
    assert rounds[0] == rounds[1]


def test_a_best_response_is_measured_against_the_frozen_network(tmp_path: Path) -> None:
    run(tmp_path / "first")
    frozen = str(tmp_path / "first" / "weights.npz")
    assert run(tmp_path / "response", league={"against_frozen": frozen})
    last = [entry for entry in read_log(tmp_path / "response" / "log.jsonl") if entry["kind"] == "evaluation"][-1]
    assert frozen in {result["opponent"] for result in last["results"]}
    league = {"members": [frozen, str(tmp_path / "response")], "members_share": 0.5, "past_share": 0.0}
    assert run(tmp_path / "later", league=league)


@pytest.mark.parametrize("given", [{}, {"imitation": {"seconds": 3600, "bot": "greedy"}}])
def test_a_training_ends_where_its_losses_are_no_numbers(tmp_path: Path, given: dict[str, Any]) -> None:
    with pytest.raises(LearningError, match=r"policy.* is not a number.*smaller improvement\.learning_rate$"):
        run(tmp_path / "run", improvement={"learning_rate": 1e30, "minibatch": 32}, **given)
    assert not RunFolder(tmp_path / "run").checkpoint.exists()


def test_games_against_bots_may_go_at_a_slower_pace() -> None:
    paced = small_trainer(league={"bots_pace": 4})
    paced.play_round(0.0)
    against_bots = torch.cat([torch.full((group.plan.games,), bool(group.plan.bot)) for group in paced.groups])
    learns = paced.rollout.learns[:, against_bots].any(1)
    assert [bool(some) for some in learns] == [step % 4 == 0 for step in range(len(learns))]
    assert paced.progress.decisions < paced.rollout.action.numel()
    paced.close()


@pytest.mark.parametrize("file", ["checkpoint.pt", "weights.npz"])
def test_a_training_may_begin_with_the_network_of_another(tmp_path: Path, file: str) -> None:
    assert run(tmp_path / "first", saving={"precision": "float16", "agreeing": 0.5})
    before = read_weights(tmp_path / "first/weights.npz")
    trainer = small_trainer(network={"start": str(tmp_path / "first" / file)})
    bias = trainer.network.logits.bias.detach().numpy()
    np.testing.assert_allclose(bias, before.vectors["logits_bias"], atol=1e-6)
    trainer.close()


def test_a_training_that_begins_with_a_weights_file_learns_first_what_the_file_lacks(tmp_path: Path) -> None:
    """Neither the scale of the cells nor a value that says nothing makes the network worse."""
    exact = {"precision": "float16", "agreeing": 0.5}
    assert run(tmp_path / "first", saving=exact, network={"belief": True})
    file = str(tmp_path / "first/weights.npz")
    trainer = small_trainer(network={"belief": True, "start": file})
    assert trainer.lacking == {"value.weight", "value.bias"}
    trainer.scale_cells()
    assert trainer.network.scale.std() > 0
    cells, mask, seats, _ = trainer.sampled_positions(100)
    with torch.no_grad():
        said, before = (ask(cells, mask, seats, True) for ask in (trainer.network, trainer.frozen(file)))
    for now, then in ((said.logits, before.logits), (said.held, before.held), (said.cards, before.cards)):
        torch.testing.assert_close(now, then, rtol=1e-3, atol=1e-3)
    kept = {name: parameter.detach().clone() for name, parameter in trainer.network.named_parameters()}
    for _ in range(LACKING_ALONE):
        trainer.play_round(0.0)
    changed = {name for name, parameter in trainer.network.named_parameters() if not torch.equal(parameter, kept[name])}
    assert changed == trainer.lacking
    trainer.play_round(0.0)
    assert not torch.equal(trainer.network.first.weight, kept["first.weight"])
    trainer.close()


def test_a_weights_file_tells_how_the_network_it_began_with_was_trained(tmp_path: Path) -> None:
    for name, start in (("first", {}), ("second", {"start": str(tmp_path / "first")})):
        assert run(tmp_path / name, network=start)
    first, second = (read_weights(tmp_path / name / "weights.npz").about.training for name in ("first", "second"))
    assert "before" not in first and second["before"] == first


def test_a_network_of_another_shape_is_told(tmp_path: Path) -> None:
    assert run(tmp_path / "first")
    with pytest.raises(LearningError, match="another shape"):
        small_trainer(network={"start": str(tmp_path / "first"), "width": 32})


def test_a_belief_is_learned_and_exported(tmp_path: Path) -> None:
    assert run(tmp_path / "run", players=[2, 3], network={"belief": True})
    belief = read_weights(tmp_path / "run" / "weights.npz").matrices["belief"]
    board = boards.load("new-york")
    assert belief.shape == (16, 3 * (len(board.tickets) + len(board.rules.colors) + 1))
    losses = [entry["losses"]["belief"] for entry in read_log(tmp_path / "run" / "log.jsonl") if "losses" in entry]
    assert losses[-1] < losses[0]


def test_styles_are_exported_and_played(tmp_path: Path) -> None:
    assert run(tmp_path / "run", reward={"styles_share": 1.0})
    file = tmp_path / "run" / "weights.npz"
    styles = read_weights(file).vectors["styles"]
    assert styles.shape == (3, 16) and styles.any(-1).all()
    names = Game("new-york", 2, seed=1).names
    biases = [network_at(names, file, style).first_bias for style in (None, *STYLES)]
    np.testing.assert_array_equal(biases[1:], biases[0] + styles)
    assert run(tmp_path / "later", league={"members": [str(file)], "members_share": 0.5, "past_share": 0.0})


def test_a_gpu_that_is_not_there_is_told(tmp_path: Path) -> None:
    if torch.cuda.is_available():
        pytest.skip("there is one")
    with pytest.raises(ValueError, match="torch finds no NVIDIA GPU"):
        run(tmp_path / "run", device="cuda")
