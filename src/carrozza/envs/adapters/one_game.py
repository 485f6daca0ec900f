"""What all environments of one game share: the game, its observations, rewards and seeds, and checks of arguments."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from carrozza.envs.adapters.action_game import ActionGame
from carrozza.envs.adapters.observing import Observations
from carrozza.envs.adapters.rewards import Rewards
from carrozza.envs.adapters.seeds import GameSeeds
from carrozza.envs.errors import EnvError, IllegalAction
from carrozza.envs.vectorised.arguments import ILLEGAL, BoardName, checked_choice, checked_setup, checked_whole
from carrozza.envs.vectorised.rewards import REWARDS
from carrozza.envs.vectorised.slots import DECISIONS_LIMIT
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.layout import Grid
from carrozza.kernel.state import NOBODY


class OneGame:
    """One game after another, with what an environment shows of it."""

    def __init__(
        self,
        board: BoardName,
        seats: int,
        variants: Sequence[str],
        observation: str,
        reward: str,
        illegal: str,
        max_cycles: int | None = None,
    ) -> None:
        names = checked_setup(board, seats, variants)
        self.illegal = checked_choice("illegal", illegal, ILLEGAL)
        self.game = ActionGame(names)
        self.limit = _limit(max_cycles, self.game.seats)
        """Of decisions."""
        self.observations = Observations(names, observation)
        self.rewards = Rewards(self.game.board, self.game.seats, checked_choice("reward", reward, REWARDS))
        self.seeds = GameSeeds()
        self.seed = 0
        """That of the game: `set_up` deals it."""
        self.loser = NOBODY
        """Who has lost by an illegal action."""
        self.cut_off = False
        self._begun = False

    def begin(self, seed: int | None) -> None:
        self.seed = self.seeds.next(seed)
        self.game.deal(self.seed)
        self.rewards.begin()
        self.observations.begin()
        self.loser = NOBODY
        self.cut_off = False
        self._begun = True

    def check_begun(self) -> None:
        if not self._begun:
            raise EnvError("no game has begun: call reset() first")

    def act(self, action: Any) -> None:
        """Play an action of the seat to decide; an illegal one raises its refusal or loses the game."""
        refusal = self.game.refusal(action)
        if refusal is None:
            self.game.play(int(action))
        else:
            self._refuse(refusal)

    def _refuse(self, refusal: IllegalAction) -> None:
        if self.illegal == "error":
            raise refusal
        self.loser = self.game.seat
        self.game.stop()

    def reward_seats(self) -> list[float]:
        """What each seat gets for what happened since the last call; too long a game is cut off first."""
        if self.game.decisions >= self.limit and not self.game.over:
            self.cut_off = True
            self.game.stop()
        return self.rewards.after(self.game.state, self.loser)

    def observation(self, seat: int) -> Grid:
        return self.observations.of(self.game.state, seat)

    def mask(self, seat: int) -> Grid:
        """The legal actions of a seat: none where another has to decide, or nobody."""
        return self.game.mask.copy() if seat == self.game.seat else np.zeros(ACTIONS, np.int8)

    def result(self, seat: int) -> dict[str, Any]:
        """What is told of a finished game: a seat's final score, and whether it won."""
        scores = self.rewards.scores
        return {"score": int(scores.total[seat]), "won": bool(scores.winner[seat])}


def _limit(max_cycles: int | None, seats: int) -> int:
    if max_cycles is None:
        return DECISIONS_LIMIT
    return seats * checked_whole("max_cycles", max_cycles, 1, DECISIONS_LIMIT // seats)
