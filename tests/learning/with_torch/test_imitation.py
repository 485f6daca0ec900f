"""The bot's decisions are those of the environment's games."""

import numpy as np
import pytest
import torch

from carrozza import envs
from carrozza.game.seating import seat_table
from carrozza.learning.training.imitation.imitating import imitate
from carrozza.learning.training.imitation.teacher import taught_actions
from tests.learning.with_torch.small import small_trainer


@pytest.mark.parametrize("seats", [2, 3])
def test_replayed_decisions_are_legal_and_win_as_the_bot_does(seats: int) -> None:
    actions = taught_actions(seat_table("new-york", seats, ()), "planner", 8, 200, seed=5, threads=2)
    env = envs.vector("new-york", seats, 8, seed=5, threads=1)
    env.reset()
    ended = 0
    for step in actions:
        assert env.mask[np.arange(8), step].all()
        env.step(step)
        ended += int(env.episode.done.sum())
        if env.episode.done.any():
            assert env.episode.finished()["total"].mean() > 15  # random play scores less than nothing
    assert ended >= 8
    env.close()


def test_imitation_makes_the_bots_decisions_likelier() -> None:
    trainer = small_trainer(
        imitation={"bot": "planner", "seconds": 3600},
        improvement={"learning_rate": 0.01},
        reward={"styles_share": 0.5},
    )
    trainer.scale_cells()
    assert trainer.network.styles is not None
    before = trainer.network.styles.detach().clone()
    lines = imitate(trainer, 3600)
    losses = [next(lines)["losses"]["policy"] for _ in range(20)]
    lines.close()  # type: ignore[attr-defined]
    assert losses[-1] < 0.9 * losses[0]
    assert torch.equal(trainer.network.styles, before), "nobody imitates in a style"
    trainer.close()
