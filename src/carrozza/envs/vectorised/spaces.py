"""Gymnasium's description of the arrays, for wrappers and trainers that ask for it, where Gymnasium is installed."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from carrozza.envs.errors import EnvError
from carrozza.kernel.actions import ACTIONS
from carrozza.observation.spec import ObservationSpec

if TYPE_CHECKING:
    from gymnasium.spaces import Box, Discrete, Space

AUTORESET = "SameStep"
"""The value of `gymnasium.vector.AutoresetMode.SAME_STEP`."""


class GymnasiumSpaces:
    """The spaces of a vector of games."""

    games: int
    observation_spec: ObservationSpec | None

    @property
    def metadata(self) -> dict[str, Any]:
        return {"autoreset_mode": _gymnasium().vector.AutoresetMode(AUTORESET), "render_modes": []}

    @cached_property
    def single_observation_space(self) -> "Box":
        """What one seat observes: int8 cells."""
        cells = self.observation_spec.size if self.observation_spec else 0
        made: Box = _gymnasium().spaces.Box(-128, 127, (cells,), np.int8)
        return made

    @cached_property
    def single_action_space(self) -> "Discrete":
        made: Discrete = _gymnasium().spaces.Discrete(ACTIONS)
        return made

    @cached_property
    def observation_space(self) -> "Space[Any]":
        made: Space[Any] = _gymnasium().vector.utils.batch_space(self.single_observation_space, self.games)
        return made

    @cached_property
    def action_space(self) -> "Space[Any]":
        made: Space[Any] = _gymnasium().vector.utils.batch_space(self.single_action_space, self.games)
        return made


def _gymnasium() -> Any:
    try:
        import gymnasium.vector
    except ImportError as error:
        raise EnvError("spaces need Gymnasium: pip install 'carrozza[envs]'") from error
    return gymnasium
