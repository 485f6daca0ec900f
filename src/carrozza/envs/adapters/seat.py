"""One seat of a game in Gymnasium's interface: bots play the others."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from carrozza.bots.specs.notation import Spec
from carrozza.envs.adapters.one_game import OneGame
from carrozza.envs.adapters.opponents import Opponents, opponent_specs
from carrozza.envs.adapters.rendering import FRAMES_PER_SECOND, RENDER_MODES, Frame, checked_render_mode, render
from carrozza.envs.errors import EnvError
from carrozza.envs.vectorised.arguments import BoardName, checked_whole
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.layout import Grid


class SeatEnv(gymnasium.Env[Grid, np.int64]):
    """The decisions of one seat. `opponents` are specs of any bots, one for each other seat or one for all of them.

    The learner's seat moves on by one from game to game, as in `carrozza.envs.vector`; `learner` fixes it. Illegal
    actions lose the game, unless `illegal` is `"error"`: Gymnasium's own tools try actions without a mask.
    """

    metadata = {  # noqa: RUF012  (as Gymnasium declares it)
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        board: BoardName = "usa",
        seats: int | None = None,
        *,
        opponents: str | Sequence[str | Spec] = "planner",
        learner: int | None = None,
        variants: Sequence[str] = (),
        render_mode: str | None = None,
        observation: str = "flat",
        reward: str = "win",
        illegal: str = "lose",
    ) -> None:
        self.render_mode = checked_render_mode(render_mode)
        specs = opponent_specs(opponents, seats)
        number = len(specs) + 1
        self.one = OneGame(board, number, variants, observation, reward, illegal)
        self.learner = None if learner is None else checked_whole("learner", learner, 0, number - 1)
        self.opponents = Opponents(specs)
        self.seat = self.learner or 0
        """Where the learner sits in this game."""
        limits = np.iinfo(np.int8)
        self.observation_space = Box(limits.min, limits.max, (self.one.observations.spec.size,), np.int8)
        self.action_space = Discrete(ACTIONS)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Grid, dict[str, Any]]:
        """Deal a new game, the first one of a seed or the next of the one before, and let the others play up to the
        learner's first decision."""
        super().reset(seed=seed)
        one = self.one
        one.begin(seed)
        self.seat = one.seeds.game % one.game.seats if self.learner is None else self.learner
        self.opponents.sit_down(one.game, self.seat, one.seed)
        self.opponents.play_on(one.game)
        self._show()
        return one.observation(self.seat), self._info()

    def step(self, action: Any) -> tuple[Grid, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the others up to its next decision or the end of the game."""
        one = self.one
        one.check_begun()
        if one.game.over:
            raise EnvError("the game is over: call reset() before the next step")
        one.act(action)
        self.opponents.play_on(one.game)
        reward = one.reward_seats()[self.seat]
        self._show()
        ended = one.game.over
        return one.observation(self.seat), reward, ended and not one.cut_off, one.cut_off, self._info()

    def action_masks(self) -> Grid:
        """Which actions are legal now, as sb3-contrib asks for it."""
        self.one.check_begun()
        return self.one.mask(self.seat).view(np.bool_)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.one.mask(self.seat), "seat": self.seat}
        return {**info, **self.one.result(self.seat)} if self.one.game.over else info

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Frame:
        self.one.check_begun()
        return render(self.one.game, self.render_mode)

    def close(self) -> None:
        """End the opponents' threads and programs."""
        self.opponents.close()


seat = SeatEnv
