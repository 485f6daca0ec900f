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


def test_a_teacher_sees_the_games_of_its_slots_and_plays_in_half_of_them() -> None:
    trainer = trainer_of()
    assert [trainer.setups[number].name for number in trainer.network_teachers] == ["new-york"]
    groups = trainer.groups_to_imitate(5)
    (teacher,) = trainer.teachers(groups, 5)
    rollout = Rollout(trainer.config, groups, trainer.network.cells, strata=len(groups))
    bots = torch.zeros_like(rollout.action)
    ended = torch.zeros(len(rollout.seats))
    for _ in range(20):
        rollout.replay(trainer.network, bots, trainer.chance, [teacher])
        slots, last = teacher.slots, rollout.steps - 1
        assert torch.equal(teacher.mask, rollout.mask[last, slots])
        assert torch.equal(teacher.seat, rollout.seat[last, slots])
        assert rollout.taught is not None
        assert (rollout.taught[:, slots][~rollout.mask[:-1, slots]] == 0).all()
        assert torch.allclose(rollout.taught.float().sum(-1), torch.ones(()), atol=0.01)
        of_action = rollout.taught[:, slots].gather(-1, rollout.action[:, slots].unsqueeze(-1))
        assert (of_action[:, ::2] > 0).all(), "what the teacher plays it has taught"
        assert rollout.mask[:-1].gather(-1, rollout.action.unsqueeze(-1))[:, slots].all()
        ended += rollout.ended.sum(0)
    assert (ended[teacher.slots] > 0).any(), "new games begin alike too"
    others = torch.ones(len(rollout.seats), dtype=torch.bool)
    others[teacher.slots] = False
    assert (rollout.action[:, others] == bots[:, others]).all(), "bots are followed elsewhere"
    assert rollout.taught is not None and (rollout.taught[:, others, 0] == 1).all()
    for group in groups:
        group.close()
    teacher.close()
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
