"""Settled decisions, in which one action has more than 99%, and how many of them are learned from."""

import torch
from torch import Tensor

from carrozza.learning.training.playing.rollout import SETTLED
from carrozza.learning.training.trainer import Trainer
from tests.learning.with_torch.small import small_trainer


def trainer_with(settled_share: float) -> Trainer:
    trainer = small_trainer(improvement={"settled_share": settled_share})
    torch.nn.init.normal_(trainer.network.logits.weight, std=2.0)  # what has learned nothing is never sure
    trainer.play_alone()
    return trainer


def settled(trainer: Trainer, places: list[Tensor]) -> Tensor:
    """Of the decisions at these places."""
    (at,) = places
    rollout = trainer.rollout
    cells, mask = (tensor[:-1].flatten(0, 1)[at] for tensor in (rollout.observations, rollout.mask))
    with torch.no_grad():
        logits = trainer.network(cells, mask, rollout.seats.repeat(rollout.steps)[at]).logits
    return logits.softmax(-1).amax(-1) > SETTLED


def test_all_are_learned_from_usually() -> None:
    trainer = trainer_with(1.0)
    own = settled(trainer, trainer.rollout.own())
    assert 0 < own.sum() < len(own)
    assert torch.equal(*trainer.rollout.own(), *trainer.rollout.learned())


def test_without_any_only_open_ones_are_learned_from() -> None:
    trainer = trainer_with(0.0)
    own, learned = (settled(trainer, places) for places in (trainer.rollout.own(), trainer.rollout.learned()))
    assert own.any() and not learned.any() and len(learned) == int((~own).sum())


def test_a_share_of_them_is_learned_from() -> None:
    trainer = trainer_with(0.5)
    own, learned = (settled(trainer, places) for places in (trainer.rollout.own(), trainer.rollout.learned()))
    assert 0 < learned.sum() < own.sum() and (~learned).sum() == (~own).sum()
