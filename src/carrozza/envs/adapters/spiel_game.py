"""The game `python_carrozza` of OpenSpiel: `pyspiel.load_game("python_carrozza(board=new-york,players=2)")`.

All chance of a game follows from its seed, so chance decides first: eight nodes deal the 64 bits of the seed, a byte
each, and after that nothing is left to chance. Every algorithm that samples chance nodes works on this; those that
would list all chance outcomes of a game work on no game of this size.
"""

from typing import Any, Final

import pyspiel

from carrozza.envs.adapters.rewards import Rewards
from carrozza.envs.adapters.spiel_state import LONGEST_GAME, OUTCOMES, SpielObserver, SpielState
from carrozza.envs.vectorised.arguments import checked_choice
from carrozza.game.seating import SEAT_NAMES, seat_table
from carrozza.kernel.actions import ACTIONS
from carrozza.observation.observer import Observer

PARAMETERS: Final = {"board": "new-york", "players": 2, "variants": "", "reward": "win"}
"""`variants` are joined by `+`, as a comma ends a parameter."""
REWARDS: Final = {"win": 1.0, "margin": 32.0, "points": 2048.0}
"""Paid at the end; how large they can be. (`margin` is in units of 64 points.)"""


def _game_type(reward: str, players: int) -> Any:
    zero_sum = reward == "win" or (reward == "margin" and players == 2)
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name="python_carrozza",
        long_name="Carrozza",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(SEAT_NAMES),
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A board with so many players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = {**PARAMETERS, **(params or {})}
        players, reward = int(asked["players"]), checked_choice("reward", asked["reward"], REWARDS)
        self.names = seat_table(asked["board"], players, [name for name in asked["variants"].split("+") if name])
        self.observer = Observer(self.names.board, seats=players, variants=self.names.variants)
        self.rewards = Rewards(self.names.compiled, players, reward)
        game_type, most = _game_type(reward, players), REWARDS[reward]
        zero_sum = game_type.utility == pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=LONGEST_GAME * players,
        )
        super().__init__(game_type, info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self, perfect_recall=bool(iig_obs_type and iig_obs_type.perfect_recall))


def register() -> None:
    if "python_carrozza" not in pyspiel.registered_names():
        pyspiel.register_game(_game_type("win", 2), SpielGame)
