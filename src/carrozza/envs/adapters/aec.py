"""All seats of a game in PettingZoo's interface, where agents act one after another (AEC)."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from carrozza.envs.adapters.one_game import OneGame
from carrozza.envs.adapters.rendering import FRAMES_PER_SECOND, RENDER_MODES, Frame, checked_render_mode, render
from carrozza.envs.vectorised.arguments import BoardName
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.layout import Grid

Observation = dict[str, Grid]


def env(board: BoardName = "usa", seats: int = 2, **options: Any) -> OrderEnforcingWrapper[str, Observation, int]:
    """All seats of a game for PettingZoo; `raw_env` tells the options. Calls before `reset` are refused."""
    return OrderEnforcingWrapper(raw_env(board, seats, **options))


class raw_env(AECEnv[str, Observation, int], EzPickle):  # type: ignore[misc]  # noqa: N801  (PettingZoo's name)
    """All seats of a game: agents `seat_0`, `seat_1`, ... decide when it is their turn.

    `observation`, `reward` and `illegal` are those of `carrozza.envs.vector`. `max_cycles` cuts a game off (truncates
    it) after so many decisions of a seat on average; at the latest it is cut off after 10,000 decisions of all seats.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "carrozza_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_PER_SECOND,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        board: BoardName = "usa",
        seats: int = 2,
        *,
        variants: Sequence[str] = (),
        render_mode: str | None = None,
        observation: str = "flat",
        reward: str = "win",
        illegal: str = "error",
        max_cycles: int | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            board,
            seats,
            variants=variants,
            render_mode=render_mode,
            observation=observation,
            reward=reward,
            illegal=illegal,
            max_cycles=max_cycles,
        )
        super().__init__()
        self.render_mode = checked_render_mode(render_mode)
        self.one = OneGame(board, seats, variants, observation, reward, illegal, max_cycles)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.one.game.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = self.one.observations.spec.size
        self.observation_spaces = {agent: observation_space(size) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the first one of a seed, or the next of the one before."""
        self.one.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self.agent_selection = self.agents[self.one.game.seat]
        self._show()

    def step(self, action: int | None) -> None:
        self.one.check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.one.act(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.one.reward_seats(), strict=True))
        self._accumulate_rewards()
        if self.one.game.over:
            self._end()
        else:
            self.infos[agent] = self._info(agent)
            self.agent_selection = agent = self.agents[self.one.game.seat]
            self.infos[agent] = self._info(agent)
        self._show()

    def _end(self) -> None:
        ended = self.truncations if self.one.cut_off else self.terminations
        for agent, seat in self._seats.items():
            ended[agent] = True
            self.infos[agent] = {**self._info(agent), **self.one.result(seat)}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        seat = self._seats[agent]
        return {"observation": self.one.observation(seat), "action_mask": self.one.mask(seat)}

    def _info(self, agent: str) -> dict[str, Any]:
        return {"action_mask": self.one.mask(self._seats[agent])}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Frame:
        self.one.check_begun()
        return render(self.one.game, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def observation_space(size: int) -> Dict:
    limits = np.iinfo(np.int8)
    return Dict(
        {
            "observation": Box(limits.min, limits.max, (size,), np.int8),
            "action_mask": Box(0, 1, (ACTIONS,), np.int8),
        }
    )


aec = env
