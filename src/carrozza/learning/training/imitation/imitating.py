"""The beginning of a training: repeat what a bot plays, or what networks for one board do."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np
import torch

from carrozza.game.seating import seat_table
from carrozza.kernel.layout import Grid
from carrozza.learning.training.imitation.teacher import taught_actions
from carrozza.learning.training.improving import autocast
from carrozza.learning.training.playing.groups import Group, group_seed
from carrozza.learning.training.playing.rollout import Rollout, Teacher
from carrozza.learning.training.playing.styled import nobody_styled
from carrozza.learning.training.trainer import Trainer

ROUNDS_TAUGHT: Final = 8
"""Rounds of one table of actions; then new games are dealt."""
FIRST_SEED: Final = 1 << 18
"""Apart from the seeds of self-play."""


def imitate(trainer: Trainer, seconds: float) -> Iterator[dict[str, Any]]:
    """Rounds of imitation for so long; yields what is worth a line of the log after each. While one table of actions is
    learned from, the next one is computed."""
    started = time.monotonic()

    def goes_on() -> bool:
        return trainer.peers.first(time.monotonic() - started) < seconds

    with ThreadPoolExecutor(1) as pool:
        following = pool.submit(_tables, trainer, 0)
        number = 0
        while goes_on():
            tables = following.result()
            seed = _seed(trainer, number)
            groups = trainer.groups_to_imitate(seed)
            teachers = trainer.teachers(groups, seed)
            number += 1
            following = pool.submit(_tables, trainer, number)
            for losses in _learned(trainer, groups, tables, teachers):
                yield {"losses": losses}
                if not goes_on():
                    break
            for group in groups:
                group.close()
            for teacher in teachers:
                teacher.close()


def _seed(trainer: Trainer, number: int) -> int:
    return FIRST_SEED + (trainer.peers.rank << 12) + number


def _tables(trainer: Trainer, number: int) -> list[Grid]:
    """What the bot plays, for each group; zeros where a network is imitated instead."""
    config = trainer.config
    steps = ROUNDS_TAUGHT * config.games.steps
    tables: list[Grid] = []
    for at, (board, plan) in enumerate(trainer.plans_to_imitate()):
        if at in trainer.network_teachers:
            tables.append(np.zeros((steps, plan.games), np.int16))
            continue
        names = seat_table(board, plan.seats, plan.variants)
        seed = group_seed(_seed(trainer, number), at)
        tables.append(taught_actions(names, config.imitation.bot, plan.games, steps, seed, config.games.threads))
    return tables


def _learned(
    trainer: Trainer, groups: list[Group], tables: list[Grid], teachers: Sequence[Teacher]
) -> Iterator[dict[str, float]]:
    config = trainer.config
    styled = nobody_styled(config, groups) if config.reward.styles_share else None
    own = trainer.rollout
    rollout = Rollout(config, groups, own.observations.shape[-1], styled, own.strata)
    for first in range(0, ROUNDS_TAUGHT * config.games.steps, config.games.steps):
        actions = [torch.from_numpy(table[first : first + config.games.steps]) for table in tables]
        with autocast(config):
            taught = torch.cat(actions, 1).to(config.device, torch.long)
            rollout.replay(trainer.forward, taught, trainer.chance, teachers)
        losses = trainer.learn(rollout, trainer.progress.spent(config.budget), imitate=True)
        trainer.progress.rounds += 1
        trainer.progress.decisions += rollout.action.numel() * trainer.peers.number
        yield losses
