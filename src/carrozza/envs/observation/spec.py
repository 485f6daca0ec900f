"""What an observation of a board looks like: its slices, their places, their meaning."""

import hashlib
from collections.abc import Collection
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Literal, Self

import numpy as np
import numpy.typing as npt

from carrozza import boards
from carrozza.boards.model import canonical_json
from carrozza.envs.observation.declaration import VERSION, Plan
from carrozza.envs.observation.placing import OCTET, PlacedSlice, flat_size, make_plan, placed_slices
from carrozza.kernel.board import Board, compiled_board

Form = Literal["flat", "tokens"]
Cells = npt.NDArray[np.int8]


@dataclass(frozen=True)
class ObservationSpec:
    """The observation of one board with its variants, for one number of seats.

    >>> spec = ObservationSpec.of("new-york", seats=2)
    >>> spec.version, spec.form, spec.size % 8
    ('obs_v1', 'flat', 0)
    >>> spec.slices[0].name, spec.slices[0].cells == len(spec.board.routes)
    ('routes.mine', True)
    """

    board: boards.Board
    variants: tuple[str, ...]
    seats: int
    form: Form
    size: int
    """Cells (int8) of an observation: a multiple of eight."""
    slices: tuple[PlacedSlice, ...]
    version: str = VERSION

    @classmethod
    def of(
        cls, board: str | boards.Board, variants: Collection[str] = (), seats: int = 2, form: Form = "flat"
    ) -> Self:
        if isinstance(board, str):
            board = boards.load(board)
        compiled = compiled_board(board, tuple(variants))
        slices = placed_slices(compiled, seats)
        return cls(board, tuple(variants), seats, form, flat_size(slices), slices)

    @cached_property
    def compiled(self) -> Board:
        """The board for the kernel."""
        return compiled_board(self.board, self.variants)

    @cached_property
    def plan(self) -> Plan:
        """What the compiled writers need to know."""
        return make_plan(self.compiled, self.seats)

    @property
    def words(self) -> int:
        """Words (uint64) of an observation, as which it is written."""
        return self.size // OCTET

    @cached_property
    def digest(self) -> str:
        """32 hex digits: observations with the same digest have the same cells with the same meaning."""
        slices = [asdict(found) for found in self.slices]
        told = [self.version, self.form, self.board.digest, sorted(self.variants), self.seats, self.size, slices]
        return hashlib.sha256(canonical_json(told)).hexdigest()[:32]

    def slice(self, name: str) -> PlacedSlice:
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, PlacedSlice]:
        return {found.name: found for found in self.slices}
