"""The network for any board imitates networks for one board: they play the same games, beside each other."""

from typing import Any

import pytest
import torch

from carrozza.learning.config.checking import check_config
from carrozza.learning.errors import LearningError
from carrozza.learning.training.general.trainer import GeneralTrainer
from carrozza.learning.training.imitation.imitating import imitate
from carrozza.learning.training.playing.rollout import Rollout
from tests.learning.with_torch.small import small_config
from tests.learning.with_torch.test_tokens import TOKENS


def trainer_of(**given: Any) -> GeneralTrainer:
    shipped = {"seconds": 3600, "networks": ["shipped"]}
    return GeneralTrainer(small_config(**TOKENS, imitation=shipped, improvement={"learning_rate": 0.01}, **given))


def test_an_adviser_sees_the_games_of_its_slots_and_half_of_them_play_its_advice() -> None:
    trainer = trainer_of()
    assert [trainer.setups[number].name for number in trainer.advised] == ["new-york"]
    groups = trainer.groups_to_imitate(5)
    (adviser,) = trainer.advisers(groups, 5)
    rollout = Rollout(trainer.config, groups, trainer.network.cells, strata=len(groups))
    bots = torch.zeros_like(rollout.action)
    ended = torch.zeros(len(rollout.seats))
    for _ in range(20):
        rollout.replay(trainer.network, bots, trainer.chance, [adviser])
        slots, last = adviser.slots, rollout.steps - 1
        assert torch.equal(adviser.mask, rollout.mask[last, slots])
        assert torch.equal(adviser.seat, rollout.seat[last, slots])
        assert rollout.advice is not None
        assert (rollout.advice[:, slots][~rollout.mask[:-1, slots]] == 0).all()
        assert torch.allclose(rollout.advice.float().sum(-1), torch.ones(()), atol=0.01)
        of_action = rollout.advice[:, slots].gather(-1, rollout.action[:, slots].unsqueeze(-1))
        assert (of_action[:, ::2] > 0).all(), "what the adviser plays it has advised"
        assert rollout.mask[:-1].gather(-1, rollout.action.unsqueeze(-1))[:, slots].all()
        ended += rollout.ended.sum(0)
    assert (ended[adviser.slots] > 0).any(), "new games begin alike too"
    others = torch.ones(len(rollout.seats), dtype=torch.bool)
    others[adviser.slots] = False
    assert (rollout.action[:, others] == bots[:, others]).all(), "bots are followed elsewhere"
    assert rollout.advice is not None and (rollout.advice[:, others, 0] == 1).all()
    for group in groups:
        group.close()
    adviser.close()
    trainer.close()


def test_what_a_network_plays_becomes_likelier() -> None:
    trainer = trainer_of()
    lines = imitate(trainer, 3600)
    losses = [next(lines)["losses"]["policy"] for _ in range(40)]
    lines.close()  # type: ignore[attr-defined]
    assert sum(losses[-5:]) < 0.9 * sum(losses[:5])
    trainer.close()


def test_networks_that_nothing_can_be_learned_from_are_refused() -> None:
    with pytest.raises(LearningError, match=r"imitation\.networks: shipped: made for none of the boards"):
        GeneralTrainer(
            small_config(**TOKENS | {"boards": ["synthetic:2"]}, imitation={"seconds": 1, "networks": ["shipped"]})
        )
    with pytest.raises(LearningError, match="only the network for any board imitates others"):
        check_config(small_config(imitation={"seconds": 1, "networks": ["shipped"]}))
    with pytest.raises(LearningError, match="nothing is imitated"):
        check_config(small_config(**TOKENS, imitation={"networks": ["shipped"]}))
