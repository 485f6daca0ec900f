"""What the seats of one game observe. Faster than an `Observer`: much is kept from one decision to the next."""

import numpy as np

from carrozza.envs.vectorised.arguments import checked_choice
from carrozza.game.names import Names
from carrozza.kernel.layout import Grid
from carrozza.kernel.state import State
from carrozza.observation.distances import Search
from carrozza.observation.flat import write_flat
from carrozza.observation.recall import Recall, reset_recall
from carrozza.observation.spec import FORMS, ObservationSpec
from carrozza.observation.tokens import write_tokens


class Observations:
    """Of one game after another, as one vector each: flat or tokens."""

    def __init__(self, names: Names, form: str) -> None:
        checked_choice("observation", form, FORMS)
        seats = len(names.seats)
        self.spec = ObservationSpec.of(names.board, names.variants, seats, "flat" if form == "flat" else "tokens")
        self._board, self._plan = names.compiled, self.spec.plan
        self._recalls = [Recall() for _ in range(seats)]
        self._search = Search()
        self._words: Grid = np.zeros(self.spec.words, np.uint64)

    def begin(self) -> None:
        for recall in self._recalls:
            reset_recall(recall)

    def of(self, state: State, seat: int) -> Grid:
        """What a seat observes, in a vector of its own."""
        if self.spec.form == "tokens":
            return self._tokens(state, seat)
        words: Grid = np.empty(self.spec.words, np.uint64)
        write_flat(self._board, self._plan, state, seat, self._recalls[seat], self._search, words)
        return words.view(np.int8)

    def _tokens(self, state: State, seat: int) -> Grid:
        out: Grid = np.empty(self.spec.size, np.int8)
        recall = self._recalls[seat]
        write_tokens(self._board, self._plan, self.spec.runs, state, seat, recall, self._search, self._words, out)
        return out
