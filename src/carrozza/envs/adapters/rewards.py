"""Rewards of one game, by the rules of the vectorised environment."""

import numpy as np

from carrozza.envs.vectorised.rewards import REWARDS, forfeit, reward_of_end, reward_of_step
from carrozza.envs.vectorised.slots import Slot
from carrozza.envs.vectorised.stepping import clear_slot
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry
from carrozza.kernel.layout import SEATS, Grid
from carrozza.kernel.paths import Workings, blank_workings
from carrozza.kernel.scoring import Scores, blank_scores, score
from carrozza.kernel.state import NOBODY, OVER, State


@entry
def forget_rewards(slot: Slot) -> None:
    """A new game begins."""
    clear_slot(slot, SEATS)


@entry
def reward_all_seats(
    board: Board, kind: int, slot: Slot, state: State, scores: Scores, work: Workings, loser: int, rewards: Grid
) -> None:
    """Write what each seat gets for what happened since the last call. A finished game is scored; `loser` has lost it
    by an illegal action, -1 for nobody."""
    over = state.phase == OVER
    if over:
        score(board, state, scores, work)
        if loser != NOBODY:
            forfeit(board, state, scores, loser)
    for seat in range(state.seats):
        if over:
            rewards[seat] = reward_of_end(kind, slot, state, seat, scores)
        else:
            rewards[seat] = reward_of_step(board, kind, slot, state, seat, work)


class Rewards:
    """The rewards of one game after another. After the end `scores` is the final scoring."""

    def __init__(self, board: Board, seats: int, reward: str) -> None:
        self.board = board
        self.kind = REWARDS[reward]
        self.scores = blank_scores()
        self._slot = Slot()
        self._workings = blank_workings()
        self._rewards: Grid = np.zeros(seats, np.float32)

    def begin(self) -> None:
        forget_rewards(self._slot)

    def after(self, state: State, loser: int = NOBODY) -> list[float]:
        """What each seat gets for what happened since the last call."""
        reward_all_seats(self.board, self.kind, self._slot, state, self.scores, self._workings, loser, self._rewards)
        rewards: list[float] = self._rewards.tolist()
        return rewards
