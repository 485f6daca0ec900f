"""What an observation of a board looks like: its slices, their places, their meaning."""

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, Self

import numpy as np
import numpy.typing as npt

from carrozza import boards
from carrozza.boards.faults import did_you_mean
from carrozza.boards.model import canonical_json
from carrozza.kernel.board import Board, compiled_board
from carrozza.observation.declaration import VERSION, Plan
from carrozza.observation.placing.flat_slices import OCTET, PlacedSlice, flat_size, make_plan, placed_slices
from carrozza.observation.placing.graph import Arrays, graph_of
from carrozza.observation.placing.larger import Places, places_in
from carrozza.observation.placing.names import OTHERS, names_per
from carrozza.observation.placing.token_rows import (
    Maxima,
    TokenGroup,
    TokenSlice,
    runs,
    token_groups,
    token_size,
    token_slices,
)

Form = Literal["flat", "tokens"]
FORMS: Final[tuple[Form, ...]] = ("flat", "tokens")
Quantities = dict[str, npt.NDArray[np.int16]]


@dataclass(frozen=True)
class ObservationSpec:
    """The observation of one board with its variants, for one number of seats.

    >>> spec = ObservationSpec.of("new-york", seats=2)
    >>> spec.version, spec.form, spec.size % 8
    ('obs_v1', 'flat', 0)
    >>> spec.slice("routes.mine").cells == len(spec.board.routes)
    True
    """

    board: boards.Board
    variants: tuple[str, ...]
    seats: int
    form: Form
    maxima: Maxima
    """The rows of tokens."""
    version: str = VERSION

    @classmethod
    def of(
        cls,
        board: str | Path | boards.Board,
        variants: Collection[str] = (),
        seats: int = 2,
        form: Form = "flat",
        maxima: Maxima | None = None,
    ) -> Self:
        """Tokens have a row for everything the board has, or as many rows as `maxima` says."""
        if not isinstance(board, boards.Board):
            board = boards.load(board)
        _check(board, variants, seats, form)
        made = cls(board, tuple(sorted(variants)), seats, form, maxima or Maxima.of(board, seats))
        if any(most < need for most, need in zip(made.maxima, Maxima.of(board, seats), strict=True)):
            raise ValueError(f"{board.id} with {seats} seats needs at least {Maxima.of(board, seats)}, not {maxima}")
        return made

    @cached_property
    def compiled(self) -> Board:
        """The board for the kernel."""
        return compiled_board(self.board, self.variants)

    @cached_property
    def plan(self) -> Plan:
        """What the compiled writers need to know."""
        return make_plan(self.compiled, self.seats)

    @cached_property
    def flat_slices(self) -> tuple[PlacedSlice, ...]:
        return placed_slices(self.compiled, self.seats)

    @cached_property
    def slices(self) -> tuple[PlacedSlice, ...] | tuple[TokenSlice, ...]:
        """In the order in which they lie."""
        return self.flat_slices if self.form == "flat" else token_slices()

    @cached_property
    def groups(self) -> dict[str, TokenGroup]:
        """The tables of tokens by name: routes, cities, tickets, players, table."""
        return {group.name: group for group in token_groups(self.maxima)}

    @cached_property
    def runs(self) -> npt.NDArray[np.int32]:
        """How `write_tokens` makes tokens of the flat form."""
        return runs(self.compiled, self.flat_slices, self.maxima)

    @cached_property
    def graph(self) -> Arrays:
        """What never changes, as arrays with the rows of tokens (`graph.py`)."""
        return graph_of(self.board, self.compiled, self.maxima)

    @cached_property
    def size(self) -> int:
        """Cells (int8) of an observation: a multiple of eight."""
        return flat_size(self.flat_slices) if self.form == "flat" else token_size(self.maxima)

    @property
    def words(self) -> int:
        """Words (uint64) of the flat form, as which it is written."""
        return int(self.plan.size) // OCTET

    @cached_property
    def unused(self) -> npt.NDArray[np.bool_]:
        """Which cells of the flat form are always 0, for they only fill up a plane.

        >>> spec = ObservationSpec.of("new-york")
        >>> bool(spec.unused[spec.slice("cities.wanted").at + len(spec.board.cities)])
        True
        """
        unused = np.ones(self.size, bool)
        for found in self.flat_slices:
            for plane in range(found.planes):
                at = found.at + plane * found.stride
                unused[at : at + found.cells] = False
        return unused

    @cached_property
    def digest(self) -> str:
        """32 hex digits: observations with the same digest have the same cells with the same meaning."""
        slices = [asdict(found) for found in self.slices]
        told = [self.version, self.form, self.board.digest, self.variants, self.seats, self.maxima, slices]
        return hashlib.sha256(canonical_json(told)).hexdigest()[:32]

    def slice(self, name: str) -> Any:
        """A slice by name; `KeyError` where the board has none of it."""
        if name not in self._by_name:
            hint = did_you_mean(name, self._by_name)
            raise KeyError(f"the observation of {self.board.id} has no slice {name!r}{hint}")
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Any]:
        return {found.name: found for found in self.slices}

    def split(self, vector: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Tokens as tables, without a copy: (..., rows, columns) for each group. The last axis of `vector` is the
        observation."""
        if self.form != "tokens" or vector.shape[-1:] != (self.size,):
            raise ValueError(f"only tokens can be split, {token_size(self.maxima)} cells each; not {vector.shape}")
        return {
            name: vector[..., group.at : group.at + group.rows * group.columns].reshape(
                *vector.shape[:-1], group.rows, group.columns
            )
            for name, group in self.groups.items()
        }

    def places_in(self, larger: Self) -> Places:
        """For each cell its place in the flat observation of the same board with as many or more seats and variants.

        >>> two, four = (ObservationSpec.of("new-york", seats=seats) for seats in (2, 4))
        >>> int(two.places_in(four)[two.slice("cards.hand").at]) == four.slice("cards.hand").at
        True
        """
        _check_larger(self, larger)
        names, larger_names = (names_per(spec.board, spec.compiled, spec.seats) for spec in (self, larger))
        return places_in(self.flat_slices, names, self.size, larger.flat_slices, larger_names, larger.size)

    def decode(self, vector: npt.NDArray[Any]) -> Quantities:
        """The quantities by slice, cells times unit: flat (planes, cells), tokens (rows, columns)."""
        if np.shape(vector) != (self.size,):
            raise ValueError(f"an observation of {self.board.id} has {self.size} cells, not {np.shape(vector)}")
        cells = np.asarray(vector, np.int16)
        if self.form == "tokens":
            tables = self.split(cells)
            return {
                found.name: tables[found.group][:, found.first : found.first + found.columns] * np.int16(found.unit)
                for found in token_slices()
            }
        return {
            found.name: cells[found.at : found.at + found.planes * found.stride].reshape(found.planes, found.stride)[
                :, : found.cells
            ]
            * np.int16(found.unit)
            for found in self.flat_slices
        }

    def tell(self, vector: npt.NDArray[Any]) -> str:
        """A flat observation as text: whatever is not 0, in names."""
        names = names_per(self.board, self.compiled, self.seats)
        decoded = self.decode(vector)
        lines = []
        for found in self.flat_slices:
            for plane, cells in enumerate(decoded[found.name]):
                told = " ".join(_told(name, int(n)) for name, n in zip(names[found.per], cells, strict=True) if n)
                if told:
                    lines.append(f"{found.name}{_plane(found, plane)}: {told}")
        return "\n".join(lines)

    def describe(self) -> str:
        """The slices as a table in Markdown."""
        return "\n".join(self._table())

    def _table(self) -> Iterator[str]:
        if self.form == "flat":
            yield "| slice | cells | of each | times | unit | meaning |"
            yield "|---|---:|---|---:|---:|---|"
            for found in self.flat_slices:
                where = f"{found.at} to {found.at + found.planes * found.stride - 1}"
                yield f"| `{found.name}` | {where} | {found.per} | {found.planes} | {found.unit} | {found.meaning} |"
            return
        yield "| slice | table | columns | unit | meaning |"
        yield "|---|---|---:|---:|---|"
        for column in token_slices():
            where = f"{column.first} to {column.first + column.columns - 1}"
            yield f"| `{column.name}` | {column.group} | {where} | {column.unit} | {column.meaning} |"


def _told(name: str, number: int) -> str:
    if not name:
        return str(number)
    return name if number == 1 else f"{name}={number}"


def _plane(found: PlacedSlice, plane: int) -> str:
    if found.planes == 1:
        return ""
    if found.name == "tickets.offered":
        return f" at {plane}"
    others = found.name in ("routes.theirs", "cards.known")
    return f" of {OTHERS[plane + others]}"


def _check(board: boards.Board, variants: Collection[str], seats: int, form: str) -> None:
    rules = board.rules
    if not hasattr(seats, "__index__"):
        raise ValueError(f"seats={seats!r}: it must be a whole number from {rules.min_seats} to {rules.max_seats}")
    if isinstance(variants, str):
        raise ValueError(f"variants={variants!r}: it must be a list, such as ['alvin']")
    if not rules.min_seats <= seats <= rules.max_seats:
        raise ValueError(f"{board.id} is for {rules.min_seats} to {rules.max_seats} seats, not {seats}")
    if unknown := [name for name in variants if name not in board.variants]:
        raise ValueError(f"{board.id} has no variant {unknown[0]!r}; it has {', '.join(board.variants) or 'none'}")
    if form not in FORMS:
        raise ValueError(f"the form of an observation is 'flat' or 'tokens', not {form!r}")


def _check_larger(spec: ObservationSpec, larger: ObservationSpec) -> None:
    if spec.board.digest != larger.board.digest or (spec.form, larger.form) != ("flat", "flat"):
        raise ValueError(f"only flat observations of one board have places in each other: {spec.board.id} has none")
    if spec.seats > larger.seats or not set(spec.variants) <= set(larger.variants):
        raise ValueError(
            f"{spec.seats} seats with variants ({', '.join(spec.variants)}) have no places in an observation for "
            f"{larger.seats} seats with variants ({', '.join(larger.variants)})"
        )
