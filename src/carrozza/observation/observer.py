"""Observations of single positions, for Python."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from carrozza import boards
from carrozza.game.names import Names
from carrozza.game.position import Position
from carrozza.kernel.state import State
from carrozza.observation.distances import Search
from carrozza.observation.flat import write_flat
from carrozza.observation.placing.token_rows import Maxima
from carrozza.observation.recall import Recall
from carrozza.observation.spec import ObservationSpec
from carrozza.observation.tokens import write_tokens

Cells = npt.NDArray[np.int8]


class Observer:
    """Writes what a seat observes, from its view or from the full state; it keeps nothing between two calls.

    >>> import carrozza
    >>> observer = Observer("new-york", seats=2)
    >>> game = carrozza.Game("new-york", 2, seed=1)
    >>> seen = observer.flat(game.view(0), 0)
    >>> seen.shape == (observer.spec.size,), seen.dtype
    (True, dtype('int8'))
    """

    def __init__(
        self,
        board: str | boards.Board,
        *,
        seats: int = 2,
        variants: Collection[str] = (),
        maxima: Maxima | None = None,
    ) -> None:
        self.spec = ObservationSpec.of(board, variants, seats)
        self.tokens_spec = ObservationSpec.of(self.spec.board, variants, seats, "tokens", maxima)
        self._board, self._plan, self._words = self.spec.compiled, self.spec.plan, self.spec.words
        self._recall, self._search = Recall(), Search()
        self._flat = np.zeros(self._words, np.uint64)

    def flat(self, position: State | Position, seat: int) -> Cells:
        """The flat observation of a seat, in a vector of its own."""
        words = np.empty(self._words, np.uint64)
        self._recall.kept = 0
        write_flat(self._board, self._plan, self._state(position, seat), seat, self._recall, self._search, words)
        return words.view(np.int8)

    def tokens(self, position: State | Position, seat: int) -> Cells:
        """The tokens of a seat as one vector; `tokens_spec.split` has them as tables."""
        spec = self.tokens_spec
        out = np.empty(spec.size, np.int8)
        state = self._state(position, seat)
        self._recall.kept = 0
        write_tokens(
            self._board, self._plan, spec.runs, state, seat, self._recall, self._search, self._flat, out
        )  # fmt: skip
        return out

    def _state(self, position: State | Position, seat: int) -> State:
        if isinstance(position, Position):
            self._check_board(position.names)
        state = position.state if isinstance(position, Position) else position
        if state.seats != self.spec.seats or not 0 <= seat < self.spec.seats:
            raise ValueError(
                f"seat {seat} of a game of {state.seats}: this observer is for seats 0 to {self.spec.seats - 1} of "
                f"games of {self.spec.seats}"
            )
        if state.viewer not in (-1, seat):
            raise ValueError(f"seat {seat} is not whose view this is")
        return state

    def _check_board(self, names: Names) -> None:
        """A full state does not say of which board it is."""
        spec = self.spec
        if names.board is not spec.board and names.board.digest != spec.board.digest:
            raise ValueError(f"a position of {names.board.id}: this observer is for {spec.board.id}")
        if sorted(names.variants) != list(spec.variants):
            variants, mine = (", ".join(found) or "none" for found in (names.variants, spec.variants))
            raise ValueError(f"a position with the variants {variants}: this observer is for {mine}")
