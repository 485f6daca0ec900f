"""Where the cells of an observation lie in that of the same board with more seats or variants."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from carrozza.observation.declaration import Per
from carrozza.observation.placing.flat_slices import PlacedSlice

Places = npt.NDArray[np.int64]
Names = dict[Per, tuple[str, ...]]


def places_in(
    slices: Sequence[PlacedSlice],
    names: Names,
    size: int,
    larger: Sequence[PlacedSlice],
    larger_names: Names,
    room: int,
) -> Places:
    """For each of `size` cells its place among `room`; no two have the same. A cell that is always 0 gets any place
    that no other has, so that `vector[places] = cells` fills a vector of zeros."""
    places = np.full(size, -1, np.int64)
    by_name = {found.name: found for found in larger}
    for small in slices:
        large = by_name[small.name]
        offsets = _offsets(names[small.per], larger_names[small.per])
        for plane in range(small.planes):
            at = small.at + plane * small.stride
            places[at : at + small.cells] = large.at + plane * large.stride + offsets
    unplaced = np.flatnonzero(places < 0)
    places[unplaced] = np.setdiff1d(np.arange(room), places)[: len(unplaced)]
    return places


def _offsets(names: Sequence[str], larger: Sequence[str]) -> Places:
    """The phases of a variant lie between the others: so by name."""
    return np.array([larger.index(name) for name in names], np.int64)
