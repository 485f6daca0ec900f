"""Observations of single positions, for Python."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from carrozza import boards
from carrozza.envs.observation.distances import Search
from carrozza.envs.observation.flat import write_flat
from carrozza.envs.observation.recall import Recall
from carrozza.envs.observation.spec import ObservationSpec
from carrozza.game.position import Position
from carrozza.kernel.state import State

Cells = npt.NDArray[np.int8]


class Observer:
    """Writes what a seat observes, from its view or from the full state.

    >>> import carrozza
    >>> observer = Observer("new-york", seats=2)
    >>> game = carrozza.Game("new-york", 2, seed=1)
    >>> seen = observer.flat(game.view(0), 0)
    >>> seen.shape == (observer.spec.size,), seen.dtype
    (True, dtype('int8'))
    """

    def __init__(self, board: str | boards.Board, *, seats: int = 2, variants: Collection[str] = ()) -> None:
        self.spec = ObservationSpec.of(board, variants, seats)
        self._board, self._plan = self.spec.compiled, self.spec.plan
        self._recall, self._search = Recall(), Search()

    def flat(self, position: State | Position, seat: int, out: Cells | None = None) -> Cells:
        """The flat observation of a seat, in a vector of its own or in `out` (int8, contiguous)."""
        state = position.state if isinstance(position, Position) else position
        words = np.empty(self.spec.words, np.uint64) if out is None else out.view(np.uint64)
        self._recall.kept = 0
        write_flat(self._board, self._plan, state, seat, self._recall, self._search, words)
        return words.view(np.int8)
