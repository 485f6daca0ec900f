"""Statistics of games that have ended."""

from typing import Any

import numpy as np

from carrozza.kernel.layout import Grid


class Episodes:
    """Of each slot, the game that ended last: arrays that the steps write again. See `slots.Episode`.

    In the slots where `done` is true that game ended in the last step.
    """

    def __init__(self, records: Any, seats: int) -> None:
        self.done: Grid = np.zeros(len(records), np.bool_)
        self.game: Grid = records["game"]
        self.decisions: Grid = records["decisions"]
        self.turns: Grid = records["turns"]
        self.learner: Grid = records["learner"]
        self.illegal: Grid = records["illegal"]
        self.returned: Grid = records["returned"][:, :seats]
        self.total: Grid = records["total"][:, :seats]
        self.winner: Grid = records["winner"][:, :seats]
        self.tickets_completed: Grid = records["tickets_completed"][:, :seats]
        self.tickets_failed: Grid = records["tickets_failed"][:, :seats]

    def finished(self) -> dict[str, Grid]:
        """Copies of the statistics of the games that ended in the last step, and the `slot` of each."""
        slots = np.flatnonzero(self.done)
        return {"slot": slots, **{name: array[slots] for name, array in vars(self).items() if name != "done"}}
