"""What all environments of one game share: the game, its observations, rewards and seeds, and checks of arguments."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from carrozza import boards
from carrozza.envs.adapters.action_game import ActionGame
from carrozza.envs.adapters.observing import Observations
from carrozza.envs.adapters.rewards import Rewards
from carrozza.envs.adapters.seeds import GameSeeds
from carrozza.envs.errors import IllegalAction
from carrozza.envs.vectorised.arguments import ILLEGAL, MOST_GAMES, checked_choice, checked_whole
from carrozza.envs.vectorised.rewards import REWARDS
from carrozza.envs.vectorised.slots import DECISIONS_LIMIT
from carrozza.game.seating import seat_table
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.layout import Grid
from carrozza.kernel.state import NOBODY

BoardName = str | Path | boards.Board


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
        limit: int | None = None,
    ) -> None:
        names = seat_table(board, checked_whole("seats", seats, 1, MOST_GAMES), variants)
        self.illegal = checked_choice("illegal", illegal, ILLEGAL)
        self.limit = DECISIONS_LIMIT if limit is None else checked_whole("limit", limit, 1, DECISIONS_LIMIT)
        self.game = ActionGame(names)
        self.observations = Observations(names, observation)
        self.rewards = Rewards(self.game.board, seats, checked_choice("reward", reward, REWARDS))
        self.seeds = GameSeeds()
        self.seed = 0
        """That of the game: `set_up` deals it."""
        self.loser = NOBODY
        """Who has lost by an illegal action."""
        self.cut_off = False

    def begin(self, seed: int | None) -> None:
        self.seed = self.seeds.next(seed)
        self.game.deal(self.seed)
        self.rewards.begin()
        self.observations.begin()
        self.loser = NOBODY
        self.cut_off = False

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
